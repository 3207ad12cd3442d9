// SHA-256 (FIPS 180-4), written out: a page in a hall comes by plain http, where browsers have none; and numbers of it.

// @ts-check

const PRIMES = primes(64);
const ROUND_CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} many */
function primes(many) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < many; number += 1) if (found.every((one) => number % one)) found.push(number);
  return found;
}

/** The first 32 bits behind the point. @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32) >>> 0;
}

/** @param {number} word @param {number} by */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {Uint8Array} bytes */
function hashed(bytes) {
  const blocks = padded(bytes);
  let state = START;
  for (let from = 0; from < blocks.byteLength; from += 64) {
    const words = new Uint32Array(64);
    for (let at = 0; at < 16; at += 1) words[at] = blocks.getUint32(from + 4 * at);
    state = mixed(state, words);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @param {Uint8Array} bytes */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

/** @param {number[]} state @param {Uint32Array} words the first sixteen are those of the block */
function mixed(state, words) {
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15], words[at - 2]];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    words[at] = words[at - 16] + first + words[at - 7] + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + chosen + ROUND_CONSTANTS[at] + words[at]) | 0;
    const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

/** Lower-case hex. @param {string} text */
export function sha256(text) {
  return hashed(new TextEncoder().encode(text));
}

/** Lower-case hex, of bytes that are given in hex. @param {string} text */
export function sha256OfHex(text) {
  return hashed(Uint8Array.from(text.match(/../g) || [], (two) => parseInt(two, 16)));
}

/** Of a number in hex. @param {string} number @param {number} limit */
export function remainder(number, limit) {
  return [...number].reduce((rest, digit) => (rest * 16 + parseInt(digit, 16)) % limit, 0);
}

/**
 * Whether a number, so many digits of hex, is one of the last few, past the greatest multiple of `limit` that fits: those
 * would make the low lots likelier.
 * @param {string} number @param {number} limit
 */
export function isBeyond(number, limit) {
  const few = remainder(`1${"0".repeat(number.length)}`, limit);
  const tail = number.slice(-12);
  return /^f*$/.test(number.slice(0, -12)) && 16 ** 12 - parseInt(tail, 16) <= few;
}
