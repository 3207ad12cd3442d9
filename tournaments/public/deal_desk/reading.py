"""What people paste or bring: a line of notation or a deal file of either game; and why it cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.rules.deal_documents import Record, read_deal
from games.rules.documents.faults import faults_in
from games.rules.refusals import Refused
from games.rules.smear import notation as smear_notation
from games.rules.smear.record import DealRecord as SmearRecord
from games.rules.smear.variants import VARIANTS
from games.rules.smoking_cat.notation import parse_deal
from tournaments.public.deal_desk.asked import LONGEST_ADDRESS, Asked
from tournaments.public.deal_desk.cat import CatDeal
from tournaments.public.deal_desk.scenes import DeskDeal
from tournaments.public.deal_desk.smear import SmearDeal
from tournaments.texts.about_faults import fault_text
from tournaments.texts.refusals import sentence_for

DealView = Callable[[HttpRequest, Asked, DeskDeal], HttpResponse]

MOST_BYTES = 16 * 1024
"""A deal file has 1 kB; the longest with blanks and line breaks a few."""
FAULTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ShownFault:
    """`path`: where in a file, "" for a line of notation."""

    path: str
    text: str


def deal_asked(asked: Asked) -> DeskDeal:
    """The deal of an address; raises Refused: `malformed_deal`, `incomplete_deal`, `bad_deal_file`."""
    return _on_the_desk(_read_line(asked.deal), asked)


def cat_deal_asked(asked: Asked) -> CatDeal:
    """The deal of Smoking Cat that is being entered."""
    return CatDeal(parse_deal(asked.deal), asked.tie, asked.passes_known)


def deal_given(request: HttpRequest) -> DeskDeal:
    """The deal of a form, from its file if there is one, else its text; raises Refused, also `bad_deal_file`."""
    if _is_huge(request):
        raise Refused("deal_too_long", most=MOST_BYTES)
    file = request.FILES.get("file")
    deal = _read(_bytes_of(file) if isinstance(file, UploadedFile) else request.POST.get("text", ""))
    if len(deal.notation) > LONGEST_ADDRESS:
        raise Refused("deal_too_long", most=LONGEST_ADDRESS)
    return deal


def _is_huge(request: HttpRequest) -> bool:
    """It is not taken apart at all: anybody may send to this address."""
    return int(request.META.get("CONTENT_LENGTH") or 0) > 4 * MOST_BYTES


def _bytes_of(file: UploadedFile) -> bytes:
    if file.size is None or file.size > MOST_BYTES:
        raise Refused("deal_too_long", most=MOST_BYTES)
    return bytes(file.read())


def _read(data: bytes | str) -> DeskDeal:
    if len(data) > MOST_BYTES:
        raise Refused("deal_too_long", most=MOST_BYTES)
    text = data.decode("utf-8-sig", "replace") if isinstance(data, bytes) else data
    if not text.strip():
        raise Refused("no_deal")
    is_file = text.lstrip().startswith(("{", "[", '"'))
    return _on_the_desk(read_deal(data) if is_file else _read_line(text), Asked(""))


def _read_line(text: str) -> Record:
    """A line of Smear begins with the name of its variant."""
    first = text.split(None, 1)[:1]
    return smear_notation.parse_deal(text) if first and first[0] in VARIANTS else parse_deal(text)


def _on_the_desk(record: Record, asked: Asked) -> DeskDeal:
    if isinstance(record, SmearRecord):
        return SmearDeal(record)
    return CatDeal(record, asked.tie, asked.passes_known)


def faults_of(refused: Refused) -> list[ShownFault]:
    """The refusal as sentences, the first few faults of a file each with its path."""
    faults = faults_in(refused)
    if not faults:
        return [ShownFault("", sentence_for(refused))]
    shown = [ShownFault(fault.path, fault_text(fault)) for fault in faults[:FAULTS_SHOWN]]
    rest = len(faults) - len(shown)
    return [*shown, ShownFault("", _("… and %(n)s more.") % {"n": rest})] if rest else shown


def text_kept(request: HttpRequest) -> str:
    """What somebody typed, to be shown to him again, unless it is far too long."""
    if _is_huge(request):
        return ""
    values: Mapping[str, Any] = request.POST if request.method == "POST" else request.GET
    return str(values.get("text") or values.get("deal") or "")[:MOST_BYTES]
