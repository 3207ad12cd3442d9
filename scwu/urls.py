"""Every address of the site: one prefix for each face."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularJSONAPIView

from scwu.health import health, live, ready
from scwu.metrics import metrics
from tournaments.api.schema import in_english
from tournaments.routes import foreign

handler403 = "scwu.forbidden.forbidden"
handler500 = "scwu.unavailable.unavailable"

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("api/schema", in_english(SpectacularJSONAPIView.as_view()), name="schema"),
    path("health/", health, name="health"),
    path("health/live/", live, name="health_live"),
    path("health/ready/", ready, name="health_ready"),
    path("metrics", metrics, name="metrics"),
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
GET       public.read     schema health health_live health_ready
GET       public.read     metrics
POST      account.enter   set_language

GET,POST  admin.event     admin:index
GET       admin.event     admin:jsi18n
GET,POST  admin.enter     admin:app_list
GET,POST  nobody          admin:autocomplete admin:view_on_site admin:catch_all_view admin:login
POST      account.enter   admin:logout
GET       account.own     admin:password_change

GET       admin.enter     admin:*_changelist admin:*_change admin:*_export
GET,POST  nobody          admin:*_history admin:*_add admin:*_delete
GET       admin.event     admin:tournaments_event_change* admin:tournaments_event_export
GET       admin.event     admin:tournaments_round_change* admin:tournaments_round_export
GET       admin.event     admin:tournaments_table_change* admin:tournaments_table_export
GET       admin.event     admin:tournaments_ruling_change* admin:tournaments_ruling_export
GET       admin.event     admin:tournaments_appeal_change* admin:tournaments_appeal_export
GET       admin.event     admin:tournaments_call_change* admin:tournaments_call_export
GET       admin.event     admin:tournaments_registration_change* admin:tournaments_registration_export
GET       admin.event     admin:tournaments_draw_change* admin:tournaments_draw_export
GET       admin.event     admin:tournaments_publication_change* admin:tournaments_publication_export
GET       admin.desk      admin:tournaments_question_change* admin:tournaments_question_export
GET       admin.desk      admin:tournaments_step_change* admin:tournaments_step_export

GET,POST  admin.enter     admin:tournaments_account_changelist admin:tournaments_account_history
GET,POST  admin.enter     admin:tournaments_club_changelist admin:tournaments_club_history
GET,POST  admin.enter     admin:tournaments_federation_changelist admin:tournaments_federation_history
GET,POST  admin.enter     admin:tournaments_player_changelist admin:tournaments_player_history
GET       nobody          admin:tournaments_account_export
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
