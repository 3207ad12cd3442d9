// form[data-resend]: a deal is never lost and never counted twice. The form is sent by fetch with its hidden idempotency
// id (input name "entry_id"); while the network fails the form stays as it is, says so, and is sent again with the SAME
// id until an answer names that id in the header X-Entry-Id. Then the answer's HTML goes into data-resend-target (a
// selector), or JSON {"location": …} or the answer's own address is followed. Without scripts the form posts normally.
// Left out: keeping entries over a closed page; the browser warns before one is closed.

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
  if (place) place.textContent = (state && place.getAttribute(`data-says-${state}`)) || "";
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
    return answer.status >= 500 || answer.status === 429 ? null : { answer, text };
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/** @param {HTMLFormElement} form @param {Response} answer @param {string} text */
function finish(form, answer, text) {
  if ((answer.headers.get("Content-Type") || "").includes("json")) {
    location.assign(JSON.parse(text).location || location.href);
    return;
  }
  const target = document.querySelector(form.dataset.resendTarget || "main");
  if (!form.dataset.resendTarget || answer.redirected || !target) {
    location.assign(answer.url);
    return;
  }
  const fresh = new DOMParser().parseFromString(text, "text/html").body;
  const inner = target.id ? fresh.querySelector(`[id="${target.id}"]`) || fresh : fresh;
  target.replaceChildren(...inner.childNodes);
  const detail = { version: Number(answer.headers.get("X-Version") || 0) };
  target.dispatchEvent(new CustomEvent("resend:swapped", { bubbles: true, detail }));
  /** @type {HTMLElement | null} */ (target.querySelector("[data-focus]"))?.focus();
}

/** @param {HTMLFormElement} form @param {string} address @param {FormData} data */
async function send(form, address, data) {
  const id = String(data.get("entry_id") || "");
  unsent.add(form);
  say(form, "sending");
  for (let attempt = 0; ; attempt += 1) {
    const result = await post(address, data);
    if (result) {
      const taken = id !== "" && result.answer.headers.get("X-Entry-Id") === id;
      unsent.delete(form);
      say(form, taken ? "" : "refused");
      if (taken) finish(form, result.answer, result.text);
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
