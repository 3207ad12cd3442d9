// What was typed into a form and is not done yet, as values: where it is kept, how long, and what an answer of the site
// means. Knows no page and no network.

/**
 * @typedef {object} Draft
 * @property {1} v
 * @property {[string, string][]} fields   what the form says, name by name, with its hidden id once it was sent
 * @property {string} action               where it goes
 * @property {string} title                of the page that it stands on
 * @property {number} at                   when it was typed or sent last, milliseconds of this phone's clock
 * @property {boolean} sent                whether somebody has pressed the button, and no answer came yet
 */

/**
 * What came back. `named`: the id that it names; `page`: the path that it came from in the end.
 * @typedef {{status: number, named: string, page: string, location: string}} Answer
 */

/** Fields that are never kept: a token of the session, and what a draft is kept without. */
const NEVER = ["csrfmiddlewaretoken"];
const NEVER_KINDS = ["password", "file"];
const ID_NAMES = ["entry_id", "form_id"];

/** So long a form that somebody has sent is sent on by itself when its page is opened again; later he is asked. */
const BY_ITSELF = 15 * 60 * 1000;
/** So long it is kept: an evening, with the night after it. */
const KEPT = 14 * 60 * 60 * 1000;
const FIRST = 1000, LONGEST = 30 * 1000;

/** Where the drafts of an account begin. @param {string} account */
export function shelfOf(account) {
  return `draft ${account} `;
}

/** One form of one page of one account: nobody else who signs in on this phone is shown it. @param {string} account @param {string} page @param {string} action */
export function placeOf(account, page, action) {
  return `${shelfOf(account)}${page} ${action}`;
}

/** The page that a draft stands on. @param {string} account @param {string} place */
export function pageOf(account, place) {
  return place.slice(shelfOf(account).length).split(" ")[0];
}

/** Whether a field may be kept. @param {string} name @param {string} kind */
export function mayKeep(name, kind) {
  return name !== "" && NEVER.indexOf(name) < 0 && NEVER_KINDS.indexOf(kind) < 0;
}

/** The id under which the site knows the form. @param {[string, string][]} fields */
export function idOf(fields) {
  const found = fields.find(([name]) => ID_NAMES.indexOf(name) >= 0);
  return found ? found[1] : "";
}

/** What was kept, if it can be read and is not too old. @param {string | null} text @param {number} now @returns {Draft | null} */
export function read(text, now) {
  try {
    const draft = JSON.parse(text || "null");
    return draft && draft.v === 1 && Array.isArray(draft.fields) && now - draft.at < KEPT ? draft : null;
  } catch (_error) {
    return null;
  }
}

/** Whether a draft is sent on without being asked for again. @param {Draft} draft @param {number} now */
export function goesOn(draft, now) {
  return draft.sent && now - draft.at < BY_ITSELF;
}

/**
 * What an answer means. Only one that names the form is an answer to it: a portal names nothing.
 * `look`: somebody may have been signed out, the page will tell; `again`: as if there were no network.
 * @param {Answer | null} answer @param {string} id @param {string} page @returns {"done" | "answered" | "look" | "again"}
 */
export function meaning(answer, id, page) {
  if (!answer || answer.status >= 500 || answer.status === 429) return "again";
  if (id !== "" && answer.named === id) return answer.location ? "done" : "answered";
  return answer.status === 403 || answer.page !== page ? "look" : "again";
}

/** How long to wait before it is tried again, `random` from 0 to 1. @param {number} attempt @param {number} random */
export function pauseOf(attempt, random) {
  return Math.min(FIRST * Math.pow(2, attempt), LONGEST) * (0.5 + random);
}
