// Many phones in one process, for the simulation (tests/games/arrivals/shipped.py): the outbox, the fold and the proposals as they
// ship, on a store in memory. A line of JSON in is a command, a line out what it says and how the phone stands then. Time, chance
// and the network are in the hand of whoever asks: a request stays under way until it is answered, lost, or given up.

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { createInterface } from "node:readline";

import { lineOf, takenOver } from "../../tournaments/static/tournaments/phone/line.js";
import { makeOutbox } from "../../tournaments/static/tournaments/phone/outbox.js";
import { viewOf } from "../../tournaments/static/tournaments/phone/view.js";

const GAME = 17, START = Date.UTC(2026, 10, 21, 8);
const WORDS = new Proxy({}, { get: () => "" });   // what the page says is tried elsewhere
let chance = () => 0, setup = { seats: "ABCD", letters: ["K"] };

const phones = new Map();
const live = new Set();   // transactions that have not ended

/** mulberry32: the same everywhere. */
function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

Object.defineProperty(globalThis.crypto, "getRandomValues", {
  value: (bytes) => bytes.map(() => Math.floor(chance() * 256)),
});
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function transaction(...how) {
  const tx = begin.apply(this, how);
  live.add(tx);
  for (const end of ["complete", "abort"]) tx.addEventListener(end, () => live.delete(tx));
  return tx;
};

// What is cut off under a page that is gone fails there, and nobody is left to hear of it.
process.on("unhandledRejection", (error) => {
  if (/** @type {DOMException} */ (error).name !== "AbortError") throw error;
});

/** Until nothing happens any more by itself. */
async function quiet() {
  for (let idle = 0; idle < 3; idle = live.size ? 0 : idle + 1) await turn();
}

function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}

class Phone {
  constructor(name) {
    Object.assign(this, { name, now: 0, skew: 0, online: true, isKnown: true, pending: null, tab: null, page: null, memory: new Map() });
  }

  async open(page) {
    const tab = { isDead: false, follow: () => undefined };
    this.page = page || this.page;
    this.tab = tab;
    tab.outbox = await makeOutbox({
      database: this.name,
      wall: () => START + (this.now + this.skew) * 1000,
      mono: () => this.now * 1000,
      random: chance,
      later: () => 0,       // the simulation wakes it up
      never: () => undefined,
      ask: (body, patience) => new Promise((resolve) => {
        if (tab.isDead) return;
        if (this.online) this.pending = { body, resolve, until: this.now * 1000 + patience };
        else resolve(null);
      }),
      online: () => this.online || !this.isKnown,
      seen: () => true,
      name: "Chrome, Android",
      page: "table",
      game: GAME,
      memory: { getItem: (name) => this.memory.get(name) || null, setItem: (name, value) => { this.memory.set(name, value); } },
      follow: () => undefined,
    });
    await tab.outbox.meet(this.page);
    await quiet();
  }

  get outbox() { return this.tab.outbox; }

  /** What the page of a table knows (page.js). */
  known() { return takenOver(this.outbox.known(GAME), this.takeover); }

  view() {
    return viewOf({ game: GAME, setup, nicks: {}, texts: WORDS, isPlayOff: false }, this.known(), this.outbox.linesOf(GAME), this.outbox.isOnItsWay);
  }

  line(entry, { by, witness }) {
    return lineOf({ game: GAME, by, entry, slot: this.view().slot, known: this.known(), witness, seen: Boolean(witness) }, this.outbox.clock());
  }

  /** `dies`: the browser is gone a moment later; "cut": with what its transactions had not completed. Nothing, if the line is gone. */
  async tap({ entry, by, witness, stands, dies }) {
    const line = this.line(entry, { by, witness });
    const adding = this.outbox.add(line, stands ? START + (this.now + this.skew) * 1000 + 5000 : 0);
    let isSaid = false;
    adding.then(() => { isSaid = true; }, () => undefined);
    if (!dies) {
      await adding;
      await quiet();
      return line.id;
    }
    for (let turns = chance() * 12; turns > 1; turns -= 1) await turn();
    await this.kill(dies === "cut");
    await this.open();
    return isSaid || this.outbox.linesOf(GAME).some((one) => one.id === line.id) ? line.id : null;
  }

  async undo({ of, by }) {
    const isKept = this.outbox.linesOf(GAME).some((one) => one.id === of);
    if (!isKept) return this.tap({ entry: { kind: "strike", line: of }, by, witness: "" });
    const what = await this.outbox.takeBack(of, { by, slot: this.view().slot });
    await quiet();
    if (what === "removed") return null;
    return this.outbox.linesOf(GAME).filter((one) => one.line.entry.line === of).pop().id;
  }

  /** What it asks the site now; nothing while it waits for a tab that is gone. */
  async asks() {
    if (this.pending && this.pending.until <= this.now * 1000) await this.hears("late");
    if (!this.pending) {
      void this.outbox.send();
      await quiet();
    }
    return this.pending ? JSON.parse(this.pending.body) : null;
  }

  /** An answer, or that there was none; and what it asks then at once. */
  async hears(reply) {
    const { resolve } = this.pending;
    this.pending = null;
    resolve(reply);
    await quiet();
    return this.pending ? JSON.parse(this.pending.body) : null;
  }

  /** The process is gone; what its transactions had not completed, too, if it is `cut`. */
  async kill(cut) {
    if (cut) for (const tx of Array.from(live)) try { tx.abort(); } catch (_) { /* it has ended */ }
    this.tab.isDead = true;
    this.pending = null;
    this.outbox.close();
    await quiet();
  }

  async cloned(name) {
    const twin = new Phone(name), { now, skew, online, isKnown, page, takeover } = this;
    Object.assign(twin, { now, skew, online, isKnown, takeover, memory: new Map(this.memory) });
    await twin.open(page);
    await twin.kill(false);
    for (const store of ["meta", "lines", "games", "logs"]) {
      const from = (await opened(this.name)).transaction(store, "readonly").objectStore(store);
      const values = await done(from.getAll());
      const to = (await opened(name)).transaction(store, "readwrite").objectStore(store);
      await done(to.clear());
      for (const value of values) await done(to.put(value));
    }
    await quiet();
    await twin.open(page);
    return twin;
  }

  stands() {
    const known = this.known(), view = this.view(), lines = this.outbox.linesOf(GAME);
    return {
      now: this.now, device: this.outbox.device, head: known.head, log: known.log.map((line) => line.id),
      lines: lines.map((one) => one.id), waiting: lines.filter((one) => one.state !== "named").length,
      epoch: known.epoch, holds: known.pen === "mine", slot: view.slot, asksDealer: view.asksDealer,
      table: { letters: view.seats.map((seat) => seat.letters), proposal: view.proposal },
    };
  }
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const connections = new Map();
async function opened(name) {
  if (!connections.has(name)) connections.set(name, await done(indexedDB.open(name, 1)));
  return connections.get(name);
}

const COMMANDS = {
  async open(phone, { page }) { await phone.open(page); },
  tap: (phone, command) => phone.tap(command),
  undo: (phone, command) => phone.undo(command),
  batch: (phone) => phone.asks(),
  answered: (phone, { reply }) => phone.hears(reply),
  async kill(phone, { cut }) { await phone.kill(cut); },
  async clone(phone, { to }) { phones.set(to, await phone.cloned(to)); },
  take(phone, { code }) { phone.takeover = { code, epoch: phone.outbox.known(GAME).epoch }; },
};

async function obey(command) {
  if (command.do === "begin") {
    for (const phone of phones.values()) phone.tab.isDead = true;
    phones.clear();
    connections.clear();
    globalThis.indexedDB = new IDBFactory();
    chance = chanceOf(command.seed);
    setup = command.setup;
    return {};
  }
  const phone = phones.get(command.phone) || new Phone(command.phone);
  phones.set(command.phone, phone);
  for (const name of ["now", "skew", "online", "isKnown"]) if (name in command) phone[name] = command[name];
  const said = await COMMANDS[command.do](phone, command);
  return { said: said === undefined ? null : said, stands: phone.tab.isDead ? null : phone.stands() };
}

for await (const text of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await obey(JSON.parse(text));
  } catch (error) {
    answer = { error: String(error && /** @type {any} */ (error).stack) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
