// form[data-resend]: a deal is never lost and never counted twice. The form is sent by fetch with its hidden idempotency
// id (input name "entry_id"); while the network fails the form stays as it is, says so, and is sent again with the SAME
// id until an answer names that id: in the header X-Entry-Id, or among the "lines" of its JSON. Then what the answer holds
// goes into data-resend-target (a selector): its HTML; of JSON the "table", which is what changed or the whole HTML
// (tournaments/tableside/line_answers.py says its shape). JSON {"location": …} or the answer's own address is followed.
// Without scripts the form posts normally.
// Left out: keeping entries over a closed page; the browser warns before one is closed.

/**
 * What changed since the page `was`. @typedef {object} Change
 * @property {string} was
 * @property {Record<string, string>} fields
 * @property {string} dealer
 * @property {string} leader
 * @property {Record<string, string>} parts
 * @property {Record<string, string>} log
 */

const FIRST = 1000, LONGEST = 30_000, PATIENCE = 12_000;
/** @type {Set<HTMLFormElement>} */
const unsent = new Set();
/** @type {(() => void) | null} */
let hurry = null;
/** @type {Element | null}  the button last tapped, for browsers of before 2022 that do not name the submitter */
let tapped = null;

/** @param {HTMLFormElement} form @param {"sending" | "waiting" | "refused" | ""} state */
function say(form, state) {
  const place = /** @type {HTMLElement | null} */ (form.querySelector("[data-resend-status]"));
  if (place) place.textContent = (state && place.getAttribute(`data-if-${state}`)) || "";
  form.toggleAttribute("data-pending", state === "sending" || state === "waiting");
  if (form.hasAttribute("data-pending")) form.setAttribute("aria-busy", "true");
  else form.removeAttribute("aria-busy");
}

/** @param {number} attempt */
function pause(attempt) {
  const length = Math.min(FIRST * 2 ** attempt, LONGEST) * (0.5 + Math.random());
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, length);
    hurry = () => { clearTimeout(timer); resolve(undefined); };
  });
}

/** One attempt; nothing when the network or the server behind it failed. @param {string} address @param {FormData} data */
async function post(address, data) {
  const abort = new AbortController();
  const patience = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const headers = { Accept: "text/html, application/json", "X-Resend": "1" };
    const answer = await fetch(address, { method: "POST", body: data, headers, credentials: "same-origin", signal: abort.signal });
    const text = await answer.text();
    const said = (answer.headers.get("Content-Type") || "").includes("json") ? JSON.parse(text) : null;
    return answer.status >= 500 || answer.status === 429 ? null : { answer, text, said };
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/** Whether the answer is the last word on the entry. @param {string} id @param {{answer: Response, said: any}} result */
function isNamed(id, { answer, said }) {
  return id !== "" && (answer.headers.get("X-Entry-Id") === id || Boolean(said?.lines?.some((/** @type {any} */ line) => line.id === id)));
}

/** @param {HTMLFormElement} form @param {{answer: Response, text: string, said: any}} result */
function finish(form, { answer, text, said }) {
  const target = document.querySelector(form.dataset.resendTarget || "main");
  const html = said ? said.table?.html : text;
  const change = /** @type {Change | undefined} */ (html === undefined ? said.table : undefined);
  if (said && !said.table) location.assign(said.location || location.href);
  else if (!form.dataset.resendTarget || answer.redirected || !target) location.assign(answer.url);
  else if (change && shownBy(target) !== change.was) location.reload();
  else {
    if (change) apply(target, change);
    else replace(target, html);
    const version = said ? said.version : Number(answer.headers.get("X-Version") || 0);
    const detail = { version, etag: said?.etag, dealer: change?.dealer, leader: change?.leader };
    target.dispatchEvent(new CustomEvent("resend:swapped", { bubbles: true, detail }));
    /** @type {HTMLElement | null} */ (target.querySelector("[data-focus]"))?.focus();
  }
}

/** @param {Element} target @param {string} html */
function replace(target, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  const inner = target.id ? fresh.querySelector(`[id="${target.id}"]`) || fresh : fresh;
  target.replaceChildren(...inner.childNodes);
}

/** Which page stands there. @param {Element} target */
function shownBy(target) {
  return /** @type {HTMLInputElement | null} */ (target.querySelector("input[name=shows]"))?.value;
}

/** The page as it would come from the server now: what changed is written in, what was chosen and opened is not there. */
/** @param {Element} target @param {Change} change */
function apply(target, { fields, parts, log }) {
  for (const form of target.querySelectorAll("form")) form.reset();
  for (const details of target.querySelectorAll("details")) details.open = "staysOpen" in details.dataset;
  for (const field of target.querySelectorAll("input")) {
    const value = field.name === "entry_id" ? newId() : fields[field.name];
    if (value !== undefined) field.value = field.defaultValue = String(value);
  }
  for (const [name, html] of Object.entries(parts)) {
    for (const part of target.querySelectorAll(`[data-part="${name}"]`)) replace(part, html);
  }
  const list = target.querySelector(".lines");
  for (const [position, html] of Object.entries(log)) {
    const line = new DOMParser().parseFromString(html, "text/html").body.childNodes;
    const old = target.querySelector(`[data-line="${position}"]`);
    if (old) old.replaceWith(...line);
    else list?.prepend(...line);
  }
}

/** A UUID of version 4; randomUUID is not there without TLS, as in a hall's own network. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** @param {HTMLFormElement} form @param {string} address @param {FormData} data */
async function send(form, address, data) {
  const id = String(data.get("entry_id") || "");
  unsent.add(form);
  say(form, "sending");
  for (let attempt = 0; ; attempt += 1) {
    const result = await post(address, data);
    if (result) {
      const taken = isNamed(id, result);
      unsent.delete(form);
      say(form, taken ? "" : "refused");
      if (taken) finish(form, result);
      document.dispatchEvent(new Event("resend:ended"));
      return;
    }
    say(form, "waiting");
    await pause(attempt);
  }
}

document.addEventListener("click", (event) => {
  tapped = event.target instanceof Element ? event.target.closest("button:not([type=button])") : null;
}, true);
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || !form.matches("form[data-resend]")) return;
  event.preventDefault();
  if (unsent.has(form)) return;
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter || (form.contains(tapped) ? tapped : null));
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  send(form, button?.getAttribute("formaction") || form.getAttribute("action") || location.href, data);
});
window.addEventListener("online", () => hurry?.());
window.addEventListener("beforeunload", (event) => { if (unsent.size) event.preventDefault(); });
