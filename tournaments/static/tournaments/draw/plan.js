// The seating of a planned round, worked out again from the plan and the lots, in code of its own: who has which number
// of the plan, which tables changed places, and the seats, by lot as far as everybody gets his share of them.

// @ts-check

import { lacksRounds, PLANNED } from "./grammar.js";
import { numbered } from "./numbering.js";
import { isBeyond, remainder, sha256 } from "./sha256.js";

/** @typedef {number[][]} Tables */

/** The engine's own numbers: four of 64 bits from each block, numbers that would favour some thrown away. */
export class Stream {
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

/** One player chosen at each table, everybody between his least and his most times, as long as that can be. */
class Shares {
  /** @param {Tables} choices @param {Map<number, number>} least @param {Map<number, number>} most */
  constructor(choices, least, most) {
    this.choices = choices;
    this.least = least;
    this.most = most;
    this.given = new Set();
    this.chosen = choices.map((players) => players[0]);
    /** @type {Map<number, number>} */
    this.times = new Map([...least.keys()].map((player) => /** @type {[number, number]} */ ([player, 0])));
    /** @type {Map<number, number[]>} */
    this.sits = new Map([...least.keys()].map((player) => /** @type {[number, number[]]} */ ([player, []])));
    this.chosen.forEach((player) => this.count(player, 1));
    choices.forEach((players, at) => players.forEach((player) => /** @type {number[]} */ (this.sits.get(player)).push(at)));
    this.possible = [...least.keys()].every((player) => this.settled(player));
  }

  /** @param {number} player @param {number} by */
  count(player, by) {
    this.times.set(player, /** @type {number} */ (this.times.get(player)) + by);
  }

  /** How often he could be chosen more. @param {number} player */
  room(player) {
    return /** @type {number} */ (this.most.get(player)) - /** @type {number} */ (this.times.get(player));
  }

  /** How often he need not be chosen. @param {number} player */
  spare(player) {
    return /** @type {number} */ (this.times.get(player)) - /** @type {number} */ (this.least.get(player));
  }

  /** @param {number} player */
  settled(player) {
    while (this.room(player) < 0) if (!this.shifted(player, -1)) return false;
    while (this.spare(player) < 0) if (!this.shifted(player, 1)) return false;
    return true;
  }

  /** Take a table from a player (-1) or give him one (1), along the shortest chain of others. @param {number} start @param {number} by */
  shifted(start, by) {
    /** @type {Map<number, [number, number]>} */
    const came = new Map([[start, [start, -1]]]);
    const queue = [start];
    for (const player of queue) {
      for (const at of /** @type {number[]} */ (this.sits.get(player))) {
        const has = this.chosen[at];
        if (this.given.has(at) || (has === player) !== by < 0) continue;
        for (const other of by < 0 ? this.choices[at] : [has]) {
          if (came.has(other)) continue;
          came.set(other, [player, at]);
          queue.push(other);
          if ((by < 0 ? this.room(other) : this.spare(other)) > 0) {
            this.count(start, by);
            this.count(other, -by);
            this.changeBack(start, other, came, by);
            return true;
          }
        }
      }
    }
    return false;
  }

  /** @param {number} start @param {number} end @param {Map<number, [number, number]>} came @param {number} by */
  changeBack(start, end, came, by) {
    for (let player = end; player !== start; ) {
      const [before, at] = /** @type {[number, number]} */ (came.get(player));
      this.chosen[at] = by < 0 ? player : before;
      player = before;
    }
  }

  /** Choose him for good, if all the others can still get their shares. @param {number} at @param {number} player */
  give(at, player) {
    const [had, chosen, times] = [this.chosen[at], [...this.chosen], new Map(this.times)];
    this.given.add(at);
    this.chosen[at] = player;
    this.count(had, -1);
    this.count(player, 1);
    if (this.settled(player) && this.settled(had)) return true;
    this.given.delete(at);
    this.chosen = chosen;
    this.times = times;
    return false;
  }
}

/** Shares are counted in so many parts of one: the least common multiple of 1 to 8. */
const WHOLE = 840;

/** Everybody his share of the tables rounded up or down; if it cannot be, off by one, and so on. @param {Tables} choices
 * @param {Tables} tables @param {boolean} level */
function fairShares(choices, tables, level) {
  /** @type {Map<number, number>} */
  const parts = new Map();
  for (const table of tables) for (const player of table) parts.set(player, (parts.get(player) || 0) + WHOLE / table.length);
  const bounds = (/** @type {(part: number) => number} */ end) =>
    new Map([...parts].map(([player, part]) => /** @type {[number, number]} */ ([player, end(part / WHOLE)])));
  if (level) {
    const average = tables.length / parts.size;
    const low = bounds((part) => Math.max(Math.floor(part), Math.floor(average)));
    const high = bounds((part) => Math.min(Math.ceil(part), Math.ceil(average)));
    const fits = [...low].every(([player, times]) => times <= /** @type {number} */ (high.get(player)));
    const shares = fits ? new Shares(choices, low, high) : null;
    if (shares !== null && shares.possible) return shares;
  }
  for (let off = 0; ; off += 1) {
    const shares = new Shares(choices, bounds((part) => Math.floor(part) - off), bounds((part) => Math.ceil(part) + off));
    if (shares.possible) return shares;
  }
}

/** All orders, those that begin with the first one first. @param {number[]} items @returns {number[][]} */
function permutations(items) {
  if (!items.length) return [[]];
  return flat(items.map((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest])));
}

/** The plan with the tables of round `now` in an order by lot, and their seats by lot, as far as that is fair.
 * @param {Tables[]} plan @param {number} now @param {Stream} stream */
function byLot(plan, now, stream) {
  const drawn = flat(ofOneSize(plan[now], sizesOf(plan[now]).reverse(), stream).map(([, tables]) => tables));
  const block = blockOf(plan, now);
  const past = flat(block.filter((number) => number < now).map((number) => plan[number]));
  const later = flat(block.filter((number) => number > now).map((number) => plan[number]));
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const table of flat(plan.slice(0, now))) {
    table.forEach((player, seat) => times.set(`${player} ${seat}`, (times.get(`${player} ${seat}`) || 0) + 1));
  }
  const had = (/** @type {number} */ player, /** @type {number} */ seat) => times.get(`${player} ${seat}`) || 0;
  const seats = drawn.map((table) => table.map(() => -1));
  const order = [0];
  for (let seat = drawn[0].length - 1; seat >= 4; seat -= 1) order.push(seat);
  for (const seat of order) {
    const has = (/** @type {number[]} */ table) => table.length > seat;
    const at = drawn.map((_, number) => number).filter((number) => has(drawn[number]));
    const free = at.map((number) => drawn[number].filter((player) => !seats[number].includes(player)));
    const [before, then] = [past.filter(has), later.filter(has)];
    const choices = [...free, ...then, ...before.map((table) => [table[seat]])];
    const shares = fairShares(choices, [...at.map((number) => drawn[number]), ...then, ...before], seat === 0);
    at.forEach((number, place) => {
      const lots = stream.shuffled(free[place]).map((player, lot) => ({ player, lot, had: seat ? had(player, seat) : 0 }));
      lots.sort((one, other) => one.had - other.had || one.lot - other.lot);
      const first = /** @type {{player: number}} */ (lots.find(({ player }) => shares.give(place, player)));
      seats[number][seat] = first.player;
    });
  }
  drawn.forEach((table, number) => {
    const left = table.map((_, seat) => seat).filter((seat) => seats[number][seat] < 0);
    const orders = permutations(table.filter((player) => !seats[number].includes(player)));
    const often = orders.map((players) => players.reduce((sum, player, at) => sum + had(player, left[at]), 0));
    const best = orders.filter((_, at) => often[at] === Math.min(...often));
    best[stream.below(best.length)].forEach((player, at) => { seats[number][left[at]] = player; });
  });
  return [...plan.slice(0, now), seats, ...plan.slice(now + 1)];
}

/** Number of the plan → start number, as everybody sits where the plan has him; null if somebody does not.
 * @param {Tables[]} rounds @param {Tables[]} plan */
export function numbersShown(rounds, plan) {
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

/** The plan with new numbers for those who came in for others. @param {Tables[]} plan
 * @param {number} played @param {Map<number, number>} players @param {number[]} lots @param {Stream} stream */
function withNewcomers(plan, played, players, lots, stream) {
  const upcoming = flat(plan[played]).sort(rising);
  const lotOf = new Map(lots.map((no, at) => /** @type {[number, number]} */ ([no, at + 1])));
  const lot = (/** @type {number} */ number) => lotOf.get(/** @type {number} */ (players.get(number)));
  const gone = upcoming.filter((number) => lot(number) === undefined);
  const here = new Set(upcoming.map(lot));
  const fresh = stream.shuffled(lots.map((_, at) => at + 1).filter((one) => !here.has(one)));
  const first = Math.max(...players.keys(), ...upcoming) + 1;
  gone.forEach((_, at) => players.set(first + at, lots[fresh[at] - 1]));
  const now = new Map(gone.map((number, at) => /** @type {[number, number]} */ ([number, first + at])));
  return [...plan.slice(0, played), ...plan.slice(played).map((tables) => renumbered(tables, now))];
}

/** Start number → the group that is kept apart (null: none), and the pairs who are: countries contain clubs, and go before
 * them. @param {any} frozen @returns {[Map<number, string | null>, number[][]]} */
function apartIn(frozen) {
  const { apart = [], clubs, countries } = frozen.options;
  const numbers = frozen.roster.map((/** @type {any} */ one) => one.no);
  const pairs = apart.filter((/** @type {number[]} */ two) => two.every((no) => numbers.includes(no)));
  const what = countries ? "country" : "club";
  const matters = countries || clubs !== "off";
  if (countries && clubs === "require") {
    frozen.roster.forEach((/** @type {any} */ one, /** @type {number} */ at) => {
      const mates = frozen.roster.slice(at + 1).filter((/** @type {any} */ other) => one.club !== null && other.club === one.club);
      const parted = (/** @type {any} */ other) => countries === "require" && one.country !== null && other.country === one.country;
      mates.filter((/** @type {any} */ other) => !parted(other)).forEach((/** @type {any} */ other) => pairs.push([one.no, other.no]));
    });
  }
  return [new Map(frozen.roster.map((/** @type {any} */ one) => [one.no, matters ? one[what] : null])), pairs];
}

/** What a meeting costs that may not be; club-mates cost one. */
const FORBIDDEN = 1048576;

/** The clubs whose members are spared before other compatriots, where neither must be apart: since scwu-draw/8.
 * @param {any} frozen @returns {number[][]} */
function clubsSpared({ algorithm, options, roster }) {
  /** @type {Map<string, number[]>} */
  const members = new Map();
  if (PLANNED.indexOf(algorithm) < 4 || options.clubs !== "prefer" || options.countries !== "prefer") return [];
  for (const { club, no } of roster) if (club !== null) members.set(club, [...(members.get(club) || []), no]);
  return [...members.values()];
}

/** The start number that has each number of the plan in a first round. @param {any} told @param {Map<number, string | null>} groups
 * @param {number[][]} pairs @param {Stream} stream @returns {Map<number, number>} */
function firstNumbers({ frozen, lots }, groups, pairs, stream) {
  let order = stream.shuffled(lots.map((/** @type {number} */ _, /** @type {number} */ at) => at + 1));
  if (pairs.length || [...groups.values()].some((group) => group !== null)) {
    /** @type {Map<number, string>} */
    const clubs = new Map();
    lots.forEach((/** @type {number} */ no, /** @type {number} */ at) => {
      const group = groups.get(no);
      clubs.set(at + 1, typeof group === "string" ? `in ${group}` : `alone ${no}`);
    });
    /** @type {Map<number, Map<number, number>>} */
    const foes = new Map(lots.map((/** @type {number} */ _, /** @type {number} */ at) => [at + 1, new Map()]));
    const spared = clubsSpared(frozen);
    const weigh = (/** @type {number[]} */ two, /** @type {(weight: number) => number} */ change) => {
      const [one, other] = two.map((no) => lots.indexOf(no) + 1);
      for (const [lot, met] of [[one, other], [other, one]]) {
        const weights = /** @type {Map<number, number>} */ (foes.get(lot));
        weights.set(met, change(weights.get(met) || 0));
      }
    };
    for (const two of pairs) weigh(two, () => FORBIDDEN);
    for (const members of spared) {
      members.forEach((one, at) => members.slice(at + 1).forEach((other) => weigh([one, other], (weight) => weight + 1)));
    }
    const inColumns = PLANNED.indexOf(frozen.algorithm) < 9;
    order = numbered(order, clubs, foes, spared.map((members) => members.length), frozen.plan, stream, inColumns);
  }
  return new Map(order.map((lot, number) => /** @type {[number, number]} */ ([number, lots[lot - 1]])));
}

/** What comes of the plan and the lots: the plan as they leave it, and the tables by lot number. Nothing at all: there was
 * nothing to follow, or it brings people together who had better be apart.
 * @param {any} told @returns {[Tables[] | null, Tables | null]} */
function follows(told) {
  const { frozen, lots, seed } = told;
  const [groups, pairs] = apartIn(frozen);
  const free = !pairs.length && [...groups.values()].every((group) => group === null);
  const played = frozen.rounds.length;
  const stream = new Stream(sha256(`pub-draw/1|engine|${seed}`));
  if (frozen.plan === null || frozen.plan.length !== frozen.options.rounds) return [null, null];
  const players = played ? numbersShown(frozen.rounds, frozen.plan) : firstNumbers(told, groups, pairs, stream);
  const fits = frozen.plan.every((/** @type {Tables} */ tables) => alike(lengths(tables), frozen.sizes));
  if (players === null || !fits) return [null, null];
  const before = played === 1 && free ? exchanged(frozen.plan, stream) : frozen.plan;
  const renewed = played ? withNewcomers(before, played, players, lots, stream) : before;
  const plan = byLot(renewed, played, stream.fork(`seats ${played}`));
  const tables = plan[played].map((table) => table.map((number) => /** @type {number} */ (players.get(number))));
  const parted = tables.every((table) => {
    const here = table.map((no) => groups.get(no)).filter((group) => group !== null);
    return pairs.every((two) => !two.every((no) => table.includes(no))) && new Set(here).size === here.length;
  });
  return parted ? [plan, tables.map((table) => table.map((no) => lots.indexOf(no) + 1))] : [null, null];
}

/** Whether two are attempts at one round. @param {any} one @param {any} other */
export function isRedraw(one, other) {
  const [of, as] = [one, other].map(({ draw_id: id }) => id.slice(0, id.lastIndexOf("/")));
  return of === as;
}

/** Whether it is a first round, or the last of another round leaves its plan and is told in it as it was drawn.
 * @param {any[]} before @param {any} told @param {(one: any, other: any) => boolean} same @returns {boolean} */
function leadsTo(before, told, same) {
  const { plan, rounds } = told.frozen;
  const last = before.filter((one) => !isRedraw(one, told)).pop();
  if (!rounds.length || !last) return !rounds.length;
  return Boolean(last.next) && same([last.next, [...last.frozen.rounds, last.tables]], [plan, rounds]);
}

/** Whether the seating follows from the lots; null: it was searched for, or nothing leads to its plan, so nobody can say
 * without the engine. @param {any} told @param {any[]} before @param {(one: any, other: any) => boolean} same @returns {boolean | null} */
export function seatingOf(told, before, same) {
  const { frozen, lots } = told;
  if (!PLANNED.includes(frozen.algorithm)) return null;
  const everybody = lots.map((/** @type {number} */ _, /** @type {number} */ at) => at);
  const isRound = (/** @type {Tables} */ tables) =>
    alike(lengths(tables), frozen.sizes) && alike(flat(tables).sort(rising), everybody);
  const planned = frozen.plan || [];
  if (!frozen.rounds.length && !(planned.length === frozen.options.rounds && planned.every(isRound))) return false;
  const [plan, tables] = follows(told);
  if (plan === null) return told.next === null ? null : false;
  if (!same(told.next, plan) || !same(told.plan, tables)) return false;
  return leadsTo(before, told, same) && !lacksRounds(frozen) ? true : null;
}

/** Whether the tables are of the sizes that were frozen. @param {any} frozen @param {Tables} tables */
export function sizesHold(frozen, tables) {
  const { allowed, sizes } = frozen.options;
  const here = lengths(tables);
  const wanted = [...(sizes || frozen.sizes || here)].sort(rising);
  return alike(here, frozen.sizes || here) && alike([...here].sort(rising), wanted) && here.every((size) => allowed.includes(size));
}
