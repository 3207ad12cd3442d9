// PURE: the table as it will be. What the phone knows of the site's log and the lines that wait on it, folded into what the
// page shows: seats, who deals and leads, the bench, the next deal, the last line. paint.js writes it onto the page.

import { entriesOf, fold } from "./game.js";
import { PLAYED } from "./line.js";
import { propose } from "./propose.js";
import { wordOf } from "./words.js";

/**
 * @typedef {import("./kept.js").Kept} Kept
 * @typedef {import("./kept.js").LogLine} LogLine
 * @typedef {import("./kept.js").Game} Game
 * @typedef {{[name: string]: any}} Texts   of the page, in its language (tournaments/tableside/phone_page.py)
 *
 * @typedef {object} Told   script#game
 * @property {number} game
 * @property {string} by
 * @property {string} place
 * @property {string} phase
 * @property {boolean} isPlayOff
 * @property {import("./table.js").Setup} setup
 * @property {{[label: string]: string}} nicks
 * @property {Texts} texts
 *
 * @typedef {object} Seat
 * @property {string} seat
 * @property {string} nick
 * @property {number} letters
 * @property {number | null} left
 * @property {boolean} isMatchBall
 *
 * @typedef {object} Last   the last line
 * @property {string} id
 * @property {string} text       empty where only the site can say it: it stands in the log
 * @property {number} position   in the site's log; 0 while it is not there
 * @property {boolean} canUndo
 * @property {number} standsUntil   the phone's clock; 0 when it does not stand
 *
 * @typedef {object} Waiting   a line that is not simply in the log
 * @property {string} id
 * @property {string} text
 * @property {string} word       of words.js
 * @property {string} sentence   what the site says of it
 * @property {string} beside     what stands in the log for the same deal
 * @property {boolean} canBeTaken
 *
 * @typedef {object} View
 * @property {string} phase
 * @property {Seat[]} seats
 * @property {import("./propose.js").Proposal | null} proposal
 * @property {number} number    of the next deal
 * @property {number} slot      of the next deal, void ones counted too, and this phone's own that wait for an earlier one or the referee
 * @property {boolean} asksDealer   somebody has to say who deals: other phones tell deals here
 * @property {number} places    on the bench
 * @property {[number, number] | null} toGo
 * @property {number} voids
 * @property {{[party: string]: number} | null} scores
 * @property {{reason: string, isHere: boolean} | null} pause   of the table; the site knows of it unless it is only here
 * @property {boolean} isAccepted   somebody has agreed with the result
 * @property {Last | null} last
 * @property {Waiting[]} waiting
 * @property {number} length    of the site's log
 */

const COMING_AND_GOING = ["substitute", "withdraw", "swap"];
const SHOWN = ["phone", "sending", "waits", "referee", "twice", "settled"];

/**
 * @param {Told} told @param {Game & {log: LogLine[]}} known @param {Kept[]} kept @param {(id: string) => boolean} isOnItsWay
 * @returns {View}
 */
export function viewOf(told, known, kept, isOnItsWay) {
  const inLog = new Set(known.log.map((line) => line.id));
  const own = kept.filter((one) => !inLog.has(one.id));
  let { lines, state } = foldedWith(told.setup, known.log, own.filter(isComing));
  const here = state.lines.slice(0, known.log.length).filter(takesSlot).length;
  // Another phone's line has the slot of a deal that still waits: it tells that deal again.
  const isAgain = (/** @type {Kept} */ one) => isPlayed(one) && one.line.slot <= here;
  if (own.some((one) => isComing(one) && isAgain(one))) {
    ({ lines, state } = foldedWith(told.setup, known.log, own.filter((one) => isComing(one) && !isAgain(one))));
  }
  const asked = own.filter((one) => isAsked(one, own) && !isAgain(one));
  const sentences = sentencesOf(told, state);
  const proposal = propose(told.setup, state);
  const lastAt = lines.length - 1;
  const lastKept = lastAt >= 0 ? kept.find((one) => one.id === lines[lastAt].id) : undefined;
  const isContested = (/** @type {Kept} */ one) => (known.contested || []).includes(one.id) && inLog.has(one.id);
  const textOf = (/** @type {Kept} */ one) => {
    const at = lines.findIndex((line) => line.id === one.id);
    return at < 0 ? plainSentence(told, state, one.line.entry) : sentences[at];
  };
  return {
    phase: state.finished ? "over" : known.phase === "stopped" ? "stopped" : "playing",
    seats: Object.keys(state.seats).sort().map((seat) => ({
      seat,
      nick: nickOf(told, state.seats[seat].occupant, seat),
      letters: state.seats[seat].letters,
      left: state.seats[seat].left,
      isMatchBall: !told.isPlayOff && state.matchBalls.includes(seat),
    })),
    proposal,
    number: state.deals + 1,
    slot: state.deals + state.voids + asked.length + 1,
    asksDealer: known.pen === "other" || isTakingUp(known, lines.map((line) => line.id), state, kept),
    places: state.smear ? 0 : state.active.length - 4,
    toGo: state.toGo,
    voids: state.voids,
    scores: state.smear ? state.smear.scores : null,
    pause: pauseOf(lines, state),
    isAccepted: state.acceptedBy !== null,
    last: lastAt < 0 ? null : {
      id: lines[lastAt].id,
      text: sentences[lastAt],
      position: lines[lastAt].position,
      canUndo: sentences[lastAt] !== "" && !COMING_AND_GOING.includes(lines[lastAt].entry.kind) && known.phase !== "stopped",
      standsUntil: lastKept && lastKept.state === "waiting" ? lastKept.notBefore : 0,
    },
    waiting: kept.map((one) => ({ one, word: isContested(one) ? "referee" : wordOf(one, isOnItsWay(one.id)) }))
      .filter(({ one, word }) => SHOWN.includes(word) && !isOld(one, known))
      .map(({ one, word }) => ({
        id: one.id,
        text: textOf(one),
        word,
        sentence: isContested(one) ? told.texts.contested : one.settled ? one.settled.sentence : (one.answer && one.answer.sentence) || "",
        beside: word === "referee" && !isContested(one) ? besideOf(one, lines, state, sentences) : "",
        canBeTaken: one.state === "waiting" && one.line.counter === undefined,
      })).reverse(),
    length: known.log.length,
  };
}

/** @param {import("./table.js").Setup} setup @param {LogLine[]} log @param {Kept[]} coming */
function foldedWith(setup, log, coming) {
  const lines = log.concat(coming.map((one) => ({ position: 0, id: one.id, entry: one.line.entry })));
  return { lines, state: fold(setup, entriesOf(/** @type {any} */ (lines))) };
}

/** @param {LogLine[]} lines @param {import("./game.js").State} state */
function pauseOf(lines, state) {
  if (!state.paused) return null;
  let at = lines.length - 1;
  while (state.lines[at].entry.kind !== "pause" || !state.lines[at].applied) at -= 1;
  return { reason: String(state.lines[at].entry.reason), isHere: !lines[at].position };
}

/** @param {import("./game.js").Line} line */
function takesSlot({ applied, entry }) {
  return applied && PLAYED.includes(entry.kind);
}

/** @param {Kept} one */
function isPlayed(one) {
  return PLAYED.includes(one.line.entry.kind);
}

/** Whether the site keeps it beside the log, and it may still be a deal of its own. @param {Kept} one @param {Kept[]} own */
function isAsked(one, own) {
  const status = one.state === "named" && !one.settled && one.answer ? one.answer.status : "";
  return isPlayed(one) && ["held", "maybe_duplicate"].includes(status) && !own.some((other) => other.line.entry.line === one.id);
}

/**
 * Whether this phone goes on where another told the last deal: who deals tells the next one from the last told again.
 * @param {Game} known @param {string[]} ids @param {import("./game.js").State} state @param {Kept[]} kept
 */
function isTakingUp(known, ids, state, kept) {
  if (known.epoch <= (known.pen === "mine" ? 1 : 0)) return false; // nobody else wrote here
  const slots = ids.filter((_, index) => takesSlot(state.lines[index]));
  const toldIt = (/** @type {Kept} */ one) => one.id === slots[slots.length - 1] || (isPlayed(one) && one.state === "named" && one.line.slot === slots.length);
  return slots.length > 0 && !kept.some(toldIt);
}

/** Whether it will be in the log, as far as anybody knows. @param {Kept} one */
function isComing(one) {
  return one.state !== "named" || Boolean(one.answer && one.answer.status === "applied");
}

/** What was told twice or settled is shown until the next deals have come. @param {Kept} one @param {Game} known */
function isOld(one, known) {
  const isDone = one.settled || (one.answer && one.answer.status === "merged");
  return Boolean(isDone) && known.position > one.line.base + 2;
}

/** What the log has for the deal that a refused line speaks of. @param {Kept} one @param {{id: string}[]} lines @param {import("./game.js").State} state @param {string[]} sentences */
function besideOf(one, lines, state, sentences) {
  let slot = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const { applied, entry } = state.lines[at];
    if (!applied || !PLAYED.includes(entry.kind)) continue;
    slot += 1;
    if (slot === one.line.slot) return sentences[at];
  }
  return "";
}

/** @param {Told} told @param {string} label @param {string} seat */
function nickOf(told, label, seat) {
  return told.nicks[label] || seat;
}

/** `%(name)s` of a sentence filled in. @param {string} text @param {{[name: string]: any}} values */
export function filled(text, values) {
  return text.replace(/%\((\w+)\)s/g, (all, name) => (name in values ? String(values[name]) : all)).replace(/%%/g, "%");
}

/** Every line in words, as texts/about_log.py says it. @param {Told} told @param {import("./game.js").State} state @returns {string[]} */
function sentencesOf(told, state) {
  const { texts, setup } = told;
  /** @type {{[seat: string]: string}} */
  const nicks = {};
  for (const seat of Object.keys(state.seats)) nicks[seat] = nickOf(told, (setup.occupants || {})[seat] || `${seat}1`, seat);
  /** @type {{[seat: string]: number}} */
  const taken = {};
  /** @type {{entry: {[name: string]: any}, nicks: {[seat: string]: string}}[]} */
  const before = [];
  let deals = 0;
  return state.lines.map((line) => {
    const entry = line.entry;
    const isDeal = line.applied && (entry.kind === "deal" || entry.kind === "smear_deal");
    if (isDeal) deals += 1;
    if (line.letterTo) taken[line.letterTo] = (taken[line.letterTo] || 0) + 1;
    const letter = line.letterTo && !told.isPlayOff ? setup.letters[taken[line.letterTo] - 1] || "" : "";
    const settled = isDeal && state.smear ? state.smear.deals[deals - 1] : null;
    const said = sentence(texts, entry, { nicks, number: isDeal ? deals : 0, letter, before, settled });
    before.push({ entry, nicks });
    if (entry.kind === "substitute" && line.applied) nicks[entry.seat] = nickOf(told, entry.occupant, entry.seat);
    return said;
  });
}

/** Of a line that is in no log. @param {Told} told @param {import("./game.js").State} state @param {{[name: string]: any}} entry */
function plainSentence(told, state, entry) {
  /** @type {{[seat: string]: string}} */
  const nicks = {};
  for (const seat of Object.keys(state.seats)) nicks[seat] = nickOf(told, state.seats[seat].occupant, seat);
  return sentence(told.texts, entry, { nicks, number: 0, letter: "", before: [] });
}

/** @param {Texts} texts @param {{[name: string]: any}} entry @param {{nicks: {[seat: string]: string}, number: number, letter: string, settled?: {made: boolean} | null, before: {entry: {[name: string]: any}, nicks: {[seat: string]: string}}[]}} so @returns {string} */
function sentence(texts, entry, so) {
  const about = (/** @type {string} */ seat) => ({ seat, nick: so.nicks[seat] || seat, number: so.number, letter: so.letter });
  switch (entry.kind) {
    case "deal":
      return filled(!so.number ? texts.lost : so.letter ? texts.takes : texts.loses, about(entry.loser));
    case "smear_deal": {
      const end = !so.settled ? texts.bid : entry.moon ? (so.settled.made ? texts.moonMade : texts.moonMissed) : so.settled.made ? texts.made : texts.setBack;
      const what = filled(end, { who: `${so.nicks[entry.pitcher] || entry.pitcher} (${entry.pitcher})`, bid: entry.bid });
      return so.number ? filled(texts.deal, { number: so.number, what }) : what;
    }
    case "void_deal": return texts.void;
    case "penalty_letter": return filled(so.letter ? texts.penaltyTakes : texts.penalty, about(entry.seat));
    case "withdraw": return filled(texts.leaves, about(entry.seat));
    case "close": return texts.closed;
    case "pause": return texts.pause;
    case "resume": return texts.resume;
    case "accept": return filled(texts.accept, about(entry.seat));
    case "strike": return strikeSentence(texts, entry, so.before);
    default: return "";
  }
}

/** @param {Texts} texts @param {{[name: string]: any}} entry @param {{entry: {[name: string]: any}, nicks: {[seat: string]: string}}[]} before @returns {string} */
function strikeSentence(texts, entry, before) {
  const target = before[entry.position - 1];
  if (target && target.entry.kind === "strike") return filled(texts.putBack, { position: target.entry.position });
  const what = target ? sentence(texts, target.entry, { nicks: target.nicks, number: 0, letter: "", before: before.slice(0, entry.position - 1) }) : "";
  return filled(texts.back, { position: entry.position || "", what });
}
