"""What comes from a page with a list of players: a file, or cells pasted from a spreadsheet, as rows."""

from __future__ import annotations

from django.core.files.uploadedfile import UploadedFile

from games.rules.refusals import Refused
from tournaments.exchange.people_file import MIB, MOST_BYTES, PeopleFile, read_people
from tournaments.texts.about_ranking import column_spellings


def people_in(file: UploadedFile | None, pasted: str) -> PeopleFile:
    """Read the rows of an uploaded list of people. A file that is too large is not read at all.

    Raises Refused `people_file_too_large` or another `people_file_…`.
    """
    if file is None:
        return read_people(pasted.encode(), column_spellings())
    if (file.size or 0) > MOST_BYTES:
        raise Refused("people_file_too_large", megabytes=MOST_BYTES // MIB)
    return read_people(file.read(), column_spellings())
