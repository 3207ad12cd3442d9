/**
 * A game of Smoking Cat while its log is being folded: the twin of games/rules/smoking_cat/game.py.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./table.js").Doubt} Doubt
 * @typedef {import("./corrections.js").Entry} Entry
 */
import { PLAYERS_OF_A_DEAL, absence, doubt, leave, leftAtTheEnd } from "./table.js";

const POINTS_OF_A_DEAL = 33;

/** @type {import("./table.js").Rules} */
export const smokingCat = { isOver, objection, apply, doubts };

/** @param {Table} table */
function isOver(table) {
  return table.closed || table.active.length <= leftAtTheEnd(table.options);
}

/**
 * @param {Table} table
 * @param {Entry} entry
 * @returns {Doubt | null}
 */
function objection(table, entry) {
  const bench = entry.bench || [];
  switch (entry.kind) {
    case "deal":
      return absence(table, [entry.loser].concat(bench, Object.keys(entry.points || {}).sort())) || wrongFour(table, entry);
    case "void_deal":
      return absence(table, bench) || wrongFour(table, entry);
    case "penalty_letter":
      return absence(table, [entry.seat]) || forbiddenEnd(table, entry.seat);
    default:
      return doubt("not_smear");
  }
}

/**
 * @param {Table} table
 * @param {Entry} entry
 */
function apply(table, entry) {
  if (entry.kind === "void_deal") {
    table.voids += 1;
    return null;
  }
  if (entry.kind === "deal") {
    table.deals += 1;
  }
  return giveLetter(table, entry.kind === "deal" ? entry.loser : entry.seat);
}

/**
 * Tied at the top is no contradiction: then the loser is the one who took Hejma.
 *
 * @param {Table} _table
 * @param {Entry} entry
 */
function doubts(_table, entry) {
  if (entry.kind !== "deal" || !entry.points) {
    return [];
  }
  const points = Object.keys(entry.points).map((seat) => entry.points[seat]);
  const total = points.reduce((sum, number) => sum + number, 0);
  const own = entry.loser in entry.points ? entry.points[entry.loser] : -1;
  const found = total === POINTS_OF_A_DEAL ? [] : [doubt("points_not_33", { total })];
  return own < Math.max(0, ...points) ? found.concat(doubt("points_contradict", { seat: entry.loser })) : found;
}

/**
 * @param {Table} table
 * @param {Entry} entry
 */
function wrongFour(table, entry) {
  const bench = entry.bench || [];
  const playing = table.active.length - new Set(bench).size; // everybody on the bench is still in: asked before
  if (playing !== PLAYERS_OF_A_DEAL) {
    return doubt("not_four", { playing });
  }
  return entry.kind === "deal" && bench.includes(entry.loser) ? doubt("loser_not_playing", { seat: entry.loser }) : null;
}

/**
 * @param {Table} table
 * @param {string} seat
 */
function forbiddenEnd(table, seat) {
  const completes = table.chairs[seat].letters + 1 >= table.length;
  if (completes && isOver(table)) {
    return doubt("game_over"); // found late, of the last deal: after it nobody leaves any more
  }
  return completes && !table.options.penalty_letter_completes ? doubt("cannot_complete", { seat }) : null;
}

/**
 * @param {Table} table
 * @param {string} seat
 */
function giveLetter(table, seat) {
  const chair = table.chairs[seat];
  chair.letters += 1;
  if (chair.letters >= table.length) {
    leave(table, seat);
  }
  return seat;
}
