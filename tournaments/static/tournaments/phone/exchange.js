// PURE: what to send next, and what an answer changes (docs/outbox.md, "Exchange").
//
// Received means: our JSON with "v": 1 names the id. A portal's page, another page's address, 403, 404, 5xx, JSON of
// somebody else: all of it is no network, and is asked again. A site that knows less of this phone than it once named, or not
// the head of the log that it once told, is an older copy: it is sent everything from there on once more.

import { but, gameOf, left, standsFor, unknownGame } from "./kept.js";

/**
 * @typedef {import("./kept.js").State} State
 * @typedef {import("./kept.js").Kept} Kept
 * @typedef {import("./kept.js").Game} Game
 * @typedef {import("./kept.js").Named} Named
 *
 * @typedef {object} Body
 * @property {1} v
 * @property {string} device
 * @property {string} name
 * @property {import("./line.js").Wire[]} lines
 * @property {{[game: string]: {position: number, head: string, counter: number}}} games
 * @property {{[game: string]: number}} waiting
 * @property {string} page
 *
 * @typedef {object} Asking
 * @property {string} name   of the browser
 * @property {string} page
 * @property {number | null} game   of the page
 * @property {number} now
 * @property {string} tab
 * @property {number} lease      how long other tabs leave the sending to this one
 * @property {boolean} isProbe   it only asks whether the site answers: no line leaves, so each can still be taken back
 */

/** Of a request, as `tableside/lines.py` takes it: a backlog of 100 lines goes at once. */
export const MOST_LINES = 100, MOST_GAMES = 60, MOST_BYTES = 128 * 1024;
/** Of the games of a request, those of which nothing is new. */
const SOME = 10;
/** Of the bytes of a request, those of its lines, counted in signs, which may be more bytes than one. */
const SIGNS = MOST_BYTES / 2;
/** A clock that was set back must not leave the store to a tab that is gone. */
const LONGEST_LEASE = 10000;

/** The next lines in their order: none overtakes another of its game that still stands. @param {State} state @param {number} now */
function due(state, now) {
  const standing = new Set();
  const lines = [];
  let bytes = 0;
  for (const one of state.lines) {
    if (one.state === "named" || standing.has(one.game)) continue;
    bytes += JSON.stringify(one.line).length;
    if (standsFor(one, now)) standing.add(one.game);
    else if (lines.length < MOST_LINES && (bytes < SIGNS || !lines.length)) lines.push(one);
    else break;
  }
  return lines;
}

/** Lines of games that the site did not name last time come last: a batch of them alone would hold up all others. @param {State} state */
function inTurn(state) {
  const unknown = state.meta.unknown || [];
  const isKnown = (/** @type {Kept} */ one) => unknown.indexOf(one.game) < 0;
  return state.lines.filter(isKnown).concat(state.lines.filter((one) => !isKnown(one)));
}

/**
 * The next request, nothing while another tab is sending. Its lines are marked as leaving in the same change.
 * @param {State} state @param {Asking} asking @returns {import("./kept.js").Changes<Body | null>}
 */
export function nextBatch(state, asking) {
  const { meta } = state;
  const { lease } = meta;
  if (lease && lease.tab !== asking.tab && lease.until > asking.now && lease.until < asking.now + LONGEST_LEASE) return { result: null };
  const leaving = left(state, asking.isProbe ? [] : due(but(state, { lines: inTurn(state) }), asking.now));
  const sent = new Set(leaving.lines.map((one) => one.id));
  /** @type {{[game: string]: number}} */
  const waiting = {};
  for (const one of state.lines) {
    const isCounted = waiting[one.game] || Object.keys(waiting).length < MOST_GAMES;
    if (one.state !== "named" && !sent.has(one.id) && isCounted) waiting[one.game] = (waiting[one.game] || 0) + 1;
  }
  const { games, turn } = asked(state, leaving.lines.map((one) => one.game), asking.game);
  return {
    lines: leaving.lines,
    games: leaving.games,
    meta: but(meta, { turn, lease: { tab: asking.tab, until: asking.now + asking.lease } }),
    result: { v: 1, device: meta.device, name: asking.name, lines: leaving.lines.map((one) => one.line), games, waiting, page: asking.page },
  };
}

/**
 * The games that are asked for: that of the page, those with lines under way or waiting, and of the others some in turn.
 * @param {State} state @param {number[]} leaving @param {number | null} page
 */
function asked(state, leaving, page) {
  const open = state.lines.filter((one) => one.state !== "named").map((one) => one.game);
  const first = Array.from(new Set((page ? [page] : []).concat(leaving, open))).slice(0, MOST_GAMES - SOME);
  const others = Object.keys(state.games).map(Number).filter((game) => first.indexOf(game) < 0);
  const from = others.length > SOME ? (state.meta.turn || 0) % others.length : 0;
  /** @type {Body["games"]} */
  const games = {};
  for (const game of first.concat(others.slice(from), others.slice(0, from)).slice(0, first.length + SOME)) {
    const { position, head, counter } = gameOf(state, game);
    games[game] = { position, head, counter };
  }
  return { games, turn: from + SOME };
}

/**
 * The answer if it is ours, else nothing.
 * @param {{status: number, redirected: boolean, text: string} | null} reply @returns {any}
 */
export function readAnswer(reply) {
  if (!reply || reply.status !== 200 || reply.redirected) return null;
  try {
    const said = JSON.parse(reply.text);
    const ours = said.v === 1 && !isNaN(Date.parse(said.now)) && Array.isArray(said.lines) && typeof said.games === "object"
      && (said.account === null || typeof said.account === "string");
    return ours ? said : null;
  } catch (_) {
    return null;
  }
}

/**
 * @typedef {object} Outcome
 * @property {boolean} ok        the site answered
 * @property {number} named      lines that it named for the first time
 * @property {number} again      lines that it asks for again
 * @property {boolean} lost      it knows more of this device than the device does
 */

/**
 * What an answer changes. `fresh`: an id for this device, if it has to become another one.
 * @param {State} state @param {Body} body @param {{status: number, redirected: boolean, text: string} | null} reply
 * @param {{now: number, tab: string, fresh: string}} here @returns {import("./kept.js").Changes<Outcome>}
 */
export function taken(state, body, reply, here) {
  const answer = readAnswer(reply);
  const lease = state.meta.lease && state.meta.lease.tab === here.tab ? null : state.meta.lease;
  if (!answer) return { meta: but(state.meta, { lease }), result: { ok: false, named: 0, again: 0, lost: false } };
  const heard = but(state.meta, { lease, account: answer.account, contact: { site: answer.now, wall: here.now } });
  if (answer.account === null) return { meta: heard, result: { ok: true, named: 0, again: 0, lost: false } };

  const asked = body.lines.map((line) => line.game), unnamed = asked.filter((game) => !answer.games[game]);
  const meta = but(heard, { unknown: Array.from(new Set((heard.unknown || []).filter((game) => asked.indexOf(game) < 0).concat(unnamed))) });
  const lines = new Map(state.lines.map((one) => [one.id, one]));
  const named = nameLines(lines, answer);
  let again = 0, lost = false;
  /** @type {Game[]} */
  const games = [];
  /** @type {State["logs"]} */
  const logs = {};
  for (const key of Object.keys(answer.games)) {
    const said = answer.games[key];
    const told = body.games[key] || { position: 0, head: "", counter: 0 };
    const game = gameOf(state, Number(key));
    const known = state.logs[key] || [];
    const log = logAfter(known, game, said);
    if (log && log !== known) logs[key] = log;
    const isOwn = body.device === meta.device;
    if (isOwn && said.counter > game.given) lost = true;
    if (isOwn && (said.counter < told.counter || (said.from === 1 && told.position > 0))) again += askAgain(lines, game.game, meta.device, said.counter);
    games.push(knownAfter(game, said, { log, isBroken: !log && said.position > game.position, isOwn }));
  }
  const forgotten = games.filter((game) => isOver(game, answer, lines)).map((game) => game.game);
  const changes = {
    lines: Array.from(lines.values()).filter((one) => !state.lines.includes(one) && !forgotten.includes(one.game)),
    gone: state.lines.filter((one) => forgotten.includes(one.game)).map((one) => one.order),
    games: games.filter((game) => !forgotten.includes(game.game)),
    forgotten,
    logs,
    meta,
    result: { ok: true, named, again, lost },
  };
  return lost ? reborn(state, changes, here) : changes;
}

/** @param {Map<string, Kept>} lines @param {any} answer */
function nameLines(lines, answer) {
  let named = 0;
  for (const said of answer.lines) {
    const one = lines.get(said.id);
    if (!one || one.line.counter === undefined || typeof said.status !== "string") continue;
    if (one.state !== "named") named += 1;
    lines.set(one.id, but(one, { state: "named", answer: namedBy(said) }));
  }
  for (const key of Object.keys(answer.games)) {
    for (const said of answer.games[key].settled || []) {
      const one = lines.get(said.id);
      if (one) lines.set(one.id, but(one, { settled: { verdict: said.verdict, sentence: said.sentence || "" } }));
    }
  }
  return named;
}

/** @param {any} said @returns {Named} */
function namedBy(said) {
  return { status: said.status, position: said.position || null, code: said.code || "", sentence: said.sentence || "" };
}

/** The log with what is new of it; nothing where the new does not join on, or is older. @param {any[]} known @param {Game} game @param {any} said */
function logAfter(known, game, said) {
  const lines = said.lines || [], rewritten = said.rewritten || {};
  if (said.from === 1) return lines;
  if (said.position < game.position || known.length < game.position) return null;
  if (!lines.length) return said.position === game.position ? known : null;
  if (said.from > known.length + 1) return null;
  const before = known.slice(0, said.from - 1).map((line) => (rewritten[line.position] ? but(line, { html: rewritten[line.position] }) : line));
  return before.concat(lines);
}

/**
 * Where the log is broken, all of it is asked for next time.
 * @param {Game} game @param {any} said @param {{log: any[] | null, isBroken: boolean, isOwn: boolean}} so @returns {Game}
 */
function knownAfter(game, said, so) {
  const place = so.log ? { position: said.position, head: said.head } : so.isBroken ? { position: 0, head: "" } : { position: game.position, head: game.head };
  return but(game, Object.assign(place, {
    counter: so.isOwn ? said.counter : game.counter,
    epoch: said.epoch, pen: said.pen, holder: said.holder, phase: said.phase, version: said.version, etag: said.etag,
    contested: said.contested || [],
  }));
}

/** What was named after `counter` goes once more, and what was carried for others. @param {Map<string, Kept>} lines @param {number} game @param {string} device @param {number} counter */
function askAgain(lines, game, device, counter) {
  let again = 0;
  for (const one of Array.from(lines.values())) {
    const isLacking = one.line.device !== device || (one.line.counter || 0) > counter;
    if (one.game !== game || one.state !== "named" || !isLacking) continue;
    lines.set(one.id, but(one, { state: "sending" }));
    again += 1;
  }
  return again;
}

/** Its event is closed, and the site has everything. @param {Game} game @param {any} answer @param {Map<string, Kept>} lines */
function isOver(game, answer, lines) {
  return Boolean(answer.games[game.game].done) && Array.from(lines.values()).every((one) => one.game !== game.game || one.state === "named");
}

/** As a new device: no counter is used twice. @template T @param {State} state @param {import("./kept.js").Changes<T>} changes @param {{now: number, fresh: string}} here */
function reborn(state, changes, here) {
  const all = Object.assign({}, state.games);
  for (const game of changes.games || []) all[game.game] = game;
  return but(changes, {
    games: Object.keys(all).map((key) => but(all[key] || unknownGame(Number(key)), { given: 0, counter: 0 })),
    meta: but(changes.meta || state.meta, { device: here.fresh, lost: here.now }),
  });
}
