"""Which apps there are, and what each request and each template passes through."""

from scwu.settings.place import BASE_DIR

INSTALLED_APPS = [
    "scwu.administration.Administration",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "tournaments",
    "games",
]
MIDDLEWARE = [
    "scwu.security.MoreHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scwu.requests.Numbered",
    "csp.middleware.CSPMiddleware",
    "scwu.nulls.NoNulls",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scwu.zipped.ZippedPages",
    "scwu.unreadable.ReadableForms",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "scwu.health.Common",
    "scwu.kept_pages.KeptPages",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Every page needs a login unless it says otherwise. DRF steps out of this: its default permission refuses instead.
    "scwu.login.LoginRequired",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "scwu.urls"
ASGI_APPLICATION = "scwu.asgi.application"
WSGI_APPLICATION = "scwu.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scwu.unindented.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.acts.mail_sent.mail_is_sent",
            ],
        },
    }
]
