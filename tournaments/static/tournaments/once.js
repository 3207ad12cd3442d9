// A form that is being sent is not sent a second time by an impatient thumb. Without scripts the server's idempotency
// ids do the same work. Left out: forms that stay on the page (data-again: downloads, the language switch) and those
// that phone/page.js, phone/drafts.js, call.js or htmx send themselves. Where there is no network (phone/everywhere.js) such
// a form stays: its page would be lost with what was typed, and a word is kept on no phone. It says so beside itself.
// A browser may not know that there is no way to the site. So a page that did not come from it just now asks first, and
// the form goes, by the button that was tapped, when the site answers. A browser that cannot send by a button sends at once.

import { siteAnswers } from "./phone/everywhere.js";

/** So long after it was opened, in milliseconds, a page shows that there is a way to the site. */
const FRESH = 10000;
const openedAt = Date.now();
/** @type {HTMLFormElement | null}  the form that goes because the site has answered */
let going = null;

/** @param {HTMLFormElement} form @param {boolean} sending */
function mark(form, sending) {
  for (const [name, value] of [["data-sending", ""], ["aria-busy", "true"]]) {
    if (sending) form.setAttribute(name, value);
    else form.removeAttribute(name);
  }
}

/** @param {HTMLFormElement} form */
function stay(form) {
  const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-offline]"));
  const known = form.nextElementSibling;
  const said = known && known.matches("[data-unsent]") ? known : document.createElement("p");
  said.className = "notice warning";
  for (const [name, value] of [["data-unsent", ""], ["role", "alert"]]) said.setAttribute(name, value);
  form.after(said);
  said.textContent = (banner && banner.dataset.stays) || "";
  said.scrollIntoView({ block: "nearest" });  // a pack of cards is longer than a screen
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function goOrStay(form, submitter) {
  mark(form, true);
  const answers = await siteAnswers();
  mark(form, false);
  if (!answers) {
    stay(form);
    return;
  }
  going = form;
  form.requestSubmit(submitter);
  going = null;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.matches("[data-again], [data-keep], [data-online], [target]")) return;
  const canAsk = "submitter" in event && typeof form.requestSubmit === "function";
  if (form === going) mark(form, true);
  else if (form.hasAttribute("data-sending")) event.preventDefault();
  else if (document.documentElement.hasAttribute("data-no-network")) {
    event.preventDefault();
    stay(form);
  } else if (canAsk && Date.now() - openedAt > FRESH) {
    event.preventDefault();
    void goOrStay(form, event.submitter);
  } else mark(form, true);
});

window.addEventListener("online", () => {
  for (const said of document.querySelectorAll("[data-unsent]")) said.remove();
});

// Coming back by the back button shows the page as it was left: still marked.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sending]")) mark(/** @type {HTMLFormElement} */ (form), false);
});
