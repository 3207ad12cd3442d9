// Shows <time data-ago> as an age, "5 min. ago", in the page's language, and keeps it true while the page stands. Without
// scripts, or in an old browser, the time of day stays.

const MINUTE = 60000, HOUR = 60, DAY = 24;

function show() {
  const { RelativeTimeFormat } = /** @type {any} */ (Intl);
  if (!RelativeTimeFormat) return;
  const words = new RelativeTimeFormat(document.documentElement.lang || "en", { numeric: "auto", style: "short" });
  for (const place of document.querySelectorAll("time[data-ago]")) {
    const minutes = Math.max(0, Math.round((Date.now() - Date.parse(/** @type {HTMLTimeElement} */ (place).dateTime)) / MINUTE));
    const hours = Math.round(minutes / HOUR), days = Math.round(hours / DAY);
    const text = minutes < HOUR ? words.format(-minutes, "minute") : hours < 2 * DAY ? words.format(-hours, "hour") : words.format(-days, "day");
    if (place.textContent !== text) place.textContent = text;
  }
}
document.addEventListener("live:swapped", show);
document.addEventListener("visibilitychange", show);
setInterval(() => { if (!document.hidden) show(); }, 15000);
show();
