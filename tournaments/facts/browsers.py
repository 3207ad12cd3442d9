"""What a browser is called, from what it says of itself (RFC 9110, 10.1.5); for people, so only roughly.

Every browser claims to be the ones before it, so the narrowest name is looked for first.
"""

from __future__ import annotations

BROWSERS = {
    "SamsungBrowser/": "Samsung Internet",
    "Edg": "Edge",
    "OPR/": "Opera",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def browser_name(agent: str) -> tuple[str, str]:
    """Return browser and system of a User-Agent; empty where it names none that people know."""
    return _first(BROWSERS, agent), _first(SYSTEMS, agent)


def _first(names: dict[str, str], agent: str) -> str:
    return next((name for sign, name in names.items() if sign in agent), "")
