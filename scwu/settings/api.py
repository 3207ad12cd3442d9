"""The API, and how it describes itself."""

from scwu.settings.place import VERSION

REST_FRAMEWORK = {
    # A view that forgets to say who may use it can be used by nobody.
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.api.permissions.Nobody"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "tournaments.api.errors.answer_to",
    # Generous: a whole pub comes from one address, and a phone that was offline sends its evening at once.
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "1200/min", "user": "1200/min"},
    "NUM_PROXIES": 0,  # REMOTE_ADDR: the visitor is there already (scwu/proxies.py)
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "ALLOWED_VERSIONS": [VERSION],  # else drf-spectacular writes any `?version=` into the description and its headers
}
SPECTACULAR_SETTINGS = {
    "TITLE": "SCWU",
    "DESCRIPTION": "Tournaments of the Smoking Cat: events, draws, table logs and standings.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "EventStatus": "tournaments.models.EventStatus",
        "RegistrationStatus": "tournaments.models.RegistrationStatus",
        "RoundStatus": "tournaments.models.RoundStatus",
        "RoundKind": "tournaments.models.RoundKind",
    },
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],  # the schema of open source is no secret
}
