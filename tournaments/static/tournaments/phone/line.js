// A line as it is tapped (docs/outbox.md, "A line on the wire"), without device and counter: those it is given when it
// first leaves the phone.

import { newId } from "./ids.js";

/**
 * @typedef {object} Wire   a line on the wire
 * @property {1} v
 * @property {string} id
 * @property {number} game
 * @property {string} by
 * @property {string} [device]
 * @property {number} [counter]
 * @property {{[name: string]: any}} entry
 * @property {number} slot
 * @property {number} base
 * @property {string} head
 * @property {number} pen
 * @property {boolean} holds
 * @property {string} [takeover]
 * @property {string} [witness]
 * @property {boolean} [seen]
 * @property {string} at
 * @property {string | null} contact
 * @property {number | null} since
 *
 * @typedef {object} Clock   what the phone knows of the time at a tap
 * @property {string} at               the phone's clock, only shown
 * @property {string | null} contact   the site's clock at the last answer
 * @property {number | null} since     milliseconds from then to the tap
 *
 * @typedef {object} Tap
 * @property {number} game
 * @property {string} by
 * @property {{[name: string]: any}} entry
 * @property {number} slot
 * @property {{position: number, head: string, epoch: number, pen: string, takeover?: string}} known
 * @property {string} [witness]
 * @property {boolean} [seen]
 */

/** What takes a slot (games/arrivals/known.py). */
export const PLAYED = ["deal", "smear_deal", "void_deal"];

/**
 * A game as whoever took its pen with a referee's code believes it: in the epoch after the one in which he took it. Nothing of
 * it once the site tells a later one.
 * @template {{epoch: number, pen: string}} T
 * @param {T} known @param {{code: string, epoch: number} | null} took @returns {T & {takeover?: string}}
 */
export function takenOver(known, took) {
  if (!took || took.epoch !== known.epoch || known.pen === "mine") return known;
  return Object.assign({}, known, { pen: "mine", epoch: known.epoch + 1, takeover: took.code });
}

/** @param {Tap} tap @param {Clock} clock @returns {Wire} */
export function lineOf(tap, clock) {
  /** @type {Wire} */
  const line = {
    v: 1,
    id: newId(),
    game: tap.game,
    by: tap.by,
    entry: tap.entry,
    slot: tap.slot,
    base: tap.known.position,
    head: tap.known.head,
    pen: tap.known.epoch,
    holds: tap.known.pen === "mine",
    at: clock.at,
    contact: clock.contact,
    since: clock.since,
  };
  if (tap.witness) {
    line.witness = tap.witness;
    line.seen = Boolean(tap.seen);
  }
  if (tap.known.takeover) line.takeover = tap.known.takeover;
  return line;
}
