"""Lists of players from spreadsheets, friendly and hostile (exchange/people_file.py)."""

from __future__ import annotations

import io
import zipfile
from functools import partial

import openpyxl
import pytest

from tests.refusals import refused_code
from tests.steps import growth, steps
from tournaments.exchange import people_file
from tournaments.exchange.people_file import PeopleFile, Row
from tournaments.texts.about_ranking import column_spellings

PEOPLE = "Přezdívka;Klub;E-mail;Země\r\nŽofka;FOX;zofka@example.org;CZ\r\nŠkvor;;;\r\n"
ROWS = (Row(2, "Žofka", "FOX", "zofka@example.org", "CZ"), Row(3, "Škvor"))


def read_people(data: bytes) -> PeopleFile:
    """As pages read it: columns may be named in any language of the site."""
    return people_file.read_people(data, column_spellings())


def xlsx(*rows, sheets=1) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for _ in range(sheets - 1):
        book.create_sheet()
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, **parts: bytes) -> bytes:
    """The same archive with other contents of some parts; `sheet` is the first sheet."""
    names = {"sheet": "xl/worksheets/sheet1.xml", "book": "xl/workbook.xml"}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        changed = {names.get(name, name): content for name, content in parts.items()}
        for part in old.namelist():
            new.writestr(part, changed.pop(part, None) or old.read(part))
        for part, content in changed.items():
            new.writestr(part, content)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250", "utf-16"])
@pytest.mark.parametrize("sign", [";", ",", "\t"])
def test_every_way_in_which_spreadsheets_write_text(encoding, sign):
    assert read_people(PEOPLE.replace(";", sign).encode(encoding)).rows == ROWS


def test_an_xlsx_says_the_same():
    data = xlsx(["Nick", "Club", "Country", "Note"], ["Žofka", "FOX", "CZ", "x"], [], ["Škvor"], sheets=2)
    read = read_people(data)
    assert read.rows == (Row(2, "Žofka", "FOX", country="CZ"), Row(4, "Škvor"))
    assert (read.columns, read.left_out) == (("nick", "club", "country"), ("Note",))


def test_numbers_are_texts_and_empty_rows_are_none():
    assert read_people(xlsx(["nick"], [12.0], [None], [3.5])).rows == (Row(2, "12"), Row(4, "3.5"))
    assert read_people(b"\n\nnick\n\nANNA\n\n").rows == (Row(5, "ANNA"),)


def test_quotes_and_the_line_that_excel_writes_for_itself():
    assert read_people(b'sep=;\nnick;club\n"AN;NA";"FO""X"\n').rows == (Row(3, "AN;NA", 'FO"X'),)


def test_a_list_of_nicks_alone():
    assert read_people(b"nick\nANNA\nBERT").rows == (Row(2, "ANNA"), Row(3, "BERT"))


@pytest.mark.parametrize(
    "data",
    [
        b"nick;club\nANNA;=HYPERLINK(1)\n",
        xlsx(["nick", "club"], ["ANNA", "=1+1"]),
    ],
)
def test_a_formula_is_a_fault_of_its_row_and_never_a_value(data):
    (row,) = read_people(data).rows
    assert (row.nick, row.club, row.formulas) == ("ANNA", "", ("club",))


def test_what_our_own_tables_write_comes_back_as_it_was():
    assert read_people(b"nick\n'=CAT\n'-CAT\n'CAT\n").rows == (Row(2, "=CAT"), Row(3, "-CAT"), Row(4, "'CAT"))


def test_a_long_cell_is_a_fault_of_its_row():
    (row,) = read_people(b"nick,club\nANNA," + b"x" * 300).rows
    assert (row.nick, row.club, row.too_long) == ("ANNA", "", ("club",))


LINES = b"nick\n" + b"A\n" * 1001
GAP = b'<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>X</t></is></c></row>'


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "people_file_empty"),
        (b"\xef\xbb\xbf", "people_file_empty"),
        (b"nick\n", "people_file_empty"),
        (b"name\nANNA\n", "people_file_header"),
        (b"nick;player\nA;B\n", "people_file_column_twice"),
        (LINES, "people_file_too_long"),
        (b"nick\n" + b"\n" * 30_000, "people_file_too_long"),
        (b"nick" + b";" * 30 + b"x\nA\n", "people_file_too_wide"),
        (b"x" * (2 * 1024 * 1024 + 1), "people_file_too_large"),
        (b"nick\n\x81\x83\xff\n", "people_file_encoding"),
        (b"nick\nA\x00B\n", "people_file_unreadable"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "people_file_unreadable"),
        (b"\xff\xfeA", "people_file_encoding"),
        (b"nick;club\n" + b'"' + b"x" * 200_000, "people_file_unreadable"),
        (b"PK\x03\x04 and nothing else", "people_file_unreadable"),
        (xlsx(["nick"], ["A"])[:-200], "people_file_unreadable"),
        (xlsx(["nick"], *[["A"]] * 1001), "people_file_too_long"),
        (xlsx(["nick", *[""] * 30, "x"], ["A"]), "people_file_too_wide"),
        (repacked(xlsx(["nick"], ["A"]), sheet=b"<worksheet>"), "people_file_unreadable"),
        (repacked(xlsx(["nick"], ["A"]), book=b"\x00\x01"), "people_file_unreadable"),
        (repacked(xlsx(["nick"], ["A"]), big=bytes(20 * 1024 * 1024)), "people_file_swollen"),
        (repacked(xlsx(["nick"], ["A"]), **{f"part{n}": b"x" for n in range(250)}), "people_file_swollen"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_a_list_is_refused(data, code):
    assert refused_code(read_people, data) == code


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><worksheet>&c;</worksheet>'
)


@pytest.mark.parametrize("bomb", [BOMB, BOMB.decode().encode("utf-16")])
def test_no_entity_is_ever_expanded(bomb):
    assert refused_code(read_people, repacked(xlsx(["nick"], ["A"]), sheet=bomb)) == "people_file_unreadable"


SPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def sheet_with(rows: bytes) -> bytes:
    sheet = b"<worksheet " + SPACE + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return repacked(xlsx(["nick"], ["A"]), sheet=sheet)


def with_a_row_at(number: int) -> bytes:
    """Two rows, of which the second says that it is so far below."""
    head = b'<row r="1"><c r="A1" t="inlineStr"><is><t>nick</t></is></c></row>'
    return sheet_with(head + GAP.replace(b"1048576", str(number).encode()))


def test_a_row_a_million_lines_below_costs_no_more_than_one_behind_the_last_line():
    near, far = (with_a_row_at(number) for number in (people_file.MOST_LINES + 1, 1_048_576))
    codes = [refused_code(read_people, data) for data in (near, far)]
    assert codes == ["people_file_too_long"] * 2
    assert steps(lambda: refused_code(read_people, far)) < 1.1 * steps(lambda: refused_code(read_people, near))


def test_a_cell_far_to_the_right_is_too_wide():
    far = b'<row r="1"><c r="XFD1" t="inlineStr"><is><t>nick</t></is></c></row>'
    assert refused_code(read_people, sheet_with(far)) == "people_file_too_wide"


def test_what_an_archive_says_of_itself_is_all_that_it_can_unpack():
    """Sizes in the directory set to less than the truth: the reader stops there and the sums do not fit."""
    data = bytearray(repacked(xlsx(["nick"], ["A"]), big=bytes(3 * 1024 * 1024)))
    size = (3 * 1024 * 1024).to_bytes(4, "little")
    assert size in data
    for place in (data.find(size), data.rfind(size)):
        data[place : place + 4] = (10).to_bytes(4, "little")
    assert refused_code(read_people, bytes(data)) == "people_file_unreadable"


UNUSED = b"<si><t>a</t></si>"


def with_unused_strings(number: int) -> bytes:
    """One nick in a file that brings along so many strings which nobody uses."""
    strings = b"<sst " + SPACE + b"><si><t>nick</t></si><si><t>A</t></si>" + UNUSED * number + b"</sst>"
    cells = b'<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>'
    plain = sheet_with(cells)
    with zipfile.ZipFile(io.BytesIO(plain)) as archive:
        types = archive.read("[Content_Types].xml")
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    named = b'<Override PartName="/xl/sharedStrings.xml" ContentType="' + kind + b'"/></Types>'
    types = types.replace(b"</Types>", named)
    return repacked(plain, **{"xl/sharedStrings.xml": strings, "[Content_Types].xml": types})


def test_the_worst_file_that_is_read_costs_so_many_steps_a_string_and_no_more():
    """Strings that nobody uses are the most work for a byte: no file may hold more of them than take some seconds."""
    few, more, most = (with_unused_strings(number) for number in (1000, 2000, 3000))
    assert read_people(most).rows == (Row(2, "A"),)
    assert 0.9 < growth([partial(read_people, data) for data in (few, more, most)]) < 1.1
    of_one = (steps(lambda: read_people(more)) - steps(lambda: read_people(few))) / 1000
    assert of_one * people_file.MOST_UNPACKED / len(UNUSED) < 20_000_000
