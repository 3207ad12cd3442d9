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
from tournaments.routes import foreign

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

# What stands in no face of ours.
foreign(
    """
GET       public.read     schema health
POST      account.enter   set_language

GET,POST  admin.enter     admin:index admin:app_list admin:RedirectView
GET       admin.enter     admin:jsi18n
GET,POST  nobody          admin:autocomplete admin:view_on_site admin:catch_all_view admin:login
POST      account.enter   admin:logout
GET       account.own     admin:password_change
GET,POST  admin.enter     admin:*_changelist
GET       admin.enter     admin:*_change
GET,POST  admin.enter     admin:*_history
GET,POST  nobody          admin:*_add admin:*_delete
GET,POST  admin.write     admin:tournaments_club_add admin:tournaments_club_delete
GET,POST  admin.write     admin:tournaments_federation_add admin:tournaments_federation_delete
GET       admin.enter     admin:tournaments_club_change admin:tournaments_federation_change
GET       admin.enter     admin:tournaments_player_change
POST      admin.write     admin:tournaments_club_change admin:tournaments_federation_change
POST      admin.write     admin:tournaments_player_change
"""
)
foreign(
    """
GET,POST  admin.write     admin:tournaments_account_add
GET       admin.enter     admin:tournaments_account_change
POST      admin.write     admin:tournaments_account_change
""",
    is_dangerous=True,
)
