// The table as it will be, written onto the page that came from the site: letters, who deals, leads and sits out, the question,
// the last line, what waits. The page after that is the page that a reload would show. What is chosen in the form is not
// touched here; bench.js shows who plays.

import { show } from "./bench.js";
import { filled } from "./view.js";

/**
 * @typedef {import("./view.js").View} View
 * @typedef {import("./view.js").Told} Told
 */

/** @param {ParentNode} root @param {string} name @returns {HTMLElement | null} */
function part(root, name) {
  return root.querySelector(`[data-part="${name}"]`);
}

/** Written only when it differs: a status that is written again is read aloud again. @param {Element | null} place @param {string} text */
function say(place, text) {
  if (place && (place.textContent || "").trim() !== text) place.textContent = text;
}

/** @param {{[form: string]: string}} forms @param {number} n */
function plural(forms, n) {
  const select = /** @type {any} */ (Intl).PluralRules;
  const form = select ? new select(document.documentElement.lang || "en").select(n) : n === 1 ? "one" : "many";
  return forms[form] || forms.many;
}

/** @param {string} name @returns {SVGElement} */
function icon(name) {
  const some = /** @type {SVGUseElement} */ (document.querySelector("svg.icon use"));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${(some.getAttribute("href") || "").split("#")[0]}#${name}`);
  svg.append(use);
  return svg;
}

/** @param {string} tag @param {string} [name] @param {...(Node | string)} inside @returns {HTMLElement} */
function element(tag, name, ...inside) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
}

/** The page of a game that goes on, or that has just ended on this phone. @param {HTMLElement} section @param {Told} told @param {View} view @param {{isMine: boolean}} pen */
export function paint(section, told, view, pen) {
  const form = /** @type {HTMLFormElement | null} */ (section.querySelector("form#deal"));
  const isOver = view.phase === "over";
  if (form && form.querySelector("[data-seat]")) paintForm(form, told, view, isOver);
  say(part(section, "question"), isOver ? told.texts.over : filled(told.texts.question, { n: view.number }));
  paintState(part(section, "state"), told, view, pen.isMine);
  say(part(section, "void"), view.voids ? filled(plural(told.texts.voids, view.voids), { n: view.voids }) : "");
  if (view.scores) for (const party of Object.keys(view.scores)) say(part(section, `score-${party}`), String(view.scores[party]));
  for (const seat of view.seats) paintWord(part(section, `word-${seat.seat}`), told, seat);
  const undo = part(section, "undo");
  if (undo) {
    paintLast(undo, told, view);
    const hasSeats = section.querySelector("[data-seat]"); // after the end of a game only the site can bring them
    if (!hasSeats && view.phase === "playing" && !undo.querySelector(".notice")) undo.prepend(element("p", "notice", told.texts.goesOn));
  }
  paintPause(section, view, isOver);
  const agreeing = /** @type {HTMLElement | null} */ (section.querySelector("#closing form"));
  if (agreeing) agreeing.hidden = view.isAccepted;
  paintWaiting(section.querySelector("[data-waiting]"), told, view);
}

/** That the table has a pause, and the way back; or the way there. @param {HTMLElement} section @param {View} view @param {boolean} isOver */
function paintPause(section, view, isOver) {
  const ask = /** @type {HTMLElement | null} */ (section.querySelector("#pause"));
  for (const is of [/** @type {HTMLElement | null} */ (section.querySelector("#paused")), part(section, "paused")]) if (is) is.hidden = !view.pause || isOver;
  if (ask) ask.hidden = Boolean(view.pause) || isOver;
  if (view.pause && view.pause.isHere) say(part(section, "pause"), `${view.pause.reason}.`);
}

/** @param {HTMLFormElement} form @param {Told} told @param {View} view @param {boolean} isOver */
function paintForm(form, told, view, isOver) {
  form.classList[isOver ? "add" : "remove"]("over-here");
  form.dataset.places = String(view.places);
  form.dataset.dealer = view.proposal ? view.proposal.dealer : "";
  for (const seat of view.seats) {
    const row = /** @type {HTMLElement | null} */ (form.querySelector(`[data-seat="${seat.seat}"]`));
    if (!row) continue;
    row.classList[seat.left ? "add" : "remove"]("left");
    const left = /** @type {HTMLElement | null} */ (row.querySelector("[data-tag=left]"));
    if (left) {
      left.hidden = !seat.left;
      if (seat.left) say(left.querySelector("span"), filled(told.texts.left, { n: seat.left }));
    }
    say(row.querySelector(".nick"), seat.nick);
    const button = /** @type {HTMLElement | null} */ (row.querySelector(":scope > button"));
    if (button) button.hidden = Boolean(seat.left) || view.places <= 0 || isOver;
    for (const points of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(`[data-points="${seat.seat}"]`))) points.hidden = Boolean(seat.left);
  }
  for (const done of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-done], #done"))) done.hidden = isOver;
  const slot = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("slot"));
  if (slot) slot.value = String(view.slot);
  show(form);
}

/** The form of the next deal, with nothing chosen and the bench that the rules propose. @param {HTMLFormElement} form @param {View} view */
export function emptied(form, view) {
  form.reset();
  const bench = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("bench"));
  if (bench) bench.value = bench.defaultValue = view.proposal ? view.proposal.bench.join("") : ""; // as it came: live.js sees no hand
  for (const details of form.querySelectorAll("details")) details.open = "staysOpen" in details.dataset;
}

/** @param {HTMLElement | null} place @param {Told} told @param {View} view @param {boolean} isMine */
function paintState(place, told, view, isMine) {
  if (!place) return;
  const mine = place.querySelector("span");
  const said = view.phase === "over" ? "" : view.toGo ? filled(plural(told.texts.toGo, view.toGo[1]), { n: [...new Set(view.toGo)].join("–") })
    : (place.childNodes[0] && place.childNodes[0].textContent || "").trim();
  const wanted = `${said}${isMine && said ? ` ${told.texts.mine}` : ""}`;
  if ((place.textContent || "").replace(/\s+/g, " ").trim() === wanted && Boolean(mine) === isMine) return;
  place.textContent = said;
  if (isMine && said) place.append(" ", element("span", "", told.texts.mine));
}

/** @param {HTMLElement | null} place @param {Told} told @param {import("./view.js").Seat} seat */
function paintWord(place, told, seat) {
  const { letters } = told.setup;
  if (!place || !letters.length || told.isPlayOff) return;
  const stamp = `${seat.letters}${seat.isMatchBall ? "!" : ""}`;
  if (place.dataset.stamp === stamp) return;
  place.dataset.stamp = stamp;
  const boxes = element("span", "word", ...letters.map((letter, at) => element(at < seat.letters ? "b" : "i", "", letter)));
  boxes.setAttribute("aria-hidden", "true");
  const said = seat.letters
    ? filled(plural(told.texts.taken, letters.length), { taken: seat.letters, total: letters.length, which: letters.slice(0, seat.letters).join(" ") })
    : told.texts.none;
  place.textContent = "";
  place.append(boxes, element("span", "hush", said));
  if (seat.isMatchBall) place.append(" ", element("span", "ball", icon("flame"), told.texts.ball));
}

/** A line in the site's words, where the page shows it. @param {number} position */
function textInLog(position) {
  const text = document.querySelector(`#table .lines [data-line="${position}"] .line-text`);
  return ((text && text.textContent) || "").trim();
}

/** The last line, and the button that takes it back. @param {HTMLElement} place @param {Told} told @param {View} view */
function paintLast(place, told, view) {
  const { last } = view;
  const isStanding = Boolean(last && last.standsUntil > Date.now());
  const text = last ? last.text || textInLog(last.position) : "";
  const stamp = last ? `${last.id} ${text} ${last.canUndo} ${isStanding}` : "";
  if (place.dataset.stamp === stamp) return;
  place.dataset.stamp = stamp;
  place.textContent = "";
  if (!last || !text) return;
  const toast = element("div", isStanding ? "toast standing" : "toast", element("p", "", text));
  toast.setAttribute("role", "status");
  if (last.canUndo) {
    const undo = element("button", "", icon("undo"), ` ${told.texts.undo}`);
    undo.setAttribute("type", "button");
    undo.dataset.undo = last.id;
    toast.append(undo);
  }
  place.append(toast);
}

/** Each line that is not simply in the log, with its state in words. @param {HTMLElement | null} list @param {Told} told @param {View} view */
function paintWaiting(list, told, view) {
  if (!list) return;
  const stamp = JSON.stringify(view.waiting);
  if (list.dataset.stamp === stamp) return;
  list.dataset.stamp = stamp;
  list.hidden = !view.waiting.length;
  list.textContent = "";
  for (const one of view.waiting) {
    const item = element("li", `line-${one.word}`, element("strong", "", one.text), " ", element("span", "badge wait", told.texts.states[one.word]));
    item.dataset.line = one.id;
    if (one.sentence) item.append(element("p", "", one.sentence));
    if (one.beside) item.append(element("p", "", filled(told.texts.beside, { what: one.beside })));
    if (one.canBeTaken) {
      const back = element("button", "quiet", told.texts.takeBack);
      back.setAttribute("type", "button");
      back.dataset.takeBack = one.id;
      item.append(back);
    }
    list.append(item);
  }
}
