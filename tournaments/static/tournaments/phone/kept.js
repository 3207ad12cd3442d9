// PURE: what a phone keeps, and what a tap changes of it. Every change is a function of the whole of it that says what to
// write; store.js does both in one transaction, so two tabs cannot give one counter twice.
//
// A line is "waiting" until it first leaves the phone. Then it is "sending", has its device and counter for ever, and may be
// known to the site; whatever happens on the way, only the site's own word makes it "named". Nothing but that, and taking
// back what never left, removes a line.

import { PLAYED } from "./line.js";

/**
 * @typedef {import("./line.js").Wire} Wire
 *
 * @typedef {object} Named   what the site said of a line
 * @property {string} status
 * @property {number | null} position
 * @property {string} code
 * @property {string} sentence
 *
 * @typedef {object} Kept   a line of the store
 * @property {string} id
 * @property {number} game
 * @property {number} order      of the taps on this phone, over all tables
 * @property {Wire} line
 * @property {"waiting" | "sending" | "named"} state
 * @property {number} notBefore  the phone's clock; until then it stands and can be taken back
 * @property {number} tapped     the phone's clock
 * @property {Named | null} answer
 * @property {{verdict: string, sentence: string} | null} settled   how a referee settled it
 *
 * @typedef {object} LogLine   of the site's log
 * @property {number} position
 * @property {string} id
 * @property {{[name: string]: any}} entry
 * @property {string} [html]
 *
 * @typedef {object} Game   what the phone knows of a game
 * @property {number} game
 * @property {number} position   of the last line of the site's log
 * @property {string} head
 * @property {number} given      the last counter that this phone gave
 * @property {number} counter    the last one that the site has named
 * @property {number} epoch
 * @property {string} pen
 * @property {string} holder
 * @property {string} phase
 * @property {number} version
 * @property {string} etag
 * @property {string[]} contested   ids of lines of its log against which another phone's stands, for a referee to settle
 *
 * @typedef {object} Meta
 * @property {string} device
 * @property {number} order                                  the last one given
 * @property {{site: string, wall: number} | null} contact   the site's clock and the phone's at the last answer
 * @property {string | null | undefined} account             who the site says is signed in; undefined: it never said
 * @property {{tab: string, until: number} | null} lease     which tab is sending
 * @property {number} [turn]                               which of the games with nothing new are asked for next
 * @property {number[]} [unknown]                          games that the site did not name when their lines were sent last
 * @property {number} lost                                   when it was noticed that the browser had emptied the store
 *
 * @typedef {object} State
 * @property {Meta} meta
 * @property {Kept[]} lines                   in their order
 * @property {{[game: string]: Game}} games
 * @property {{[game: string]: LogLine[]}} logs   of the games that were asked for
 */

/**
 * What to write. @template T
 * @typedef {object} Changes
 * @property {Kept[]} [lines]
 * @property {number[]} [gone]    orders of lines
 * @property {Game[]} [games]
 * @property {number[]} [forgotten]    games
 * @property {{[game: string]: LogLine[]}} [logs]
 * @property {Meta} [meta]
 * @property {T} result
 */

/** `one` with some of it changed. @template {object} T @param {T} one @param {Partial<T>} change @returns {T} */
export function but(one, change) {
  return Object.assign({}, one, change);
}

/** @param {number} game @returns {Game} */
export function unknownGame(game) {
  return { game, position: 0, head: "", given: 0, counter: 0, epoch: 0, pen: "", holder: "", phase: "", version: 0, etag: "", contested: [] };
}

/** @param {State} state @param {number} game */
export function gameOf(state, game) {
  return state.games[game] || unknownGame(game);
}

/** A clock that was set back must not keep a line from leaving. */
const LONGEST_STAND = 10000;

/** Milliseconds that it still stands and can be taken back. @param {Kept} one @param {number} now */
export function standsFor(one, now) {
  return one.notBefore > now && one.notBefore < now + LONGEST_STAND ? one.notBefore - now : 0;
}

/** Whether it surely never left this phone. @param {Kept} one */
export function canBeTakenBack(one) {
  return one.state === "waiting" && one.line.counter === undefined;
}

/** @param {State} state @param {Wire} line @param {{now: number, notBefore?: number}} when @returns {Changes<Kept>} */
export function added(state, line, when) {
  const known = state.lines.find((one) => one.id === line.id);
  if (known) return { result: known };
  const order = state.meta.order + 1;
  /** @type {Kept} */
  const one = {
    id: line.id, game: line.game, order, line, state: "waiting", notBefore: when.notBefore || 0, tapped: when.now, answer: null, settled: null,
  };
  const games = state.games[line.game] ? [] : [unknownGame(line.game)];
  return { lines: [one], games, meta: but(state.meta, { order }), result: one };
}

/**
 * Without the line, if it never left; else with an undo of it. Deals tapped after it are then one earlier.
 * @param {State} state @param {string} id @param {Wire | null} undo @param {number} now @returns {Changes<"removed" | "undone" | "unknown">}
 */
export function takenBack(state, id, undo, now) {
  const one = state.lines.find((each) => each.id === id);
  if (!one) return { result: "unknown" };
  if (!canBeTakenBack(one)) {
    if (!undo) return { result: "unknown" };
    return but(/** @type {Changes<any>} */ (added(state, undo, { now })), { result: "undone" });
  }
  const later = state.lines.filter((each) => each.game === one.game && each.order > one.order && canBeTakenBack(each));
  const moved = PLAYED.includes(one.line.entry.kind) ? later.map((each) => but(each, { line: but(each.line, { slot: each.line.slot - 1 }) })) : [];
  return { gone: [one.order], lines: moved, result: "removed" };
}

/** Another entry in the place of one that never left. @param {State} state @param {string} id @param {Partial<Wire>} change @returns {Changes<boolean>} */
export function changed(state, id, change) {
  const one = state.lines.find((each) => each.id === id);
  if (!one || !canBeTakenBack(one)) return { result: false };
  return { lines: [but(one, { line: Object.assign({}, one.line, change, { id }) })], result: true };
}

/** The lines of a game stand no longer: send them now. @param {State} state @param {number} game @returns {Changes<null>} */
export function hurried(state, game) {
  return { lines: state.lines.filter((one) => one.game === game && one.notBefore).map((one) => but(one, { notBefore: 0 })), result: null };
}

/**
 * What a page that came from the site knows, where it knows more than the phone. A page may be an old copy.
 * @param {State} state @param {any} page @param {number} now @returns {Changes<null>}
 */
export function met(state, page, now) {
  const known = state.games[page.game];
  const contact = state.meta.contact || (page.now ? { site: page.now, wall: now } : null);
  if (known && known.position >= page.position && known.head) return { meta: but(state.meta, { contact }), result: null };
  const game = but(known || unknownGame(page.game), {
    position: page.position, head: page.head, epoch: page.epoch, pen: page.pen, holder: page.holder, phase: page.phase,
  });
  return { lines: settledBy(state, page), games: [game], logs: { [page.game]: page.lines }, meta: but(state.meta, { contact }), result: null };
}

/** What the log of the page settles: the site tells it only with lines that the phone does not know yet. @param {State} state @param {{lines: LogLine[]}} page */
function settledBy(state, page) {
  const struck = page.lines.filter((line) => line.entry.kind === "strike").map((line) => line.entry.position);
  const verdicts = new Map(page.lines.filter((line) => line.entry.kind === "settle" && !struck.includes(line.position))
    .map((line) => /** @type {[string, string]} */ ([line.entry.arrival, line.entry.verdict])));
  return state.lines.filter((one) => verdicts.has(one.id) && !one.settled)
    .map((one) => but(one, { settled: { verdict: verdicts.get(one.id) || "", sentence: "" } }));
}

/**
 * Every line that the site has not named, as it would be sent: from now on each may have left the phone.
 * @param {State} state @param {number} now @returns {Changes<Wire[]>}
 */
export function carriedOut(state, now) {
  const leaving = left(state, state.lines.filter((one) => one.state !== "named" && one.notBefore <= now));
  return { lines: leaving.lines, games: leaving.games, result: leaving.lines.map((one) => one.line) };
}

/** Lines of another phone, to be sent by this one. @param {State} state @param {Wire[]} wires @param {number} now @returns {Changes<Kept[]>} */
export function carriedIn(state, wires, now) {
  let order = state.meta.order;
  const fresh = wires.filter((wire) => wire.device && wire.counter && !state.lines.some((one) => one.id === wire.id));
  const lines = fresh.map((wire) => {
    order += 1;
    /** @type {Kept} */
    const one = { id: wire.id, game: wire.game, order, line: wire, state: "sending", notBefore: 0, tapped: now, answer: null, settled: null };
    return one;
  });
  const games = Array.from(new Set(lines.map((one) => one.game))).filter((game) => !state.games[game]).map(unknownGame);
  return { lines, games, meta: but(state.meta, { order }), result: lines };
}

/** `leaving` with device and counter, given in their order and never twice. @param {State} state @param {Kept[]} leaving */
export function left(state, leaving) {
  /** @type {Map<number, Game>} */
  const games = new Map();
  const lines = leaving.map((one) => {
    if (one.line.counter !== undefined) return but(one, { state: "sending" });
    const game = games.get(one.game) || gameOf(state, one.game);
    const counter = game.given + 1;
    games.set(one.game, but(game, { given: counter }));
    return but(one, { state: "sending", line: but(one.line, { device: state.meta.device, counter }) });
  });
  return { lines, games: Array.from(games.values()) };
}
