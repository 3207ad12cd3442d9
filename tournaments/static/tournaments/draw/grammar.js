// What a transcript of a draw looks like: which keys it has and no others, of which kinds, and numbers that can be.
// Transcripts of older engines have no plan and no sizes.

// @ts-check

/** Engines that froze a plan, by name. */
export const PLANNED = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((number) => `scwu-draw/${number}`);

const OLDER = ["scwu-draw/1", "scwu-draw/2", "scwu-draw/3"];
const CARDS = { smoking_cat: /^[789TUOKA][hlab]$/, smear: /^(?:[2-9TJQKA][hscd]|X[12])$/ };

// Who made the second secret: words with one space between them, something to see, nothing that hides or turns letters.
const HIDDEN = String.raw`\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufeff\uffa0\ufff0-\uffff\u{13430}-\u{13440}\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{10ffff}`;
const MARKS = String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f`;
const LABEL = new RegExp(`^(?=.{1,60}$)(?=.*[^ ${MARKS}])[^${HIDDEN}]+(?: [^${HIDDEN}]+)*$`, "u");
const SEEN = new RegExp(`[^${HIDDEN}${MARKS}]`, "u");

/** A text with its hidden signs by their numbers, since some of them turn what stands around them.
 * @param {string} told */
export const plain = (told) =>
  told.replace(new RegExp(`(?! )[${HIDDEN}]`, "gu"), (sign) => `\\u{${(sign.codePointAt(0) || 0).toString(16)}}`);

/** @typedef {(value: any) => boolean} Shape */

/** @type {Shape} Not negative, and none that is taken for another one. */
const number = (value) => Number.isSafeInteger(value) && value >= 0;
/** @type {Shape} */
const text = (value) => typeof value === "string";
/** @type {Shape} */
const truth = (value) => typeof value === "boolean";
/** @type {Shape} */
const nothing = (value) => value === null;
/** @param {RegExp} pattern @returns {Shape} */
const like = (pattern) => (value) => text(value) && pattern.test(value);
/** @param {Shape} inner @returns {Shape} */
const list = (inner) => (value) => Array.isArray(value) && value.every(inner);
/** @param {Shape[]} shapes @returns {Shape} */
const either = (...shapes) => (value) => shapes.some((shape) => shape(value));
/** @param {Object<string, Shape>} shapes @param {Object<string, Shape>} optional @returns {Shape} */
const keys = (shapes, optional = {}) => (value) => {
  const all = Object.assign({}, shapes, optional);
  return value !== null && typeof value === "object" && !Array.isArray(value) &&
    Object.keys(shapes).every((key) => key in value) &&
    Object.keys(value).every((key) => Object.prototype.hasOwnProperty.call(all, key) && all[key](value[key]));
};

const digest = like(/^[0-9a-f]{64}$/);
const secret = like(/^(?:[0-9a-f]{2}){1,64}$/);
const tables = list(list(number));
const options = keys(
  { allowed: list(number), clubs: like(/^(?:off|prefer|require)$/), rounds: number, sizes: either(nothing, list(number)) },
  { apart: list(list(number)), countries: like(/^(?:prefer|require)$/) },
);
const frozen = {
  algorithm: text,
  announced: truth,
  attempt: number,
  draw_id: text,
  earlier: list(digest),
  options,
  reason: text,
  roster: list(keys({ club: either(nothing, text), no: number }, { country: either(nothing, text) })),
  rounds: list(tables),
  rules: keys({ game: like(/^(?:smoking_cat|smear)$/), kind: like(/^(?:basic|play_off)$/) }),
};
const counted = { club_pairs: number, coincidences: number, consecutive: number, seat_a_fewest: number, seat_a_most: number };
const told = {
  attempt: number,
  ceremony: truth,
  commitment: digest,
  digest,
  draw_id: text,
  format: text,
  frozen: keys(frozen),
  frozen_hash: digest,
  lots: list(number),
  plan: tables,
  quality: keys(counted, { country_pairs: number }),
  room: text,
  secret,
  seed: secret,
  tables,
};
const planned = either(nothing, list(tables));
const named = {
  beacon: keys({ chain: digest, frozen_at: number, round: number }),
  hall: keys({ commitment: digest, label: like(LABEL), minutes: number }),
};
const toldNow = keys(
  Object.assign({}, told, {
    frozen: keys(Object.assign({}, frozen, { plan: planned, sizes: list(number) }), named),
    next: planned,
  }),
  {
    beacon: keys({ randomness: digest, signature: like(/^(?:[0-9a-f]{96}){1,2}$/) }, { previous: like(/^[0-9a-f]{192}$/) }),
    hall: either(keys({ secret: like(/^[0-9a-f]{32}$/) }), keys({ room: text })),
  },
);

/** Whether the value has the form of a transcript, of this engine or of a known older one, and could be one. @param {any} value */
export function isTranscript(value) {
  const algorithm = value && value.frozen && value.frozen.algorithm;
  if (!PLANNED.includes(algorithm) && !OLDER.includes(algorithm)) return false;
  return (PLANNED.includes(algorithm) ? toldNow : keys(told))(value) && couldBe(value.frozen) &&
    (value.secret.length === 64 || !value.ceremony) &&
    (value.frozen.attempt === 1 || SEEN.test(value.frozen.reason) || !value.ceremony) &&
    ["hall", "beacon"].every((key) => key in value === key in value.frozen && (value.ceremony || !(key in value)));
}

/** @param {any[]} items */
function allDifferent(items) {
  return new Set(items).size === items.length;
}

/** The sizes that a table may have are those of the game: four to six, of Smear those of one of its variants.
 * @param {number[]} allowed @param {string} game */
function canBePlayed(allowed, game) {
  return (game === "smoking_cat" ? ["4,5,6"] : ["3", "4", "4,6", "4,6,8"]).includes(String(allowed));
}

/** @param {number[]} numbers */
function rise(numbers) {
  return numbers.every((one, at) => at === 0 || numbers[at - 1] < one);
}

/** Round and attempt of a draw, after the event's address. @param {string} id */
function partsOf(id) {
  return (/^[-_0-9A-Za-z]+\/([1-9][0-9]{0,14})\/([1-9][0-9]{0,14})$/.exec(id) || []).slice(1);
}

/** Whether rounds that came before are not told: then they may have been left out to be followed by what is here. A round
 * in which nobody played who plays now tells nothing either. A play-off comes after all basic rounds. @param {any} given what was frozen */
export function lacksRounds({ draw_id: id, options, roster, rounds, rules }) {
  const here = roster.map((/** @type {any} */ one) => one.no);
  if (rounds.some((/** @type {number[][]} */ seated) => !seated.some((table) => table.some((no) => here.includes(no))))) return true;
  return rounds.length < (rules.kind === "basic" ? Number(partsOf(id)[0]) - 1 : options.rounds);
}

/** @param {any} given what was frozen */
function couldBe(given) {
  const numbers = given.roster.map((/** @type {any} */ one) => one.no);
  const { allowed, apart, rounds } = given.options;
  const [round, attempt] = partsOf(given.draw_id);
  const isRound = (/** @type {number[][]} */ seated) =>
    allDifferent(/** @type {number[]} */ ([]).concat(...seated)) && seated.every((table) => allowed.includes(table.length));
  const played = given.rounds.length;
  const toCome = (given.plan || []).slice(Math.max(played - 1, 0)).map((/** @type {number[][]} */ seated) =>
    String(/** @type {number[]} */ ([]).concat(...seated).sort((one, other) => one - other)));
  return numbers[0] > 0 &&
    rise(numbers) &&
    rounds > 0 &&
    canBePlayed(allowed, given.rules.game) &&
    played < Number(round) &&
    attempt === String(given.attempt) &&
    given.attempt > given.earlier.length &&
    allDifferent(given.earlier) &&
    (!apart || apart.length > 0 && apart.every((/** @type {number[]} */ two) => two.length === 2 && allDifferent(two))) &&
    given.roster.every((/** @type {any} */ one) => "country" in one === "countries" in given.options) &&
    given.rounds.every((/** @type {number[][]} */ seated) => seated.length > 0 && isRound(seated) && !seated.some((table) => table.includes(0))) &&
    (!given.plan || given.plan.length > 0 && given.plan.every(isRound) && played < rounds && new Set(toCome).size <= 1);
}

/** Whether this is what a room can turn: ten cards of the game's pack, ten dice, or nothing. @param {string} room @param {"smoking_cat" | "smear"} game */
export function isRoom(room, game) {
  const [kind, ...turned] = room.split(" ");
  if (kind === "none") return turned.length === 0;
  if (turned.length !== 10) return false;
  if (kind === "dice") return turned.every((die) => /^[1-6]$/.test(die));
  return kind === "cards" && allDifferent(turned) && turned.every((card) => CARDS[game].test(card));
}
