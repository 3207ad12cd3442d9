// The page of a table asks the browser to keep it for a time without a network: a service worker (phone/service-worker.js)
// and storage that is not cleared away. Both are there over https and on localhost only; elsewhere this does nothing, and
// the page goes on as long as it stays open.
// [data-new-version] is shown when a newer worker waits and nothing would be disturbed: no game is open, and no line waits.

import { openOutbox } from "./outbox.js";

const ASKED = "scwu-storage";

/** Whether the browser promised not to clear the lines away: "kept", "may go", or "" where it was not asked. */
export function storageKept() {
  try { return window.localStorage.getItem(ASKED) || ""; } catch (_) { return ""; }
}

async function askToKeep() {
  const { storage } = navigator;
  if (!storage || !storage.persist) return;
  const kept = (await storage.persisted()) || (await storage.persist());
  try { window.localStorage.setItem(ASKED, kept ? "kept" : "may go"); } catch (_) { /* it is said again at the next visit */ }
  for (const place of Array.from(document.querySelectorAll("[data-storage-kept]"))) {
    place.textContent = place.getAttribute(kept ? "data-if-kept" : "data-if-may-go");
  }
}

/** Whether a new version would take something away from somebody. */
async function isBusy() {
  const game = document.querySelector("script#game"), outbox = await openOutbox();
  const isOpen = Boolean(game) && JSON.parse(/** @type {Element} */ (game).textContent || "{}").phase === "playing";
  return isOpen || outbox.all().some((line) => line.state !== "named");
}

/** @param {ServiceWorkerRegistration} registration */
async function offerNewer(registration) {
  const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-new-version]"));
  if (!notice) return;
  const busy = await isBusy();
  notice.hidden = busy || !registration.waiting || !registration.active; // the very first one waits for a moment, too
}

/** @param {ServiceWorkerRegistration} registration */
function follow(registration) {
  const offer = () => { void offerNewer(registration); };
  offer();
  registration.addEventListener("updatefound", () => {
    const fresh = registration.installing;
    if (fresh) fresh.addEventListener("statechange", offer);
  });
  void openOutbox().then((outbox) => outbox.onChange(offer));
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-new-version] button") : null;
    if (button) void takeOver(registration);
  });
}

/** The newer worker decides: it knows the other tabs. @param {ServiceWorkerRegistration} registration */
async function takeOver(registration) {
  if (!registration.waiting || await isBusy()) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  registration.waiting.postMessage({ type: "take over" });
}

async function start() {
  const workers = navigator.serviceWorker;
  const isControlled = Boolean(workers.controller);
  const registration = await workers.register("/sw.js", { scope: "/", updateViaCache: "none" });
  follow(registration);
  await workers.ready;
  if (!isControlled && registration.active) registration.active.postMessage({ type: "opened", path: location.pathname });
}

if (window.isSecureContext) {
  void askToKeep();
  if ("serviceWorker" in navigator) start().catch(() => undefined); // refused, or there is no network: the next visit tries again
}
