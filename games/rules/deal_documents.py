"""A recorded deal, read from whatever somebody has: a deal file of either game, or a line of notation.

Which game it is stands in the `format` of a file (formats/deal-file.md, formats/smear-file.md). A line of notation
begins with the name of a variant of Smear, or with the dealer or a hand of Smoking Cat; no JSON begins like that.
Whatever is wrong is told like the faults of a file, each with its path; in a line of notation the path is the word
that cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from games.rules.documents.faults import Faults, key_path
from games.rules.documents.strict_json import MIB, decode, text_of
from games.rules.refusals import Refused
from games.rules.smear import deal_file as smear_file
from games.rules.smear import notation as smear_notation
from games.rules.smear.record import DealRecord as SmearRecord
from games.rules.smear.variants import VARIANTS
from games.rules.smoking_cat import deal_file as cat_file
from games.rules.smoking_cat import notation as cat_notation
from games.rules.smoking_cat.record import DealRecord

Record = DealRecord | SmearRecord
Reader = Callable[[str], Record]

MOST_MIB = max(cat_file.MOST_MIB, smear_file.MOST_MIB)
MOST_BYTES = MOST_MIB * MIB

_FILES: Mapping[str, Reader] = {cat_file.FORMAT: cat_file.parse, smear_file.FORMAT: smear_file.parse}
_CAT_LINE = re.compile(r"\s*(@|[A-H]:)")
_SMEAR_LINE = re.compile(rf"\s*({'|'.join(VARIANTS)})(\s|$)")


def read_deal(data: bytes | str) -> Record:
    """The record of the deal. Raises Refused("bad_deal_file", faults=[Fault, …])."""
    faults = Faults("bad_deal_file")
    text = text_of(data, faults, most_mib=MOST_MIB)
    if _SMEAR_LINE.match(text):
        return _from_line(smear_notation.parse_deal, text, faults)
    if _CAT_LINE.match(text):
        return _from_line(cat_notation.parse_deal, text, faults)
    return _reader(text, faults)(text)


def _from_line(parse: Reader, line: str, faults: Faults) -> Record:
    try:
        return parse(line)
    except Refused as refused:
        if refused.code == "malformed_deal":
            raise faults.refusal("no_part_of_a_deal", f"${key_path(refused.values['text'])}") from None
        if refused.code == "incomplete_deal":
            raise faults.refusal("no_whole_deal") from None
        raise


def _reader(text: str, faults: Faults) -> Reader:
    """The reader of the game that the file names; raises the refusal if it names none."""
    value = decode(text, faults, most_mib=MOST_MIB)
    if not isinstance(value, dict):
        raise faults.refusal("not_an_object")
    if "format" not in value:
        raise faults.refusal("missing", "$.format")
    name = value["format"]
    if not isinstance(name, str) or name not in _FILES:
        raise faults.refusal("unknown_format", "$.format")
    return _FILES[name]
