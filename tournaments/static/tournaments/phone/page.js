// The page of a table. A tap makes a line, the outbox keeps it, and the page shows the table as it will be with it, at once and
// without a network. Where the browser has no store, or no scripts, the forms go the ordinary way.
//
// Under a hand that has begun a deal nothing changes: the deal is pinned at its first tap, and what came meanwhile is offered.
// Other phones' lines come with the site's answers and through live.js, which swaps the section; then it is painted anew.

import { actOf, lineSaid } from "./form.js";
import { guardTable, rememberTable } from "./guard.js";
import { feel, habits } from "./habits.js";
import { listenToKeys, toTheSeats } from "./keys.js";
import { lineOf, takenOver } from "./line.js";
import { openOutbox } from "./outbox.js";
import { emptied, paint } from "./paint.js";
import { paintLog } from "./log.js";
import { paintPen, takePen, takeoverOf } from "./pen.js";
import { optionsOf } from "./table.js";
import { filled, viewOf } from "./view.js";

/**
 * @typedef {import("./view.js").Told} Told
 * @typedef {import("./view.js").View} View
 * @typedef {import("./outbox.js").Outbox} Outbox
 * @typedef {{slot: number, length: number, known: import("./kept.js").Game}} Pin
 */

const STANDS = 5000;
const section = /** @type {HTMLElement} */ (document.querySelector("#table"));
/** @type {Outbox | null} */
let outbox = null;
/** @type {Told | null} */
let told = null;
/** @type {View | null} */
let view = null;
/** @type {Pin | null}  of the deal that the hand has begun */
let pin = null;
/** @type {Element | null}  the button last tapped, for browsers of before 2022 that do not name the submitter */
let tapped = null;
let isAdding = false;
let asked = "";

function dealForm() {
  return /** @type {HTMLFormElement | null} */ (section.querySelector("form#deal"));
}

/** What the page that came from the site says. @returns {Told | null} */
function read() {
  const script = section.querySelector("script#game");
  return script ? JSON.parse(script.textContent || "null") : null;
}

/** @param {Outbox} open @param {Told} page */
function knownOf(open, page) {
  return takenOver(open.known(page.game), takeoverOf(page.game));
}

/** The page as it has to look now. */
function repaint() {
  if (!outbox || !told) return;
  const known = knownOf(outbox, told);
  view = viewOf(told, known, outbox.linesOf(told.game), outbox.isOnItsWay);
  const isBehind = pin !== null && (view.slot !== pin.slot || view.length !== pin.length);
  if (!isBehind) paint(section, told, view, { isMine: known.pen === "mine" });
  offerNews(isBehind);
  paintPen(section, told, known, view.asksDealer);
  if (!paintLog(section, known.log) || known.phase !== told.phase) askForPage(known);
  else if (known.etag) section.dispatchEvent(new CustomEvent("live:painted", { bubbles: true, detail: { version: known.version, etag: known.etag } }));
  tellAsking(outbox, told.game);
}

/** live.js asks for nothing while the answer to a line is on its way, which says the same. @param {Outbox} open @param {number} game */
function tellAsking(open, game) {
  const isAsking = open.linesOf(game).some((one) => open.isOnItsWay(one.id));
  if (isAsking === "asking" in section.dataset) return;
  if (isAsking) section.dataset.asking = "";
  else delete section.dataset.asking;
  if (!isAsking) document.dispatchEvent(new CustomEvent("live:answered"));
}

/** Only the site can say how this page reads now: once for each of its answers. @param {import("./kept.js").Game} known */
function askForPage(known) {
  const stamp = `${known.position} ${known.phase} ${known.etag}`;
  if (asked === stamp) return;
  asked = stamp;
  document.dispatchEvent(new CustomEvent("live:again"));
}

/** @param {boolean} isThere */
function offerNews(isThere) {
  const button = /** @type {HTMLElement | null} */ (section.querySelector("[data-show-news]"));
  if (button) button.hidden = !isThere;
}

/** The deal that is begun now is this one, whatever comes. */
function pinDeal() {
  if (pin || !outbox || !told || !view) return;
  pin = { slot: view.slot, length: view.length, known: Object.assign({}, knownOf(outbox, told)) };
}

function unpin() {
  pin = null;
  const form = dealForm();
  if (form && view && told && outbox) {
    view = viewOf(told, knownOf(outbox, told), outbox.linesOf(told.game), outbox.isOnItsWay);
    emptied(form, view);
  }
  repaint();
}

/** Keep a line; the promise is kept when it lies in the store. @param {{[name: string]: any}} entry @param {{witness?: string, seen?: boolean, notBefore?: number}} [beside] */
async function keep(entry, beside) {
  if (!outbox || !told || !view) throw new Error("no outbox");
  const { witness = "", seen = false, notBefore = 0 } = beside || {};
  const known = pin ? pin.known : knownOf(outbox, told);
  const line = lineOf({
    game: told.game, by: told.by, entry, slot: pin ? pin.slot : view.slot, known, witness, seen,
  }, outbox.clock());
  await outbox.add(line, notBefore);
  rememberTable(told);
  forgetMessages();
}

/** What was said about an earlier line does not stand beside the next one. */
function forgetMessages() {
  for (const notice of document.querySelectorAll("main > .notice, #table > .notice.error")) notice.remove();
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement | null} button @param {number} [notBefore] */
async function record(form, button, notBefore) {
  if (isAdding || !told || !view) return;
  const data = new FormData(form);
  if (button && button.name) data.append(button.name, button.value);
  const act = actOf((button && button.getAttribute("formaction")) || form.getAttribute("action") || "");
  if (act === "undo" && view.last) { await undo(view.last.id); return; }
  const deals = dealForm();
  const dealer = deals && deals.querySelector("[data-seat] [data-tag=deals]:not([hidden])");
  const row = /** @type {HTMLElement | null} */ (dealer && dealer.closest("[data-seat]"));
  const said = lineSaid(act, (name) => String(data.get(name) || ""), {
    seats: view.seats.filter((seat) => !seat.left).map((seat) => seat.seat),
    dealer: (row && row.dataset.seat) || "",
    pointsEntry: optionsOf(told.setup).points_entry,
    parties: String(data.get("parties") || "").split(" ").filter(Boolean),
  });
  if (!said) { goTheOrdinaryWay(form, button); return; }
  if ("fault" in said) { sayFault(form, said); return; }
  isAdding = true;
  try {
    await keep(said.entry, { witness: said.witness, seen: said.seen, notBefore });
  } catch (refused) { // the store is full or gone: then as if there were no scripts
    console.warn(refused);
    goTheOrdinaryWay(form, button);
    return;
  } finally {
    isAdding = false;
  }
  feel("kept");
  form.reset();
  for (const details of section.querySelectorAll("details[open]")) if (!("staysOpen" in /** @type {HTMLElement} */ (details).dataset)) details.removeAttribute("open");
  unpin();
  toTheSeats(dealForm());
}

/** @param {HTMLFormElement} form @param {import("./form.js").Fault} said */
function sayFault(form, said) {
  const note = form.querySelector("[data-fault]");
  const texts = told ? told.texts : {};
  if (note) note.textContent = filled(texts[said.fault] || "", { total: said.total });
  const asIs = /** @type {HTMLElement | null} */ (form.querySelector("[data-as-they-are]"));
  if (asIs) asIs.hidden = said.fault !== "pointsWrong";
  const rare = form.querySelector("#rare");
  if (rare) { rare.setAttribute("open", ""); rare.scrollIntoView({ block: "center" }); }
}

/** As if there were no scripts. @param {HTMLFormElement} form @param {HTMLButtonElement | null} button */
function goTheOrdinaryWay(form, button) {
  if (button && button.name) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: button.name, value: button.value });
    form.append(field);
  }
  tellKnown(form);
  const address = button && button.getAttribute("formaction");
  if (address) form.setAttribute("action", address);
  HTMLFormElement.prototype.submit.call(form);
}

/** The page was painted since it came, so the form says what is on the screen now. @param {HTMLFormElement} form */
function tellKnown(form) {
  if (!outbox || outbox.missing || !told || !view) return;
  const known = pin ? pin.known : knownOf(outbox, told);
  /** @type {{[name: string]: number}} */
  const said = { expected_position: known.position + 1, base: known.position, pen: known.epoch, slot: pin ? pin.slot : view.slot };
  for (const name of Object.keys(said)) {
    const field = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
    if (field) field.value = String(said[name]);
  }
}

/** Take a line back: what never left this phone is gone, what may have left is undone by a line that names it. @param {string} id */
async function undo(id) {
  if (isAdding || !outbox || !told || !view) return;
  isAdding = true;
  try {
    const isKept = outbox.linesOf(told.game).some((one) => one.id === id);
    pin = null;
    if (!isKept) await keep({ kind: "strike", line: id });
    else await outbox.takeBack(id, { by: told.by, slot: view.slot });
    forgetMessages();
    feel("undone");
    unpin();
    toTheSeats(dealForm());
  } finally {
    isAdding = false;
  }
}

/** @param {Event} event */
function onClick(event) {
  const target = event.target instanceof Element ? event.target : null;
  tapped = target && target.closest("button:not([type=button])");
  const one = /** @type {HTMLElement | null} */ (target && target.closest("[data-undo], [data-take-back]"));
  if (one) void undo(one.dataset.undo || one.dataset.takeBack || "");
  if (target && target.closest("[data-show-news]")) unpin();
}

/** @param {Event} event */
function onSubmit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!section.contains(form) || !told || (outbox && outbox.missing)) return;
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter || (form.contains(tapped) ? tapped : null));
  if (form.matches("[data-pen]")) {
    event.preventDefault();
    void ready.then(() => (outbox && told ? takePen(form, outbox, told).then(repaint) : undefined));
  } else if (form.matches("[data-line-form]")) {
    event.preventDefault();
    void ready.then(() => (outbox && !outbox.missing ? record(form, button) : goTheOrdinaryWay(form, button)));
  }
}

/** @param {Event} event */
function onChange(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const form = dealForm();
  if (!form || field.form !== form) return;
  pinDeal();
  const asksNothing = view && view.phase === "playing" && !form.querySelector("[data-done][disabled]") && !form.querySelector("[name=dealt]:required");
  if (field.name === "loser" && habits().oneTap && asksNothing && !form.querySelector("[data-stays-open]")) {
    void ready.then(() => record(form, null, Date.now() + STANDS)).then(() => setTimeout(repaint, STANDS + 100));
  }
}

async function meet() {
  told = read();
  if (!told || !outbox) return;
  if (!outbox.missing) await outbox.meet(told);
  repaint();
}

async function start() {
  outbox = await openOutbox();
  if (outbox.missing) return;
  outbox.onChange(repaint);
  await meet();
}

told = read();
guardTable();
document.addEventListener("click", onClick, true);
document.addEventListener("submit", onSubmit, true);
section.addEventListener("change", onChange);
section.addEventListener("bench:changed", pinDeal);
document.addEventListener("live:swapped", (event) => { // of this section: the bell beside it is swapped under a begun deal
  if (event.target !== section) return;
  pin = null;
  void meet();
});
listenToKeys(dealForm);
const ready = start();
