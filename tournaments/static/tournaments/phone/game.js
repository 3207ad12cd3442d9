/**
 * The log of a table folded into its state, without a network: the twin of games/rules/replay.py.
 *
 * Pure: values in and out. What the log says after strikes and amendments is settled first (corrections.js), then its lines
 * are taken in their old places. A line that cannot be is not applied and gets one finding; the rest goes on, so a fold never
 * fails. Who had changed chairs (`swap`) did so before the line that it names, a penalty letter that was found late is taken
 * after the line that it names. A line of a kind that is not known here changes nothing. Who plays next: propose.js.
 *
 * @typedef {import("./corrections.js").Entry} Entry
 * @typedef {import("./table.js").Setup} Setup
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./table.js").Rules} Rules
 * @typedef {import("./table.js").Doubt} Doubt
 * @typedef {{since: Map<number, {position: number, entry: Entry}[]>, judged: Map<number, Doubt | null>}} Changes
 * @typedef {{applied: boolean, letterTo: string | null, found: Doubt[]}} Judged
 * @typedef {{due: Map<number, {position: number, entry: Entry}[]>, judged: Map<number, Judged>}} Late
 * @typedef {{entry: Entry, applied: boolean, struck: boolean, letterTo: string | null}} Line as it now reads
 * @typedef {{position: number, code: string, values: {[name: string]: string | number}}} Finding
 * @typedef {{seats: {[seat: string]: import("./table.js").Chair}, active: string[], deals: number, voids: number,
 *   closed: boolean, finished: boolean, paused: boolean, acceptedBy: string | null, matchBalls: string[], toGo: [number, number] | null, lines: Line[],
 *   findings: Finding[], smear: import("./smear.js").Smear | null}} State
 */
import { AMENDABLE, corrected, isCorrection, namesEarlierLine } from "./corrections.js";
import { newSmear, smear } from "./smear.js";
import { smokingCat } from "./smoking-cat.js";
import { absence, changeChairs, doubt, emptyTable, leave, leftAtTheEnd, optionsOf } from "./table.js";

/**
 * The state after `entries`, whatever they hold.
 *
 * @param {Setup} setup
 * @param {Entry[]} log
 * @returns {State}
 */
export function fold(setup, log) {
  const options = optionsOf(setup);
  const rules = options.game === "smear" ? smear : smokingCat;
  const table = emptyTable(setup);
  table.smear = options.game === "smear" ? newSmear(setup, options) : null;
  const { entries, struck } = corrected(log);
  const changes = changesOf(entries, struck);
  const late = lateLetters(entries, struck);
  /** @type {Finding[]} */
  const findings = [];
  const lines = entries.map((entry, index) => {
    const position = index + 1, isStruck = struck.has(position);
    changeBefore(rules, table, changes, position);
    const wasOver = rules.isOver(table);
    const told = late.judged.get(position);
    const { applied, letterTo, found } = isStruck ? NOTHING : told || take(rules, table, changes, entry, position);
    table.acceptedBy = told && applied ? null : table.acceptedBy; // what was agreed with has changed
    takeLate(rules, table, late, position, wasOver);
    found.forEach(({ code, values }) => findings.push({ position, code, values }));
    return { entry, applied, struck: isStruck, letterTo };
  });
  const finished = rules.isOver(table);
  return {
    seats: table.chairs,
    active: table.active,
    deals: table.deals,
    voids: table.voids,
    closed: table.closed,
    finished,
    paused: table.paused && !finished,
    acceptedBy: table.acceptedBy,
    matchBalls: finished || table.smear ? [] : table.active.filter((seat) => missing(table, seat) === 1),
    toGo: finished ? [0, 0] : table.smear ? null : toGo(table),
    lines,
    findings,
    smear: table.smear,
  };
}

/**
 * What lines say to `fold`: an undo of a line by its id names the place of that line among them.
 *
 * @param {{id: string, entry: Entry}[]} lines those of the site, in their order, then those that wait
 * @returns {Entry[]}
 */
export function entriesOf(lines) {
  /** @type {Map<string, number>} */
  const places = new Map();
  lines.forEach(({ id }, index) => places.set(id, index + 1));
  return lines.map(({ entry }) =>
    "line" in entry && isCorrection(entry) ? Object.assign({}, entry, { position: places.get(entry.line) || 0 }) : entry,
  );
}

/**
 * Who had changed chairs: done before the line that says since when, judged there and told where it is written.
 *
 * @param {Entry[]} entries
 * @param {Set<number>} struck
 * @returns {Changes}
 */
function changesOf(entries, struck) {
  /** @type {Changes} */
  const changes = { since: new Map(), judged: new Map() };
  entries.forEach((entry, index) => {
    const position = index + 1;
    if (entry.kind === "swap" && !struck.has(position) && entry.since <= position) {
      changes.since.set(entry.since, (changes.since.get(entry.since) || []).concat({ position, entry }));
    }
  });
  return changes;
}

/**
 * @param {Rules} rules
 * @param {Table} table
 * @param {Changes} changes
 * @param {number} position
 */
function changeBefore(rules, table, changes, position) {
  for (const { position: written, entry } of changes.since.get(position) || []) {
    const objection = objectionToSwap(rules, table, entry);
    changes.judged.set(written, objection);
    if (!objection) {
      changeChairs(table, entry.seat, entry.other);
    }
  }
}

/**
 * @param {Rules} rules
 * @param {Table} table
 * @param {Entry} entry
 */
function objectionToSwap(rules, table, entry) {
  if (rules.isOver(table)) {
    return doubt("game_over");
  }
  return entry.seat === entry.other ? doubt("same_seat", { seat: entry.seat }) : absence(table, [entry.seat, entry.other]);
}

/**
 * Penalty letters that were found late: taken after the line that each names, told where it is written.
 *
 * @param {Entry[]} entries
 * @param {Set<number>} struck
 * @returns {Late}
 */
function lateLetters(entries, struck) {
  /** @type {Late} */
  const late = { due: new Map(), judged: new Map() };
  entries.forEach((entry, index) => {
    const position = index + 1;
    if (entry.kind !== "penalty_letter" || !entry.after || struck.has(position)) {
      return;
    }
    if (entry.after < position) {
      late.due.set(entry.after, (late.due.get(entry.after) || []).concat({ position, entry }));
    } else {
      late.judged.set(position, refused(doubt("not_since_then", { since: entry.after })));
    }
  });
  return late;
}

/**
 * @param {Rules} rules
 * @param {Table} table
 * @param {Late} late
 * @param {number} position
 * @param {boolean} wasOver whether the game was, before the line at `position`
 */
function takeLate(rules, table, late, position, wasOver) {
  for (const { position: written, entry } of late.due.get(position) || []) {
    const objection = wasOver ? doubt("game_over") : rules.objection(table, entry);
    const judged = objection ? refused(objection) : { applied: true, letterTo: rules.apply(table, entry), found: [] };
    late.judged.set(written, judged);
  }
}

/**
 * @param {Doubt} objection
 * @returns {Judged}
 */
function refused(objection) {
  return { applied: false, letterTo: null, found: [objection] };
}

/** @type {Judged} */
const NOTHING = { applied: false, letterTo: null, found: [] };

/**
 * @param {Rules} rules
 * @param {Table} table
 * @param {Changes} changes
 * @param {Entry} entry
 * @param {number} position
 */
function take(rules, table, changes, entry, position) {
  if (isCorrection(entry)) {
    const applied = namesEarlierLine(entry, position);
    table.acceptedBy = applied ? null : table.acceptedBy; // what was agreed with has changed
    return { applied, letterTo: null, found: [] };
  }
  if (!(entry.kind in AMENDABLE)) {
    return NOTHING;
  }
  const judged = changes.judged.get(position);
  const objection = judged === undefined ? objectionTo(rules, table, entry) : judged;
  if (objection) {
    return refused(objection);
  }
  const letterTo = apply(rules, table, entry);
  return { applied: true, letterTo, found: rules.doubts(table, entry) };
}

/**
 * @param {Rules} rules
 * @param {Table} table
 * @param {Entry} entry
 */
function objectionTo(rules, table, entry) {
  switch (entry.kind) {
    case "accept":
      return objectionToAccept(rules, table, entry);
    case "settle": // what came late is settled when the game is over
      return null;
    case "swap": // it was done before the line that it names
      return doubt("not_since_then", { since: entry.since });
    default:
      return rules.isOver(table) ? doubt("game_over") : objectionInPlay(rules, table, entry);
  }
}

/**
 * Only what is over can be agreed with, also by those who left before.
 *
 * @param {Rules} rules
 * @param {Table} table
 * @param {Entry} entry
 */
function objectionToAccept(rules, table, entry) {
  if (!rules.isOver(table)) {
    return doubt("not_over");
  }
  return entry.seat in table.chairs ? null : doubt("unknown_seat", { seat: entry.seat });
}

/**
 * @param {Rules} rules
 * @param {Table} table
 * @param {Entry} entry
 */
function objectionInPlay(rules, table, entry) {
  switch (entry.kind) {
    case "substitute":
    case "withdraw":
      return absence(table, [entry.seat]);
    case "pause":
      return table.paused ? doubt("is_paused") : null;
    case "resume":
      return table.paused ? null : doubt("not_paused");
    case "close":
      return null;
    default:
      return rules.objection(table, entry);
  }
}

/**
 * Do what a possible line says; the seat that takes a letter by it.
 *
 * @param {Rules} rules
 * @param {Table} table
 * @param {Entry} entry
 */
function apply(rules, table, entry) {
  const common = COMMON[entry.kind];
  if (common) {
    common(table, entry);
    return null;
  }
  table.paused = false;
  return rules.apply(table, entry);
}

/** @type {{[kind: string]: (table: Table, entry: Entry) => void}} what is alike in both games */
const COMMON = {
  substitute: (table, entry) => (table.chairs[entry.seat].occupant = entry.occupant),
  withdraw: (table, entry) => leave(table, entry.seat),
  close: (table) => (table.closed = true),
  pause: (table) => (table.paused = true),
  resume: (table) => (table.paused = false),
  swap: (table) => (table.acceptedBy = null), // done before; what was agreed with has changed
  accept: (table, entry) => (table.acceptedBy = entry.seat),
  settle: () => undefined, // it says why the line after it was written, or why none was
};

/**
 * @param {Table} table
 * @param {string} seat
 */
function missing(table, seat) {
  return table.length - table.chairs[seat].letters;
}

/**
 * Fewest and most deals still to come, if nobody withdraws.
 *
 * @param {Table} table
 * @returns {[number, number]}
 */
function toGo(table) {
  const lacking = table.active.map((seat) => missing(table, seat)).sort((a, b) => a - b);
  const staying = leftAtTheEnd(table.options);
  return [total(lacking.slice(0, lacking.length - staying)), total(lacking) - staying];
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
