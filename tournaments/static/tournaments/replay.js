// Steps through [data-replay] without loading the page anew: arrows, Home and End, Space, the slider, a pace. Each step is fetched
// from its own address and the page's address follows, so it can be sent to somebody and the back button goes where it came from.

const box = /** @type {HTMLElement} */ (document.querySelector("[data-replay]"));
const bar = /** @type {HTMLElement} */ (document.querySelector("[data-replay-bar]"));
const slider = /** @type {HTMLInputElement} */ (document.querySelector("[data-replay-slider]"));
const play = /** @type {HTMLButtonElement} */ (document.querySelector("[data-replay-play]"));
const pace = /** @type {HTMLSelectElement} */ (document.querySelector("[data-replay-pace]"));
const base = box.dataset.replay || "", first = Number(box.dataset.first), last = Number(box.dataset.last);
let at = Number(box.dataset.at), wanted = at, busy = false, timer = 0;

/** To a step; what is asked for meanwhile is gone to next. @param {number} step */
async function go(step) {
  wanted = Math.min(last, Math.max(first, step));
  slider.value = String(wanted);
  if (busy) return;
  busy = true;
  try {
    while (at !== wanted) {
      const next = wanted;
      const answer = await fetch(`${base}${next}/fragment/`, { headers: { "X-Requested-With": "fetch" } });
      if (!answer.ok) { location.assign(`${base}${next}/`); return; }
      const held = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.getAttribute("rel") : null;
      box.innerHTML = await answer.text();
      at = next;
      tell(false);
      history.replaceState(null, "", `${base}${at}/`);
      if (held) { const again = box.querySelector(`[rel="${held}"]`); if (again instanceof HTMLElement) again.focus(); }
    }
  } catch (error) {
    stop();
    tell(true);
    wanted = at;
    slider.value = String(at);
  } finally {
    busy = false;
  }
}

/** The site may be gone while the phone has its Wi-Fi. @param {boolean} isGone */
function tell(isGone) {
  for (const banner of document.querySelectorAll("[data-offline]")) /** @type {HTMLElement} */ (banner).hidden = !isGone;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = play.dataset.play || "";
}

function start() {
  if (at >= last) go(first);
  play.textContent = play.dataset.stop || "";
  timer = setInterval(() => { if (wanted >= last) stop(); else go(wanted + 1); }, Number(pace.value));
}

if (last > first) bar.hidden = false;
play.addEventListener("click", () => (timer ? stop() : start()));
pace.addEventListener("change", () => { if (timer) { stop(); start(); } });
slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
box.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("[data-step]") : null;
  if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  if (!link.hasAttribute("aria-disabled")) go(Number(link.dataset.step));
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
  const pressed = event.target instanceof Element && event.target.closest("button, a");
  if (event.key === "ArrowRight") { stop(); go(wanted + 1); }
  else if (event.key === "ArrowLeft") { stop(); go(wanted - 1); }
  else if (event.key === "Home") { stop(); go(first); }
  else if (event.key === "End") { stop(); go(last); }
  else if (event.key === " " && !pressed) { if (timer) stop(); else start(); }
  else return;
  event.preventDefault();
});
