// PURE: what the forms of the table say, as lines of the log (games/rules/payload.py). The site reads the same forms without
// scripts in tournaments/tableside/forms.py.

/**
 * @typedef {(name: string) => string} Field    what a field of the form holds, "" where there is none
 * @typedef {{entry: {[name: string]: any}, witness: string, seen: boolean}} Said
 * @typedef {{fault: "pointsWrong" | "pointsMissing" | "notFour", total: number}} Fault
 * @typedef {{seats: string[], dealer: string, pointsEntry: string, parties: string[]}} Around   who is still in, who deals as shown
 */

const ALL_POINTS = 33;

/** The last part of an address: which act it is. @param {string} address */
export function actOf(address) {
  const parts = address.split("?")[0].split("/").filter(Boolean);
  return parts[parts.length - 1] || "";
}

/** @param {string} act @param {Field} field @param {Around} around @returns {Said | Fault | null} */
export function lineSaid(act, field, around) {
  switch (act) {
    case "deals": return dealSaid(field, around);
    case "smear-deals": return smearDealSaid(field, around);
    case "void-deals": {
      const bench = benchOf(field);
      return told(Object.assign({ kind: "void_deal" }, bench.length ? { bench } : {}, { reason: tidy(field("reason")) }, dealerOf(field, bench)), field, around);
    }
    case "penalty-letters":
      return told({ kind: "penalty_letter", seat: field("seat"), reason: tidy(field("reason")) }, field, around);
    case "pause": return told({ kind: "pause", reason: tidy(field("reason")) }, field, around);
    case "resume": return told({ kind: "resume" }, field, around);
    case "accept": return told({ kind: "accept", seat: field("seat") }, field, around);
    default: return null;
  }
}

/** @param {Field} field @param {Around} around @returns {Said | Fault} */
function dealSaid(field, around) {
  const bench = benchOf(field);
  if (around.seats.length - bench.length !== 4) return { fault: "notFour", total: around.seats.length - bench.length };
  /** @type {{[seat: string]: number}} */
  const points = {};
  for (const seat of around.seats) if (!bench.includes(seat) && field(`points_${seat}`) !== "") points[seat] = Number(field(`points_${seat}`));
  const given = Object.keys(points);
  const total = given.reduce((sum, seat) => sum + points[seat], 0);
  if (!given.length && around.pointsEntry === "required") return { fault: "pointsMissing", total };
  if (given.length && total !== ALL_POINTS && !field("points_as_they_are")) return { fault: "pointsWrong", total };
  return told(Object.assign(
    { kind: "deal", loser: field("loser") }, bench.length ? { bench } : {}, given.length ? { points } : {}, field("packed") ? { packed: true } : {}, dealerOf(field, bench),
  ), field, around);
}

/** @param {Field} field @param {Around} around @returns {Said} */
function smearDealSaid(field, around) {
  const bid = field("bid");
  /** @type {{[party: string]: number}} */
  const points = {};
  for (const party of around.parties) points[party] = Number(field(`points_${party}`));
  const moon = bid.startsWith("moon") ? { moon: true } : {};
  return told(Object.assign({ kind: "smear_deal", pitcher: field("pitcher"), bid: Number(bid.replace("moon", "")), points }, moon, dealerOf(field, [])), field, around);
}

/** Who dealt: tapped, or as the page shows it. @param {{[name: string]: any}} entry @param {Field} field @param {Around} around @returns {Said} */
function told(entry, field, around) {
  const seen = field("dealt") || field("dealer");
  return { entry, witness: seen || around.dealer, seen: Boolean(seen) };
}

/** @param {Field} field @param {string[]} bench */
function dealerOf(field, bench) {
  const dealer = field("dealer");
  return dealer && !bench.includes(dealer) ? { dealer } : {};
}

/** @param {Field} field */
function benchOf(field) {
  return Array.from(new Set(Array.from(field("bench")))).sort();
}

/** One line, nothing that cannot be seen. @param {string} text */
function tidy(text) {
  return text.replace(/\s+/g, " ").trim();
}
