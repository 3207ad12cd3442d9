/**
 * A table while its log is being folded: what both games share, the twin of games/rules/game.py and setup.py.
 *
 * What a line does depends on the game; a game is three functions (`Rules`), smoking-cat.js and smear.js.
 *
 * @typedef {import("./corrections.js").Entry} Entry
 * @typedef {{survivors?: number, penalty_letter_completes?: boolean, bench?: string, points_entry?: string, game?: string,
 *   smear_variant?: string, smear_target?: number}} Options as GameOptions of games/rules/setup.py
 * @typedef {{seats: string | string[], letters: string[], occupants?: {[seat: string]: string}, options?: Options}} Setup
 * @typedef {{letters: number, left: number | null, occupant: string}} Chair
 * @typedef {{code: string, values: {[name: string]: string | number}}} Doubt
 * @typedef {import("./smear.js").Smear} Smear
 * @typedef {{chairs: {[seat: string]: Chair}, active: string[], length: number, options: Required<Options>, deals: number,
 *   voids: number, closed: boolean, paused: boolean, acceptedBy: string | null, smear: Smear | null}} Table
 * @typedef {{isOver: (table: Table) => boolean, objection: (table: Table, entry: Entry) => Doubt | null,
 *   apply: (table: Table, entry: Entry) => string | null, doubts: (table: Table, entry: Entry) => Doubt[]}} Rules
 */

export const PLAYERS_OF_A_DEAL = 4;

/** @type {Required<Options>} */
const DEFAULTS = {
  survivors: 3,
  penalty_letter_completes: true,
  bench: "cycle",
  points_entry: "optional",
  game: "smoking_cat",
  smear_variant: "ten_point",
  smear_target: 21,
};

/**
 * @param {Setup} setup
 * @returns {Table}
 */
export function emptyTable(setup) {
  const seats = seatsOf(setup);
  /** @type {{[seat: string]: Chair}} */
  const chairs = {};
  for (const seat of seats) {
    chairs[seat] = { letters: 0, left: null, occupant: (setup.occupants || {})[seat] || seat + "1" };
  }
  const options = optionsOf(setup);
  const length = setup.letters.length;
  const smear = null, acceptedBy = null, closed = false, paused = false;
  return { chairs, active: seats, length, options, deals: 0, voids: 0, closed, paused, acceptedBy, smear };
}

/**
 * Clockwise, which is the order of the alphabet.
 *
 * @param {Setup} setup
 */
export function seatsOf(setup) {
  return Array.from(setup.seats).sort();
}

/**
 * @param {Setup} setup
 * @returns {Required<Options>}
 */
export function optionsOf(setup) {
  return Object.assign({}, DEFAULTS, setup.options);
}

/**
 * With so many seats, or fewer, the game is over: below four nobody can play.
 *
 * @param {Required<Options>} options
 */
export function leftAtTheEnd(options) {
  return Math.max(options.survivors, PLAYERS_OF_A_DEAL - 1);
}

/**
 * @param {string} code
 * @param {{[name: string]: string | number}} [values]
 * @returns {Doubt}
 */
export function doubt(code, values) {
  return { code, values: values || {} };
}

/**
 * Whether somebody is named who cannot be.
 *
 * @param {Table} table
 * @param {string[]} named
 * @returns {Doubt | null}
 */
export function absence(table, named) {
  const absent = named.filter((seat) => !table.active.includes(seat));
  const unknown = absent.filter((seat) => !(seat in table.chairs));
  if (unknown.length) {
    return doubt("unknown_seat", { seat: unknown[0] });
  }
  return absent.length ? doubt("has_left", { seat: absent[0] }) : null;
}

/**
 * @param {Table} table
 * @param {string} seat
 */
export function leave(table, seat) {
  table.active = table.active.filter((other) => other !== seat);
  table.chairs[seat].left = Object.keys(table.chairs).length - table.active.length;
}

/**
 * Two change chairs, with everything that is theirs.
 *
 * @param {Table} table
 * @param {string} seat
 * @param {string} other
 */
export function changeChairs(table, seat, other) {
  const [mine, his] = [table.chairs[seat], table.chairs[other]];
  [mine.letters, his.letters] = [his.letters, mine.letters];
  [mine.occupant, his.occupant] = [his.occupant, mine.occupant];
}

/**
 * Sorted seats in the order in which they follow `after`, itself last.
 *
 * @param {string[]} seats
 * @param {string} after
 */
export function clockwise(seats, after) {
  return seats.filter((seat) => seat > after).concat(seats.filter((seat) => seat <= after));
}
