"""Crashes and traces sent elsewhere: to Sentry (SCWU_SENTRY_DSN) or by OpenTelemetry (SCWU_OTEL=1).

Off unless asked for, and neither library is one of ours: whoever asks installs it beside (`pip install sentry-sdk`, or
`opentelemetry-distro opentelemetry-exporter-otlp opentelemetry-instrumentation-django`), and is told so if it is
missing. Sentry gets no bodies, cookies, variables or people. Where OpenTelemetry sends what it sees is said by its own
variables (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME); it does not see addresses that hold a link's secret.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured

SECRET_ADDRESSES = ("/sign-in/", "/mail/", "/claim/", "/me/address/", "/desk/.*/in/")


def begin(environment: Mapping[str, str], *, version: str) -> None:
    """Begin to send what was asked for. Raises ImproperlyConfigured for a library that is not there."""
    if dsn := environment.get("SCWU_SENTRY_DSN"):
        _library("sentry_sdk", "SCWU_SENTRY_DSN", "sentry-sdk").init(
            dsn=dsn,
            release=version,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            before_send=without_request,
        )
    if environment.get("SCWU_OTEL", "0") not in ("", "0"):
        os.environ.setdefault("OTEL_PYTHON_DJANGO_EXCLUDED_URLS", ",".join(SECRET_ADDRESSES))
        packages = "opentelemetry-distro opentelemetry-exporter-otlp opentelemetry-instrumentation-django"
        _library("opentelemetry.distro", "SCWU_OTEL", packages).OpenTelemetryDistro().configure()
        _library("opentelemetry.sdk._configuration", "SCWU_OTEL", packages)._OTelSDKConfigurator().configure()  # noqa: SLF001 - what its own launcher calls
        _library("opentelemetry.instrumentation.django", "SCWU_OTEL", packages).DjangoInstrumentor().instrument()


def without_request(event: dict[str, Any], _hint: Mapping[str, Any]) -> dict[str, Any]:
    """A crash without what was asked: an address may hold a link's secret, a header a cookie."""
    event.pop("request", None)
    event.pop("user", None)
    return event


def _library(name: str, setting: str, packages: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImproperlyConfigured(
            f"{setting} needs a library that is not installed: .venv/bin/pip install {packages}"
        ) from error
