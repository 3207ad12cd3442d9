"""Who is in: the registrations for an event. Their keys are the entries of standings, tables and logs."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView

from tournaments.api.authentication import account_of
from tournaments.api.errors import errors
from tournaments.api.permissions import Anyone
from tournaments.api.reading import readable_event, readable_registrations
from tournaments.api.serializers import RegistrationSerializer
from tournaments.models import Registration


@extend_schema_view(
    get=extend_schema(
        operation_id="registrations_list", responses={200: RegistrationSerializer(many=True), **errors(400, 404)}
    )
)
class Registrations(ListAPIView[Registration]):
    """Everybody who is in or has played. Directors and referees also see who applied, waits or withdrew."""

    permission_classes = [Anyone]
    queryset = Registration.objects.none()
    serializer_class = RegistrationSerializer

    def get_queryset(self) -> QuerySet[Registration]:
        return readable_registrations(readable_event(account_of(self.request), self.kwargs["slug"]))
