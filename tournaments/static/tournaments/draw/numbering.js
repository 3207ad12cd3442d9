// Who gets which number of a plan where clubs, countries or pairs are kept apart, worked out again: the largest clubs fill
// column after column by lot, numbers are exchanged until as few as can be meet whom they should not, and then by lot among
// all numberings that are as good.

// @ts-check

/** @typedef {number[][]} Tables */
/** @typedef {{below: (limit: number) => number, shuffled: <T>(items: T[]) => T[]}} Stream */

/** Others with whom somebody may exchange numbers, by lot, at a step. */
const TRIED = 40;

/** @param {number} one @param {number} other */
const rising = (one, other) => one - other;

class Numbers {
  /** @param {number[]} lotOf @param {Map<number, string>} groups @param {Map<number, Map<number, number>>} foes @param {Tables[]} plan */
  constructor(lotOf, groups, foes, plan) {
    this.lotOf = lotOf;
    this.groups = groups;
    this.foes = foes;
    /** @type {number[][]} */
    this.met = lotOf.map(() => []);
    for (const tables of plan) {
      for (const table of tables) {
        for (const one of table) this.met[one].push(...table.filter((other) => other !== one));
      }
    }
    /** Those who meet somebody they should not. @type {number[]} */
    this.bad = [];
    /** @type {Map<number, number>} */
    this.place = new Map();
    this.note(lotOf.map((_, number) => number));
  }

  /** What the meetings of this number cost. @param {number} number */
  cost(number) {
    const lot = this.lotOf[number];
    const [group, foes] = [this.groups.get(lot), this.foes.get(lot) || new Map()];
    return this.met[number].reduce((sum, other) => {
      const mate = this.lotOf[other];
      return sum + (this.groups.get(mate) === group ? 1 : 0) + (foes.get(mate) || 0);
    }, 0);
  }

  /** The last of the list comes into the place of one who is not in it any more. @param {number[]} numbers */
  note(numbers) {
    for (const number of numbers) {
      const at = this.place.get(number);
      const cost = this.cost(number);
      if (cost && at === undefined) this.place.set(number, this.bad.push(number) - 1);
      if (cost || at === undefined) continue;
      this.place.delete(number);
      const last = /** @type {number} */ (this.bad.pop());
      if (last === number) continue;
      this.bad[at] = last;
      this.place.set(last, at);
    }
  }

  /** @param {number} one @param {number} other */
  exchange(one, other) {
    [this.lotOf[one], this.lotOf[other]] = [this.lotOf[other], this.lotOf[one]];
  }

  /** What the exchange would add. @param {number} one @param {number} other */
  added(one, other) {
    const before = this.cost(one) + this.cost(other);
    this.exchange(one, other);
    const after = this.cost(one) + this.cost(other);
    this.exchange(one, other);
    return after - before;
  }

  /** Exchange until it costs no more than it must or the looks are used up; the best is kept. @param {Stream} stream @param {number} least */
  mend(stream, least) {
    const many = this.lotOf.length;
    let now = this.lotOf.reduce((sum, _, number) => sum + this.cost(number), 0) / 2;
    let best = now;
    /** @type {[number, number][]} */
    let since = [];
    /** @type {Map<string, number>} */
    const resting = new Map();
    const isPaired = [...this.foes.values()].some((foes) => foes.size);
    const group = (/** @type {number} */ number) => this.groups.get(this.lotOf[number]);
    let looks = Math.min(60000, 2000 * many) + 20 * many;
    for (let step = 1; now > least && looks > 0; step += 1, looks -= TRIED) {
      const number = this.bad[stream.below(this.bad.length)];
      const others = new Set();
      for (let tried = 0; tried < TRIED; tried += 1) others.add(stream.below(many));
      const choices = [...others]
        .filter((other) => isPaired || group(other) !== group(number))
        .filter((other) => (resting.get(`${number} ${other}`) || 0) < step)
        .map((other) => ({ other, added: this.added(number, other) }))
        .sort((one, two) => one.added - two.added || one.other - two.other);
      if (!choices.length) continue;
      const [{ other, added }] = choices;
      this.exchange(number, other);
      this.note([...new Set([number, other, ...this.met[number], ...this.met[other]])].sort(rising));
      const rested = step + 3 + stream.below(8);
      resting.set(`${number} ${other}`, rested).set(`${other} ${number}`, rested);
      now += added;
      since.push([number, other]);
      if (now < best) [best, since] = [now, []];
    }
    if (now > best) since.reverse().forEach((two) => this.exchange(...two));
  }

  /** Exchange by lot among numberings that are as good, through some that are a little worse, which do not count. @param {Stream} stream */
  wander(stream) {
    const many = this.lotOf.length;
    const isPaired = [...this.foes.values()].some((foes) => foes.size);
    const group = (/** @type {number} */ number) => this.groups.get(this.lotOf[number]);
    let [visits, more] = [0, 0];
    /** @type {[number, number][]} */
    let since = [];
    const [first, further] = [Math.min(many, 200), 6 * Math.max(many - 200, 0)];
    for (let steps = 120 * first + further; steps > 0 && visits < 20 * first + further; steps -= 1) {
      const [one, other] = [stream.below(many), stream.below(many)];
      if (isPaired || group(one) !== group(other)) {
        const added = this.added(one, other);
        if (more + added <= 2 && (added <= 0 || !stream.below(8 ** added))) {
          this.exchange(one, other);
          more += added;
          since.push([one, other]);
        }
      }
      if (more <= 0) [more, since, visits] = [0, [], visits + 1];
    }
    since.reverse().forEach((two) => this.exchange(...two));
  }
}

/** The pairs of a group of so many that meet however well it is spread. @param {number} size @param {number} tables */
function kept(size, tables) {
  const [whole, rest] = [Math.floor(size / tables), size % tables];
  return (tables * whole * (whole - 1)) / 2 + rest * whole;
}

/** For each number of the plan the lot that has it. @param {number[]} order the lots by lot @param {Map<number, string>} groups
 * a group for each lot, unlike all others for who has none @param {Map<number, Map<number, number>>} foes of each lot the others
 * whom it had better not meet, and what that weighs @param {number[]} spared the sizes of clubs that are spared @param {Tables[]} plan
 * @param {Stream} stream @param {boolean} inColumns as engines before scwu-draw/13 gave numbers */
export function numbered(order, groups, foes, spared, plan, stream, inColumns) {
  const length = plan[0].length;
  /** @type {number[][]} */
  const columns = [];
  for (let start = 0; start < order.length; start += length) {
    columns.push(order.map((_, number) => number).slice(start, start + length));
  }
  const group = (/** @type {number} */ lot) => /** @type {string} */ (groups.get(lot));
  /** @type {Map<string, number[]>} */
  const members = new Map();
  for (const lot of order) members.set(group(lot), [...(members.get(group(lot)) || []), lot]);
  const clubs = [...members.values()].map((lots, first) => ({ lots, first }));
  clubs.sort((one, other) => other.lots.length - one.lots.length || one.first - other.first);
  const lots = /** @type {number[]} */ ([]).concat(...clubs.map((club) => club.lots));
  /** @type {number[]} */
  const lotOf = order.map(() => 0);
  let next = 0;
  for (const column of stream.shuffled(columns)) for (const number of stream.shuffled(column)) lotOf[number] = lots[next++];
  const numbers = new Numbers(lotOf, groups, foes, plan);
  numbers.mend(stream, plan.length * [...clubs.map((club) => club.lots.length), ...spared].reduce((sum, size) => sum + kept(size, length), 0));
  if (!inColumns) numbers.wander(stream);
  return numbers.lotOf;
}
