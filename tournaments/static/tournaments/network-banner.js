// Shows the banner [data-offline] while the browser itself knows that it has no network.

function show() {
  for (const banner of document.querySelectorAll("[data-offline]")) {
    /** @type {HTMLElement} */ (banner).hidden = navigator.onLine !== false;
  }
}
window.addEventListener("online", show);
window.addEventListener("offline", show);
show();
