// How good a plan is. One can be kept to the last seat and be full of repeats, so the page says that beside its verdict.

// @ts-check

/** @typedef {number[][]} Tables */

/** @param {number} one @param {number} other */
function rising(one, other) {
  return one - other;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

/** @param {number} n */
function pairs(n) {
  return n * (n - 1) / 2;
}

/** How good the plan is that the lots were put into: over all its rounds the repeat meetings, and how many are proved to
 * come. Null if there is none, or if somebody came in for somebody else on the way.
 * @param {any} told @returns {{rounds: number, repeats: number, least: number} | null} */
export function worthOf({ next }) {
  const kinds = new Set((next || []).map((/** @type {Tables} */ tables) => `${tables.map((table) => table.length)};${/** @type {number[]} */ ([]).concat(...tables).sort(rising)}`));
  if (kinds.size !== 1) return null;
  const sizes = next[0].map((/** @type {number[]} */ table) => table.length), rounds = next.length, of = sizes.length;
  const met = new Map();
  for (const table of /** @type {Tables} */ ([]).concat(...next)) {
    const seated = [...table].sort(rising);
    seated.forEach((one, at) => seated.slice(at + 1).forEach((other) => met.set(`${one} ${other}`, (met.get(`${one} ${other}`) || 0) + 1)));
  }
  const all = pairs(sum(sizes)), meetings = rounds * sum(sizes.map(pairs)), often = Math.floor(meetings / all);
  const kept = sum(sizes.map((/** @type {number} */ size) => {
    const whole = Math.floor(size / of), more = size % of;
    return pairs(whole) * (of - more) + pairs(whole + 1) * more;
  }));
  // Spread so evenly, too many may come to a small table or too few to a large one; who must not meets one more.
  const fewest = sum(sizes.map((/** @type {number} */ size) => Math.floor(size / of)));
  const most = sum(sizes.map((/** @type {number} */ size) => Math.ceil(size / of)));
  const misfits = Math.max(...[(/** @type {number} */ size) => fewest - size, (/** @type {number} */ size) => size - most]
    .map((over) => sum(sizes.map((/** @type {number} */ size) => Math.max(0, over(size))))));
  const forced = (kept + misfits) * pairs(rounds);
  return { rounds, repeats: sum([...met.values()].map(pairs)), least: Math.max(forced, all * pairs(often) + (meetings % all) * often) };
}
