/**
 * Who sits out the next deal, who deals, who leads: the twin of games/rules/bench.py, where the modes are told in full.
 *
 * Pure. Only lines that count now are looked at, as they read after corrections.
 *
 * @typedef {import("./corrections.js").Entry} Entry
 * @typedef {import("./game.js").State} State
 * @typedef {import("./table.js").Setup} Setup
 * @typedef {{bench: string[], players: string[], dealer: string, leader: string}} Proposal
 */
import { PLAYERS_OF_A_DEAL, clockwise, optionsOf, seatsOf } from "./table.js";

/**
 * The next deal, or null when there is none.
 *
 * @param {Setup} setup
 * @param {State} state
 * @returns {Proposal | null}
 */
export function propose(setup, state) {
  if (state.finished) {
    return null;
  }
  if (state.smear) {
    const dealer = state.smear.dealer;
    return { bench: [], players: state.active, dealer, leader: clockwise(state.active, dealer)[0] };
  }
  const played = state.lines
    .filter(({ applied, entry }) => applied && (entry.kind === "deal" || entry.kind === "void_deal"))
    .map(({ entry }) => entry);
  const deals = played.filter((entry) => entry.kind === "deal");
  const voids = played.slice(deals.length ? played.lastIndexOf(deals[deals.length - 1]) + 1 : 0).reverse(); // latest first
  const bench = benchOf(setup, state, deals, voids);
  const players = state.active.filter((seat) => !bench.includes(seat));
  const dealer = dealerOf(setup, deals, voids, players);
  return { bench, players, dealer, leader: clockwise(players, dealer)[0] };
}

/**
 * @param {Setup} setup
 * @param {State} state
 * @param {Entry[]} deals
 * @param {Entry[]} voids
 * @returns {string[]}
 */
function benchOf(setup, state, deals, voids) {
  if (voids.length && leavesFour(state, benchIn(voids[0]))) {
    return once(benchIn(voids[0]));
  }
  if (!deals.length) {
    return state.active.slice(PLAYERS_OF_A_DEAL);
  }
  const { bench: mode } = optionsOf(setup);
  const last = deals[deals.length - 1];
  if (mode === "free" && leavesFour(state, benchIn(last))) {
    return once(benchIn(last));
  }
  const places = state.active.length - PLAYERS_OF_A_DEAL;
  if (!places) {
    return [];
  }
  if (mode === "loser_sits") {
    return loserAndNext(setup, state, deals, places);
  }
  return clockwise(state.active, lastToSit(seatsOf(setup), benchIn(last))).slice(0, places);
}

/**
 * @param {Entry} entry
 * @returns {string[]}
 */
function benchIn(entry) {
  return entry.bench || [];
}

/**
 * A seat that was written down twice sits on one chair all the same.
 *
 * @param {string[]} bench
 */
function once(bench) {
  return Array.from(new Set(bench));
}

/**
 * @param {State} state
 * @param {string[]} bench
 */
function leavesFour(state, bench) {
  return bench.every((seat) => state.active.includes(seat)) && state.active.length - once(bench).length === PLAYERS_OF_A_DEAL;
}

/**
 * @param {Setup} setup
 * @param {State} state
 * @param {Entry[]} deals
 * @param {number} places
 */
function loserAndNext(setup, state, deals, places) {
  const last = deals[deals.length - 1];
  const losers = state.active.includes(last.loser) ? [last.loser] : [];
  let walked = benchIn(deals[0]);
  for (let index = 1; index < deals.length; index++) {
    const others = benchIn(deals[index]).filter((seat) => seat !== deals[index - 1].loser);
    walked = others.length ? others : walked;
  }
  const rested = losers.concat(benchIn(last));
  const rest = state.active.filter((seat) => !rested.includes(seat));
  return losers.concat(clockwise(rest, lastToSit(seatsOf(setup), walked))).slice(0, places).sort();
}

/**
 * The loser of the last deal, or who dealt one that is played again; one who does not play passes it on clockwise.
 *
 * @param {Setup} setup
 * @param {Entry[]} deals
 * @param {Entry[]} voids
 * @param {string[]} players
 */
function dealerOf(setup, deals, voids, players) {
  const told = voids.find((entry) => entry.dealer);
  const dealer = told ? told.dealer : deals.length ? deals[deals.length - 1].loser : seatsOf(setup)[0];
  return players.includes(dealer) ? dealer : clockwise(players, dealer)[0];
}

/**
 * The seat of a bench whose neighbour plays; with two such seats the later in the alphabet.
 *
 * @param {string[]} seats
 * @param {string[]} bench
 */
function lastToSit(seats, bench) {
  const ends = bench.filter((seat) => !bench.includes(clockwise(seats, seat)[0])).sort();
  return ends[ends.length - 1];
}
