/**
 * A game of Smear while its log is being folded: the twin of games/rules/smear/game.py and score.py.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./table.js").Doubt} Doubt
 * @typedef {import("./corrections.js").Entry} Entry
 * @typedef {{parties: {[players: number]: number}, lowestBid: number, highestBid: number, moon: boolean,
 *   onlyPitchersWin: boolean}} Variant `parties`: how many there are at a table of so many players
 * @typedef {{[party: string]: number}} Points
 * @typedef {{made: boolean, delta: Points, scores: Points, winner: string | null}} Settled
 * @typedef {{variant: Variant, target: number, parties: string[], scores: Points, winner: string | null, dealer: string,
 *   deals: Settled[]}} Smear `dealer`: of the next deal
 */
import { absence, clockwise, doubt, seatsOf } from "./table.js";

/** @type {{[name: string]: Variant}} what scoring asks of games/rules/smear/variants.py */
export const VARIANTS = {
  ten_point: { parties: { 4: 2, 6: 3 }, lowestBid: 1, highestBid: 10, moon: false, onlyPitchersWin: false },
  nine_cards: { parties: { 4: 2 }, lowestBid: 1, highestBid: 10, moon: false, onlyPitchersWin: true },
  widow: { parties: { 4: 2 }, lowestBid: 4, highestBid: 10, moon: true, onlyPitchersWin: false },
  cutthroat: { parties: { 3: 3 }, lowestBid: 3, highestBid: 10, moon: true, onlyPitchersWin: false },
  five_point: { parties: { 4: 2, 6: 2, 8: 2 }, lowestBid: 1, highestBid: 5, moon: false, onlyPitchersWin: false },
};

/** @type {import("./table.js").Rules} */
export const smear = { isOver, objection, apply, doubts };

/**
 * @param {import("./table.js").Setup} setup
 * @param {Required<import("./table.js").Options>} options
 * @returns {Smear}
 */
export function newSmear(setup, options) {
  const seats = seatsOf(setup);
  const variant = VARIANTS[options.smear_variant];
  const number = variant.parties[seats.length];
  const parties = seats.slice(0, number).map((_, first) => seats.filter((__, place) => place % number === first).join(""));
  /** @type {Points} */
  const scores = {};
  parties.forEach((party) => (scores[party] = 0));
  return { variant, target: options.smear_target, parties, scores, winner: null, dealer: seats[0], deals: [] };
}

/** @param {Table} table */
function isOver(table) {
  return table.closed || smearOf(table).winner !== null || table.active.length < Object.keys(table.chairs).length;
}

/**
 * @param {Table} table
 * @param {Entry} entry
 * @returns {Doubt | null}
 */
function objection(table, entry) {
  const dealer = entry.dealer ? [entry.dealer] : [];
  switch (entry.kind) {
    case "smear_deal":
      return absence(table, [entry.pitcher].concat(dealer)) || unknownParty(smearOf(table), entry) || impossibleBid(smearOf(table), entry);
    case "void_deal":
      return absence(table, dealer) || ((entry.bench || []).length ? doubt("no_bench") : null);
    default:
      return doubt("not_smoking_cat");
  }
}

/**
 * @param {Table} table
 * @param {Entry} entry
 */
function apply(table, entry) {
  const game = smearOf(table);
  if (entry.kind === "void_deal") {
    table.voids += 1;
    game.dealer = entry.dealer || game.dealer;
    return null;
  }
  const settled = settle(game, entry);
  table.deals += 1;
  game.scores = settled.scores;
  game.winner = settled.winner;
  game.deals.push(settled);
  game.dealer = clockwise(Object.keys(table.chairs), entry.dealer || game.dealer)[0];
  return null;
}

/**
 * Fewer points than there are is usual: the Jack may sleep in the stock. More cannot be.
 *
 * @param {Table} table
 * @param {Entry} entry
 */
function doubts(table, entry) {
  if (entry.kind !== "smear_deal") {
    return [];
  }
  const total = Object.keys(entry.points).reduce((sum, party) => sum + entry.points[party], 0);
  const most = smearOf(table).variant.highestBid;
  return total > most ? [doubt("too_many_points", { total, most })] : [];
}

/**
 * @param {Table} table
 * @returns {Smear}
 */
function smearOf(table) {
  return /** @type {Smear} */ (table.smear);
}

/**
 * @param {Smear} game
 * @param {Entry} entry
 */
function unknownParty(game, entry) {
  const unknown = Object.keys(entry.points).filter((party) => !game.parties.includes(party)).sort();
  return unknown.length ? doubt("unknown_party", { party: unknown[0] }) : null;
}

/**
 * @param {Smear} game
 * @param {Entry} entry
 */
function impossibleBid(game, entry) {
  const { lowestBid: least, highestBid: most, moon } = game.variant;
  if (entry.moon && !moon) {
    return doubt("no_moon");
  }
  if (entry.moon && entry.bid !== most) {
    return doubt("moon_bids_all", { most });
  }
  return entry.bid < least || entry.bid > most ? doubt("bid_out_of_range", { bid: entry.bid, least, most }) : null;
}

/**
 * What a deal does to the scores: kept or set back, and whether somebody has won.
 *
 * @param {Smear} game
 * @param {Entry} entry
 * @returns {Settled}
 */
function settle(game, entry) {
  const pitcher = /** @type {string} */ (game.parties.find((party) => party.includes(entry.pitcher)));
  const made = (entry.points[pitcher] || 0) >= entry.bid;
  const wasNegative = game.scores[pitcher] < 0;
  /** @type {Points} */
  const delta = {};
  game.parties.forEach((party) => (delta[party] = entry.points[party] || 0));
  if (!made) {
    delta[pitcher] = -entry.bid;
  } else if (entry.moon && wasNegative) {
    delta[pitcher] = -game.scores[pitcher];
  }
  /** @type {Points} */
  const scores = {};
  game.parties.forEach((party) => (scores[party] = game.scores[party] + delta[party]));
  const isDecided = entry.moon && !(made && wasNegative);
  const winner = isDecided ? (made ? pitcher : bestOpponent(game.parties, scores, pitcher)) : winnerOf(game, scores, pitcher);
  return { made, delta, scores, winner };
}

/**
 * None also where two others are equal above the pitching party: they play on.
 *
 * @param {Smear} game
 * @param {Points} scores
 * @param {string} pitcher
 */
function winnerOf(game, scores, pitcher) {
  const reached = game.parties.filter((party) => scores[party] >= game.target);
  if (game.variant.onlyPitchersWin) {
    return reached.includes(pitcher) ? pitcher : null;
  }
  const most = Math.max(...game.parties.map((party) => scores[party]));
  const best = reached.filter((party) => scores[party] === most);
  if (best.includes(pitcher)) {
    return pitcher;
  }
  return best.length === 1 ? best[0] : null;
}

/**
 * Of those who did not shoot: the higher score, of equal ones the first clockwise after the pitcher.
 *
 * @param {string[]} parties
 * @param {Points} scores
 * @param {string} pitcher
 */
function bestOpponent(parties, scores, pitcher) {
  const place = parties.indexOf(pitcher);
  const others = parties.slice(place + 1).concat(parties.slice(0, place));
  return others.reduce((best, party) => (scores[party] > scores[best] ? party : best));
}
