"""`manage.py check_draw FILE`: every step in words; code 1 for what does not hold, 2 for what is not there."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.ceremony.test_forgeries import sealed
from tests.tournaments.ceremony.test_transcript import BY_THIS_ENGINE
from tests.tournaments.ceremony.transcripts import planned, retold, told, transcript, without_ceremony
from tournaments.ceremony.verification import MORE_STEPS, STEPS
from tournaments.draws.seeding import VERSION
from tournaments.management.commands import check_draw
from tournaments.texts.about_draws import CHECKS


def said(path: Path, code: int = 0) -> list[str]:
    out = io.StringIO()
    if code:
        with pytest.raises(SystemExit) as ended:
            call_command("check_draw", str(path), stdout=out, stderr=out)
        assert ended.value.code == code
    else:
        call_command("check_draw", str(path), stdout=out)
    return out.getvalue().splitlines()


def test_a_sound_transcript_is_said_step_by_step(tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(planned(1)[0])
    assert said(path)[:-5] == [f"+ {CHECKS[step].holds}" for step in BY_THIS_ENGINE]
    assert said(path)[-5:] == [
        (
            "moor/1/1: The seed was made of the site's secret and of ten cards, entered for the room. Whether the "
            "secret was promised before, those can say who saw it."
        ),
        "moor/1/1: There was no second secret by somebody of the hall.",
        "moor/1/1: Nobody had a say in the seed but the site and whoever entered the cards or dice.",
        "moor/1/1: Its plan is as good as any for tables of its sizes can be. Rounds: 1; repeat meetings: 0.",
        "It holds.",
    ]
    path.write_text(without_ceremony())
    assert "without a ceremony" in said(path)[-2]


def test_a_seating_that_was_searched_for_is_no_better_checked_here_than_elsewhere(tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(transcript())
    assert f"+ {CHECKS['search'].holds}" in said(path)
    assert said(path)[-1] == "The promises hold, but the seating itself was NOT checked."


def test_a_plan_that_was_taken_as_it_is_frozen_is_said_to_be(tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(planned(2)[1])
    sentence = (
        "moor/2/1: Its plan and the sizes of its tables were taken as they are frozen; that the engine "
        f"{VERSION} makes just these was not computed anew."
    )
    assert sentence in said(path)
    path.write_text(planned(2)[0])
    assert "taken as they are frozen" not in " ".join(said(path))


def test_a_file_is_not_said_to_hold_of_which_only_the_beginning_was_read(tmp_path, monkeypatch):
    """What comes after that could be another transcript."""
    path = tmp_path / "draw.json"
    sound = planned(1)[0]
    path.write_text(sound)
    monkeypatch.setattr(check_draw.Command, "most_bytes", path.stat().st_size)
    assert said(path)[-1] == "It holds."
    path.write_text(f"{sound.rstrip()}\n\nanything")
    assert said(path, 2) == [f"{path}: File too large"]


def test_an_invented_plan_is_called_so_and_the_frozen_list_is_not_said_to_be_changed(tmp_path):
    path, document = tmp_path / "draw.json", told(planned()[0])
    document["frozen"]["plan"][1:] = document["frozen"]["plan"][:1] * 2
    path.write_text(sealed(document))
    lines = said(path, code=1)
    assert f"+ {CHECKS['frozen'].holds}" in lines
    assert f"- {CHECKS['made'].fails}" in lines


def test_a_transcript_that_does_not_hold_ends_with_code_one(tmp_path):
    path = tmp_path / "draw.json"
    document = told(transcript())
    document["tables"][0].reverse()
    path.write_text(retold(document))
    assert f"- {CHECKS['seating'].fails}" in said(path, code=1)
    path.write_bytes(b"\xff\xfe")
    assert said(path, code=1) == [f"- {CHECKS['form'].fails}", "Rejected."]


def test_a_missing_file_ends_with_code_two(tmp_path):
    assert said(tmp_path / "none.json", code=2) == [f"{tmp_path / 'none.json'}: No such file or directory"]


def test_every_step_has_its_sentences():
    assert set(CHECKS) == {*STEPS, *MORE_STEPS}
