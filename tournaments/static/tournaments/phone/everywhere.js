// On each page. While the browser knows of no network and the site does not answer, it shows [data-offline] and says so to
// the other scripts (html[data-no-network]). On every page of a phone that has ever kept a line it loads what sends and
// shows what waits (waiting.js), which the page of a table brings itself. Who only watches loads nothing more and is given
// no store.

const MARK = "scwu-outbox";
const PATIENCE = 8000;

/** Whether the site itself answers, soon; a proxy before it may answer that there is none. @returns {Promise<boolean>} */
export function siteAnswers() {
  const asked = fetch("/health/live/", { cache: "no-store" }).then((answer) => answer.ok, () => false);
  /** @type {Promise<boolean>} */
  const late = new Promise((tell) => { setTimeout(() => tell(false), PATIENCE); });
  return Promise.race([asked, late]);
}

/** @param {boolean} isGone */
function show(isGone) {
  if (isGone) document.documentElement.setAttribute("data-no-network", "");
  else document.documentElement.removeAttribute("data-no-network");
  const banners = document.querySelectorAll("[data-offline]");
  for (let at = 0; at < banners.length; at += 1) /** @type {HTMLElement} */ (banners[at]).hidden = !isGone;
}

// The laptop that the site runs on may have no network at all, and reaches the site even so.
function look() {
  if (navigator.onLine !== false) show(false);
  else void siteAnswers().then((answers) => show(!answers && navigator.onLine === false));
}

function hasKept() {
  try { return Boolean(localStorage.getItem(MARK)); } catch (_) { return false; }
}

window.addEventListener("online", look);
window.addEventListener("offline", look);
look();

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-outbox]"));
if (place && hasKept() && !document.querySelector("section#table")) {
  const script = document.createElement("script");
  script.type = "module";
  script.src = place.dataset.script || "";
  document.head.appendChild(script);
}
