// Calls of tables. A form[data-online] says something that somebody has to hear now: it is sent at once or not at all, and
// where there is no network its [data-if-offline] says so. Where a page shows calls ([data-call]), a new one rings: the
// phone shakes where it can. Everything here works without this script too, but for those two.

const PATIENCE = 8000;

/** Which calls nobody has answered that were not there before. @param {Set<string>} before @param {string[]} now */
export function newCalls(before, now) {
  return now.filter((mark) => Number(mark) > 0 && !before.has(mark));
}

/** @param {HTMLFormElement} form @param {boolean} unheard */
function say(form, unheard) {
  const place = form.querySelector("[data-if-offline]");
  if (place) place.textContent = unheard ? place.getAttribute("data-if-offline") : "";
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const stop = typeof AbortController === "function" ? new AbortController() : null;
  const timer = stop ? setTimeout(() => stop.abort(), PATIENCE) : 0;
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  say(form, false);
  try {
    /** @type {RequestInit} */
    const asked = { method: "POST", body: new FormData(form), credentials: "same-origin" };
    if (stop) asked.signal = stop.signal;
    const answer = await fetch(form.action, asked);
    // A portal's page comes from elsewhere, or does not carry the version that the pages of a table have.
    const isOurs = new URL(answer.url).origin === location.origin && answer.headers.has("X-Version");
    if (!answer.ok || !isOurs) throw new Error(String(answer.status));
    location.assign(answer.url);
  } catch (error) {
    say(form, true);
  } finally {
    clearTimeout(timer);
    if (button) button.disabled = false;
  }
}

/** @type {Set<string>} */
let known = new Set();
let begun = false;

function ring() {
  const marks = [];
  for (const element of document.querySelectorAll("[data-call]")) marks.push(element.getAttribute("data-call") || "");
  if (begun && newCalls(known, marks).length && navigator.vibrate) navigator.vibrate([200, 100, 200]);
  known = new Set(marks);
  begun = true;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("form[data-online]")) return;
  event.preventDefault();
  send(form);
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[href='#call']");
  const place = link && document.getElementById("call");
  if (place instanceof HTMLDetailsElement) place.open = true;
});
document.addEventListener("live:swapped", ring);
ring();
