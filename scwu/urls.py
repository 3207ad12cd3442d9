"""Every address of the site: one prefix for each face."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularJSONAPIView

from scwu.health import health
from tournaments.api.schema import in_english

handler403 = "scwu.forbidden.forbidden"

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("api/schema", in_english(SpectacularJSONAPIView.as_view()), name="schema"),
    path("health/", health, name="health"),
    # Without a token, so that public pages need no cookie: the worst that a foreign page could do is change a language.
    path("language/", csrf_exempt(login_not_required(require_POST(set_language))), name="set_language"),
    path("api/v1/", include("tournaments.api.urls")),
    path("desk/", include("tournaments.console.urls")),
    path("t/", include("tournaments.tableside.urls")),
    path("union/", include("tournaments.union.urls")),
    path("words/", include("tournaments.commission.urls")),
    path("", include("tournaments.public.urls")),
]
