// A form that is being sent is not sent a second time by an impatient thumb. Without scripts the server's idempotency
// ids do the same work. Left out: forms that stay on the page (data-again: downloads, the language switch) and those
// that phone/page.js, phone/drafts.js or htmx send themselves.

/** @param {HTMLFormElement} form @param {boolean} sending */
function mark(form, sending) {
  for (const [name, value] of [["data-sending", ""], ["aria-busy", "true"]]) {
    if (sending) form.setAttribute(name, value);
    else form.removeAttribute(name);
  }
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.matches("[data-again], [data-keep], [target]")) return;
  if (form.hasAttribute("data-sending")) event.preventDefault();
  else mark(form, true);
});

// Coming back by the back button shows the page as it was left: still marked.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sending]")) mark(/** @type {HTMLFormElement} */ (form), false);
});
