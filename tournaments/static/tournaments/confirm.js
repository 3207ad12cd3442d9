// A dangerous button (data-confirm="the question", optionally data-confirm-yes="the deed") asks before its form is sent.
// The word for "no" comes from <body data-confirm-no>. Without scripts the server's page asks, or the act can be undone.

/** @type {HTMLButtonElement | null} */
let agreed = null;

/** @param {HTMLButtonElement} button @param {string} question @param {() => void} go */
function ask(button, question, go) {
  const dialog = document.createElement("dialog");
  const words = document.createElement("p");
  words.id = "confirm-question";
  words.textContent = question;
  dialog.setAttribute("aria-labelledby", words.id);
  const row = document.createElement("div");
  row.className = "row";
  const no = document.createElement("button");
  no.type = "button";
  no.textContent = document.body.dataset.confirmNo || "No";
  const yes = document.createElement("button");
  yes.type = "button";
  yes.textContent = button.dataset.confirmYes || (button.textContent || "").trim();
  yes.className = "danger primary";
  no.addEventListener("click", () => dialog.close());
  yes.addEventListener("click", () => { dialog.close(); go(); });
  dialog.addEventListener("close", () => { dialog.remove(); button.focus(); });
  row.append(no, yes);
  dialog.append(words, row);
  // Inside the form: an open dialog there tells live.js to leave the fragment alone.
  (button.form || document.body).append(dialog);
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("button[data-confirm]") : null;
  const button = /** @type {HTMLButtonElement | null} */ (target);
  if (!button || !button.form) return;
  if (button === agreed) { agreed = null; return; }
  const question = button.dataset.confirm || "";
  if (typeof HTMLDialogElement === "undefined") {
    if (!window.confirm(question)) event.preventDefault();
    return;
  }
  event.preventDefault();
  if (!button.formNoValidate && !button.form.reportValidity()) return;
  ask(button, question, () => { agreed = button; button.click(); });
});
