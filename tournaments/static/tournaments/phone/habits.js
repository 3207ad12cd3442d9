// How this phone is used, kept on it: one tap a deal, a buzz, a sound; and whether the screen stays awake.

const NAME = "scwu-habits";

/** @returns {{oneTap?: boolean, vibrate?: boolean, sound?: boolean}} */
export function habits() {
  try { return JSON.parse(localStorage.getItem(NAME) || "{}") || {}; } catch (_) { return {}; }
}

/** @param {string} name @param {boolean} isOn */
function remember(name, isOn) {
  try { localStorage.setItem(NAME, JSON.stringify(Object.assign(habits(), { [name]: isOn }))); } catch (_) { /* then it is as usual next time */ }
}

/** A line is in the store, or is taken back. @param {"kept" | "undone"} what */
export function feel(what) {
  const { vibrate, sound } = habits();
  if (vibrate && navigator.vibrate) navigator.vibrate(what === "kept" ? 40 : [30, 60, 30]);
  if (sound) beep(what === "kept" ? 880 : 440);
}

/** @param {number} pitch */
function beep(pitch) {
  const Context = window.AudioContext || /** @type {any} */ (window).webkitAudioContext;
  if (!Context) return;
  const context = new Context();
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = pitch;
  tone.connect(volume);
  volume.connect(context.destination);
  tone.onended = () => { void context.close(); };
  tone.start();
  tone.stop(context.currentTime + 0.08);
}

/** Between two deals lie five minutes. The lock is lost whenever the page is hidden, so it is asked for again. */
async function stayAwake() {
  const wakeLock = /** @type {any} */ (navigator).wakeLock;
  if (document.hidden) return;
  let state = "kept";
  if (!wakeLock) state = window.isSecureContext === false ? "insecure" : "unable";
  else {
    try { await wakeLock.request("screen"); } catch (_) { state = "refused"; }
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-awake]"))) place.textContent = place.dataset[state] || "";
}

for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-habit]"))) {
  const name = /** @type {"oneTap" | "vibrate" | "sound"} */ (box.dataset.habit);
  box.checked = Boolean(habits()[name]);
  box.addEventListener("change", () => remember(name, box.checked));
}
document.addEventListener("visibilitychange", () => { void stayAwake(); });
void stayAwake();
