// A round of drand in a transcript: its chain had begun and it had still to come when the list was frozen, and its
// randomness is that of its signature. Whether the chain has signed it is not checked here: that takes a library.

// @ts-check

import { sha256OfHex } from "./sha256.js";

/** Of each chain its name, when it began, and the seconds from round to round.
 * @type {Object<string, {name: string, began: number, period: number, chained: boolean}>} */
export const CHAINS = {
  "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": { name: "quicknet", began: 1692803367, period: 3, chained: false },
  "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": { name: "default", began: 1595431050, period: 30, chained: true },
};

/** The second with which the year 10000 begins: no round comes then that anybody waits for. */
const NO_CALENDAR = 253402300800;

/** When the list was frozen, as whoever wrote this says: 2023-08-23 15:59:23 UTC. @param {{frozen_at: number}} named */
export function frozenTime({ frozen_at }) {
  return `${new Date(frozen_at * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** @param {{chain: string, frozen_at: number, round: number}} named @param {{randomness: string, signature: string, previous?: string}} told */
export function beaconHolds(named, told) {
  if (!Object.prototype.hasOwnProperty.call(CHAINS, named.chain)) return false;
  const { began, period, chained } = CHAINS[named.chain], comes = began + (named.round - 1) * period;
  return began <= named.frozen_at && named.frozen_at < comes && comes < NO_CALENDAR &&
    told.signature.length === (chained ? 192 : 96) &&
    "previous" in told === chained &&
    sha256OfHex(told.signature) === told.randomness;
}
