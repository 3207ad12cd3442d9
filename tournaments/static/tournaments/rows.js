// A list whose rows change one by one (htmx). A refused act comes as 409 or 422 with the row that says why: it is
// swapped in like any other. Whatever else goes wrong (signed out, no network) shows the page, or says so, anew.

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (![409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
});
document.addEventListener("htmx:responseError", () => location.reload());
document.addEventListener("htmx:sendError", () => {
  for (const banner of document.querySelectorAll("[data-offline]")) /** @type {HTMLElement} */ (banner).hidden = false;
});
