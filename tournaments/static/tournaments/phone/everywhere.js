// On each page. It shows [data-offline] while the browser itself knows that it has no network; and on every page of a phone
// that has ever kept a line it loads what sends and shows what waits (waiting.js), which the page of a table brings itself.
// Who only watches loads nothing more and is given no store.

const MARK = "scwu-outbox";

function showNetwork() {
  const banners = document.querySelectorAll("[data-offline]");
  for (let at = 0; at < banners.length; at += 1) /** @type {HTMLElement} */ (banners[at]).hidden = navigator.onLine !== false;
}

function hasKept() {
  try { return Boolean(localStorage.getItem(MARK)); } catch (_) { return false; }
}

window.addEventListener("online", showNetwork);
window.addEventListener("offline", showNetwork);
showNetwork();

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-outbox]"));
if (place && hasKept() && !document.querySelector("section#table")) {
  const script = document.createElement("script");
  script.type = "module";
  script.src = place.dataset.script || "";
  document.head.appendChild(script);
}
