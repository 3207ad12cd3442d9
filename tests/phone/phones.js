// A site and phones for the tests of the outbox: the real outbox in a store of its own (fake-indexeddb), while the network, the
// clock and chance are in the hand of the test. The site below is the smallest that keeps the promises of docs/outbox.md.

import "fake-indexeddb/auto";

import { MOST_BYTES, MOST_GAMES, MOST_LINES } from "../../tournaments/static/tournaments/phone/exchange.js";
import { lineOf } from "../../tournaments/static/tournaments/phone/line.js";
import { makeOutbox } from "../../tournaments/static/tournaments/phone/outbox.js";

export const GAME = 17;
const START = Date.UTC(2026, 10, 21, 19, 0, 0);
let stores = 0;

/** What happens to a request or its answer on the way. */
export const PORTAL = { status: 200, redirected: false, text: "<html>Welcome to the pub</html>" };

export class Site {
  constructor() {
    this.account = "account:7";
    this.logs = {};        // game → lines
    this.named = {};       // id → answer
    this.counters = {};    // device and game → counters it knows
    this.requests = [];
    this.settled = {};
    this.closed = false;
  }

  copy() {
    return JSON.parse(JSON.stringify({ logs: this.logs, named: this.named, counters: this.counters }));
  }

  restore(copy) {
    Object.assign(this, JSON.parse(JSON.stringify(copy)));
  }

  ids(game = GAME) {
    return (this.logs[game] || []).map((line) => line.id);
  }

  losers(game = GAME) {
    return (this.logs[game] || []).map((line) => line.entry.loser || line.entry.kind).join(" ");
  }

  head(game, position) {
    return position ? `head of ${(this.logs[game] || [])[position - 1].id}` : "";
  }

  contiguous(device, game) {
    const known = this.counters[`${device} ${game}`] || [];
    let counter = 0;
    while (known.includes(counter + 1)) counter += 1;
    return counter;
  }

  take(line) {
    if (!this.named[line.id]) {
      const log = this.logs[line.game] = this.logs[line.game] || [];
      log.push({ position: log.length + 1, id: line.id, entry: line.entry });
      const key = `${line.device} ${line.game}`;
      this.counters[key] = (this.counters[key] || []).concat(line.counter);
      this.named[line.id] = { id: line.id, status: "applied", position: log.length, code: "", sentence: "" };
    }
    return this.named[line.id];
  }

  answer(text, now) {
    const body = JSON.parse(text);
    this.requests.push(body);
    if (body.lines.length > MOST_LINES || Object.keys(body.games).length > MOST_GAMES || text.length > MOST_BYTES) return { status: 400, redirected: false, text: "" };
    const answer = { v: 1, now: new Date(now).toISOString(), account: this.account, lines: [], games: {} };
    if (this.account !== null) {
      const isKnown = (game) => !(this.unknown || []).includes(Number(game));
      answer.lines = body.lines.filter((line) => isKnown(line.game)).map((line) => this.take(line));
      const games = [...Object.keys(body.games), ...body.lines.map((line) => String(line.game))].filter(isKnown);
      for (const game of games) answer.games[game] = this.game(Number(game), body);
    }
    return { status: 200, redirected: false, text: JSON.stringify(answer) };
  }

  game(game, body) {
    const told = body.games[game] || { position: 0, head: "" };
    const log = this.logs[game] || [];
    const isKnown = told.position <= log.length && this.head(game, told.position) === told.head;
    const lines = isKnown ? log.slice(told.position) : log;
    return {
      position: log.length, head: this.head(game, log.length), counter: this.contiguous(body.device, game), epoch: 1, pen: "mine", holder: "Eva",
      phase: "playing", version: 1, etag: "", lines, from: isKnown ? told.position + 1 : 1, settled: this.settled[game] || [], rewritten: {}, done: this.closed,
    };
  }
}

/** Time that passes when a test says so. */
export class Time {
  constructor() {
    this.now = START;
    this.timers = [];
  }

  later(act, ms) {
    const timer = { act, at: this.now + ms };
    this.timers.push(timer);
    return timer;
  }

  never(timer) {
    this.timers = this.timers.filter((one) => one !== timer);
  }

  /** Let `ms` pass, with everything that was to happen then. */
  async pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const next = this.timers.filter((one) => one.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.now = Math.max(this.now, next.at);
      this.never(next);
      next.act();
      await settle();
    }
    this.now = end;
    await settle();
  }
}

/** Until nothing happens any more by itself. fake-indexeddb goes on by setImmediate. */
export async function settle() {
  for (let turn = 0; turn < 240; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export class Phone {
  constructor(site, time, { database = `phone ${stores += 1}`, random = 0.5 } = {}) {
    Object.assign(this, { site, time, database, random, online: true, deals: 0, seen: true, page: "table" });
    this.memory = new Map();
    this.tabs = [];
    this.onTheWay = (send) => send();   // what becomes of a request: a test may lose it, or its answer
  }

  /** A page of the site on this phone. */
  async open({ page = "table", game = GAME } = {}) {
    const tab = { follow: () => undefined };
    const tabs = this.tabs;
    tab.outbox = await makeOutbox({
      database: this.database,
      wall: () => this.time.now,
      mono: () => this.time.now - START,
      random: () => this.random,
      later: (act, ms) => this.time.later(() => { if (tabs.includes(tab)) act(); }, ms),
      never: (timer) => this.time.never(timer),
      ask: async (body) => (this.online ? this.onTheWay(() => this.site.answer(body, this.time.now)) : null),
      online: () => !this.knowsOffline,
      seen: () => this.seen,
      name: "Chrome, Android",
      page,
      game: page === "table" ? game : null,
      memory: {
        getItem: (name) => this.memory.get(name) || null,
        setItem: (name, value) => {
          this.memory.set(name, value);
          for (const other of tabs) if (other !== tab) other.follow();
        },
      },
      follow: (act) => { tab.follow = act; },
    });
    this.tabs.push(tab);
    return tab.outbox;
  }

  /** The browser is gone, whatever it was doing. */
  kill() {
    for (const tab of this.tabs) tab.outbox.close();
    this.tabs = [];
  }
}

/** The line of a tap on who lost. */
export function deal(outbox, loser, { game = GAME, by = "account:7", slot = 0 } = {}) {
  const known = outbox.known(game);
  return lineOf({ game, by, entry: { kind: "deal", loser, bench: [] }, slot: slot || known.position + 1, known, witness: "A" }, outbox.clock());
}
