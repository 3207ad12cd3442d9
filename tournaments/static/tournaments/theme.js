// Light, dark, or as the system: chosen in the foot of a page and kept in this browser. A page is alike for everybody, so
// nothing of it may say which one this is; this runs before anything is painted, and is no module for that reason alone.
// What the stylesheets have for a dark system holds always or never then. Without scripts the system chooses.

{
  const KEY = "theme";
  /** @type {[{ mediaText: string }, string, RegExp][]} */
  const dark = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSMediaRule && /prefers-color-scheme: *dark/.test(rule.media.mediaText)) {
        dark.push([rule.media, rule.media.mediaText, /\(prefers-color-scheme: *dark\)/]);
      }
    }
  }
  const colours = [...document.querySelectorAll('meta[name="theme-color"]')].map(
    (meta) => /** @type {[Element, string]} */ ([meta, meta.getAttribute("media") || ""]),
  );

  /** @param {string} theme `light`, `dark`, or anything else for the system's */
  const wear = (theme) => {
    const is = theme === "light" || theme === "dark" ? theme : "";
    for (const [media, text, condition] of dark) {
      media.mediaText = is ? text.replace(condition, is === "dark" ? "(min-width: 0)" : "(max-width: 0)") : text;
    }
    for (const [meta, text] of colours) {
      meta.setAttribute("media", is ? (text.includes(is) ? "all" : "not all") : text);
    }
    document.documentElement.style.colorScheme = is;
  };

  const kept = () => {
    try {
      return localStorage.getItem(KEY) || "";
    } catch (_) {
      return ""; // a browser that keeps nothing
    }
  };

  wear(kept());
  document.addEventListener("theme:wear", (event) => wear(/** @type {CustomEvent<string>} */ (event).detail));
  window.addEventListener("storage", (event) => { if (event.key === KEY) wear(kept()); });
  document.addEventListener("DOMContentLoaded", () => {
    const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-themes]"));
    const choice = place && place.querySelector("select");
    if (!place || !choice) return;
    choice.value = kept();
    place.hidden = false;
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem(KEY, choice.value);
      } catch (_) { /* it holds for this page */ }
      wear(choice.value);
    });
  });
}
