// form[data-keep="account:7"]: what is typed is kept on this phone until it is done: over a lost network, a closed page, a
// sign-out. Its value is the account for whom it is kept; nobody else is shown it. Sent, it goes by fetch with its hidden
// id (entry_id or form_id), again and again with the same one, until an answer names that id in the header X-Entry-Id; so
// it is done once, whatever the network does. JSON {"location": …} is followed; a page goes into data-keep-target (a
// selector, else main): it says what has to be mended, and the form goes on with a new id. Its [data-keep-status]
// (parts/kept.html) says in words how it stands. Without scripts the form posts normally.

import { goesOn, idOf, mayKeep, meaning, pauseOf, placeOf, read } from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Answer} Answer */
/** @typedef {"sending" | "waiting" | "signed-out" | "someone-else" | "refused" | "restored" | ""} State */

const PATIENCE = 25000;
/** @type {Map<HTMLFormElement, Draft>} */
const underWay = new Map();
/** @type {Set<() => void>}  what ends a pause at once */
const hurries = new Set();
/** @type {Element | null}  the button last tapped, for browsers that do not name the submitter */
let tapped = null;

// --- What stands in a form, and where it is kept ---------------------------------------------------------------------

/** @param {HTMLFormElement} form */
function place(form) {
  return placeOf(form.getAttribute("data-keep") || "", location.pathname, form.getAttribute("action") || "");
}

/** @param {HTMLFormElement} form @returns {(HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]} */
function controls(form) {
  return /** @type {any[]} */ (Array.from(form.elements)).filter((field) => "value" in field && field.tagName !== "BUTTON" && mayKeep(field.name, field.type));
}

/** @param {HTMLFormElement} form @returns {[string, string][]} */
function fieldsOf(form) {
  /** @type {[string, string][]} */
  const fields = [];
  for (const field of controls(form)) {
    if (field instanceof HTMLSelectElement) {
      for (const option of Array.from(field.options)) if (option.selected) fields.push([field.name, option.value]);
    } else if (!isTicked(field) || /** @type {HTMLInputElement} */ (field).checked) fields.push([field.name, field.value]);
  }
  return fields;
}

/** @param {Element} field */
function isTicked(field) {
  return field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox");
}

/** Write what was kept into the form; its hidden fields only if it was sent, since its id belongs to what it said then. */
/** @param {HTMLFormElement} form @param {Draft} draft */
function fill(form, draft) {
  for (const field of controls(form)) {
    const values = draft.fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field instanceof HTMLSelectElement) {
      for (const option of Array.from(field.options)) option.selected = values.indexOf(option.value) >= 0;
    } else if (isTicked(field)) /** @type {HTMLInputElement} */ (field).checked = values.indexOf(field.value) >= 0;
    else if (values.length && (field.type !== "hidden" || draft.sent)) field.value = values[0];
    const details = values.length ? field.closest("details") : null;
    if (details) details.open = true;
  }
}

/** What can be seen of a form's fields. @param {[string, string][]} fields @param {HTMLFormElement} form */
function seen(fields, form) {
  const hidden = controls(form).filter((field) => field.type === "hidden").map((field) => field.name);
  return JSON.stringify(fields.filter(([name]) => hidden.indexOf(name) < 0));
}

/** Whether it is kept: a browser may refuse to keep anything. @param {HTMLFormElement} form @param {Draft | null} draft */
function keep(form, draft) {
  try {
    if (draft) localStorage.setItem(place(form), JSON.stringify(draft));
    else localStorage.removeItem(place(form));
    return true;
  } catch (_error) {
    return false;
  }
}

/** @param {HTMLFormElement} form */
function kept(form) {
  try {
    return read(localStorage.getItem(place(form)), Date.now());
  } catch (_error) {
    return null;
  }
}

/** @param {HTMLFormElement} form @param {boolean} sent @returns {Draft} */
function draftOf(form, sent) {
  return { v: 1, fields: fieldsOf(form), action: form.getAttribute("action") || location.href, title: document.title, at: Date.now(), sent };
}

// --- What is said ----------------------------------------------------------------------------------------------------

/** @param {HTMLFormElement} form @param {State} state */
function say(form, state) {
  const status = form.querySelector("[data-keep-status]");
  form.setAttribute("data-kept", state);
  if (state === "sending") form.setAttribute("aria-busy", "true");
  else form.removeAttribute("aria-busy");
  if (!status) return;
  const isLoose = state !== "" && state !== "sending" && !kept(form);
  const words = status.querySelector("[data-keep-words]");
  if (words) words.textContent = (state && status.getAttribute(isLoose ? "data-if-unkept" : `data-if-${state}`)) || "";
  const link = /** @type {HTMLAnchorElement | null} */ (status.querySelector("[data-keep-sign-in]"));
  if (link) {
    link.hidden = state !== "signed-out";
    link.search = `?next=${encodeURIComponent(location.pathname + location.search)}`;
  }
  const drop = /** @type {HTMLElement | null} */ (status.querySelector("[data-keep-drop]"));
  if (drop) drop.hidden = state !== "restored";
}

// --- Sending ---------------------------------------------------------------------------------------------------------

/** @param {number} attempt */
function pause(attempt) {
  return new Promise((resolve) => {
    const end = () => { clearTimeout(timer); hurries.delete(end); resolve(undefined); };
    const timer = setTimeout(end, pauseOf(attempt, Math.random()));
    hurries.add(end);
  });
}

/** Ask for a page; nothing when there is no network. @param {string} address @param {RequestInit} options */
async function ask(address, options) {
  const abort = typeof AbortController === "undefined" ? null : new AbortController();
  const patience = setTimeout(() => { if (abort) abort.abort(); }, PATIENCE);
  try {
    const answer = await fetch(address, Object.assign({ credentials: "same-origin", signal: abort ? abort.signal : undefined }, options));
    return { answer, text: await answer.text() };
  } catch (_error) {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/** @param {HTMLFormElement} form @param {Draft} draft */
function bodyOf(form, draft) {
  const data = new FormData();
  for (const [name, value] of draft.fields) data.append(name, value);
  const token = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=csrfmiddlewaretoken]"));
  if (token) data.append(token.name, token.value);
  return data;
}

/** @param {HTMLFormElement} form @param {Draft} draft */
async function post(form, draft) {
  const headers = { Accept: "text/html, application/json", "X-Resend": "1" };
  const got = await ask(draft.action, { method: "POST", body: bodyOf(form, draft), headers });
  const answer = got && answerOf(got.answer, got.text);
  return { what: meaning(answer, idOf(draft.fields), pathOf(draft.action)), text: got ? got.text : "", location: answer ? answer.location : "" };
}

/** @param {Response} answer @param {string} text @returns {Answer} */
function answerOf(answer, text) {
  const isJson = (answer.headers.get("Content-Type") || "").indexOf("json") >= 0;
  let said = null;
  try {
    said = isJson ? JSON.parse(text) : null;
  } catch (_error) {
    said = null;
  }
  const location = said && typeof said.location === "string" ? said.location : "";
  return { status: answer.status, named: answer.headers.get("X-Entry-Id") || "", page: pathOf(answer.url), location };
}

/** @param {string} address */
function pathOf(address) {
  return new URL(address, location.href).pathname;
}

/** The page as it is now says who is signed in; with it comes a token that the site takes. @param {HTMLFormElement} form @returns {Promise<State | "go">} */
async function look(form) {
  const got = await ask(location.href, { headers: { Accept: "text/html" } });
  if (!got || got.answer.status >= 500) return "waiting";
  const status = form.querySelector("[data-keep-sign-in]");
  if (status && pathOf(got.answer.url) === /** @type {HTMLAnchorElement} */ (status).pathname) return "signed-out";
  const page = new DOMParser().parseFromString(got.text, "text/html");
  const same = Array.from(page.querySelectorAll("form[data-keep]")).find((other) => other.getAttribute("action") === form.getAttribute("action"));
  if (!same) return "refused";
  if (same.getAttribute("data-keep") !== form.getAttribute("data-keep")) return "someone-else";
  const fresh = /** @type {HTMLInputElement | null} */ (same.querySelector("[name=csrfmiddlewaretoken]"));
  const token = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=csrfmiddlewaretoken]"));
  if (!fresh || !token || fresh.value === token.value) return "refused";
  token.value = fresh.value;
  return "go";
}

/** @param {HTMLFormElement} form @param {Draft} draft */
async function send(form, draft) {
  underWay.set(form, draft);
  say(form, "sending");
  for (let attempt = 0; ; attempt += 1) {
    let result = await post(form, draft);
    let state = /** @type {State | "go"} */ ("waiting");
    if (result.what === "look") {
      state = await look(form);
      if (state === "go") result = await post(form, draft);
    }
    if (result.what === "done" || result.what === "answered") {
      underWay.delete(form);
      keep(form, null);
      say(form, "");
      if (result.what === "done") location.assign(result.location);
      else show(form, result.text);
      return;
    }
    say(form, state === "go" ? "refused" : state);
    await pause(attempt);
  }
}

/** The site asks for something: its page, with what was typed. @param {HTMLFormElement} form @param {string} text */
function show(form, text) {
  const selector = form.getAttribute("data-keep-target") || "main";
  const target = document.querySelector(selector);
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(selector);
  if (!target || !fresh) {
    location.reload();
    return;
  }
  target.innerHTML = "";
  for (const node of Array.from(fresh.childNodes)) target.append(document.importNode(node, true));
  for (const again of Array.from(target.querySelectorAll("form[data-keep]"))) {
    if (again.getAttribute("action") === form.getAttribute("action")) keep(/** @type {HTMLFormElement} */ (again), draftOf(/** @type {HTMLFormElement} */ (again), false));
  }
  const first = /** @type {HTMLElement | null} */ (target.querySelector("[role=alert], [role=status][tabindex]"));
  if (first) first.focus();
}

// --- The page --------------------------------------------------------------------------------------------------------

/** @param {EventTarget | null} from */
function formAround(from) {
  return from instanceof Element ? /** @type {HTMLFormElement | null} */ (from.closest("form[data-keep]")) : null;
}

/** @param {Event} event */
function typed(event) {
  const form = formAround(event.target);
  if (!form || underWay.has(form)) return;
  const before = kept(form);
  const draft = draftOf(form, false);
  keep(form, draft);
  if (before && before.sent) say(form, ""); // what was sent before is another thing now
}

document.addEventListener("input", typed);
document.addEventListener("change", typed);
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  tapped = target ? target.closest("button:not([type=button])") : null;
  const drop = target ? target.closest("[data-keep-drop]") : null;
  const form = drop && formAround(drop);
  if (!form) return;
  keep(form, null);
  location.reload();
}, true);

document.addEventListener("submit", (event) => {
  const form = formAround(event.target);
  if (event.defaultPrevented || !form) return;
  event.preventDefault();
  if (underWay.has(form)) return;
  const named = /** @type {HTMLButtonElement | null} */ (/** @type {any} */ (event).submitter || (tapped && form.contains(tapped) ? tapped : null));
  const draft = draftOf(form, true);
  if (named && named.name) draft.fields.push([named.name, named.value]);
  if (named && named.getAttribute("formaction")) draft.action = named.formAction;
  keep(form, draft);
  send(form, draft);
});

function hurry() {
  for (const end of Array.from(hurries)) end();
}
window.addEventListener("online", hurry);
window.addEventListener("pageshow", hurry);
document.addEventListener("visibilitychange", () => { if (!document.hidden) hurry(); });
window.addEventListener("beforeunload", (event) => { if (underWay.size) event.preventDefault(); });

/** What was typed before stands in its form again, and what was sent goes on. @param {HTMLFormElement} form */
function restore(form) {
  const draft = kept(form);
  if (!draft) return;
  if (!draft.sent && seen(draft.fields, form) === seen(fieldsOf(form), form)) {
    keep(form, null);
    return;
  }
  fill(form, draft);
  if (goesOn(draft, Date.now())) send(form, draft);
  else say(form, "restored");
}

for (const form of Array.from(document.querySelectorAll("form[data-keep]"))) restore(/** @type {HTMLFormElement} */ (form));
