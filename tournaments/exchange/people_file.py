"""A list of players from a spreadsheet (CSV or XLSX), read into plain rows; what may stand in them is judged above.

The first row that is not empty names the columns, by any of the names given, in any order; others are left out and
named.
CSV may be UTF-8 with or without a mark, UTF-16 with one, or Windows-1250 as Czech Excel writes it; columns parted by
semicolons, commas or tabs. Of an XLSX the first sheet is read, values only: a cell with a formula is a fault of its
row, never worked out.

Everything is bounded before it is believed: bytes of the file, bytes that an XLSX says it unpacks to (its reader gives
no more than that), parts, rows, columns, characters of a cell. A document type in a part of an XLSX is refused, so no
entity is ever expanded.
"""

from __future__ import annotations

import csv
import io
import unicodedata
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules.refusals import Refused

MIB = 1024 * 1024
MOST_BYTES = 2 * MIB
MOST_UNPACKED = 4 * MIB  # a thousand rows need a quarter of it; strings are what takes long to read
MOST_PARTS = 200
MOST_ROWS = 1000
MOST_LINES = 20_000  # with empty ones
MOST_COLUMNS = 20
LONGEST_CELL = 254

XLSX, BOM_UTF_16 = b"PK\x03\x04", (b"\xff\xfe", b"\xfe\xff")
DELIMITERS = ";,\t"
DOCTYPES = (b"<!DOCTYPE", b"<!\x00D\x00O", b"<\x00!\x00D", b"\x00<\x00!\x00D", b"<!ENTITY")


@dataclass(frozen=True, slots=True)
class Row:
    """`number`: as the spreadsheet counts. `formulas` and `too_long`: columns with such a cell; they read as empty."""

    number: int
    nick: str = ""
    club: str = ""
    email: str = ""
    country: str = ""
    formulas: tuple[str, ...] = ()
    too_long: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PeopleFile:
    """`left_out`: columns that mean nothing here, as they are called in the file."""

    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    is_formula: bool = False


Line = tuple[int, Sequence[_Cell]]


def read_people(data: bytes, names: Mapping[str, Iterable[str]]) -> PeopleFile:
    """The rows of a list. Raises Refused `people_file_…`, with what to do.

    `names`: what each of our columns (nick, club, email, country) may be called; case and accents do not matter.
    """
    if len(data) > MOST_BYTES:
        raise Refused("people_file_too_large", megabytes=MOST_BYTES // MIB)
    columns = {plain_name(name): column for column, called in names.items() for name in called}
    lines = _xlsx_lines(data) if data.startswith(XLSX) else _csv_lines(data, columns)
    return _people((line for line in lines if any(cell.text for cell in line[1])), columns)


def plain_name(name: str) -> str:
    """What two spellings of a column's name have in common."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
    return " ".join(plain.casefold().split()).rstrip(":*")


def _people(lines: Iterator[Line], columns: Mapping[str, str]) -> PeopleFile:
    header = next(lines, None)
    if header is None:
        raise Refused("people_file_empty")
    names = [cell.text for cell in header[1]]
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        if column := columns.get(plain_name(name)):
            if column in places:
                raise Refused("people_file_column_twice", column=name)
            places[column] = place
    if "nick" not in places:
        raise Refused("people_file_header")
    rows: list[Row] = []
    for number, cells in lines:
        if len(rows) == MOST_ROWS:
            raise Refused("people_file_too_long", most=MOST_ROWS)
        rows.append(_row(number, cells, places))
    if not rows:
        raise Refused("people_file_empty")
    left_out = tuple(name[:40] for place, name in enumerate(names) if name and place not in places.values())
    return PeopleFile(tuple(rows), tuple(places), left_out)


def _row(number: int, cells: Sequence[_Cell], places: Mapping[str, int]) -> Row:
    found = {column: cells[place] for column, place in places.items() if place < len(cells)}
    formulas = tuple(column for column, cell in found.items() if cell.is_formula)
    too_long = tuple(column for column, cell in found.items() if len(cell.text) > LONGEST_CELL)
    texts = {column: cell.text for column, cell in found.items() if column not in (*formulas, *too_long)}
    return Row(number, formulas=formulas, too_long=too_long, **texts)


# --- CSV --------------------------------------------------------------------------------------------------------------


def _csv_lines(data: bytes, columns: Mapping[str, str]) -> Iterator[Line]:
    text = _decoded(data)
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().casefold().startswith("sep="):  # what Excel writes for itself
        text, skipped = rest, 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, columns))
    found: list[Line] = []
    try:
        for cells in reader:
            if len(found) == MOST_LINES:
                raise Refused("people_file_too_long", most=MOST_ROWS)
            _check_width(cells)
            found.append((reader.line_num + skipped, [_text_cell(cell) for cell in cells]))
    except csv.Error:
        raise Refused("people_file_unreadable") from None
    return iter(found)


def _decoded(data: bytes) -> str:
    encodings = ("utf-16",) if data.startswith(BOM_UTF_16) else ("utf-8-sig", "cp1250")
    text = None
    for encoding in encodings:
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    if text is None:
        raise Refused("people_file_encoding")
    if any(char < " " and char not in "\t\r\n" for char in text):
        raise Refused("people_file_unreadable")  # a picture, or an XLS of before 2007
    return text


def _delimiter(text: str, columns: Mapping[str, str]) -> str:
    """The sign that makes our columns of the first line that says anything; the first of equals."""
    first = next((line for line in text.splitlines() if line.strip(DELIMITERS + " ")), "")

    def known(sign: str) -> int:
        cells = next(csv.reader([first], delimiter=sign), [])
        return sum(plain_name(cell) in columns for cell in cells)

    return max(DELIMITERS, key=known)


def _text_cell(text: str) -> _Cell:
    """A text that a spreadsheet would work out. An apostrophe before it says that it is meant as text."""
    text = text.strip()
    if text.startswith("'") and text[1:2] in tuple("=+-@"):
        return _Cell(text[1:])
    return _Cell(text, is_formula=text.startswith("="))


# --- XLSX -------------------------------------------------------------------------------------------------------------


def _xlsx_lines(data: bytes) -> Iterator[Line]:
    _check_archive(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl says what else of the file it does not read
            return iter(_sheet(data))
    except Refused:
        raise
    except Exception as fault:  # a hostile file can make openpyxl raise whatever it likes: it is unreadable
        raise Refused("people_file_unreadable") from fault


def _check_archive(data: bytes) -> None:
    """Before anything is unpacked: how much it would be. No part gives more than it says."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise Refused("people_file_swollen", megabytes=MOST_UNPACKED // MIB)
            for part in parts:
                content = archive.read(part)
                if any(sign in content for sign in DOCTYPES) and part.filename.endswith((".xml", ".rels")):
                    raise Refused("people_file_unreadable")
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, ValueError, NotImplementedError, zlib.error):
        raise Refused("people_file_unreadable") from None


def _sheet(data: bytes) -> list[Line]:
    import openpyxl  # noqa: PLC0415 - large, and few ever read a sheet

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
    found: list[Line] = []
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what the file says of its size is not to be believed
        for number, cells in enumerate(sheet.iter_rows(), start=1):
            if number > MOST_LINES:
                raise Refused("people_file_too_long", most=MOST_ROWS)
            if any(cell.value is not None for cell in cells):
                read = [_cell(cell) for cell in cells]
                _check_width([cell.text for cell in read])
                found.append((number, read))
    finally:
        book.close()
    return found


def _cell(cell: object) -> _Cell:
    value, kind = getattr(cell, "value", None), getattr(cell, "data_type", "")
    if value is None:
        return _Cell("")
    if kind == "f":
        return _Cell("=", is_formula=True)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return _Cell(str(value).strip())


def _check_width(cells: Iterable[str]) -> None:
    if any(cell.strip() for place, cell in enumerate(cells) if place >= MOST_COLUMNS):
        raise Refused("people_file_too_wide", most=MOST_COLUMNS)
