"""Headers that every answer of the site carries, files too, besides those of Django's SecurityMiddleware."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

# What the pages ask of a browser: to stay awake at a table, passkeys, and copying. These are nobody's here.
NOBODYS = (
    "camera",
    "geolocation",
    "microphone",
    "payment",
    "usb",
    "midi",
    "accelerometer",
    "gyroscope",
    "magnetometer",
)
MORE = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in NOBODYS),  # w3.org/TR/permissions-policy
    "Cross-Origin-Resource-Policy": "same-origin",  # fetch.spec.whatwg.org
}


class MoreHeaders(MiddlewareMixin):
    def process_response(self, _request: HttpRequest, response: HttpResponse) -> HttpResponse:
        for name, value in MORE.items():
            response.headers.setdefault(name, value)
        return response
