"""The rulings of an event, in their public part: what its page of rulings shows to everybody."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView

from tournaments.api.authentication import account_of
from tournaments.api.errors import errors
from tournaments.api.fields import InstantField
from tournaments.api.permissions import Anyone
from tournaments.api.reading import readable_event
from tournaments.models import Outcome, Ruling


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    round = serializers.IntegerField(source="table.round.number", help_text="Number of the round.")
    table = serializers.IntegerField(source="table.number", help_text="Number of the table within the round.")
    entry = serializers.CharField(
        source="concerned.key",
        allow_null=True,
        default=None,
        help_text="Key of the registration that it is about; null where nobody sat there.",
    )
    nick = serializers.CharField(
        source="concerned.nick",
        allow_null=True,
        default=None,
        help_text="Nick of whom it is about; null where nobody sat there.",
    )
    lines = serializers.ListField(
        child=serializers.IntegerField(), source="entries", help_text="Lines of the log that carry it out."
    )
    overrules = serializers.IntegerField(
        source="overrules_id", allow_null=True, help_text="Id of the ruling that it overrules; null if none."
    )
    is_overruled = serializers.SerializerMethodField(help_text="Whether a later ruling has overruled it.")
    appeal = serializers.SerializerMethodField(help_text="`open` or its outcome; null without one.")
    at = InstantField(help_text="When it was given.")

    class Meta:
        model = Ruling
        fields = (
            "id",
            "round",
            "table",
            "seat",
            "entry",
            "nick",
            "kind",
            "decision",
            "judged_by",
            "public_text",
            "lines",
            "overrules",
            "is_overruled",
            "appeal",
            "at",
        )
        extra_kwargs = {
            "id": {"help_text": "Number of the ruling, the same for ever."},
            "seat": {"help_text": "Letter of the seat that it is about."},
            "kind": {"help_text": "What was done: a kind of renonc, or a revoke of Smear."},
            "decision": {"help_text": "What was decided."},
            "judged_by": {"help_text": "Who judged."},
            "public_text": {"help_text": "What everybody may read about it; may be empty."},
        }

    def get_is_overruled(self, ruling: Ruling) -> bool:
        return hasattr(ruling, "overruled_by")

    @extend_schema_field(serializers.ChoiceField(["open", *Outcome.values], allow_null=True))
    def get_appeal(self, ruling: Ruling) -> str | None:
        return (ruling.appeal.outcome or "open") if hasattr(ruling, "appeal") else None


@extend_schema_view(
    get=extend_schema(operation_id="rulings_list", responses={200: RulingSerializer(many=True), **errors(400, 404)})
)
class Rulings(ListAPIView[Ruling]):
    """Every ruling at tables whose seating is published, in the order in which they were given."""

    permission_classes = [Anyone]
    queryset = Ruling.objects.none()
    serializer_class = RulingSerializer

    def get_queryset(self) -> QuerySet[Ruling]:
        event = readable_event(account_of(self.request), self.kwargs["slug"]).event
        rulings = Ruling.objects.filter(table__round__event=event, table__round__published_at__isnull=False)
        return rulings.select_related("table__round", "concerned", "overruled_by", "appeal").order_by("at", "pk")
