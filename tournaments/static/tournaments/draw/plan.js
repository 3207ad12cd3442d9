// The seating of a planned round, worked out again from the plan and the lots, in code of its own: who has which number
// of the plan, which tables changed places, and the seats, exchanged by lot along chains of tables so that all is fair.

// @ts-check

import { isBeyond, remainder, sha256 } from "./sha256.js";

export const ALGORITHM = "scwu-draw/4";
const SWEEPS = 4;
const LONGEST = 400;

/** @typedef {number[][]} Tables */
/** @typedef {[number, number]} Place a round and a table in it */

/** The engine's own numbers: four of 64 bits from each block, numbers that would favour some thrown away. */
class Stream {
  /** @param {string} seed */
  constructor(seed) {
    this.seed = seed;
    this.taken = 0;
    this.block = "";
  }

  /** @param {string} name */
  fork(name) {
    return new Stream(sha256(`scwu-draw/1|${name}|${this.seed}`));
  }

  next() {
    if (this.taken % 4 === 0) this.block = sha256(`scwu-draw/1|stream|${this.seed}|${this.taken / 4}`);
    const at = 16 * (this.taken++ % 4);
    return this.block.slice(at, at + 16);
  }

  /** @param {number} limit */
  below(limit) {
    let number = this.next();
    while (isBeyond(number, limit)) number = this.next();
    return remainder(number, limit);
  }

  /** @template T @param {T[]} items */
  shuffled(items) {
    const order = [...items];
    for (let top = order.length - 1; top > 0; top -= 1) {
      const other = this.below(top + 1);
      [order[top], order[other]] = [order[other], order[top]];
    }
    return order;
  }
}

/** @param {number} one @param {number} other */
const rising = (one, other) => one - other;
/** @template T @param {T[][]} lists @returns {T[]} */
const flat = (lists) => /** @type {T[]} */ ([]).concat(...lists);
/** @param {Tables} tables */
const lengths = (tables) => tables.map((table) => table.length);
/** @param {Tables} tables */
const sizesOf = (tables) => [...new Set(lengths(tables))].sort(rising);

/** @param {number[]} one @param {number[]} other */
function alike(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** Tables of each size, and the same in an order by lot. @param {Tables} tables @param {number[]} sizes @param {Stream} stream
 * @returns {[Tables, Tables][]} */
function ofOneSize(tables, sizes, stream) {
  return sizes.map((size) => {
    const those = tables.filter((table) => table.length === size);
    return [those, stream.shuffled(those)];
  });
}

/** The rounds that are fair together: where all tables are alike, as many as they have seats. @param {Tables[]} plan @param {number} now */
function blockOf(plan, now) {
  const [smallest, ...others] = sizesOf(flat(plan));
  const start = others.length ? 0 : Math.floor(now / smallest) * smallest;
  const end = others.length ? plan.length : Math.min(start + smallest, plan.length);
  return plan.map((_, number) => number).slice(start, end);
}

/** Who has which seat where, and two seats exchanged along a chain of tables. */
class Seats {
  /** @param {Tables[]} plan @param {number} now */
  constructor(plan, now) {
    this.plan = plan;
    this.now = now;
    /** Of everybody, for each seat the places where he has it, in the order of the rounds. @type {Map<number, Place[][]>} */
    this.held = new Map();
    const most = Math.max(...sizesOf(flat(plan)));
    const block = blockOf(plan, now);
    for (const number of block) {
      plan[number].forEach((table, at) => table.forEach((player, seat) => {
        if (!this.held.has(player)) this.held.set(player, Array.from({ length: most }, () => []));
        this.of(player)[seat].push([number, at]);
      }));
    }
    const counts = [...this.held.values()].map((places) => places.map((place) => place.length));
    const always = counts.filter((one) => one.reduce((sum, times) => sum + times, 0) === block.length);
    const told = always.length ? always : counts;
    this.least = counts[0].map((_, seat) => Math.min(...told.map((one) => one[seat])));
    this.most = counts[0].map((_, seat) => Math.max(...told.map((one) => one[seat])));
  }

  /** @param {number} player */
  of(player) {
    return /** @type {Place[][]} */ (this.held.get(player));
  }

  /** @param {Place} place */
  table(place) {
    return this.plan[place[0]][place[1]];
  }

  /** @param {Place[]} links @param {number} lost @param {number} gained @returns {"ends" | "closed" | "refused"} */
  follow(links, lost, gained) {
    let place = links[0];
    for (;;) {
      const places = this.of(this.table(place)[lost]);
      const [number, at] = place;
      const turn = places[lost].findIndex((one) => one[0] === number && one[1] === at);
      if (turn >= places[gained].length) {
        const allowed = places[lost].length > this.least[lost] && places[gained].length < this.most[gained];
        return allowed ? "ends" : "refused";
      }
      place = places[gained][turn];
      if (place[0] === links[0][0] && place[1] === links[0][1]) return "closed";
      if (place[0] < this.now || this.table(place).length <= lost || links.length === LONGEST) return "refused";
      links.push(place);
    }
  }

  /** @param {Place} place @param {number} one @param {number} other */
  exchange(place, one, other) {
    const links = [place];
    const first = this.follow(links, one, other);
    if (first === "refused" || (first === "ends" && this.follow(links, other, one) === "refused")) return;
    for (const link of links) {
      const table = this.table(link);
      for (const [had, gets] of [[one, other], [other, one]]) {
        const held = this.of(table[had]);
        held[had] = held[had].filter((each) => each[0] !== link[0] || each[1] !== link[1]);
        held[gets] = [...held[gets], link].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      }
      [table[one], table[other]] = [table[other], table[one]];
    }
  }
}

/** The plan with the tables of round `now` in an order by lot, and their seats exchanged by lot. @param {Tables[]} before
 * @param {number} now @param {Stream} stream */
function byLot(before, now, stream) {
  const plan = before.map((tables) => tables.map((table) => [...table]));
  const drawn = ofOneSize(plan[now], sizesOf(plan[now]).reverse(), stream);
  plan[now] = flat(drawn.map(([, tables]) => tables));
  const seats = new Seats(plan, now);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    plan[now].forEach((table, at) => {
      for (let last = table.length - 1; last > 0; last -= 1) {
        const other = stream.below(last + 1);
        if (other !== last) seats.exchange([now, at], last, other);
      }
    });
  }
  return plan;
}

/** Number of the plan → start number, as everybody sits where the plan has him; null if somebody does not.
 * @param {Tables[]} rounds @param {Tables[]} plan */
function numbersShown(rounds, plan) {
  /** @type {Map<number, number>} */
  const players = new Map();
  for (let played = 0; played < Math.min(rounds.length, plan.length); played += 1) {
    if (!alike(lengths(rounds[played]), lengths(plan[played]))) return null;
    const numbers = flat(plan[played]);
    for (const [at, no] of flat(rounds[played]).entries()) {
      if (!players.has(numbers[at])) players.set(numbers[at], no);
      if (players.get(numbers[at]) !== no) return null;
    }
  }
  return new Set(players.values()).size === players.size ? players : null;
}

/** The plan after tables of one size have changed places in its first round. @param {Tables[]} plan @param {Stream} stream */
function exchanged(plan, stream) {
  /** @type {Map<number, number>} */
  const now = new Map();
  for (const [those, drawn] of ofOneSize(plan[0], sizesOf(plan[0]), stream)) {
    const numbers = flat(drawn);
    flat(those).forEach((number, at) => now.set(number, numbers[at]));
  }
  return [plan[0], ...plan.slice(1).map((tables) => renumbered(tables, now))];
}

/** @param {Tables} tables @param {Map<number, number>} now @returns {Tables} */
function renumbered(tables, now) {
  return tables.map((table) => table.map((number) => (now.has(number) ? /** @type {number} */ (now.get(number)) : number)));
}

/** The plan with new numbers for those who came in for others; null if not as many came as went. @param {Tables[]} plan
 * @param {number} played @param {Map<number, number>} players @param {number[]} lots @param {Stream} stream */
function withNewcomers(plan, played, players, lots, stream) {
  const upcoming = flat(plan[played]).sort(rising);
  const lotOf = new Map(lots.map((no, at) => /** @type {[number, number]} */ ([no, at + 1])));
  const lot = (/** @type {number} */ number) => lotOf.get(/** @type {number} */ (players.get(number)));
  const gone = upcoming.filter((number) => lot(number) === undefined);
  const here = new Set(upcoming.map(lot));
  const fresh = stream.shuffled(lots.map((_, at) => at + 1).filter((one) => !here.has(one)));
  if (gone.length !== fresh.length) return null;
  const first = Math.max(...players.keys(), ...upcoming) + 1;
  gone.forEach((_, at) => players.set(first + at, lots[fresh[at] - 1]));
  const now = new Map(gone.map((number, at) => /** @type {[number, number]} */ ([number, first + at])));
  return [...plan.slice(0, played), ...plan.slice(played).map((tables) => renumbered(tables, now))];
}

/** What comes of the plan and the lots: the plan as they leave it, and the tables by lot number. Nothing at all: there was
 * nothing to follow; no tables: who got which number was searched for, to keep people apart.
 * @param {any} told @returns {[Tables[] | null, Tables | null]} */
function follows({ frozen, lots, seed }) {
  const clubs = new Map(frozen.roster.map((/** @type {any} */ one) => [one.no, one.club]));
  const played = frozen.rounds.length;
  const stream = new Stream(sha256(`pub-draw/1|engine|${seed}`));
  const pairs = (frozen.options.apart || []).filter((/** @type {number[]} */ two) => two.every((no) => clubs.has(no)));
  const together = frozen.options.clubs !== "off" && [...clubs.values()].some((club) => club !== null);
  if (frozen.plan === null || frozen.plan.length !== frozen.options.rounds) return [null, null];
  if (!played && (pairs.length || together)) return [byLot(frozen.plan, 0, stream.fork("seats 0")), null];
  if (!played) {
    const order = stream.shuffled(lots.map((/** @type {number} */ _, /** @type {number} */ at) => at + 1));
    return [frozen.plan, frozen.plan[0].map((/** @type {number[]} */ table) => table.map((number) => order[number]))];
  }
  const players = numbersShown(frozen.rounds, frozen.plan);
  const fits = frozen.plan.every((/** @type {Tables} */ tables) => alike(lengths(tables), frozen.sizes));
  if (players === null || !fits) return [null, null];
  const before = played === 1 && !pairs.length && !together ? exchanged(frozen.plan, stream) : frozen.plan;
  const renewed = withNewcomers(before, played, players, lots, stream);
  if (renewed === null) return [null, null];
  const plan = byLot(renewed, played, stream.fork(`seats ${played}`));
  const tables = plan[played].map((table) => table.map((number) => /** @type {number} */ (players.get(number))));
  const parted = tables.every((table) => {
    const ofTable = table.map((no) => clubs.get(no)).filter((club) => club !== null);
    const apart = pairs.every((/** @type {number[]} */ two) => !two.every((no) => table.includes(no)));
    return apart && !(together && new Set(ofTable).size < ofTable.length);
  });
  return parted ? [plan, tables.map((table) => table.map((no) => lots.indexOf(no) + 1))] : [null, null];
}

/** Whether the seating follows from the lots; null: nobody can say without the engine.
 * @param {any} told @param {(one: any, other: any) => boolean} same @returns {boolean | null} */
export function seatingOf(told, same) {
  const { frozen, lots } = told;
  if (frozen.algorithm !== ALGORITHM) return null;
  const everybody = lots.map((/** @type {number} */ _, /** @type {number} */ at) => at);
  const isRound = (/** @type {Tables} */ tables) =>
    alike(lengths(tables), frozen.sizes) && alike(flat(tables).sort(rising), everybody);
  const first = frozen.rounds.length === 0;
  if (first && !(frozen.plan && frozen.plan.length && frozen.plan.every(isRound))) return false;
  const [plan, tables] = follows(told);
  if (tables === null && told.next === null && (plan === null || first)) return null;
  if (!same(told.next, plan)) return false;
  return tables === null ? null : same(told.plan, tables);
}

/** Whether the tables are of the sizes that were frozen. @param {any} frozen @param {Tables} tables */
export function sizesHold(frozen, tables) {
  const { allowed, sizes } = frozen.options;
  const here = lengths(tables);
  const wanted = [...(sizes || frozen.sizes || here)].sort(rising);
  return alike(here, frozen.sizes || here) && alike([...here].sort(rising), wanted) && here.every((size) => allowed.includes(size));
}
