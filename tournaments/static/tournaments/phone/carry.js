// Lines as addresses that the camera of any phone opens: the last resort where one phone has no way to the site and another
// has. Values in and out. An address ends with #CODE; that part is sent to nobody. A code is base64url of JSON,
// [1, n, of, [line, …]]: the first line whole under short names, each that follows only with what differs from the one
// before ("x": names of what is not there any more). Not a byte of a line is changed on the way, or the site would not know it again.

const VERSION = 1;
/** How long the part behind # may be: about 105 squares a side, which a camera still reads from a phone that is held still. */
export const MOST = 880;

/** @type {{[name: string]: string}} */
const SHORT = {
  v: "v", id: "i", game: "g", by: "b", device: "d", counter: "n", entry: "e", slot: "s", base: "o", head: "h", pen: "p", holds: "w",
  takeover: "k", witness: "m", seen: "y", at: "t", contact: "c", since: "u",
};
/** @type {{[name: string]: string}} */
const LONG = {};
for (const name of Object.keys(SHORT)) LONG[SHORT[name]] = name;

/** @typedef {import("./line.js").Wire} Wire */

/** The codes for these lines, in their order. @param {Wire[]} lines @param {number} [most] @returns {string[]} */
export function codesOf(lines, most = MOST) {
  /** @type {Wire[][]} */
  const groups = [];
  for (const line of lines) {
    const last = groups[groups.length - 1];
    if (last && encoded([VERSION, 99, 99, packed(last.concat([line]))]).length <= most) last.push(line);
    else groups.push([line]);
  }
  return groups.map((group, index) => encoded([VERSION, index + 1, groups.length, packed(group)]));
}

/** What a code says; null: it is none of ours, or a part of it is missing. @param {string} code @returns {{n: number, of: number, lines: Wire[]} | null} */
export function readCode(code) {
  try {
    const [version, n, of, lines] = JSON.parse(decodeURIComponent(escape(atob(code.replace(/-/g, "+").replace(/_/g, "/")))));
    return version === VERSION && n >= 1 && n <= of && Array.isArray(lines) && lines.length ? { n, of, lines: unpacked(lines) } : null;
  } catch (_) {
    return null;
  }
}

/** @param {any[]} value */
function encoded(value) {
  return btoa(unescape(encodeURIComponent(JSON.stringify(value)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {Wire[]} lines */
function packed(lines) {
  return lines.map((line, index) => difference(/** @type {any} */ (index ? lines[index - 1] : {}), /** @type {any} */ (line)));
}

/** @param {{[name: string]: any}} before @param {{[name: string]: any}} line */
function difference(before, line) {
  /** @type {{[name: string]: any}} */
  const packed = {};
  for (const name of Object.keys(line)) {
    if (!(name in before) || JSON.stringify(before[name]) !== JSON.stringify(line[name])) packed[SHORT[name] || `_${name}`] = line[name];
  }
  const gone = Object.keys(before).filter((name) => !(name in line));
  if (gone.length) packed.x = gone;
  return packed;
}

/** @param {{[name: string]: any}[]} packed @returns {Wire[]} */
function unpacked(packed) {
  /** @type {any[]} */
  const lines = [];
  for (const each of packed) {
    const line = Object.assign({}, lines[lines.length - 1]);
    for (const name of each.x || []) delete line[name];
    for (const name of Object.keys(each)) if (name !== "x") line[LONG[name] || name.slice(1)] = each[name];
    lines.push(line);
  }
  return lines;
}
