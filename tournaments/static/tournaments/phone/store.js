// The phone's store in IndexedDB. It does two things: read everything, and write what a pure function of everything says, in
// one transaction. A promise resolves only when its transaction has completed, on the disk where the browser knows how.

import { openDB } from "../vendor/idb.js";
import { newId } from "./ids.js";

/**
 * @typedef {import("./kept.js").State} State
 * @typedef {import("./kept.js").Meta} Meta
 */
/** @template T @typedef {import("./kept.js").Changes<T>} Changes */

/**
 * @typedef {object} Store
 * @property {(games: number[]) => Promise<State>} read   with the logs of these games
 * @property {<T>(games: number[], change: (state: State) => Changes<T>) => Promise<T>} transact
 * @property {boolean} isNew   there was none
 * @property {() => void} close
 */

const STORES = ["meta", "lines", "games", "logs"];

/** Later versions only add. @param {any} db @param {number} old */
function upgrade(db, old) {
  if (old >= 1) return;
  db.createObjectStore("meta", { keyPath: "name" });
  db.createObjectStore("lines", { keyPath: "order" }).createIndex("id", "id", { unique: true });
  db.createObjectStore("games", { keyPath: "game" });
  db.createObjectStore("logs", { keyPath: "game" });
}

/** Of a store that is new. @returns {Meta} */
function fresh() {
  return { device: newId(), order: 0, contact: null, account: undefined, lease: null, lost: 0 };
}

/** @param {any} tx @param {number[]} games @returns {Promise<State>} */
async function whole(tx, games) {
  const [meta, lines, known] = await Promise.all([tx.objectStore("meta").get("meta"), tx.objectStore("lines").getAll(), tx.objectStore("games").getAll()]);
  /** @type {State} */
  const state = { meta: meta.value, lines, games: {}, logs: {} };
  for (const game of known) state.games[game.game] = game;
  const logs = await Promise.all(games.map((game) => tx.objectStore("logs").get(game)));
  for (const log of logs) if (log) state.logs[log.game] = log.lines;
  return state;
}

/** @template T @param {any} tx @param {Changes<T>} changes @param {State} state */
function write(tx, changes, state) {
  const lines = tx.objectStore("lines"), games = tx.objectStore("games"), logs = tx.objectStore("logs");
  for (const order of changes.gone || []) lines.delete(order);
  for (const one of changes.lines || []) lines.put(one);
  for (const game of changes.games || []) games.put(game);
  for (const key of Object.keys(changes.logs || {})) logs.put({ game: Number(key), lines: (changes.logs || {})[key] });
  for (const game of changes.forgotten || []) { games.delete(game); logs.delete(game); }
  tx.objectStore("meta").put({ name: "meta", value: changes.meta || state.meta });
}

/**
 * @param {string} name @param {() => void} closed   called when the browser closes it under us
 * @returns {Promise<Store>}
 */
export async function openStore(name, closed) {
  /** @type {any} */
  let db = await open();

  async function open() {
    const opened = await openDB(name, 1, {
      upgrade,
      /** @this {any} */
      blocking() { db.close(); closed(); },
      terminated: closed,
    });
    return opened;
  }

  /** A transaction; once more on a new connection where the browser has dropped the old one, as phones do in the background. @param {"readonly" | "readwrite"} mode */
  async function begun(mode) {
    try {
      return db.transaction(STORES, mode, { durability: "strict" });
    } catch (error) {
      if (/** @type {DOMException} */ (error).name !== "InvalidStateError") throw error;
      db = await open();
      return db.transaction(STORES, mode, { durability: "strict" });
    }
  }

  /** @type {Store["transact"]} */
  async function transact(games, change) {
    const tx = await begun("readwrite");
    // Named before anything can fail: an unasked promise that fails is an error of the page.
    const completed = tx.done;
    completed.catch(() => undefined);
    try {
      const state = await whole(tx, games);
      const changes = change(state);
      write(tx, changes, state);
      await completed;
      return changes.result;
    } catch (error) {
      try { tx.abort(); } catch (_) { /* it has ended by itself */ }
      throw error;
    }
  }

  let isNew = false;
  const tx = db.transaction("meta", "readwrite", { durability: "strict" });
  if (!await tx.store.get("meta")) {
    isNew = true;
    tx.store.put({ name: "meta", value: fresh() });
  }
  await tx.done;

  return {
    transact,
    isNew,
    async read(games) {
      const tx = await begun("readonly");
      const state = await whole(tx, games);
      await tx.done;
      return state;
    },
    close: () => db.close(),
  };
}
