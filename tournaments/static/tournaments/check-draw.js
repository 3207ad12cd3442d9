// Checks the transcript of a public draw (pub-draw/1) in the browser, in code of its own: nothing of it comes from the
// site but the words. A seating that was planned is checked to the last seat (draw/plan.js), that of a later round if the
// transcripts of the rounds before stand above its own, a line each; where the engine searched for it, `manage.py check_draw`
// can say, and this says that it was not checked.

// @ts-check

import { beaconHolds } from "./draw/beacon.js";
import { isTranscript, isRoom } from "./draw/grammar.js";
import { isRedraw, seatingOf, sizesHold } from "./draw/plan.js";
import { remarksOn } from "./draw/remarks.js";
import { isBeyond, remainder, sha256 } from "./draw/sha256.js";

export { sha256 };

const PROTOCOL = "pub-draw/1";

// --- The protocol ----------------------------------------------------------------------------------------------------

/** @param {...string} words */
function digest(...words) {
  return sha256([PROTOCOL, ...words].join("|"));
}

/** The one text of a value. @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const escaped = (/** @type {string} */ sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
}

/** @param {any} one @param {any} other */
function same(one, other) {
  return canonical(one) === canonical(other);
}

/** @param {number[]} numbers @param {string} seed */
function lotsOf(numbers, seed) {
  const order = [...numbers].sort((one, other) => one - other);
  let block = 0;
  for (let top = order.length - 1; top > 0; top -= 1) {
    let number = digest("block", seed, String(block++));
    while (isBeyond(number, top + 1)) number = digest("block", seed, String(block++));
    const other = remainder(number, top + 1);
    [order[top], order[other]] = [order[other], order[top]];
  }
  return order;
}

/** @template T @param {T[][]} lists */
function flat(lists) {
  return /** @type {T[]} */ ([]).concat(...lists);
}

/** Each pair as one text. @param {number[][]} tables @returns {string[]} */
function pairsOf(tables) {
  return flat(flat(
    tables.map((table) => table.map((one, at) => table.slice(at + 1).map((other) => `${Math.min(one, other)} ${Math.max(one, other)}`))),
  ));
}

/** @param {any[]} texts */
function counted(texts) {
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) || 0) + 1);
  return times;
}

/** @param {any} frozen @param {number[][]} tables */
function qualityOf(frozen, tables) {
  const met = counted(flat(frozen.rounds.map(pairsOf)));
  const last = new Set(pairsOf(frozen.rounds[frozen.rounds.length - 1] || []));
  const now = pairsOf(tables);
  const first = counted(flat([...frozen.rounds, tables].map((seated) => seated.map((/** @type {any} */ one) => one[0]))));
  const shares = frozen.roster.map((/** @type {any} */ one) => first.get(one.no) || 0);
  const alike = (/** @type {string} */ what) => {
    const group = new Map(frozen.roster.map((/** @type {any} */ one) => [String(one.no), one[what]]));
    return now.filter((pair) => {
      const [one, other] = pair.split(" ").map((number) => group.get(number));
      return one !== null && one === other;
    }).length;
  };
  return Object.assign(frozen.options.countries ? { country_pairs: alike("country") } : {}, {
    club_pairs: alike("club"),
    coincidences: now.reduce((sum, pair) => sum + (met.get(pair) || 0), 0),
    consecutive: now.filter((pair) => last.has(pair)).length,
    seat_a_fewest: shares.reduce((/** @type {number} */ one, /** @type {number} */ other) => Math.min(one, other)),
    seat_a_most: shares.reduce((/** @type {number} */ one, /** @type {number} */ other) => Math.max(one, other)),
  });
}

/** Pairs of start numbers who may not share a table, if there are any. @param {any} frozen @param {number[][]} tables */
function keepsApart(frozen, tables) {
  return (frozen.options.apart || []).every((/** @type {number[]} */ pair) =>
    tables.every((table) => !pair.every((number) => table.includes(number))),
  );
}

/** A step, whether it holds, and among several transcripts the draws of which it does not, the place of one that names none,
 * or those of which somebody has noted something.
 * @typedef {[string, boolean, ...(string | number)[]]} Finding */

/** What the steps come to: the seating is unchecked if the last one could not be taken, and a round of drand is unsigned.
 * @param {Finding[]} found */
export function verdictOn(found) {
  if (!found.every(([, holds]) => holds)) return "fails";
  const isUnsigned = found.some(([step]) => step === "beacon");
  if (found.some(([step]) => step === "plan")) return isUnsigned ? "unsigned" : "holds";
  return isUnsigned ? "neither" : "unchecked";
}

/** The transcripts of a text, a line each, ended as any system ends it: mail and browsers change that. Blank lines and a
 * lost end of the last say nothing: a pasted text has them. @param {string} text */
function linesOf(text) {
  return text.split(/[\r\n]/).filter((line) => !/^[ \t]*$/.test(line));
}

/** What is said of each draw beside the verdict. @param {string} text */
export function remarksOf(text) {
  return remarksOn(linesOf(text).map((line) => JSON.parse(line)), same);
}

/** Whether what somebody wrote down before a draw is the beginning of what one of the transcripts says; among several, of
 * which. @param {string} text @param {string} name @param {string} written @returns {Finding} */
export function notedIn(text, name, written) {
  const draws = linesOf(text).map((line) => JSON.parse(line)), beginning = written.trim().toLowerCase();
  const found = draws.filter((told) => told[name].startsWith(beginning)).map(({ frozen }) => frozen.draw_id);
  return [`${name}-noted`, found.length > 0, ...draws.length > 1 ? found : []];
}

/** Each step of the check and whether it holds, as far as one can get; of several transcripts whether it does in each.
 * @param {string} text @returns {Finding[]} */
export function check(text) {
  const before = /** @type {any[]} */ ([]), lines = linesOf(text);
  /** @type {[string, boolean][][]} */
  const found = [];
  /** @param {string} step @param {(string | number)[]} where @returns {Finding} */
  const finding = (step, where) => [step, !where.length, ...lines.length > 1 ? where : []];
  try {
    for (const line of lines) {
      const told = JSON.parse(line);
      if (!isWhole(told, line)) return [finding("form", [before.length + 1])];
      found.push([["form", true], ...steps(told, before)]);
      before.push(told);
    }
  } catch (unreadable) {
    return [finding("form", [before.length + 1])];
  }
  const names = new Set(flat(found).map(([step]) => step));
  const crossed = (/** @type {string} */ step) =>
    before.filter((_, at) => found[at].some(([name, good]) => name === step && !good)).map(({ frozen }) => frozen.draw_id);
  const said = [...names].map((step) => finding(step, crossed(step)));
  const isTaken = (/** @type {string} */ step, /** @type {[string, boolean][][]} */ where) => where.every((one) => one.some(([name]) => name === step));
  const unsure = [...isTaken("before", found.slice(1)) ? [] : ["before"], ...isTaken("plan", found) ? [] : ["plan"]];
  return found.length ? said.filter(([step, good]) => !good || !unsure.includes(step)) : [finding("form", [1])];
}

/** Whether the line is the one text of a transcript, and fits the digest that it carries. @param {any} told @param {string} line */
function isWhole(told, line) {
  const { digest: written } = told;
  const rest = Object.assign({}, told);
  delete rest.digest;
  const whole = canonical(told) === line && told.format === PROTOCOL;
  return whole && written === digest("transcript", canonical(rest)) && isTranscript(told);
}

/** Whether it is of the same event and of a later round, or of a later attempt at the same one. @param {any} last @param {any} told */
function isAfter(last, told) {
  const [[of, one, first], [as, other, second]] = [last, told].map(({ frozen }) => frozen.draw_id.split("/"));
  return of === as && (Number(one) < Number(other) || (one === other && Number(first) < Number(second)));
}

/** Whether it stands in its place behind the one before; and if so, whether it goes on with the plan that this one leaves,
 * or tells of this earlier attempt and of all that it tells of. Where there is no plan to go on with, that step is not taken.
 * @param {any} last @param {any} told @returns {[string, boolean][]} */
function after(last, told) {
  if (!isAfter(last, told)) return [["order", false]];
  const { plan, earlier } = told.frozen;
  const known = [...last.frozen.earlier, last.digest];
  if (isRedraw(last, told)) return [["order", true], ["before", same(earlier.slice(0, known.length), known)]];
  const isNext = Boolean(last.next && plan) && same(last.next, plan);
  const isTaken = last.next && plan && (!isNext || told.next);
  return isTaken ? [["order", true], ["before", isNext]] : [["order", true]];
}

/** What the seed is made of besides. @param {any} told @returns {string[]} */
function otherSecrets({ hall, beacon }) {
  const drand = beacon ? ["drand", beacon.randomness] : [];
  if (!hall) return drand;
  return [...drand, ...("secret" in hall ? ["hall", hall.secret] : ["unopened", hall.room])];
}

/** The second secret is the one whose digest was frozen, or ten others were turned in its place. @param {any} told */
function hallHolds({ frozen, hall, room }) {
  if (frozen.hall.minutes < 1) return false;
  if ("secret" in hall) return frozen.hall.commitment === digest("hall", frozen.draw_id, hall.secret);
  return hall.room !== "none" && hall.room !== room && isRoom(hall.room, frozen.rules.game);
}

/** @param {any} told @returns {[string, boolean][]} */
function othersHold(told) {
  /** @type {[string, boolean][]} */
  const found = told.hall ? [["hall", hallHolds(told)]] : [];
  return told.beacon ? [...found, ["beacon", beaconHolds(told.frozen.beacon, told.beacon)]] : found;
}

/** @param {any} told @param {any[]} before @returns {[string, boolean][]} */
function steps(told, before) {
  const { frozen, lots, plan, secret, room } = told;
  const numbers = frozen.roster.map((/** @type {any} */ one) => one.no);
  const alike = same([told.draw_id, told.attempt], [frozen.draw_id, frozen.attempt]);
  const follows = told.ceremony ? digest("seed", told.frozen_hash, secret, room, ...otherSecrets(told)) : secret;
  const everybody = flat(plan).sort((/** @type {number} */ one, /** @type {number} */ other) => one - other);
  const isPublic = told.ceremony === (room !== "none") && (frozen.announced || !told.ceremony);
  /** @type {[string, boolean][]} */
  const found = [
    ...(before.length ? after(before[before.length - 1], told) : []),
    ["commitment", told.commitment === digest("commit", frozen.draw_id, secret)],
    ["frozen", alike && told.frozen_hash === digest("frozen", canonical(frozen))],
    ...othersHold(told),
    ["seed", told.seed === follows && isPublic && isRoom(room, frozen.rules.game)],
    ["lots", same(lots, lotsOf(numbers, told.seed))],
    [
      "seating",
      same(everybody, numbers.map((/** @type {any} */ _, /** @type {number} */ at) => at + 1)) &&
        lots.length === numbers.length &&
        same(told.tables, plan.map((/** @type {number[]} */ table) => table.map((lot) => lots[lot - 1]))) &&
        sizesHold(frozen, told.tables) &&
        keepsApart(frozen, told.tables) &&
        (frozen.options.clubs !== "require" || qualityOf(frozen, told.tables).club_pairs === 0) &&
        (frozen.options.countries !== "require" || qualityOf(frozen, told.tables).country_pairs === 0),
    ],
    ["quality", same(told.quality, qualityOf(frozen, told.tables))],
  ];
  const seating = found.every(([, holds]) => holds) ? seatingOf(told, before, same) : null;
  return seating === null ? found : [...found, ["plan", seating]];
}

// --- The page --------------------------------------------------------------------------------------------------------

/** What was filled in. @param {HTMLElement} place @param {string} text @returns {Finding[]} */
function noted(place, text) {
  const fields = /** @type {HTMLInputElement[]} */ ([...place.querySelectorAll("input[data-noted]")]);
  return fields.filter((field) => field.value.trim()).map((field) => notedIn(text, field.dataset.noted || "", field.value));
}

/** Shows each step as it is found; steps that could not be taken stay open, and so does a round of drand that nobody here
 * knows to be signed. @param {HTMLElement} place @param {string} text */
function show(place, text) {
  const verified = check(text);
  const readable = verified.length > 1;
  const found = readable ? [...verified, ...noted(place, text)] : verified;
  const steps = new Map(found.map((one) => /** @type {[string, Finding]} */ ([one[0], one])));
  const numbered = place.dataset.numbered || "";
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-step]"))) {
    const [, holds, ...where] = steps.get(line.dataset.step || "") || ["", undefined];
    const named = where.map((one) => typeof one === "number" ? numbered.replace("%(n)s", String(one)) : one).join(", ");
    line.hidden = holds === undefined || (holds && line.dataset.step === "beacon");
    line.className = holds ? "good" : "bad";
    line.textContent = `${holds ? "✓" : "✗"} ${named && `${named}: `}${(holds ? line.dataset.holds : line.dataset.fails) || ""}`;
  }
  const said = /** @type {HTMLElement} */ (place.querySelector("[data-verdict]"));
  const verdict = verdictOn(found);
  said.className = `notice ${verdict === "holds" ? "success" : verdict === "fails" ? "error" : "warning"}`;
  said.textContent = said.dataset[verdict] || "";
  const why = /** @type {HTMLElement} */ (place.querySelector("[data-why-unchecked]"));
  why.hidden = !["unchecked", "neither"].includes(verdict);
  const remarks = verdict === "fails" ? [] : remarksOf(text);
  tell(/** @type {HTMLElement} */ (place.querySelector("[data-remarks]")), remarks, place.dataset);
}

/** Puts in what is said of each draw, a line each, in place of what was said before; of a draw of this page's event with
 * today's nicks, as the page says them. @param {HTMLElement} list
 * @param {ReturnType<typeof remarksOf>} remarks @param {DOMStringMap} here */
function tell(list, remarks, here) {
  const nicks = new Map(Object.entries(JSON.parse(here.nicks || "{}")));
  for (const line of list.querySelectorAll("li:not([data-remark])")) line.remove();
  for (const [draw, name, values] of remarks) {
    const { said } = /** @type {HTMLElement} */ (list.querySelector(`[data-remark="${name}"]`)).dataset;
    const line = document.createElement("li");
    line.className = name === "unopened" ? "bad" : "";
    const text = (said || "").replace(/%\((\w+)\)s/g, (_, key) => String(values[key]));
    const isHere = draw.startsWith(`${here.event}/`);
    line.textContent = `${draw}: ${text.replace(/\[([^[\]\s]+)\]/g, (found, key) => isHere && nicks.get(key) || found)}`;
    list.append(line);
  }
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-check-draw]"))) {
  const field = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(form, field.value);
  });
}

// The page follows the draw (live.js); what there is to check comes with the whole page, once another attempt is opened.
const openedNow = () => { const told = document.querySelector("[data-opened]"); return told ? told.getAttribute("data-opened") : ""; };
const openedFirst = openedNow();
document.addEventListener("live:swapped", () => { if (openedNow() !== openedFirst) location.reload(); });
