// What pages use of the outbox. A page asks for it once, `const outbox = await openOutbox()`, tells it the game it shows,
// `await outbox.meet(JSON of script#game)`, and adds a line by tap: `await outbox.add(lineOf({…}, outbox.clock()))`. When `add`
// has kept its promise the line is on the disk, and "on this phone" is true. Everything after that happens by itself.

import { lineOf } from "./line.js";
import * as kept from "./kept.js";
import { makeSender } from "./sender.js";
import { openStore } from "./store.js";

/**
 * @typedef {import("./kept.js").Kept} Kept
 * @typedef {import("./kept.js").Game} Game
 * @typedef {import("./kept.js").State} State
 * @typedef {import("./line.js").Wire} Wire
 * @typedef {import("./sender.js").World} World
 *
 * @typedef {object} Outbox
 * @property {"" | "none" | "refused"} missing   why there is no store: the browser has none, or does not allow it. Then every
 *     promise below that writes fails, and a page lets its form go the ordinary way.
 * @property {string} device
 * @property {number} lost       when it was noticed that the browser had emptied the store (Date.now), else 0
 * @property {string | null | undefined} account   who the site says is signed in (`account:7`); null: nobody; undefined: not known yet
 * @property {() => number} failures   questions without an answer, one after the other
 * @property {(line: Wire, notBefore?: number) => Promise<Kept>} add   kept when the line is stored. `notBefore`: it stands so
 *     long (Date.now() + 5000) before it is sent. The same id twice is one line.
 * @property {(id: string, undo?: {by: string, slot?: number}) => Promise<"removed" | "undone" | "unknown">} takeBack   "removed":
 *     it never left this phone, and is gone; deals tapped after it are one earlier. "undone": it may have left, so an undo that names it follows it.
 *     "unknown": neither, as `undo` was not given
 * @property {(id: string, change: Partial<Wire>) => Promise<boolean>} change   another entry in its place (`{entry}`); false: it may have left
 * @property {(game: number) => Promise<void>} hurry   its lines stand no longer
 * @property {(page: any) => Promise<void>} meet   the JSON of script#game; from then on known(game) has the log
 * @property {(game: number) => Kept[]} linesOf   in the order they were tapped, also those on the server
 * @property {() => Kept[]} all
 * @property {(game: number) => Game & {log: import("./kept.js").LogLine[]}} known   what the phone knows of the site's log
 * @property {(id: string) => boolean} isOnItsWay   in the request that is under way
 * @property {(listener: () => void) => () => void} onChange   called after every change, of another tab too; answers how to stop it
 * @property {() => Promise<void>} send   ask the site now; kept when that question is answered or given up
 * @property {() => import("./line.js").Clock} clock   for lineOf
 * @property {() => {site: string, age: number} | null} contact   the site's clock at its last answer, and milliseconds since
 * @property {() => Promise<Wire[]>} carryOut   every line that the site has not named, with device and counter
 * @property {(lines: Wire[]) => Promise<Kept[]>} carryIn   lines of another phone, to be sent by this one
 * @property {() => Promise<void>} heedLoss   somebody has read that the store was emptied
 * @property {() => void} close
 */

/** Whether this browser has ever kept a line: so other pages need not make a store for whoever only watches. */
export const MARK = "scwu-outbox";
const NAME = "scwu-outbox";

/**
 * @typedef {object} Beside   what else is around an outbox
 * @property {string} [database]
 * @property {Pick<Storage, "getItem" | "setItem"> | null} memory
 * @property {(act: () => void) => void} follow   call it when another tab has written
 *
 * @param {World & Beside} world
 * @returns {Promise<Outbox>}
 */
export async function makeOutbox(world) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** @type {Set<number>} */
  const games = new Set(world.game ? [world.game] : []);
  const store = await openStore(world.database || NAME, () => undefined);
  /** @type {State} */
  let state = await store.read(Array.from(games));
  let answered = { wall: 0, mono: 0 };

  async function refresh() {
    state = await store.read(Array.from(games));
    if (state.meta.contact && state.meta.contact.wall !== answered.wall) answered = { wall: state.meta.contact.wall, mono: world.mono() };
    for (const listener of Array.from(listeners)) listener();
    return state;
  }

  /** Write, show, and let the other tabs know. @template T @param {(state: State) => import("./kept.js").Changes<T>} change */
  async function write(change) {
    const result = await store.transact([], change);
    await refresh();
    tell();
    return result;
  }

  function tell() {
    remember(world.memory, String(world.wall()) + world.random());
  }

  const sender = makeSender(store, world, async () => {
    const fresh = await refresh();
    tell();
    return fresh;
  });

  /** The longer of both clocks: the one that never jumps stands still while a phone sleeps. */
  function age() {
    const { contact } = state.meta;
    if (!contact) return null;
    const slept = world.wall() - contact.wall;
    return Math.round(Math.max(0, slept, answered.wall === contact.wall ? world.mono() - answered.mono : 0));
  }

  function clock() {
    const { contact } = state.meta;
    return { at: new Date(world.wall()).toISOString(), contact: contact ? contact.site : null, since: age() };
  }

  /** @param {number} game */
  function known(game) {
    return Object.assign({ log: state.logs[game] || [] }, kept.gameOf(state, game));
  }

  world.follow(() => { void refresh(); });
  if (store.isNew && recall(world.memory)) await write((now) => ({ meta: kept.but(now.meta, { lost: world.wall() }), result: null }));

  return {
    missing: "",
    get device() { return state.meta.device; },
    get lost() { return state.meta.lost; },
    get account() { return state.meta.account; },
    failures: () => sender.failures(),
    async add(line, notBefore) {
      const one = await write((now) => kept.added(now, line, { now: world.wall(), notBefore }));
      if (notBefore) world.later(() => { void sender.wake(); }, notBefore - world.wall());
      else void sender.wake();
      return one;
    },
    async takeBack(id, undo) {
      const one = state.lines.find((each) => each.id === id);
      const wire = one && undo ? lineOf({
        game: one.game, by: undo.by, slot: undo.slot || one.line.slot + 1, known: known(one.game), entry: { kind: "strike", line: id },
      }, clock()) : null;
      const result = await write((now) => kept.takenBack(now, id, wire, world.wall()));
      if (result === "undone") void sender.wake();
      return result;
    },
    change: (id, change) => write((now) => kept.changed(now, id, change)),
    async hurry(game) {
      await write((now) => kept.hurried(now, game));
      void sender.wake();
    },
    async meet(page) {
      games.add(page.game);
      await write((now) => kept.met(now, page, world.wall()));
      void sender.wake();
    },
    linesOf: (game) => state.lines.filter((one) => one.game === game),
    all: () => state.lines,
    known,
    isOnItsWay: (id) => sender.inFlight().has(id),
    onChange(listener) {
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    send: () => sender.wake(),
    clock,
    contact() {
      const { contact } = state.meta;
      return contact ? { site: contact.site, age: age() || 0 } : null;
    },
    carryOut: () => write((now) => kept.carriedOut(now, world.wall())),
    async carryIn(lines) {
      const taken = await write((now) => kept.carriedIn(now, lines, world.wall()));
      void sender.wake();
      return taken;
    },
    heedLoss: () => write((now) => ({ meta: kept.but(now.meta, { lost: 0 }), result: undefined })),
    close() { sender.stop(); store.close(); },
  };
}

/** @param {Pick<Storage, "getItem" | "setItem"> | null | undefined} memory @param {string} value */
function remember(memory, value) {
  try { if (memory) memory.setItem(MARK, value); } catch (_) { /* then other tabs learn of it when they ask the site */ }
}

/** @param {Pick<Storage, "getItem" | "setItem"> | null | undefined} memory */
function recall(memory) {
  try { return memory ? memory.getItem(MARK) : null; } catch (_) { return null; }
}

/** Where there is no store: it knows what the page knows, and keeps nothing. @param {"none" | "refused"} missing @returns {Outbox} */
function withoutStore(missing) {
  /** @type {{[game: string]: any}} */
  const games = {};
  const refused = () => Promise.reject(new Error(missing));
  return {
    missing, device: "", lost: 0, account: undefined,
    failures: () => 0,
    add: refused, takeBack: refused, change: refused, carryOut: refused, carryIn: refused,
    hurry: () => Promise.resolve(),
    meet(page) {
      games[page.game] = Object.assign(kept.unknownGame(page.game), {
        position: page.position, head: page.head, epoch: page.epoch, pen: page.pen, holder: page.holder, phase: page.phase, log: page.lines,
      });
      return Promise.resolve();
    },
    linesOf: () => [],
    all: () => [],
    known: (game) => games[game] || Object.assign({ log: [] }, kept.unknownGame(game)),
    isOnItsWay: () => false,
    onChange: () => () => undefined,
    send: () => Promise.resolve(),
    clock: () => ({ at: new Date().toISOString(), contact: null, since: null }),
    contact: () => null,
    heedLoss: () => Promise.resolve(),
    close: () => undefined,
  };
}

/** One question to the site. A redirect, another host, a broken answer: nothing. @param {string} address @returns {World["ask"]} */
function asker(address) {
  return async (body, patience) => {
    const abort = typeof AbortController === "undefined" ? null : new AbortController();
    const headers = { "Content-Type": "application/json", "X-Outbox": "1", Accept: "application/json" };
    /** @type {any} */
    let timer = 0;
    const late = /** @type {Promise<"late">} */ (new Promise((resolve) => {
      // What cannot be broken off is given the longest time, lest questions pile up.
      timer = setTimeout(() => { resolve("late"); if (abort) abort.abort(); }, abort ? patience : Math.max(patience, 60000));
    }));
    const asked = fetch(address, {
      method: "POST", body, headers, credentials: "same-origin", redirect: "error", cache: "no-store", signal: abort ? abort.signal : undefined,
    }).then(async (answer) => ({ status: answer.status, redirected: answer.redirected, text: await answer.text() }));
    try {
      return await Promise.race([asked.catch(() => null), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** As people call it. @param {string} agent */
export function browserName(agent) {
  const names = [["Firefox", /Firefox|FxiOS/], ["Edge", /Edg/], ["Samsung Internet", /SamsungBrowser/], ["Opera", /OPR/], ["Chrome", /Chrom|CriOS/], ["Safari", /Safari/]];
  const places = [["Android", /Android/], ["iPhone", /iPhone/], ["iPad", /iPad/], ["Windows", /Windows/], ["Mac", /Mac OS/], ["Linux", /Linux/]];
  const found = [names, places].map((list) => list.find((each) => /** @type {RegExp} */ (each[1]).test(agent)));
  return found.filter(Boolean).map((each) => /** @type {any[]} */ (each)[0]).join(", ");
}

/** The page's own. @returns {World & Beside} */
function browsersWorld() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-outbox]"));
  const data = document.querySelector("script#game");
  /** @type {Storage | null} */
  let memory = null;
  try { memory = window.localStorage; } catch (_) { /* cookies are forbidden; then the store will be, too */ }
  return {
    wall: () => Date.now(),
    mono: () => performance.now(),
    random: () => Math.random(),
    later: (act, ms) => setTimeout(act, ms),
    never: (timer) => clearTimeout(timer),
    ask: asker((place && place.dataset.outbox) || "/t/lines/"),
    online: () => navigator.onLine !== false,
    seen: () => !document.hidden,
    name: browserName(navigator.userAgent),
    page: data ? "table" : "page",
    game: data ? JSON.parse(data.textContent || "{}").game : null,
    memory,
    follow: (act) => window.addEventListener("storage", (event) => { if (event.key === MARK) act(); }),
  };
}

/** @type {Promise<Outbox> | null} */
let opened = null;

/** The outbox of this page: one, however often it is asked for. @returns {Promise<Outbox>} */
export function openOutbox() {
  if (!opened) opened = open();
  return opened;
}

async function open() {
  if (typeof indexedDB === "undefined" || !indexedDB) return withoutStore("none");
  /** @type {Outbox} */
  let outbox;
  try {
    outbox = await makeOutbox(browsersWorld());
  } catch (_) {
    return withoutStore("refused");
  }
  const send = () => { void outbox.send(); };
  window.addEventListener("online", send);
  window.addEventListener("pageshow", (event) => { if (event.persisted) send(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
  if (!document.querySelector("script#game")) send(); // else when the page has said what it knows: `meet`
  return outbox;
}
