/**
 * What a log says once its own corrections are taken into account: the twin of games/rules/corrections.py.
 *
 * A strike takes a line out until that strike is struck itself; an amendment changes its fields, of two the later counts.
 * One walk from the last line to the first settles everything. A correction that names itself, a later line or none does
 * nothing. A line of a kind that is not known here stays as it is.
 *
 * @typedef {{kind: string, [field: string]: any}} Entry a line as games/rules/payload.py has it
 * @typedef {{[field: string]: any}} Changes
 */

/** What `null` in an amendment takes a field back to; `undefined` where a line cannot do without it. */
const REQUIRED = undefined;

/** @type {{[kind: string]: Changes}} the fields of each kind that an amendment may change */
export const AMENDABLE = {
  deal: { loser: REQUIRED, bench: [], points: null, packed: false, dealer: null },
  smear_deal: { pitcher: REQUIRED, bid: REQUIRED, points: REQUIRED, moon: false, dealer: null },
  void_deal: { bench: [], reason: "", dealer: null },
  penalty_letter: { seat: REQUIRED, reason: "" },
  substitute: { seat: REQUIRED, occupant: REQUIRED, reason: "" },
  withdraw: { seat: REQUIRED, reason: "" },
  close: { reason: "" },
  pause: { reason: "" },
  resume: {},
  swap: { reason: "" },
  accept: {},
  settle: { reason: "" },
};

/**
 * Every line as it now reads, at its old place, and the positions of those that are struck.
 *
 * @param {Entry[]} log
 * @returns {{entries: Entry[], struck: Set<number>}}
 */
export function corrected(log) {
  const entries = log.slice();
  /** @type {Set<number>} */
  const struck = new Set();
  /** @type {Map<number, Changes>} position → what the live amendments after it make of it */
  const changes = new Map();
  for (let position = log.length; position > 0; position--) {
    const entry = (entries[position - 1] = amended(log[position - 1], changes.get(position)));
    if (struck.has(position) || !namesEarlierLine(entry, position)) {
      continue;
    }
    if (entry.kind === "strike") {
      struck.add(entry.position);
    } else {
      changes.set(entry.position, Object.assign(changesOf(entry), changes.get(entry.position)));
    }
  }
  return { entries, struck };
}

/** @param {Entry} entry */
export function isCorrection(entry) {
  return entry.kind === "strike" || entry.kind === "amend";
}

/**
 * @param {Entry} entry
 * @param {number} position
 */
export function namesEarlierLine(entry, position) {
  return isCorrection(entry) && entry.position >= 1 && entry.position < position;
}

/**
 * @param {Entry} amendment
 * @returns {Changes}
 */
function changesOf(amendment) {
  /** @type {Changes} */
  const changes = Object.assign({}, amendment);
  delete changes.kind;
  delete changes.position;
  return changes;
}

/**
 * @param {Entry} entry
 * @param {Changes | undefined} changes
 * @returns {Entry}
 */
function amended(entry, changes) {
  if (!changes) {
    return entry;
  }
  if (entry.kind === "amend") {
    return Object.assign({}, entry, changes);
  }
  const now = Object.assign({}, entry);
  const defaults = AMENDABLE[entry.kind] || {};
  for (const field of Object.keys(defaults).filter((name) => name in changes)) {
    const value = changes[field] === null ? defaults[field] : changes[field];
    if (value !== REQUIRED) {
      now[field] = value;
    }
  }
  return now;
}
