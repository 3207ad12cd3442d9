// PURE: which words are true of a line, and of everything that this phone keeps. The sentences stand in the templates
// (parts/line_words.html, parts/outbox.html); here it is only said which.

/** @typedef {import("./kept.js").Kept} Kept */

/** Until then the network may simply be on its way. */
export const SOON = 2000;
const LONG = 10 * 60000;

/** @param {Kept} one */
function isDeal(one) {
  return one.line.entry.kind === "deal" || one.line.entry.kind === "smear_deal";
}

/**
 * `phone`: on this phone · `sending` · `server`: on the server · `twice`: told twice, counted once · `waits`: for an earlier deal
 * · `referee`: needs the referee · `settled`: a referee has settled it. The site's sentence is in its answer, or in `settled`.
 * @param {Kept} one @param {boolean} isOnItsWay
 * @returns {"phone" | "sending" | "server" | "twice" | "waits" | "referee" | "settled"}
 */
export function wordOf(one, isOnItsWay) {
  if (one.state !== "named" || !one.answer) return isOnItsWay ? "sending" : "phone";
  if (one.settled) return "settled";
  if (one.answer.status === "applied") return "server";
  if (one.answer.status === "merged") return "twice";
  return one.answer.status === "held" ? "waits" : "referee";
}

/**
 * @typedef {object} Told   what the banner says
 * @property {number} waiting    lines that lie only on this phone; 0 too while they have hardly been tapped
 * @property {boolean} areDeals  all of them
 * @property {number | null} age      milliseconds since the last contact; null: none yet
 * @property {boolean} strong
 * @property {number} referee    lines that need the referee
 * @property {boolean} signedOut
 * @property {boolean} lost
 * @property {boolean} missing
 */

/**
 * @param {{lines: Kept[], failures: number, online: boolean, account: string | null | undefined, age: number | null, lost: number, missing: string, isAtTable: boolean}} so
 * @param {number} now @returns {Told}
 */
export function toldOf(so, now) {
  const open = so.lines.filter((one) => one.state !== "named" && one.notBefore <= now);
  const signedOut = so.account === null && (open.length > 0 || so.isAtTable);
  const isSlow = so.failures > 0 || !so.online || signedOut || open.some((one) => now - one.tapped > SOON);
  const waiting = isSlow ? open.length : 0;
  return {
    waiting,
    areDeals: open.every(isDeal),
    age: so.age,
    strong: waiting > 0 && (so.age === null ? open.some((one) => now - one.tapped > LONG) : so.age > LONG),
    referee: so.lines.filter((one) => wordOf(one, false) === "referee").length,
    signedOut,
    lost: so.lost > 0,
    missing: so.missing !== "" && so.isAtTable,
  };
}

/** The right plural of a phrase in three samples: `dealsOne`, `dealsFew`, `deals`. @param {{[name: string]: string | undefined}} texts @param {string} name @param {number} n @param {string} language */
export function phrase(texts, name, n, language) {
  const form = typeof Intl !== "undefined" && /** @type {any} */ (Intl).PluralRules ? new /** @type {any} */ (Intl).PluralRules(language).select(n)
    : n === 1 ? "one" : n < 5 ? "few" : "many";
  return (texts[name + form[0].toUpperCase() + form.slice(1)] || texts[name] || "").replace("{n}", String(n));
}

/** "3 deals only on this phone, last contact 12 min ago." @param {Told} told @param {{[name: string]: string | undefined}} texts @param {string} language */
export function waitingSentence(told, texts, language) {
  const what = phrase(texts, told.areDeals ? "deals" : "lines", told.waiting, language);
  const minutes = told.age === null ? 0 : Math.floor(told.age / 60000);
  const when = told.age === null ? texts.contactNever || ""
    : minutes < 1 ? texts.contactNow || ""
    : minutes < 120 ? (texts.contactMinutes || "").replace("{n}", String(minutes))
    : (texts.contactHours || "").replace("{n}", String(Math.floor(minutes / 60)));
  return `${what}, ${when}.`;
}
