"""Playing words: what everybody may know of an event's sealed words, and proposing words for one.

No answer holds a word that is still secret, not even to who proposed it: he knows his words by the ids that he sent.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_post_parameters
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import WordState
from games.secret_words import plain_of
from tournaments import access
from tournaments.api.authentication import account_of
from tournaments.api.errors import errors
from tournaments.api.fields import InstantField, KnownFieldsOnly, StrictCharField, StrictUUIDField
from tournaments.api.permissions import Anyone, SignedIn
from tournaments.api.reading import readable_event
from tournaments.models import EventWord
from tournaments.operations.words.event_words import propose_word
from tournaments.queries import event_words as queries


class SealedWordSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="By which people speak of the word before they may know it.")
    commitment = serializers.CharField(help_text="SHA-256 of `opening`, in hex.")
    sealed_at = InstantField(allow_null=True, help_text="When it was sealed.")
    round = serializers.IntegerField(allow_null=True, help_text="Number of the round that plays for it.")
    is_reserve = serializers.BooleanField(help_text="Whether it is kept in reserve.")
    dropped_from = serializers.IntegerField(allow_null=True, help_text="It was swapped out of this round.")
    reason = serializers.CharField(help_text="Why it was swapped; empty otherwise.")
    revealed_at = InstantField(allow_null=True, help_text="When it was revealed; null until then.")
    word = serializers.CharField(help_text="Empty before the start of its round.")
    caption = serializers.CharField(help_text="What is said about the word; empty before the start of its round.")
    nonce = serializers.CharField(help_text="Empty before the start of its round.")
    opens = serializers.BooleanField(help_text="The opening gives the commitment.")
    letters = serializers.ListField(child=serializers.CharField(), help_text="Empty before the start of its round.")
    opening = serializers.CharField(
        help_text="After the reveal `word/2|event|word|letters|caption|nonce`, the letters with a space between; of "
        "words sealed before the split and the caption were covered `word/1|event|word|nonce`."
    )
    by_hand = serializers.BooleanField(help_text="A director set it; it is not of the commission.")
    known_reason = serializers.CharField(
        help_text="Why it is played for though somebody in the event had read it; empty where nobody had."
    )


class ProposalSerializer(KnownFieldsOnly):
    id = StrictUUIDField(help_text="Minted by you: the same id again is the same proposal.")
    event = StrictCharField(max_length=80, help_text="Slug of an event in which you do not play.")
    word = StrictCharField(max_length=40, write_only=True, help_text="The playing word, in one word.")
    letters = serializers.ListField(
        child=StrictCharField(max_length=40),
        required=False,
        max_length=12,
        write_only=True,
        help_text="Only where the word is not split letter by letter. CH is two letters.",
    )
    caption = StrictCharField(
        max_length=120,
        required=False,
        allow_blank=True,
        write_only=True,
        help_text="What everybody is to read about the word.",
    )
    theme = StrictCharField(
        max_length=120, required=False, allow_blank=True, write_only=True, help_text="Theme that it belongs to."
    )
    language = StrictCharField(
        max_length=3,
        required=False,
        allow_blank=True,
        write_only=True,
        help_text="Language of the word, a code of at most three letters.",
    )
    note = StrictCharField(
        max_length=500, required=False, allow_blank=True, write_only=True, help_text="For the commission alone."
    )


class ProposedSerializer(serializers.ModelSerializer[EventWord]):
    id = serializers.UUIDField(source="word_id", help_text="Id of the proposal, as you minted it.")
    event = serializers.CharField(source="event.slug", help_text="Slug of the event.")
    number = serializers.IntegerField(help_text="By which people speak of the word before they may know it.")
    state = serializers.ChoiceField(WordState.choices, source="word.state", help_text="What became of the proposal.")
    proposed_at = InstantField(source="word.proposed_at", help_text="When you proposed it.")

    class Meta:
        model = EventWord
        fields = ("id", "event", "number", "state", "proposed_at")


@extend_schema_view(
    get=extend_schema(
        operation_id="words_list", responses={200: SealedWordSerializer(many=True), **errors(404)}, filters=False
    )
)
class SealedWords(GenericAPIView[Any]):
    """The words that the commission has sealed for an event, by number. Each is revealed by the start of its round."""

    permission_classes = [Anyone]
    pagination_class = None
    serializer_class = SealedWordSerializer

    def get(self, request: Request, slug: str) -> Response:
        readable = readable_event(account_of(request), slug)
        return Response(SealedWordSerializer(queries.commitments_of(readable.event), many=True).data)


@extend_schema_view(
    get=extend_schema(operation_id="proposals_list", responses={200: ProposedSerializer(many=True), **errors(400, 404)})
)
@method_decorator(sensitive_post_parameters(), name="dispatch")
class Proposals(ListAPIView[EventWord]):
    """The words that you have proposed, newest first: what became of them, never the words."""

    permission_classes = [SignedIn]
    queryset = EventWord.objects.none()
    serializer_class = ProposedSerializer

    def get_queryset(self) -> QuerySet[EventWord]:
        account: Any = account_of(self.request)  # signed in: the permission has seen to that
        access.prove(account, "words.propose")
        return queries.proposals_of(account)

    @extend_schema(
        operation_id="proposals_create",
        request=ProposalSerializer,
        responses={
            201: OpenApiResponse(ProposedSerializer, description="Proposed, or proposed before under this id."),
            **errors(400, 403, 404, 413, 415, 422),
        },
    )
    def post(self, request: Request) -> Response:
        """Propose a word for an event in which you do not play."""
        account: Any = account_of(request)
        access.prove(account, "words.propose")
        sent = ProposalSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        given = dict(sent.validated_data)
        event = readable_event(account, given.pop("event")).event
        id_ = given.pop("id")
        made = propose_word(
            event=event, id=id_, plain=plain_of(given.pop("word"), **given), by=account, now=timezone.now()
        )
        return Response(ProposedSerializer(made).data, status=201)
