"""Tables for spreadsheets: the one way in which anything leaves here as CSV or XLSX, safe against formulas.

Excel, LibreOffice and others take a cell that begins with `= + - @`, a tab or a line break for a formula, and some
look behind blanks, quotes or full-width forms of these signs. A text that could be meant so gets an apostrophe before
it, which spreadsheets understand as "this is text"; so does one that begins with `|` or `%` (old DDE calls). Whole
numbers are written as they are. The file begins with a byte order mark: without it Excel does not believe in UTF-8.
In XLSX a cell says what it is, so texts stand there as they are, and say that they are texts.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction

BOM = "\ufeff"
STARTS_A_FORMULA = frozenset("=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20\uff5c\uff05\u2212")
LOOKED_BEHIND = " \u00a0\u200b\ufeff\"'"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

NO_TIME = datetime(1980, 1, 1)  # noqa: DTZ001 - openpyxl wants it without a zone
_MODIFIED = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")

Cell = str | int | Fraction | None


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table as CSV with commas and CRLF, as RFC 4180 has it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([safe(name) for name in header])
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return BOM + out.getvalue()


def xlsx_bytes(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The same table as a workbook with one sheet, its first row in sight while one scrolls.

    The same bytes whenever it is written: when that was stands in no part of it.
    """
    import openpyxl  # noqa: PLC0415 - large, and few ever ask for a sheet
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.freeze_panes = "A2"
    for row in (header, *rows):
        cells = [WriteOnlyCell(sheet, _printable(cell) if isinstance(cell, str) else _number(cell)) for cell in row]
        for cell, told in zip(cells, row, strict=True):
            if isinstance(told, str):
                cell.data_type = "s"  # whatever it begins with
        sheet.append(cells)
    book.properties.created = book.properties.modified = NO_TIME
    out = io.BytesIO()
    book.save(out)
    return _without_times(out)


def _without_times(book: io.BytesIO) -> bytes:
    """The same parts, none of which says when it was written; `docProps/core.xml` says it once more, in its own way."""
    out = io.BytesIO()
    with zipfile.ZipFile(book) as written, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in written.namelist():
            content = written.read(part)
            if part == "docProps/core.xml":
                content = _MODIFIED.sub(NO_TIME.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), content)
            new.writestr(zipfile.ZipInfo(part), content, zipfile.ZIP_DEFLATED)  # of 1980, where a zip begins to count
    return out.getvalue()


def safe(text: str) -> str:
    """`text` in a form that no spreadsheet takes for a formula."""
    text = _printable(text)
    shown = text.lstrip(LOOKED_BEHIND)
    return f"'{text}" if text and (text[0] in STARTS_A_FORMULA or (shown and shown[0] in STARTS_A_FORMULA)) else text


def _printable(text: str) -> str:
    return "".join("\ufffd" if sign < " " and sign not in "\t\r\n" else sign for sign in text)


def _number(cell: int | Fraction | None) -> int | float | None:
    return float(cell) if isinstance(cell, Fraction) and cell.denominator != 1 else None if cell is None else int(cell)


def _written(cell: Cell) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return cell.numerator if cell.denominator == 1 else f"{float(cell):.6f}".rstrip("0")
    return cell if isinstance(cell, int) else safe(cell)
