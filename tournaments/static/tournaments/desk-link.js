// Shows the way to the desk in the top bar of whoever was there on this browser, or has work on his own page. Public pages are
// alike for everybody and know nobody, so the browser remembers it; signing out forgets it. Who has no desk any more is told so
// behind the link.

const NAME = "scwu:desk";
const link = document.querySelector("[data-desk]");

/** @param {(store: Storage) => void} act */
function kept(act) {
  try { act(localStorage); } catch (_) { /* then the link is where it always was, on one's own page */ }
}

kept((store) => {
  if (!(link instanceof HTMLAnchorElement)) return;
  const isThere = location.pathname.startsWith(link.pathname);
  if (isThere) link.setAttribute("aria-current", "true");
  if (isThere || document.querySelector("[data-has-desk]")) store.setItem(NAME, "yes");
  if (store.getItem(NAME)) /** @type {HTMLElement} */ (link.parentElement).hidden = false;
});
document.addEventListener("submit", (event) => {
  if (event.target instanceof Element && event.target.matches("[data-signs-out]")) kept((store) => store.removeItem(NAME));
});
