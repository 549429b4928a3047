"""Records on the command line: replayed in words, and verified."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable import systems
from sandtable.game.battle.battle import Outcome
from sandtable.game.drivers.replay import replay, scenario_of
from sandtable.game.files.record import end_of, sealed
from sandtable.game.files.record_files import load, save
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.narration import Narrator
from tests.cli.conftest import RunCommand


@pytest.fixture
def kept(run: RunCommand, tmp_path: Path) -> Path:
    """The record of a battle."""
    file = tmp_path / "trenton.battle.json"
    ran = run("fight", "trenton-1776", "--agents", "militia", "--seed", "3", "--record", file)
    assert ran.code == 0
    assert str(file) in ran.err
    return file


def test_a_record_is_told_in_words(run: RunCommand, kept: Path) -> None:
    found = run("replay", kept, "--json").json
    assert found["waiting"] is None
    assert found["outcome"]["degree"]
    assert found["steps"] == found["step"] == sum(line["step"] is not None for line in found["log"])
    kinds = {line["kind"] for line in found["log"]}
    assert kinds == {"dice", "decision", "event"}
    orders = [line for line in found["log"] if line["words"].startswith("Give a unit its order: ")]
    assert orders[0]["rule"] == "turn.command.f"
    volleys = [line for line in found["log"] if line["words"].startswith("to hit: ")]
    assert all(line["faces"] for line in volleys)


def test_a_record_is_told_up_to_a_step_and_the_question_there(run: RunCommand, kept: Path) -> None:
    found = run("replay", kept, "--to", "2", "--json").json
    assert (found["step"], found["outcome"]) == (2, None)
    assert found["waiting"]["words"] == "Attach or detach a General"
    assert "The Generals stay as they are" in found["waiting"]["options"]
    shown = run("replay", kept, "--to", "2").out
    assert "The Generals stay as they are" in shown


def test_a_record_that_the_players_closed_says_why_and_who_wins(
    run: RunCommand, kept: Path, tmp_path: Path
) -> None:
    game = replay(load(kept), systems.load("liberty"), 2)
    end = replace(end_of(game), closed=Outcome(1, "", "Ann gives the battle up"))
    closed = tmp_path / "closed.battle.json"
    save(sealed(replace(load(kept), entries=load(kept).entries[:2], end=end)), closed)
    found = run("replay", closed, "--json").json
    assert found["outcome"] is None
    assert (found["closed"]["winner"], found["closed"]["words"]) == (1, "Ann gives the battle up")
    assert "Ann gives the battle up; Hessian wins" in run("replay", closed).out
    before = run("replay", closed, "--to", "1", "--json").json
    assert before["closed"] is None
    assert run("replay", kept, "--json").json["closed"] is None


def test_every_line_of_a_log_is_told_with_the_battle_of_its_moment(kept: Path) -> None:
    system, record = systems.load("liberty"), load(kept)
    game = replay(record, system)
    narrator = Narrator(system, system.muster(scenario_of(record, system), Readings()), "all")
    narrator.tell(game.log)
    assert narrator.battle == game.battle


# --------------------------------------------------------------------- scenarios of one's own
def _own(run: RunCommand, file: Path, tmp_path: Path) -> Path:
    kept = tmp_path / "own.battle.json"
    assert run("fight", file, "--agents", "militia", "--seed", "3", "--record", kept).code == 0
    return kept


def test_a_record_needs_no_scenario_file_beside_it(
    run: RunCommand, own_trenton: Path, tmp_path: Path
) -> None:
    kept = _own(run, own_trenton, tmp_path)
    own_trenton.unlink()
    found = run("replay", kept, "--json").json
    assert (found["scenario"], found["sides"]) == ("my-trenton", ["American", "Hessian"])
    assert found["outcome"]["degree"]
    assert run("verify", kept).code == 0
    assert run("lint", kept).out == f"{kept}: ok (record)\n"


def test_the_scenario_in_a_record_counts_even_if_the_system_has_another_by_its_id(
    run: RunCommand, kept: Path, own_trenton: Path, tmp_path: Path
) -> None:
    own_trenton.write_text(own_trenton.read_text().replace("my-trenton", "trenton-1776"))
    own = _own(run, own_trenton, tmp_path)
    ours, theirs = (run("replay", file, "--json").json for file in (own, kept))
    assert ours["scenario"] == theirs["scenario"] == "trenton-1776"
    assert ours["steps"] < theirs["steps"], "two turns are fewer than eight"
    assert run("verify", own, kept).code == 0


def test_an_absurd_scenario_in_a_record_is_told_with_file_and_key(
    run: RunCommand, kept: Path, tmp_path: Path
) -> None:
    record = load(kept)
    absurd = tmp_path / "absurd.battle.json"
    save(sealed(replace(record, scenario=record.scenario | {"turn_limit": -1})), absurd)
    words = f"{absurd}: scenario.turn_limit: a battle of -1 turns cannot be fought"
    for command in ("replay", "play"):
        ran = run(command, absurd)
        assert (ran.code, ran.out) == (1, "")
    assert words in run("replay", absurd).err
    assert words in run("lint", absurd).out
    verdict = run("verify", absurd, "--json").json["files"][0]
    assert not verdict["ok"]
    assert "scenario.turn_limit" in verdict["findings"][0]["words"]


@pytest.mark.parametrize("to", ["-1", "1000000"])
def test_a_step_that_is_not_there_is_refused(run: RunCommand, kept: Path, to: str) -> None:
    ran = run("replay", kept, "--to", to)
    assert (ran.code, ran.out) == (2, "")
    assert "there is no step" in ran.err


def test_a_good_record_is_verified(run: RunCommand, kept: Path) -> None:
    ran = run("verify", kept, "--json")
    assert ran.code == 0
    assert ran.json["ok"]
    assert "ok" in run("verify", kept).out


def test_one_bad_record_among_good_ones_fails(run: RunCommand, kept: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.battle.json"
    changed.write_bytes(kept.read_bytes().replace(b'"seed":3', b'"seed":4'))
    cut = tmp_path / "cut.battle.json"
    cut.write_bytes(kept.read_bytes()[:3000])
    ran = run("verify", kept, changed, cut, tmp_path / "missing.json", "--json")
    assert ran.code == 1
    assert [file["ok"] for file in ran.json["files"]] == [True, False, False, False]
    assert "breaks off" in ran.json["files"][2]["problem"]
    assert "no such file" in ran.json["files"][3]["problem"]
    shown = run("verify", changed)
    assert (shown.code, shown.err) == (1, "")
    assert "changed after it was sealed" in shown.out


def test_rules_that_changed_since_are_named_by_the_step_that_differs(
    run: RunCommand, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.systems.liberty.muster.ROLL", "american")
    ran = run("verify", kept)
    assert ran.code == 1
    assert "step 0 differs" in ran.out
    assert "step 0 differs" in run("replay", kept).err


def test_what_is_no_record_is_refused(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "no.battle.json"
    file.write_text("{}")
    ran = run("replay", file)
    assert (ran.code, ran.out) == (1, "")
    assert "not a battle record" in ran.err
    assert len(ran.err.splitlines()) == 1
