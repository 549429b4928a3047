"""Brigades deployed in the terminal: usual arrangements are offered by number and by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import RunCommand

EXAMPLE = Path(__file__).parents[3] / "examples" / "free-battle.toml"


@pytest.fixture(autouse=True)
def at_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder for saved games."""
    monkeypatch.chdir(tmp_path)


def test_a_brigade_is_placed_by_the_number_of_a_way_to_draw_it_up(run: RunCommand) -> None:
    ran = run("play", EXAMPLE, "--side", "both", "--json", typed=("99", "odds", "2", "quit"))
    asked = [line["question"] for line in ran.lines if line["says"] == "asked"]
    denied = [line["words"] for line in ran.lines if line["says"] == "denied"]
    assert [question["decision"] for question in asked] == ["deploy-brigade"] * 2
    assert asked[0]["seat"] != asked[1]["seat"]
    assert "there is no option 99: choose 1 to" in denied[0]
    assert "this is a placement" in denied[1]
    told = [line["words"] for said in ran.lines if said["says"] == "log" for line in said["lines"]]
    chosen = asked[0]["options"][1]
    assert any(words.endswith(f" {chosen}") for words in told), "the answer is told in its own words"


def test_a_free_battle_from_a_file_is_sound_and_can_be_fought_and_verified(
    run: RunCommand, tmp_path: Path
) -> None:
    assert run("lint", EXAMPLE).code == 0
    record = tmp_path / "crossroads.battle.json"
    ran = run("fight", EXAMPLE, "--agents", "militia,militia", "--seed", 2, "--record", record)
    assert ran.code == 0, ran.err
    assert run("verify", record).code == 0


def test_an_uneven_free_battle_is_refused_with_file_key_and_limit(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "uneven.toml"
    text = EXAMPLE.read_text(encoding="utf-8")
    smaller = {'bases = 5, brigade = "scott"': "bases = 3,", 'bases = 4, brigade = "wayne"': "bases = 3,"}
    for old, new in smaller.items():
        assert old in text
        text = text.replace(old, f"{new} {old.split(', ')[1]}")
    file.write_text(text, encoding="utf-8")
    ran = run("fight", file, "--agents", "militia,militia")
    assert ran.code != 0
    told = " ".join(ran.err.split())
    assert "uneven.toml: units: the bases are uneven: american 22, british 25" in told
    assert "at most 2 apart (army.choice)" in told
