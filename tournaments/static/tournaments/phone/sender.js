// The loop: when to ask, how long to wait for an answer, how long to pause. One request at a time; a tap, a network that is
// back, a page that is seen again make it ask at once. Where there was no answer, no network, or nobody signed in, it first asks
// without lines: what never left can still be taken back and changed. Time, chance and the network are arguments.

import { nextBatch, readAnswer, taken } from "./exchange.js";
import { newId } from "./ids.js";
import { standsFor } from "./kept.js";

/**
 * @typedef {{status: number, redirected: boolean, text: string}} Reply
 *
 * @typedef {object} World   what is around an outbox
 * @property {() => number} wall                    the phone's clock
 * @property {() => number} mono                    milliseconds that never jump
 * @property {() => number} random                  from 0 to 1
 * @property {(act: () => void, ms: number) => any} later
 * @property {(timer: any) => void} never           not that one any more
 * @property {(body: string, patience: number) => Promise<Reply | null | "late">} ask
 * @property {() => boolean} online                 false: the browser itself knows of no network
 * @property {() => boolean} seen                   whether somebody sees the page
 * @property {string} name                          of the browser
 * @property {string} page
 * @property {number | null} game                   of the page
 *
 * @typedef {object} Sender
 * @property {() => Promise<void>} wake   ask now; kept when that exchange is over
 * @property {() => Set<string>} inFlight   ids of the lines under way
 * @property {() => number} failures   questions without an answer, one after the other
 * @property {() => void} stop
 */

export const HEARTBEAT = 60000;
const FIRST = 1000, LONGEST = 30000;
/** A server behind a hung cache takes 21 s: who gives up sooner asks for ever. */
const PATIENCE = [12000, 30000, 60000];
/** So long others wait for a tab that sends. Two that send do no harm; a tab that was closed meanwhile must not hold up the next page. */
const LEASE = 3000;
/** Another tab is sending. */
const LEASED = 1000;

/** Full jitter. @param {number} failures @param {number} random */
export function pauseAfter(failures, random) {
  const longest = Math.min(LONGEST, FIRST * Math.pow(2, failures));
  return FIRST + (longest - FIRST) * random;
}

/** @param {number} late   requests without an answer in time, one after the other */
export function patienceAfter(late) {
  return PATIENCE[Math.min(late, PATIENCE.length - 1)];
}

/**
 * How long until the next question; nothing where there is no need of one.
 * @param {{failures: number, account: string | null | undefined, lines: import("./kept.js").Kept[], isAtTable: boolean, seen: boolean}} so
 * @param {number} now @param {number} random @returns {number | null}
 */
export function pauseBefore(so, now, random) {
  if (so.failures) return pauseAfter(so.failures, random);
  const open = so.lines.filter((one) => one.state !== "named");
  if (open.length && so.account !== null) {
    // What was tapped later waits behind one that stands: it is no reason to ask at once.
    const firsts = open.filter((one, index) => open.findIndex((other) => other.game === one.game) === index);
    return Math.min.apply(null, firsts.map((one) => standsFor(one, now)));
  }
  return open.length || (so.isAtTable && so.seen) ? HEARTBEAT * (0.9 + 0.2 * random) : null;
}

/**
 * @param {import("./store.js").Store} store @param {World} world
 * @param {() => Promise<import("./kept.js").State>} refresh   read the store again, and tell everybody
 * @returns {Sender}
 */
export function makeSender(store, world, refresh) {
  const tab = newId();
  let failures = 0, late = 0, stopped = false, asked = false, isProved = false;
  /** @type {string | null | undefined} */
  let account;
  /** @type {any} */
  let timer = 0;
  /** @type {Promise<void> | null} */
  let busy = null;
  /** @type {Set<string>} */
  let flying = new Set();

  /** One exchange. @returns {Promise<number | null>} how long to wait for the next */
  async function exchange() {
    const patience = patienceAfter(late);
    const isProbe = !isProved && (failures > 0 || !world.online() || account === null);
    const asking = { name: world.name, page: world.page, game: world.game, tab, lease: LEASE, isProbe };
    const body = await store.transact([], (state) => nextBatch(state, Object.assign({ now: world.wall() }, asking)));
    if (!body) return LEASED * (1 + world.random());
    flying = new Set(body.lines.map((line) => line.id));
    if (flying.size) await refresh();
    const reply = await world.ask(JSON.stringify(body), patience);
    late = reply === "late" ? late + 1 : 0;
    const outcome = await take(body, reply === "late" ? null : reply);
    flying = new Set();
    const state = await refresh();
    account = state.meta.account;
    isProved = outcome.ok && isProbe && account !== null;
    if (!isProved) failures = outcome.ok ? 0 : failures + 1;
    const so = { failures: isProved ? 0 : failures, account, lines: state.lines, isAtTable: world.page === "table", seen: world.seen() };
    const pause = pauseBefore(so, world.wall(), world.random());
    // An answer that names nothing of what was sent is no reason to ask at once again.
    return pause === 0 && body.lines.length && !outcome.named ? pauseAfter(1, world.random()) : pause;
  }

  /** @param {import("./exchange.js").Body} body @param {Reply | null} reply */
  async function take(body, reply) {
    const answer = readAnswer(reply);
    const games = answer ? Object.keys(answer.games).map(Number) : [];
    const here = () => ({ now: world.wall(), tab, fresh: newId() });
    try {
      return await store.transact(games, (state) => taken(state, body, reply, here()));
    } catch (_) { // JSON of our kind, but not of our shape
      return store.transact([], (state) => taken(state, body, null, here()));
    }
  }

  async function run() {
    do {
      asked = false;
      let pause = 0;
      try {
        pause = /** @type {number} */ (await exchange());
      } catch (_) { // the store is gone for the moment, as when a phone wakes up
        failures += 1;
        flying = new Set();
        pause = pauseAfter(failures, world.random());
      }
      if (pause === 0) asked = true;
      else if (pause !== null && !asked) plan(pause);
    } while (asked && !stopped);
    busy = null;
  }

  /** @param {number} pause */
  function plan(pause) {
    world.never(timer);
    if (!stopped) timer = world.later(() => { void wake(); }, pause);
  }

  /** @returns {Promise<void>} */
  function wake() {
    if (stopped) return Promise.resolve();
    world.never(timer);
    if (busy) asked = true;
    else busy = run();
    return busy;
  }

  return {
    wake,
    inFlight: () => flying,
    failures: () => failures,
    stop() { stopped = true; world.never(timer); },
  };
}
