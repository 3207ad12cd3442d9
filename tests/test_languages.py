"""Every language is whole: a folder of locale/ has every text of the sources and every rule, rightly filled in, and
pages speak it. A failure names all that is still missing.

English needs no catalogue, since the msgids are English. `./run messages` brings the others up to the sources.
"""

from __future__ import annotations

import ast
import re
import shutil
import string
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel import Locale
from django.conf import settings
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.translation.template import templatize

from games.models import Entry, SecretWord
from games.rules import rulebook
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.exchange import people_file
from tournaments.facts.countries import CODES, language_name
from tournaments.models import Account, Club, Event, Registration, Series
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.judging import rule
from tournaments.texts.about_admin import COLUMNS, OWN_COLUMNS, TABLES
from tournaments.texts.about_languages import alphabet
from tournaments.texts.about_ranking import COLUMN_SPELLINGS, column_spellings

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "tournaments", "scwu")
LOCALES = sorted(path.parts[-3] for path in ROOT.glob("locale/*/LC_MESSAGES/django.po"))
every_language = pytest.mark.parametrize("locale", LOCALES)
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%%|%")
KEYWORDS = (
    "gettext_noop", "gettext_lazy", "ngettext_lazy:1,2", "pgettext:1c,2", "pgettext_lazy:1c,2", "npgettext:1c,2,3",
)  # fmt: skip  # what Django's makemessages tells xgettext beside its own


@dataclass
class Message:
    context: str = ""
    id: str = ""
    plural: str = ""
    texts: dict[int, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)

    @property
    def key(self) -> tuple[str, str, str]:
        return self.context, self.id, self.plural


def read_po(text: str) -> list[Message]:
    """The entries of a catalogue without its header; obsolete ones are none."""
    found = []
    for block in text.split("\n\n"):
        message, name = Message(), ""
        parts: dict[str, str] = {}
        for line in block.splitlines():
            if line.startswith("#,"):
                message.flags |= {flag.strip() for flag in line[2:].split(",")}
            if said := re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)? ?(".*")$', line):
                name = said[1] or name
                parts[name] = parts.get(name, "") + ast.literal_eval(said[2])
        message.context, message.id = parts.get("msgctxt", ""), parts.get("msgid", "")
        message.plural = parts.get("msgid_plural", "")
        message.texts = {int(key[7:-1] or 0): said for key, said in parts.items() if key.startswith("msgstr")}
        found.append(message)
    return [message for message in found if message.id]


def catalogue(locale: str) -> str:
    return (ROOT / "locale" / locale / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")


@cache
def messages(locale: str = "cs") -> list[Message]:
    return read_po(catalogue(locale))


def none_of(found: Iterable[object]) -> None:
    """Fail with every one of them, a line each."""
    listed = [str(one) for one in found]
    assert not listed, f"{len(listed)}:\n" + "\n".join(listed)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A request leaves its language behind in the thread."""
    with translation.override("en"):
        yield


def needs(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip("GNU gettext is not on this machine")
    return found


def templates() -> Iterator[Path]:
    """All but the gallery of components, which only tests show."""
    return (path for path in sorted((ROOT / "templates").rglob("*.*")) if path.name != "gallery.html")


# --- Catalogues -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def of_the_sources(tmp_path_factory) -> set[tuple[str, str, str]]:
    """The texts of Python files and templates, as Django's makemessages finds them."""
    xgettext, folder = needs("xgettext"), tmp_path_factory.mktemp("templates")
    sources = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    for number, path in enumerate(templates()):
        source = folder / f"{number}.py"
        source.write_text(templatize(path.read_text(encoding="utf-8"), origin=str(path)), encoding="utf-8")
        sources.append(source)
    command = [xgettext, "--from-code=UTF-8", "--language=Python", "--output=-", "--no-location", "--files-from=-"]
    command += [f"--keyword={keyword}" for keyword in KEYWORDS]
    listed = "\n".join(map(str, sources))
    answer = subprocess.run(command, input=listed, capture_output=True, text=True, encoding="utf-8", check=True)
    return {message.key for message in read_po(answer.stdout)}


def test_every_folder_has_its_line_in_the_settings():
    assert sorted({*LOCALES, "en"}) == sorted(translation.to_locale(code) for code, _ in settings.LANGUAGES)


@every_language
def test_a_catalogue_has_the_texts_of_the_sources(locale, of_the_sources):
    none_of(sorted(of_the_sources - {message.key for message in messages(locale)}))


@every_language
def test_a_catalogue_has_no_other_texts(locale, of_the_sources):
    none_of(sorted({message.key for message in messages(locale)} - of_the_sources))


@every_language
def test_a_catalogue_names_its_language_and_its_plurals(locale):
    assert f'"Language: {locale}\\n"' in catalogue(locale)
    assert re.search(r'"Plural-Forms: nplurals=\d; plural=', catalogue(locale))


@every_language
def test_every_text_is_translated_in_all_its_forms(locale):
    forms = int(re.findall(r"nplurals=(\d)", catalogue(locale))[0])
    none_of(
        message.key
        for message in messages(locale)
        if not all(message.texts.values()) or len(message.texts) != (forms if message.plural else 1)
    )


@every_language
def test_nothing_is_fuzzy_and_nothing_is_left_over(locale):
    none_of(message.id for message in messages(locale) if "fuzzy" in message.flags)
    assert "#~" not in catalogue(locale)


@every_language
def test_every_form_is_filled_in_with_the_same_values(locale):
    """The form for one may leave the number out if the English one does."""
    wrong = []
    for message in messages(locale):
        for number, said in message.texts.items():
            meant = message.id if number == 0 or not message.plural else message.plural
            allowed = [sorted(PLACEHOLDER.findall(text)) for text in {meant, message.plural or meant}]
            if said and sorted(PLACEHOLDER.findall(said)) not in allowed:
                wrong.append((message.id, said))
    none_of(wrong)


@every_language
def test_markup_blanks_and_ends_are_those_of_the_text(locale):
    none_of(
        (message.id, said)
        for message in messages(locale)
        for said in filter(None, message.texts.values())
        if re.findall(r"<[^>]+>", said) != re.findall(r"<[^>]+>", message.id)
        or (said[:1] == " ") != (message.id[0] == " ")
        or said.endswith(":") != message.id.endswith(":")
    )


def test_quotation_marks_are_czech():
    said = [re.sub(r"<[^>]+>", "", text) for message in messages() for text in message.texts.values()]
    assert [text for text in said if '"' in text or "”" in text or text.count("„") != text.count("“")] == []


@pytest.mark.parametrize(
    ("english", "czech"),
    [
        ("badge", "plac"),
        ("bench", "lavič"),
        ("cut", "postupov"),
        ("line judge", "čárov"),
        ("match ball", "mečbol"),
        ("penalty letter", "trestn"),
        ("play-off", "rozstřel"),
        ("playing word", "hrac"),
        ("referee", "rozhodčí"),
        ("renonc", "renonc"),
        ("small final", "mal(é|ého|ém) finále"),
        ("success", "úspěšnost"),
        ("void deal", "zrušen"),
    ],
)
def test_the_words_are_those_of_the_union(english, czech):
    """competition.md 1."""
    meant = [message for message in messages() if re.search(rf"\b{english}(?!\w| off)", message.id.lower())]
    assert meant
    said = [(message.id, text) for message in meant for text in message.texts.values()]
    assert [(asked, text) for asked, text in said if not re.search(czech, text.lower())] == []


# --- What no catalogue checks: alphabets, rules, countries, columns ---------------------------------------------------


@every_language
def test_the_alphabet_has_every_letter_once_and_the_latin_ones(locale):
    """Czech has CH after H."""
    with translation.override(translation.to_language(locale)):
        letters = alphabet().split()
    none_of(letter for letter in string.ascii_lowercase if letter not in letters)
    assert len(letters) == len(set(letters))
    assert locale != "cs" or letters[letters.index("h") :][:3] == ["h", "ch", "i"]


def parts_of(book: Iterable[rulebook.Section]) -> dict[str, str]:
    """What of a rulebook is said in words, by section or number; not a setting that is a name in the code."""
    found = {}
    for section in book:
        found[section.id] = section.title
        found |= {f"{section.id}, paragraph {n}": text for n, text in enumerate(section.paragraphs, 1)}
        for one in section.sentences:
            said = {"": one.text, ", Choice": one.choice, ", Not enforceable": one.not_enforceable}
            if not re.fullmatch(r"(`[^`]+`(, )?)+\.?", one.setting):
                said[", Setting"] = one.setting
            found |= {one.number + name: text for name, text in said.items() if text}
    return found


@every_language
def test_every_rule_is_told_in_words_of_its_own(locale):
    english, said = parts_of(rulebook.rulebook()), parts_of(rulebook.translation(locale))
    none_of(part for part, text in english.items() if said.get(part, text) == text)


@every_language
def test_no_rule_is_told_that_the_book_does_not_have(locale):
    none_of(parts_of(rulebook.translation(locale)).keys() - parts_of(rulebook.rulebook()).keys())


@every_language
def test_every_country_and_every_language_has_a_name(locale):
    known = Locale.parse(locale)
    none_of(code for code in sorted(CODES) if not known.territories.get(code))
    none_of(code for code, _ in settings.LANGUAGES if language_name(code, locale) == code)


def test_no_name_of_a_column_means_another_one_in_another_language():
    names = [name for called in column_spellings().values() for name in {people_file.plain_name(one) for one in called}]
    none_of(name for name in names if names.count(name) > 1)


@every_language
def test_a_list_of_players_is_read_with_the_columns_of_the_language(locale):
    with translation.override(translation.to_language(locale)):
        first = [str(COLUMN_SPELLINGS[column]).split(",")[0] for column in ("nick", "club", "email", "country")]
    read = people_file.read_people((";".join(first) + "\nA;B;c@d.example;CZ").encode(), column_spellings())
    assert read.rows == (people_file.Row(2, "A", "B", "c@d.example", "CZ"),)


# --- What a text in the sources has to look like ----------------------------------------------------------------------


def test_no_text_is_marked_by_a_name_that_is_not_looked_for():
    wrong = []
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
                wrong += [
                    f"{path.relative_to(ROOT)}: {one.name} as {one.asname}"
                    for one in node.names
                    if "gettext" in one.name
                    and one.asname not in (None, "_" if one.name in ("gettext", "gettext_lazy", "gettext_noop") else "")
                ]
    assert wrong == []


def test_no_text_is_marked_inside_another_string():
    """xgettext does not look into f-strings, so such a text would be missing in the catalogue."""
    wrong = []
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for value in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(value, ast.FormattedValue):
                called = [one.func for one in ast.walk(value) if isinstance(one, ast.Call)]
                names = [one.id for one in called if isinstance(one, ast.Name)]
                wrong += [f"{path.relative_to(ROOT)}: {one}" for one in names if one == "_" or "gettext" in one]
    assert wrong == []


NAMES = re.compile(r"\b(SCWU|CSV|XLSX)\b")  # of the site and of kinds of file: the same in every language


def test_no_words_of_a_template_stand_outside_a_translation():
    wrong = []
    for path in templates():
        text = path.read_text(encoding="utf-8")
        for part in (r"\{% comment.*?endcomment %\}", r"\{#.*?#\}", r"\{% blocktranslate.*?\{% endblocktranslate %\}"):
            text = re.sub(part, "", text, flags=re.DOTALL)
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)
        shown = re.findall(r'(?:alt|aria-label|placeholder|title|data-confirm)="([^"]*)"', text)
        shown += re.sub(r"<(script|style|code)\b.*?</\1>|<[^>]*>", "\n", text, flags=re.DOTALL).split("\n")
        wrong += [(path.name, words) for words in shown if re.search(r"[^\W_]{2}", NAMES.sub("", words))]
    assert wrong == []


# --- The admin --------------------------------------------------------------------------------------------------------


def test_everything_in_the_admin_has_a_name():
    registered = [model for model in admin.site._registry if model.__module__.startswith(PACKAGES)]
    inside = [inline.model for one in admin.site._registry.values() for inline in one.inlines]
    shown = {*registered, *inside}
    assert {*shown, SecretWord} == set(TABLES)  # a word has no list of its own: reserves are filtered by its state
    own = {one.name for model in shown for one in model._meta.fields if not one.auto_created}
    assert own - set(COLUMNS) == {"password", "last_login"}  # of these Django speaks Czech itself
    assert set(COLUMNS) <= own
    assert [name for model, name in OWN_COLUMNS if name not in COLUMNS] == []


# --- Pages ------------------------------------------------------------------------------------------------------------

ENGLISH = set(
    re.findall(
        r"\w+",
        """and are bench cannot deal deals director draw drawn enter event events everybody final for from has have here
        is letter letters nobody not nothing of or player players public published referee register round rounds save
        search seat seats settings sign standings table tables that the there this time what when which who with word
        you your""",
    )
)
SHOWN = {"alt", "aria-label", "placeholder", "title", "data-confirm", "data-confirm-yes"}


class Words(HTMLParser):
    """What of a page can be read or heard, text by text; not time zones, scripts, English sources, transcripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.links: list[str] = []
        self._within: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        untranslated = {("lang", "en"), ("translate", "no")} & set(attrs)
        if tag in ("script", "style", "code", "option") or (tag in ("cite", "textarea", "span") and untranslated):
            self._within.append(tag)
        self.texts += [value for name, value in attrs if name in SHOWN and value]
        self.links += [value for name, value in attrs if (tag, name) == ("a", "href") and value]

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if not self._within and data.strip():
            self.texts.append(" ".join(data.split()))


def names_of_things() -> set[str]:
    """What people have typed: it stays as it is in every language."""
    found: set[str] = set()
    typed = {Account: ("name",), Club: ("name",), Event: ("name", "place", "theme"), Series: ("name",)}
    for model, columns in typed.items():
        found.update(*model.objects.values_list(*columns))
    return found | set(Registration.objects.values_list("nick", flat=True)) - {""}


def pages(client: Client, *, starts: list[str], of_a_kind: int = 3) -> Iterator[tuple[str, Words]]:
    """Every page that can be reached by links, so many of each kind."""
    waiting, seen, counts = list(starts), set(starts), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        try:
            kind = resolve(address.partition("?")[0]).view_name
        except Resolver404:
            continue
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] > of_a_kind or kind == "admin:jsi18n":
            continue
        answer = client.get(address)
        if answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        if answer.status_code == 302:
            waiting.append(answer.headers["Location"])
            continue
        assert answer.status_code == 200, address
        words = Words(answer.content.decode())
        yield address, words
        for target in words.links:
            link = (address.partition("?")[0] if target.startswith("?") else "") + target.partition("#")[0]
            if link.startswith("/") and link not in seen:
                seen.add(link)
                waiting.append(link)


def english_of(words: Words, names: set[str], locale: str) -> Iterator[str]:
    """Texts that are msgids, or hold an English word."""
    untranslated = {
        message.id
        for message in messages(locale)
        if not message.plural and message.texts[0].lower() != message.id.lower()
    }
    typed = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    for text in words.texts:
        if text in untranslated - names:
            yield text
        ours = typed.sub("", text)
        if ENGLISH & set(re.findall(r"\w+", ours.lower())):
            yield text


@pytest.fixture
def everything(evening, director) -> Client:
    """A keeper who directs an evening that runs, one that is over, and one to come; he reads Czech unless asked."""
    log = 'A /E; B /A; void /B "špatně"; +B "pozdě"; x1; ~2 loser=C; C /D (A20 B0 C10 E1)'
    stories.record_deals(stories.table_of(evening), log)
    table = {"slug": evening.event.slug, "round_number": evening.number, "table_number": 1}
    koukl = RulingDraft(seat="B", kind="a", facts="Koukl.", judged_by="table", decision="warning")
    rule(**table, by=director, draft=koukl, now=NOW)
    keeper = AccountFactory.create(name="Klára", is_staff=True, is_superuser=True, may_direct=True)
    for event in (evening.event, stories.an_event(players=6, status="open", registered="applied")):
        event.staff.create(account=keeper, role="director")
    publish_standings(event=stories.example("moor-final", by=keeper), by=keeper, now=NOW, note="Zatím")
    client = Client(headers={"Accept-Language": "cs"})
    client.force_login(keeper)
    return client


@every_language
def test_no_page_speaks_english_to_somebody_else(everything, locale):
    everything.defaults["HTTP_ACCEPT_LANGUAGE"] = translation.to_language(locale)
    names = names_of_things() | {"English"}  # as the way to the English pages is called
    names |= {"word/1", "word/2"}  # what is sealed begins so, in every language
    kinds, wrong = set(), {}
    for address, words in pages(everything, starts=["/", "/desk/", "/me/", "/register/", "/sign-in/"]):
        if not address.startswith("/admin/"):
            kinds.add(resolve(address.partition("?")[0]).view_name)
            if found := sorted(set(english_of(words, names, locale))):
                wrong[address] = found
    none_of(f"{address}: {texts}" for address, texts in wrong.items())
    assert kinds >= {"public:standings", "public:results", "public:table", "desk:people", "desk:finals", "desk:round"}
    assert kinds >= {"desk:print_sheets", "table:board", "table:table", "table:line", "table:ruling", "table:rulings"}
    assert len(kinds) > 35


def test_the_admin_calls_tables_columns_and_states_in_czech(everything):
    assert Entry.objects.exists()
    page = everything.get("/admin/tournaments/registration/").content.decode()
    assert all(word in page for word in ("Přihlášky", "Přezdívka", "v pořadí", "na místě"))
    page = everything.get("/admin/").content.decode()
    assert all(word in page for word in ("Turnaje", "Verdikty", "Kroky hodin", "Partie"))


def test_what_is_not_there_and_what_is_forbidden_is_said_in_czech(everything):
    assert "Na této adrese nic není" in everything.get("/e/nowhere/").content.decode()
    everything.force_login(AccountFactory.create())
    assert everything.get("/desk/+file/").status_code == 403
    assert "Tohle nesmíte" in everything.get("/desk/+file/").content.decode()


def test_a_file_is_refused_in_czech_fault_by_fault(everything):
    file = SimpleUploadedFile("x.json", b'{"format": "scwu-event/1", "slug": "a b", "entries": 1}')
    page = everything.post("/desk/+file/", {"file": file}).content.decode()
    assert "Soubor není úplný soubor turnaje" in page
    assert all(said in page for said in ("Tohle chybí.", "Tady musí být seznam.", "Adresu tvoří malá písmena"))


def test_the_schema_of_the_api_is_the_same_in_every_language(client, db):
    english = client.get("/api/schema", headers={"Accept-Language": "en"}).content
    assert client.get("/api/schema", headers={"Accept-Language": "cs"}).content == english
