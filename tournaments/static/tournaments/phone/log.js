// The lines of the log on the page of a table, as the site's answers bring them.

/** What changes no other line of the log. */
const PLAIN = ["deal", "smear_deal", "void_deal", "penalty_letter"];

/**
 * Write the lines that are not there yet; false where only the site can say how the log reads now.
 * @param {HTMLElement} section @param {import("./kept.js").LogLine[]} log
 */
export function paintLog(section, log) {
  const list = section.querySelector(".lines");
  if (!list) return true;
  const shown = list.querySelectorAll("[data-line]").length;
  if (shown === log.length) return true;
  const fresh = log.slice(shown);
  if (shown > log.length || fresh.some((line) => !line.html || !PLAIN.includes(line.entry.kind))) return false;
  if (!shown) list.textContent = "";
  for (const line of fresh) list.prepend(...new DOMParser().parseFromString(line.html || "", "text/html").body.childNodes);
  return true;
}
