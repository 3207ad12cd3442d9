// A list whose rows change one by one (htmx). A refused act comes as 409 or 422 with the row that says why: it is
// swapped in like any other. No network, and a database that does not answer (503) or takes nothing (507), are said in
// the row, which stays as it was. Whatever else goes wrong (signed out) shows the page anew.

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (![409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
});
document.addEventListener("htmx:responseError", (event) => {
  const { xhr, elt } = /** @type {CustomEvent} */ (event).detail;
  if ([503, 507].includes(xhr.status)) sayNotSent(elt, xhr.responseText);
  else location.reload();
});
document.addEventListener("htmx:sendError", (event) => {
  for (const banner of document.querySelectorAll("[data-offline]")) /** @type {HTMLElement} */ (banner).hidden = false;
  sayNotSent(/** @type {CustomEvent} */ (event).detail.elt, "");
});

/** @param {HTMLElement} element @param {string} why in the site's words; empty: there is no network */
function sayNotSent(element, why) {
  const row = element.closest("tr"), head = row && row.querySelector("th");
  const said = /** @type {HTMLTemplateElement | null} */ (document.querySelector("template[data-not-sent]"));
  if (!row || !head || !said || head.querySelector(".not-sent")) return;
  row.classList.add("refused");
  head.append(said.content.cloneNode(true));
  const sentence = head.querySelector(".not-sent");
  if (why && sentence) sentence.textContent = why;
}

// After a tap another button may stand under the thumb: a second tap of an impatient one must not press it.
const PAUSE = 500;
let swappedAt = -PAUSE, swapped = "";
document.addEventListener("htmx:beforeSwap", (event) => {
  swappedAt = performance.now();
  swapped = /** @type {CustomEvent} */ (event).detail.target.id;
});
document.addEventListener("click", (event) => {
  const row = event.target instanceof Element ? event.target.closest("tr") : null;
  if (!row || row.id !== swapped || performance.now() - swappedAt > PAUSE) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

// The counters follow the other phones, the rows do not: one would change under the thumb that taps it. Where a counter
// says something else than after the last tap here, a line says so. While a tap is under way it is his own.
const counts = () => (document.getElementById("counts") || document.body).textContent;
let known = counts(), underWay = 0;
document.addEventListener("htmx:beforeRequest", () => { underWay += 1; });
document.addEventListener("htmx:afterRequest", () => { underWay -= 1; known = counts(); });
document.addEventListener("live:swapped", () => {
  const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-elsewhere]"));
  if (line && !underWay && words(counts()) !== words(known)) line.hidden = false;
  known = counts();
});

/** @param {string | null} text */
function words(text) {
  return (text || "").split(/\s+/).join(" ").trim();
}
