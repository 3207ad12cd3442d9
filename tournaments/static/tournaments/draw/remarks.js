// What is said of each draw beside the verdict: what its seed was made of, which attempt it is, and what was
// taken as it is told.

// @ts-check

import { CHAINS, frozenTime } from "./beacon.js";
import { PLANNED, plain } from "./grammar.js";
import { isRedraw, numbersShown } from "./plan.js";
import { worthOf } from "./plan-worth.js";

/** @typedef {[string, Object<string, string | number>]} Remark */

/** What the seed was made of and who had a say in it; what drand has to do with it is the transcript's word alone.
 * @param {any} told @returns {Remark[]} */
function secretsOf({ beacon, ceremony, frozen, hall, room }) {
  if (!ceremony) return [["alone", {}]];
  const byHall = !hall ? "nobody" : "secret" in hall ? "opened" : "unopened";
  /** @type {Remark[]} */
  const said = [[room.split(" ")[0], {}]];
  if (beacon) {
    said.push(["beacon_unsigned", { n: frozen.beacon.round, chain: CHAINS[frozen.beacon.chain].name, at: frozenTime(frozen.beacon) }]);
  }
  if (hall) said.push([byHall, { label: frozen.hall.label }], ["name", {}]);
  else said.push([byHall, {}]);
  return byHall === "opened" ? said : [...said, [beacon ? "few_unsigned" : "few", {}]];
}

/** How many pairs were kept off one table, and who is in most of them. @param {number[][]} [apart] @returns {Remark[]} */
function keptApart(apart) {
  const times = new Map();
  for (const number of /** @type {number[]} */ ([]).concat(...(apart || []))) times.set(number, (times.get(number) || 0) + 1);
  const most = Math.max(...times.values()), number = Math.min(...[...times.keys()].filter((one) => times.get(one) === most));
  return apart ? [["apart", { pairs: apart.length, number, most }]] : [];
}

/** Whether it says that the one before, of another round, was played at other tables than were drawn.
 * @param {any} last @param {any} told @param {(one: any, other: any) => boolean} same */
function tellsOtherTables(last, told, same) {
  const played = told.frozen.rounds[last.frozen.rounds.length];
  return Boolean(played) && !isRedraw(last, told) && !same(played, last.tables);
}

/** Why the plan that the round before has left is not followed, if it left one that has this round.
 * @param {any[]} before @param {any} told @returns {Remark[]} */
function planLeft(before, told) {
  const { algorithm, options, plan, roster, rounds, sizes } = told.frozen;
  const last = before.filter((one) => !isRedraw(one, told)).pop();
  if (!last || !last.next || told.next || !PLANNED.includes(algorithm)) return [];
  const { draw_id: other, frozen: then, next: left } = last;
  if (then.rounds.length !== rounds.length - 1 || left.length <= rounds.length) return [];
  if (left.length !== options.rounds) return [["left_rounds", { other, then: left.length, now: options.rounds }]];
  if (plan === null) return [["left_lost", { other }]];
  if (numbersShown(rounds, left) === null) return [["left_moved", { other }]];
  const fits = (/** @type {number[][]} */ tables) => String(tables.map((table) => table.length)) === String(sizes);
  if (!left.every(fits)) return [["left_sizes", { other, then: then.roster.length, now: roster.length }]];
  const [pairs, now] = [then, told.frozen].map((one) => (one.options.apart || []).length);
  return [["left_apart", { other, then: pairs, now }]];
}

/** Of each of these transcripts its draw's name, and a sentence's with what it puts in. Nobody computes a plan anew here,
 * and nobody can say whether drand has signed.
 * @param {any[]} draws @param {(one: any, other: any) => boolean} same @returns {[string, ...Remark][]} */
export function remarksOn(draws, same) {
  const known = new Set(draws.map(({ digest }) => digest));
  return /** @type {[string, ...Remark][]} */ ([]).concat(...draws.map((told, at) => {
    const said = secretsOf(told), worth = worthOf(told), last = draws[at - 1], { attempt, earlier, reason } = told.frozen;
    said.push(...keptApart(told.frozen.options.apart));
    const here = earlier.filter((/** @type {string} */ one) => known.has(one)).length;
    if (attempt > 1) said.push(["again", { n: attempt, told: earlier.length, here }]);
    if (attempt > 1 && reason) said.push(["reason", { reason: plain(reason) }]);
    if (attempt > earlier.length + 1) said.push(["silent", {}]);
    if (told.beacon) said.push(["unsigned", {}]);
    if (told.next) said.push(["taken", { engine: told.frozen.algorithm }]);
    if (worth) said.push([worth.repeats === worth.least ? "best" : "open", worth]);
    if (last && tellsOtherTables(last, told, same)) said.push(["elsewhere", { other: last.draw_id }]);
    said.push(...planLeft(draws.slice(0, at), told));
    return said.map((one) => /** @type {[string, ...Remark]} */ ([told.draw_id, ...one]));
  }));
}
