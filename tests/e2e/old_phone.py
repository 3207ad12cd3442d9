"""A phone of ten years, as far as Chromium can play one: the calls that came after 2017 are taken away.

What such a phone cannot read at all (`?.`, `??` …) is looked for in the scripts themselves (tests/phone/check_age.js);
which styles it drops, in tests/phone/test_styles.py. Left out: htmx, which the page of a table does not load, and what
the browser does by itself.
"""

from playwright.sync_api import BrowserContext, Page

# Of Chrome 61 to now: each is a place and what is taken from it.
GONE = {
    "Element.prototype": "replaceChildren toggleAttribute checkVisibility setHTML getHTML computedStyleMap",
    "Document.prototype": "replaceChildren startViewTransition getAnimations",
    "DocumentFragment.prototype": "replaceChildren",
    "HTMLElement.prototype": "showPopover hidePopover togglePopover",
    "HTMLFormElement.prototype": "requestSubmit",
    "HTMLInputElement.prototype": "showPicker",
    "Object": "fromEntries hasOwn groupBy",
    "Array.prototype": "flat flatMap at findLast findLastIndex toSorted toReversed toSpliced with",
    "String.prototype": "replaceAll matchAll at trimStart trimEnd isWellFormed toWellFormed",
    "Promise": "allSettled any withResolvers try",
    "Promise.prototype": "finally",
    "Intl": "PluralRules RelativeTimeFormat ListFormat Segmenter DisplayNames Locale",
    "Crypto.prototype": "randomUUID",
    "Navigator.prototype": "wakeLock locks share canShare storage userAgentData connection clipboard",
    "IDBFactory.prototype": "databases",
    "IDBTransaction.prototype": "commit",
    "window": (
        "AbortController AbortSignal structuredClone queueMicrotask BigInt BroadcastChannel "
        "WeakRef FinalizationRegistry ResizeObserver CompressionStream DecompressionStream HTMLDialogElement "
        "reportError navigation launchQueue BarcodeDetector scheduler cookieStore OffscreenCanvas"
    ),
}

TAKE_AWAY = """(gone) => {
    for (const [path, names] of Object.entries(gone)) {
        const place = path.split(".").reduce((holder, name) => holder && holder[name], window);
        for (const name of names.split(" ")) if (place) delete place[name];
    }
}"""

STILL_THERE = """(gone) => Object.entries(gone).reduce((found, [path, names]) => {
    const place = path.split(".").reduce((holder, name) => holder && holder[name], window);
    return found.concat(names.split(" ").filter((name) => place && name in place));
}, [])"""


def make_old(context: BrowserContext | Page) -> None:
    """Every page that is opened from now on is one of an old phone."""
    context.add_init_script(f"({TAKE_AWAY})({GONE!r})")


def still_there(page: Page) -> list[str]:
    """What this browser did not let itself be taken away: an old phone is only played if this is empty."""
    found: list[str] = page.evaluate(STILL_THERE, GONE)
    return found
