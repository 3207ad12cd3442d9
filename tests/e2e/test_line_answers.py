"""After every line and its answer the page, which the phone has folded itself, is what a reload would show.

Whole games by lot, in a real browser: deals with the proposed bench and with another, void deals, penalty letters, undo
and undo of undo, points and who dealt, until the game is over, and back.
"""

from playwright.sync_api import Page

from tests.e2e.test_table_page import sign_in
from tests.factories import stories
from tournaments.draws.seeding import Stream
from tournaments.models import Table

# What people do, chosen by numbers from 0 to 1; then the page beside the page as the site has it.
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
    const before = section.querySelectorAll(".lines [data-line]").length;
    acts[act]();
    let page = "", fresh = "";
    for (let round = 0; round < 150; round += 1) {
        await new Promise((done) => setTimeout(done, 40));
        const lines = section.querySelectorAll(".lines [data-line]").length;
        if (lines === before || section.querySelector("[data-waiting] li")) continue;
        const now = await fetch(section.dataset.live, { headers: { "X-Live": "1" } });
        page = told(section);
        fresh = told(new DOMParser().parseFromString(await now.text(), "text/html").body);
        if (page === fresh) break;
    }
    return { act, page, fresh };

    /** What a person or a form can tell of the page. */
    function told(root) {
        const text = (element) => element && element.textContent.replace(/\\s+/g, "");
        const all = (what) => [...root.querySelectorAll(what)];
        const value = (name) => root.querySelector(`#deal [name=${name}]`)?.value;
        return JSON.stringify({
            parts: all("[data-part]").map((part) => [part.dataset.part, text(part)]).sort(),
            seats: all("[data-seat]").map((row) => [
                row.dataset.seat, [...row.classList].filter((name) => name !== "seat").sort(),
                [...row.querySelectorAll("[data-tag]:not([hidden])")].map((tag) => [tag.dataset.tag, text(tag)]),
                row.querySelector("input").disabled, row.querySelector("input").checked,
            ]),
            forms: ["bench", "slot", "dealer", "packed"].map(value),
            playing: text(root.querySelector("[data-playing]")), done: root.querySelector("#done")?.disabled,
            log: all(".lines [data-line]").map((line) => [line.dataset.line, line.innerHTML.replace(/>\\s+/g, ">")]),
        }, null, 1);
    }
}"""


def walk(page: Page, table: Table, *, lots: Stream, steps: int) -> list[str]:
    """Record lines by lot, and see after each that the page is what it would be if it were loaded anew."""
    page.goto(f"/t/{table.round.event.slug}/{table.round.number}/{table.number}/")
    acts = []
    for _ in range(steps):
        step = page.evaluate(STEP, [lots.below(1000) / 1000 for _ in range(6)])
        acts.append(step["act"])
        assert step["page"], acts
        assert step["page"].splitlines() == step["fresh"].splitlines(), acts
    return acts


def test_after_each_line_the_page_is_the_page_that_a_reload_shows(new_page, site, event, referee):
    page = new_page(locale="cs-CZ")
    round_ = stories.a_running_round(event, sizes=(5, 5, 5), word="PEC")
    sign_in(page.context, referee, site.url)
    acts = walk(page, stories.table_of(round_, 1), lots=Stream("ca75"), steps=24)
    assert len(set(acts)) > 4


def test_a_table_of_smear_too(new_page, site):
    page, event = new_page(), stories.a_smear_event(players=4, smear_target=30)
    table = stories.table_of(stories.a_running_round(event), 1)
    sign_in(page.context, stories.director_of(event), site.url)
    acts = walk(page, table, lots=Stream("ace1"), steps=14)
    assert len(set(acts)) > 2
