// [data-copy="the id of a field"]: copies what stands in the field, and says so. Without scripts the button is not there.

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (document.getElementById(button.dataset.copy || ""));
  try {
    await navigator.clipboard.writeText(field.value);
  } catch (refused) { // a pub's network has no https, and without it no clipboard
    field.select();
    if (!document.execCommand("copy")) return;
  }
  button.textContent = button.dataset.copied || button.textContent;
}

/** Shows the buttons that are on the page now. */
export function ready() {
  for (const button of document.querySelectorAll("button[data-copy]")) /** @type {HTMLElement} */ (button).hidden = false;
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("button[data-copy]");
  if (button) void copy(/** @type {HTMLButtonElement} */ (button));
});
ready();
