// A list whose rows change one by one (htmx). A refused act comes as 409 or 422 with the row that says why: it is
// swapped in like any other. Whatever else goes wrong (signed out, no network) shows the page, or says so, anew.

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (![409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
});
document.addEventListener("htmx:responseError", () => location.reload());
document.addEventListener("htmx:sendError", (event) => {
  for (const banner of document.querySelectorAll("[data-offline]")) /** @type {HTMLElement} */ (banner).hidden = false;
  const row = /** @type {CustomEvent} */ (event).detail.elt.closest("tr");
  const said = /** @type {HTMLTemplateElement | null} */ (document.querySelector("template[data-not-sent]"));
  if (!row || !said || row.querySelector(".not-sent")) return;
  row.classList.add("refused");
  row.querySelector("th").append(said.content.cloneNode(true));
});

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
