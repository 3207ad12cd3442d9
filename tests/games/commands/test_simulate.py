"""`manage.py simulate`: one JSON document; one sentence for wrong options; what was reached after Ctrl-C."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import simulate
from games.simulation.tally import Tally


def simulated(**options):
    out, err = io.StringIO(), io.StringIO()
    call_command("simulate", stdout=out, stderr=err, **{"deals": "40", "seed": "7", "games": "5"} | options)
    return json.loads(out.getvalue()), err.getvalue()


def test_the_document_tells_deals_and_lengths_of_games():
    told, errors = simulated(deals="20000")
    assert (told["format"], told["seed"], told["deals"], told["complete"]) == ("scwu-simulation/1", "7", 20000, True)
    assert told["decided_by"]["hejma"] > told["decided_by"]["undecided"] > 0
    assert len(told["game_lengths"]) == 30
    assert errors == ""
    assert told == simulated(deals="20000")[0]


def test_any_four_players_may_play():
    told, _ = simulated(players="random, cautious,random,cautious", games="0")
    assert [row["player"] for row in told["by_player"]] == ["random", "cautious", "random", "cautious"]
    assert told["game_lengths"] == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"deals": "0"}, "--deals is a whole number from 1 to 1000000000."),
        ({"deals": "-5"}, "--deals is a whole number from 1 to 1000000000."),
        ({"deals": "1e6"}, "--deals is a whole number from 1 to 1000000000."),
        ({"deals": "9" * 5000}, "--deals is a whole number from 1 to 1000000000."),
        ({"games": "²"}, "--games is a whole number from 0 to 1000000."),
        ({"players": "random"}, "Name four players, separated by commas, out of random, cautious, sharp."),
        ({"players": "random,random,random,dealer"}, "Name four players, separated by commas, out of"),
    ],
)
def test_wrong_options_are_refused_with_one_sentence(options, sentence):
    with pytest.raises(CommandError, match=sentence.replace(".", r"\.")) as refused:
        simulated(**options)
    assert refused.value.returncode == 2


def test_what_was_reached_is_printed_when_it_is_interrupted(monkeypatch):
    def parts(*_args, **_options):
        yield Tally(deals=1)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulated", parts)
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("simulate", deals="9", stdout=out, stderr=err)
    told = json.loads(out.getvalue())
    assert (left.value.code, told["deals"], told["wanted"], told["complete"]) == (130, 1, 9, False)
    assert err.getvalue() == "Interrupted: the document holds what was reached.\n"
