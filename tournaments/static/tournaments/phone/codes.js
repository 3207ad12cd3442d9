// Codes for another phone (carry-page.js) weigh as much as a sixth of the page. They are loaded when somebody asks for them, and
// beforehand when the page has stood for a while: whoever needs them has no network, and then the browser has them already.

const SOON = 10000;

/** @param {HTMLElement} button */
function load(button) {
  if (button.dataset.loaded !== undefined) return;
  button.dataset.loaded = "";
  const script = document.createElement("script");
  script.type = "module";
  script.src = button.dataset.script || "";
  script.onerror = () => {
    delete button.dataset.loaded;
    script.remove();
    const said = document.querySelector("[data-carry-unloaded]");
    if (said && button.dataset.asked !== undefined) /** @type {HTMLElement} */ (said).hidden = false;
  };
  script.onload = () => {
    const said = document.querySelector("[data-carry-unloaded]");
    if (said) /** @type {HTMLElement} */ (said).hidden = true;
  };
  document.head.appendChild(script);
}

const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-carry-open][data-script]"));
if (button) {
  button.addEventListener("click", () => {
    button.dataset.asked = "";
    load(button);
  });
  setTimeout(() => load(button), SOON);
}
