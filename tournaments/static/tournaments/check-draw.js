// Checks the transcript of a public draw (pub-draw/1) in the browser, in code of its own: nothing of it comes from the
// site but the words. SHA-256 is written out, because a page in a hall comes by plain http, where browsers have none.
// That the engine finds the same tables for these lots, `manage.py check_draw` says; all the rest is verified here.

// @ts-check

const PROTOCOL = "pub-draw/1";

// --- SHA-256 (FIPS 180-4) --------------------------------------------------------------------------------------------

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
  const blocks = padded(new TextEncoder().encode(text));
  let state = START;
  for (let from = 0; from < blocks.byteLength; from += 64) {
    const words = new Uint32Array(64);
    for (let at = 0; at < 16; at += 1) words[at] = blocks.getUint32(from + 4 * at);
    state = mixed(state, words);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

// --- The protocol ----------------------------------------------------------------------------------------------------

/** @param {...string} words */
function digest(...words) {
  return sha256([PROTOCOL, ...words].join("|"));
}

/** The one text of a value. @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const escaped = (/** @type {string} */ sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
}

/** @param {any} one @param {any} other */
function same(one, other) {
  return canonical(one) === canonical(other);
}

/** @param {number[]} numbers @param {string} seed */
function lotsOf(numbers, seed) {
  const order = [...numbers].sort((one, other) => one - other);
  let block = 0;
  for (let top = order.length - 1; top > 0; top -= 1) {
    let number = digest("block", seed, String(block++));
    while (isBeyond(number, top + 1)) number = digest("block", seed, String(block++));
    const other = remainder(number, top + 1);
    [order[top], order[other]] = [order[other], order[top]];
  }
  return order;
}

/** Of a number in hex. @param {string} number @param {number} limit */
function remainder(number, limit) {
  return [...number].reduce((rest, digit) => (rest * 16 + parseInt(digit, 16)) % limit, 0);
}

/**
 * Whether a number of 256 bits is one of the last few, past the greatest multiple of `limit` that fits: those would make
 * the low lots likelier.
 * @param {string} number @param {number} limit
 */
function isBeyond(number, limit) {
  const few = remainder(`1${"0".repeat(64)}`, limit);
  return /^f{52}/.test(number) && 16 ** 12 - parseInt(number.slice(52), 16) <= few;
}

/** @template T @param {T[][]} lists */
function flat(lists) {
  return /** @type {T[]} */ ([]).concat(...lists);
}

/** Each pair as one text. @param {number[][]} tables @returns {string[]} */
function pairsOf(tables) {
  return flat(flat(
    tables.map((table) => table.map((one, at) => table.slice(at + 1).map((other) => `${Math.min(one, other)} ${Math.max(one, other)}`))),
  ));
}

/** @param {any[]} texts */
function counted(texts) {
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) || 0) + 1);
  return times;
}

/** @param {any} frozen @param {number[][]} tables */
function qualityOf(frozen, tables) {
  const met = counted(flat(frozen.rounds.map(pairsOf)));
  const last = new Set(pairsOf(frozen.rounds[frozen.rounds.length - 1] || []));
  const now = pairsOf(tables);
  const first = counted(flat([...frozen.rounds, tables].map((seated) => seated.map((/** @type {any} */ one) => one[0]))));
  const shares = frozen.roster.map((/** @type {any} */ one) => first.get(one.no) || 0);
  const alike = (/** @type {string} */ what) => {
    const group = new Map(frozen.roster.map((/** @type {any} */ one) => [String(one.no), one[what]]));
    return now.filter((pair) => {
      const [one, other] = pair.split(" ").map((number) => group.get(number));
      return one !== null && one === other;
    }).length;
  };
  return Object.assign(frozen.options.countries ? { country_pairs: alike("country") } : {}, {
    club_pairs: alike("club"),
    coincidences: now.reduce((sum, pair) => sum + (met.get(pair) || 0), 0),
    consecutive: now.filter((pair) => last.has(pair)).length,
    seat_a_fewest: shares.reduce((/** @type {number} */ one, /** @type {number} */ other) => Math.min(one, other)),
    seat_a_most: shares.reduce((/** @type {number} */ one, /** @type {number} */ other) => Math.max(one, other)),
  });
}

/** Pairs of start numbers who may not share a table, if there are any. @param {any} frozen @param {number[][]} tables */
function keepsApart(frozen, tables) {
  return (frozen.options.apart || []).every((/** @type {number[]} */ pair) =>
    tables.every((table) => !pair.every((number) => table.includes(number))),
  );
}

/** Each step of the check and whether it holds, as far as one can get. @param {string} text @returns {[string, boolean][]} */
export function check(text) {
  try {
    const told = JSON.parse(text);
    const { digest: written } = told;
    const rest = Object.assign({}, told);
    delete rest.digest;
    const whole = canonical(told) === text.replace(/\n$/, ""); // a pasted text has often lost the end of its line
    if (!whole || told.format !== PROTOCOL || written !== digest("transcript", canonical(rest))) return [["form", false]];
    return [["form", true], ...steps(told)];
  } catch (unreadable) {
    return [["form", false]];
  }
}

/** @param {any} told @returns {[string, boolean][]} */
function steps(told) {
  const { frozen, lots, plan, secret, room } = told;
  const numbers = frozen.roster.map((/** @type {any} */ one) => one.no);
  const alike = same([told.draw_id, told.attempt], [frozen.draw_id, frozen.attempt]);
  const follows = told.ceremony ? digest("seed", told.frozen_hash, secret, room) : secret;
  const everybody = flat(plan).sort((/** @type {number} */ one, /** @type {number} */ other) => one - other);
  return [
    ["commitment", told.commitment === digest("commit", frozen.draw_id, secret)],
    ["frozen", alike && told.frozen_hash === digest("frozen", canonical(frozen))],
    ["seed", told.seed === follows && told.ceremony === (room !== "none")],
    ["lots", same(lots, lotsOf(numbers, told.seed))],
    [
      "seating",
      same(everybody, numbers.map((/** @type {any} */ _, /** @type {number} */ at) => at + 1)) &&
        same(told.tables, plan.map((/** @type {number[]} */ table) => table.map((lot) => lots[lot - 1]))) &&
        keepsApart(frozen, told.tables),
    ],
    ["quality", same(told.quality, qualityOf(frozen, told.tables))],
  ];
}

// --- The page --------------------------------------------------------------------------------------------------------

/** What somebody wrote down before the draw has to be the beginning of what the transcript says. @param {HTMLElement} place
 * @param {string} text @returns {[string, boolean][]} */
function noted(place, text) {
  const fields = /** @type {HTMLInputElement[]} */ ([...place.querySelectorAll("input[data-noted]")]);
  const filled = fields.filter((field) => field.value.trim());
  const told = filled.length ? JSON.parse(text) : {};
  return filled.map((field) => {
    const name = field.dataset.noted || "";
    return [`${name}-noted`, told[name].startsWith(field.value.trim().toLowerCase())];
  });
}

/** Shows each step as it is found; steps that could not be taken stay open. @param {HTMLElement} place @param {string} text */
function show(place, text) {
  const verified = check(text);
  const readable = verified.length > 1;
  const found = new Map(readable ? [...verified, ...noted(place, text)] : verified);
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-step]"))) {
    const holds = found.get(line.dataset.step || "");
    line.hidden = holds === undefined;
    line.className = holds ? "good" : "bad";
    line.textContent = `${holds ? "✓" : "✗"} ${(holds ? line.dataset.holds : line.dataset.fails) || ""}`;
  }
  const said = /** @type {HTMLElement} */ (place.querySelector("[data-verdict]"));
  const sound = [...found.values()].every(Boolean);
  said.className = sound ? "notice success" : "notice error";
  said.textContent = (sound ? said.dataset.holds : said.dataset.fails) || "";
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-check-draw]"))) {
  const field = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(form, field.value);
  });
}

// The page follows the draw (live.js); what there is to check comes with the whole page, once another attempt is opened.
const openedNow = () => { const told = document.querySelector("[data-opened]"); return told ? told.getAttribute("data-opened") : ""; };
const openedFirst = openedNow();
document.addEventListener("live:swapped", () => { if (openedNow() !== openedFirst) location.reload(); });
