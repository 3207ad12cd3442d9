"""After every line that is recorded the page is what a reload would show, though the answer was only what changed.

Whole games by lot, in a real browser: deals with the proposed bench and with another, void deals, penalty letters, undo
and undo of undo, points and who dealt, until the game is over, and back.
"""

from playwright.sync_api import Page

from tests.e2e.test_table_page import sign_in
from tests.factories import stories
from tournaments.draws.seeding import Stream
from tournaments.models import Table

# What people do, chosen by numbers from 0 to 1; then how the answer came, and the page beside the part as it is now.
STEP = """async (lots) => {
    const section = document.querySelector("#table"), deal = section.querySelector("#deal");
    const some = (all) => [...all][Math.floor(lots.pop() * all.length)];
    const seats = "input[name=loser]:enabled, input[name=pitcher]";
    const find = (what) => section.querySelector(what);
    const acts = {
        deal() {
            some(deal.querySelectorAll(seats)).click();
            if (deal.querySelector("[name=bid]")) smear();
            find("#done").click();
        },
        bench() {
            const toggles = deal.querySelectorAll("li:not(.bench) button[data-bench]");
            if (toggles.length > 4) return acts.deal();
            if (toggles.length) some(toggles).click();
            acts.deal();
        },
        dealer() {
            find("#rare").open = true;
            find("[name=dealer]").value = some(deal.querySelectorAll(seats)).value;
            find("[name=dealer]").dispatchEvent(new Event("change", { bubbles: true }));
            for (const points of [...deal.querySelectorAll("[type=number]:enabled")].slice(0, 1)) {
                points.value = 33;
                points.dispatchEvent(new Event("input", { bubbles: true }));
            }
            acts.deal();
        },
        void() { find("#void").open = true; find("#void button[name=reason]").click(); },
        penalty() {
            if (!find("#penalty")) return acts.deal();
            find("#penalty").open = true;
            some(section.querySelectorAll("#penalty [name=seat]")).click();
            find("#penalty-reason").value = "Řekl „dost“ <i>moc</i> nahlas & často";
            find("#penalty button.danger").click();
        },
        undo() { find(".toast button") ? find(".toast button").click() : acts.deal(); },
    };
    function smear() {
        find("[name=bid]").click();
        const [first, second] = deal.elements.namedItem("parties").value.split(" ");
        const chosen = some(deal.querySelectorAll(`[name=points_${first}]`));
        const all = deal.querySelectorAll(`[name=points_${second}]`);
        chosen.click();
        all[all.length - 1 - chosen.value].click();
    }
    const named = ["deal", "deal", "deal", "deal", "bench", "dealer", "void", "penalty", "undo", "undo"];
    const act = find("#done") ? some(named) : "undo";
    const { detail } = await new Promise((done) => {
        document.addEventListener("resend:swapped", done, { once: true });
        acts[act]();
    });
    const now = await fetch(section.dataset.live, { headers: { "X-Live": "1" } });
    const fresh = new DOMParser().parseFromString(await now.text(), "text/html").body;
    return {
        act, whole: !detail.dealer, refused: Boolean(find("[role=alert]")),
        etag: [detail.etag, now.headers.get("ETag")], page: plain(section), fresh: plain(fresh),
    };

    /** What a person or a form can tell of an element: no white space, and no ids that are new on every page. */
    function plain(element) {
        if (element.nodeType === Node.TEXT_NODE) return element.data.replace(/\\s+/g, " ").trim();
        if (element.nodeType !== Node.ELEMENT_NODE) return "";
        const names = element.getAttributeNames().filter((name) => !["href", "class", "value"].includes(name)).sort();
        const said = names.map((name) => `${name}=${element.getAttribute(name)}`);
        const value = ["entry_id", "csrfmiddlewaretoken"].includes(element.name) ? "" : element.value;
        const preset = element.defaultValue === value && element.defaultChecked === element.checked;
        said.push([...element.classList].sort(), element.href?.baseVal ?? element.href, value, element.checked, preset);
        element.normalize();
        const inside = [...element.childNodes].map(plain).filter(Boolean);
        return `<${element.tagName} ${said.filter(Boolean).join(" ")}>\\n${inside.join("\\n")}`;
    }
}"""


def walk(page: Page, table: Table, *, lots: Stream, steps: int) -> list[str]:
    """Record lines by lot, and see after each that the page is what it would be if it were loaded anew.

    Returns how the answers came: the page whole, or what changed.
    """
    page.goto(f"/t/{table.round.event.slug}/{table.round.number}/{table.number}/")
    came = []
    for _ in range(steps):
        step = page.evaluate(STEP, [lots.below(1000) / 1000 for _ in range(6)])
        assert not step["refused"], step["page"]
        page_now, loaded_anew = (step[name].splitlines()[1:] for name in ("page", "fresh"))
        assert page_now == loaded_anew, step["act"]
        assert step["etag"][0] == step["etag"][1]
        came.append("whole" if step["whole"] else "changed")
    return came


def test_a_page_that_was_told_what_changed_is_the_page_that_a_reload_shows(new_page, site, event, referee):
    page = new_page(locale="cs-CZ")
    round_ = stories.a_running_round(event, sizes=(5, 5, 5), word="PEC")
    sign_in(page.context, referee, site.url)
    came = walk(page, stories.table_of(round_, 1), lots=Stream("ca75"), steps=24)
    assert came.count("changed") > 8
    assert came.count("whole") > 3  # the first line, who left, the game that was over and then was not


def test_a_table_of_smear_is_told_what_changed_too(new_page, site):
    page, event = new_page(), stories.a_smear_event(players=4, smear_target=30)
    table = stories.table_of(stories.a_running_round(event), 1)
    sign_in(page.context, stories.director_of(event), site.url)
    came = walk(page, table, lots=Stream("ace1"), steps=14)
    assert came.count("changed") > 5
    assert came.count("whole") > 3  # the first line, the game that was won and then was not
