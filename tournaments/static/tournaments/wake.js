// Keeps the screen awake on the page of a table: between two deals lie five minutes. The lock is lost whenever the page
// is hidden, so it is asked for again. A browser that has none, or refuses because of a low battery, just sleeps.

async function stayAwake() {
  if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // refused: nothing depends on it
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
