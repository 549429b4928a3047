"""Battles played in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.dice import commitment
from sandtable.game.files.record_files import load, save
from tests.cli.conftest import CommandOutput, RunCommand

SECRET = bytes(range(32))
SAYS = {
    "menu",
    "opening",
    "log",
    "board",
    "roster",
    "asked",
    "plan",
    "odds",
    "rule",
    "help",
    "denied",
    "done",
    "ended",
    "left",
}
ANYTHING = (
    "the generals stay as they are",
    "no more rally orders",
    "no more charges",
    "all other units hold",
    "no more shooting",
    "keep the dice",
    "keep the point",
    "1",
    "stand",
)
"""Lines of which one fits every question; the others are refused and change nothing."""


TO_THE_ORDERS = ("the generals stay as they are", "no more charges")
"""The lines typed until the first unit gets its order."""


@pytest.fixture(autouse=True)
def at_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder for saved games, and dice with a known secret."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sandtable.cli.terminal.setup.new_secret", lambda: SECRET)


def _said(ran: CommandOutput, what: str) -> list[Any]:
    return [line for line in ran.lines if line["says"] == what]


def _cowpens(run: RunCommand, *typed: str, json: bool = True) -> CommandOutput:
    """Cowpens from the first order of the British on."""
    options = ("--side", "british", "--against", "militia", *(("--json",) if json else ()))
    ran = run("play", "cowpens-1781", *options, typed=(*TO_THE_ORDERS, *typed))
    return ran._replace(out=_from_the_orders(ran.out)) if json else ran


def _from_the_orders(out: str) -> str:
    lines = out.splitlines()
    asked = (place for place, line in enumerate(lines) if '"decision":"order-give"' in line)
    return "\n".join(lines[next(asked) :])


# --------------------------------------------------------------------- whole battles
def test_a_battle_is_played_to_its_end_by_what_is_typed(run: RunCommand, tmp_path: Path) -> None:
    ran = run("play", "trenton-1776", "--side", "Hessian", "--against", "militia", typed=ANYTHING * 300)
    assert ran.code == 0
    assert "The battle is over." in ran.out
    assert f"the dice are sealed: {commitment(SECRET)}" in ran.out
    assert SECRET.hex() in ran.out
    kept = tmp_path / "trenton-1776.autosave.battle.json"
    assert str(kept.name) in ran.out
    verdict = run("verify", kept, "--json").json["files"][0]
    assert verdict["ok"]
    assert any("were checked" in remark for remark in verdict["remarks"])


def test_nobody_is_asked_at_each_turn_whether_he_gives_up_but_he_may(run: RunCommand) -> None:
    """umpire.concede"""
    ran = _cowpens(run, "concede", *ANYTHING * 40)
    assert next(line["words"] for line in _said(ran, "done")).startswith("you will concede")
    assert not any("fight on" in line["question"]["words"] for line in _said(ran, "asked"))
    (ended,) = _said(ran, "ended")
    assert "the British player concedes" in ended["outcome"]["words"]
    assert ended["outcome"]["winner"] == 0


@pytest.mark.usefixtures("with_toy")
@pytest.mark.parametrize("scenario", ["hearthrug", "potted-palms"])
def test_a_battle_is_played_in_lines_of_json(run: RunCommand, scenario: str) -> None:
    typed = ("1", "stand", "map", "roster", "odds 1", "log 3") * 200
    ran = run("play", f"toy/{scenario}", "--side", "1", "--against", "greedy", "--json", typed=typed)
    assert ran.code == 0
    assert {line["says"] for line in ran.lines} <= SAYS
    assert ran.lines[0]["says"] == "opening"
    assert ran.lines[-1]["says"] == "ended"
    assert ran.lines[-1]["secret"] == SECRET.hex()


@pytest.mark.usefixtures("with_toy")
def test_two_people_at_one_screen_play_both_sides(run: RunCommand) -> None:
    ran = run("play", "hearthrug", "--side", "both", "--json", typed=("1", "stand") * 300)
    assert {line["question"]["seat"] for line in _said(ran, "asked")} == {0, 1}
    assert ran.lines[-1]["says"] == "ended"


@pytest.mark.usefixtures("with_toy")
def test_nobody_types_where_somebody_watches(run: RunCommand) -> None:
    ran = run("play", "hearthrug", "--side", "watch", "--against", "militia", "--json")
    assert not _said(ran, "asked")
    assert ran.lines[-1]["says"] == "ended"


@pytest.mark.usefixtures("with_toy")
def test_words_of_ones_own_go_into_the_dice(run: RunCommand, tmp_path: Path) -> None:
    dice = ("play", "hearthrug", "--side", "watch", "--against", "militia", "--json")
    one, other = run(*dice, "--mix", "heads"), run(*dice, "--mix", "tails")
    assert _said(one, "log") != _said(other, "log")
    assert run("verify", *sorted(tmp_path.iterdir()), "--json").json["ok"]


# --------------------------------------------------------------------- before the battle
def test_what_is_not_said_is_asked_for(run: RunCommand) -> None:
    ran = run("play", "--json", typed=["napoleon", "Cowpens", "British", "militia"])
    menus = _said(ran, "menu")
    assert [menu["words"] for menu in menus[1:]] == [
        "Which battle?",
        "Which side do you play?",
        "Against whom?",
    ]
    assert len(_said(ran, "denied")) == 1
    (opening,) = _said(ran, "opening")
    assert opening["scenario"] == "cowpens-1781"
    assert [(seat["name"], seat["kind"]) for seat in opening["seats"]] == [
        ("militia", "agent"),
        ("you", "person"),
    ]


@pytest.mark.parametrize("typed", [[], ["quit"], ["1", "quit"], ["1", "1"]])
def test_one_can_leave_before_the_battle(run: RunCommand, tmp_path: Path, typed: list[str]) -> None:
    ran = run("play", typed=typed)
    assert ran.code == 0
    assert "You left before the battle." in ran.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cowpens-1781", "--side", "French"], "allowed are American, British, both, watch"),
        (["cowpens-1781", "--side", "1", "--against", "napoleon"], "allowed are captain, greedy, militia"),
        (["cowpns-1781"], "did you mean cowpens-1781"),
    ],
)
def test_what_cannot_be_played_is_refused(run: RunCommand, arguments: list[str], words: str) -> None:
    ran = run("play", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


# --------------------------------------------------------------------- at the table
def test_the_table_is_shown_with_its_units_and_the_question(run: RunCommand) -> None:
    ran = _cowpens(run, "roster", json=False)
    assert "Turn 1 of 10, British, Command phase" in ran.out
    assert "↑14" in ran.out
    assert "h hill" in ran.out
    assert "British: Give a unit its order [turn.command.f]" in ran.out
    assert "71st Highlanders" in ran.out


def test_an_option_is_chosen_by_its_number_or_by_its_words(run: RunCommand) -> None:
    by_number = _cowpens(run, "1")
    by_words = _cowpens(run, "light infantry: hold")
    assert by_number.lines[:-1] == by_words.lines[:-1]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("99", "there is no option 99: choose 1 to 43"),
        ("0", "there is no option 0"),
        ("hold", "matches 8 options"),
        ("charge", "is not understood"),
        ("advance 4", "this is not a move"),
        ("go", "this is not a move"),
        ("stand", "this is not a move"),
        ("to 1 2 3", "this is not a move"),
        ("odds 99", "there is no option 99"),
        ("odds", "name one"),
        ("log many", "a number of lines"),
        ("log 0", "a number of lines"),
        ("9" * 5000, "is not understood"),
        ("rule no.such", "no rule"),
        ("save", "name a file"),
        ("save no/such/folder.json", "cannot be written"),
        ("redo", "nothing was taken back"),
    ],
)
def test_what_does_not_stand_is_denied_and_nothing_changes(run: RunCommand, typed: str, words: str) -> None:
    ran = _cowpens(run, typed)
    (denied,) = _said(ran, "denied")
    assert words in denied["words"]
    assert len(_said(ran, "asked")) == 1


def test_a_question_is_shown_again_when_nothing_is_typed(run: RunCommand) -> None:
    first, second = _said(_cowpens(run, ""), "asked")
    assert first == second


def test_rules_and_help_can_be_read_at_the_table(run: RunCommand) -> None:
    ran = _cowpens(run, "rule morale.need", "help")
    assert _said(ran, "rule")[0]["id"] == "morale.need"
    assert any("undo" in typed for typed, _ in _said(ran, "help")[0]["commands"])


def test_an_answer_is_taken_back_and_given_again_while_no_dice_fell(run: RunCommand) -> None:
    ran = _cowpens(run, "log", "1", "log", "undo", "redo", "log")
    first, after, again, redone = _said(ran, "asked")
    assert again == first
    assert redone == after
    before, then, finally_ = (line["lines"] for line in _said(ran, "log")[-3:])
    assert finally_ == then
    assert len(then) > len(before)


def test_nothing_is_taken_back_before_the_first_answer(run: RunCommand) -> None:
    ran = run("play", "cowpens-1781", "--side", "british", "--against", "militia", "--json", typed=["undo"])
    assert "nothing can be taken back" in _said(ran, "denied")[0]["words"]


def test_what_is_always_answered_alike_is_asked_once_until_it_is_asked_again(run: RunCommand) -> None:
    advance = ("71st Highlanders: ADVANCE", "always 1", "stand", "7th Fusiliers: ADVANCE", "stand")
    asked = [line["question"]["decision"] for line in _said(_cowpens(run, *advance), "asked")]
    assert asked == ["order-give", "double-time", "move-path", "order-give", "move-path", "order-give"]
    again = _cowpens(run, *advance[:3], "ask", *advance[3:4])
    assert _said(again, "asked")[-1]["question"]["decision"] == "double-time"
    assert "number of an option" in _said(_cowpens(run, "always 99"), "denied")[0]["words"]


def test_nothing_is_taken_back_once_dice_fell(run: RunCommand) -> None:
    ran = _cowpens(run, "all other units hold", "1", "undo")
    assert "dice were thrown" in _said(ran, "denied")[0]["words"]


def test_the_odds_of_a_shot_are_exact(run: RunCommand) -> None:
    """Four dice hit on 4 and are saved on 5: one chance in 16 not to be hit, 16 in 81 to lose nothing."""
    labels = _said(_cowpens(run, "all other units hold"), "asked")[-1]["question"]["options"]
    sought = next(label for label in labels if label.startswith("Light infantry at Riflemen, right: 4 dice"))
    ran = _cowpens(run, "all other units hold", f"odds {labels.index(sought) + 1}")
    (told,) = _said(ran, "odds")
    (option,) = told["options"]
    assert option["label"] == sought
    (unit,) = (unit for unit in option["units"] if unit["name"] == "Riflemen, right")
    chances = {row["words"]: row["chance"] for row in unit["then"]}
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["STEADY"] == pytest.approx(1 / 16)
    assert chances["STEADY, under fire 1"] == pytest.approx(16 / 81 - 1 / 16)


# --------------------------------------------------------------------- moves
MOVING = ("Legion cavalry: ADVANCE", "stay mounted", "keep the point")


def test_a_move_is_drafted_leg_by_leg_and_carried_out(run: RunCommand) -> None:
    ran = _cowpens(run, *MOVING, "advance 1", "advance 1.5", "go")
    terms = _said(ran, "asked")[3]["move"]
    assert (terms["x"], terms["y"], terms["facing"], terms["allowance"]) == (36, 4.2, 0, 14)
    assert "wheel" in terms["legs"]
    one, two = _said(ran, "plan")
    assert (one["cost"], one["left"], one["drafted"]) == (1, 13, True)
    assert (two["cost"], two["x"], two["y"]) == (2.5, 36, 6.7)
    assert "Legion cavalry moves 2.5 in ahead" in str(_said(ran, "log"))


def test_a_refused_move_says_why_and_offers_what_would_stand(run: RunCommand) -> None:
    ran = _cowpens(run, *MOVING, "advance 40", "take", "go")
    refused, taken = _said(ran, "plan")
    assert not refused["drafted"]
    assert "only 14.00 in is left" in refused["refusals"][0]
    assert "[movement.allowance]" in refused["refusals"][0]
    assert any("Riflemen, left (1)" in words for words in refused["refusals"])
    assert refused["nearest"].startswith("advance ")
    assert taken["drafted"]
    assert "moves 13.3 in ahead" in str(_said(ran, "log"))


def test_a_page_shows_what_a_move_costs_leg_by_leg_and_why_it_is_refused(run: RunCommand) -> None:
    shown = _cowpens(run, *MOVING, "advance 1, wheel left 3", "advance 40", json=False).out
    assert "advance 1: 1 in" in shown
    assert "wheel left 3: 0.5 in" in shown  # an arc of 3 degrees about a front of 9.6 in
    assert "[movement.allowance]" in shown
    assert "more obstacles" in shown
    assert "type take to draft it" in shown


def test_the_draft_is_kept_when_a_further_leg_is_refused(run: RunCommand) -> None:
    ran = _cowpens(run, *MOVING, "advance 1", "advance 40", "go")
    assert "Legion cavalry moves 1 in ahead" in str(_said(ran, "log"))


def test_a_unit_is_sent_to_a_place_by_the_nearest_legal_move(run: RunCommand) -> None:
    ran = _cowpens(run, *MOVING, "to 36 6 0", "go")
    (plan,) = _said(ran, "plan")
    assert plan["drafted"]
    assert plan["miss"] <= 0.02
    assert "Legion cavalry moves 1.8 in ahead" in str(_said(ran, "log"))


def test_legs_come_off_the_draft_again(run: RunCommand) -> None:
    ran = _cowpens(run, *MOVING, "advance 1, advance 1.5", "back", "clear", "go", "back")
    assert _said(ran, "plan")[-1]["cost"] == 1
    assert [denied["words"].split(":")[0] for denied in _said(ran, "denied")] == [
        "no move is drafted",
        "the draft has no legs to remove",
    ]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("3", "this is a move"),
        ("odds", "this is a move"),
        ("wheel 30", "is not a leg"),
        ("to nowhere", "to 36 20 0"),
        ("to 1 2 3 4", "to 36 20 0"),
        ("to 1e9 0", "to 36 20 0"),
        ("take", "nothing was offered"),
    ],
)
def test_what_is_no_move_is_denied(run: RunCommand, typed: str, words: str) -> None:
    ran = _cowpens(run, *MOVING, typed)
    assert words in _said(ran, "denied")[0]["words"]


# --------------------------------------------------------------------- keeping and going on
def test_the_end_of_what_is_typed_leaves_the_table_and_keeps_the_game(
    run: RunCommand, tmp_path: Path
) -> None:
    ran = _cowpens(run, "1", json=False)
    assert ran.code == 0
    assert "The input ended" in ran.out
    assert (tmp_path / "cowpens-1781.autosave.battle.json").exists()


def test_a_kept_game_is_never_written_over_by_another(run: RunCommand, tmp_path: Path) -> None:
    _cowpens(run, "quit")
    _cowpens(run, "quit")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cowpens-1781.autosave-2.battle.json",
        "cowpens-1781.autosave.battle.json",
    ]


def test_a_game_does_not_write_over_what_is_no_record(run: RunCommand, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir")
    ran = _cowpens(run, f"save {letter}", "save kept.json", "save kept.json")
    assert "not overwritten" in _said(ran, "denied")[0]["words"]
    assert len(_said(ran, "done")) == 2
    assert letter.read_text() == "Dear Sir"


@pytest.mark.usefixtures("with_toy")
def test_a_battle_that_cannot_be_kept_still_tells_how_it_ended(run: RunCommand) -> None:
    options = ("--side", "watch", "--against", "militia", "--autosave", "no/such/folder.json", "--json")
    ran = run("play", "hearthrug", *options)
    assert ran.code == 1
    assert ran.lines[-1]["says"] == "ended"
    assert "cannot be written" in ran.err


def _split(typed: list[str], at: int) -> Iterator[list[str]]:
    yield typed[:at]
    yield typed[at:]


@pytest.mark.usefixtures("with_toy")
def test_a_kept_game_goes_on_with_the_same_dice(run: RunCommand, tmp_path: Path) -> None:
    typed = ["1", "stand"] * 300
    whole, halves = tmp_path / "whole.battle.json", tmp_path / "halves.battle.json"
    start = ("play", "hearthrug", "--side", "both", "--json")
    first, rest = _split(typed, 9)
    run(*start, "--autosave", whole, typed=typed)
    left = run(*start, typed=[*first, f"save {halves}", "quit"])
    assert _said(left, "left")
    resumed = run("play", halves, "--json", typed=rest)
    assert _said(resumed, "opening")[0]["resumed_at"] > 0
    assert _said(resumed, "ended")
    assert halves.read_bytes() == whole.read_bytes()


@pytest.mark.usefixtures("with_toy")
@pytest.mark.parametrize(
    "arguments",
    [
        ["fight", "hearthrug", "--agents", "militia", "--record", "kept.json"],
        ["play", "hearthrug", "--side", "watch", "--against", "militia", "--autosave", "kept.json"],
    ],
)
def test_a_battle_that_is_over_cannot_be_played_on(run: RunCommand, arguments: list[str]) -> None:
    assert run(*arguments).code == 0
    ran = run("play", "kept.json")
    assert (ran.code, ran.out) == (1, "")
    assert "the battle is over" in ran.err


@pytest.mark.usefixtures("with_toy")
def test_a_game_whose_dice_are_secret_cannot_be_played_on(run: RunCommand, tmp_path: Path) -> None:
    run("play", "hearthrug", "--side", "1", "--against", "militia", "--autosave", "kept.json")
    save(load(tmp_path / "kept.json").without_secret(), tmp_path / "shared.json")
    ran = run("play", "shared.json")
    assert (ran.code, ran.out) == (1, "")
    assert "cannot be continued" in ran.err


def test_a_game_that_is_not_there_is_refused(run: RunCommand) -> None:
    ran = run("play", "no.battle.json")
    assert (ran.code, ran.out) == (1, "")
    assert "there is no such file" in ran.err


def test_ctrl_c_keeps_the_game_and_ends_with_130(
    run: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    ran = _cowpens(run, json=False)
    assert (ran.code, ran.err) == (130, "")
    assert (tmp_path / "cowpens-1781.autosave.battle.json").exists()


def test_a_battle_from_ones_own_file_is_kept_and_goes_on_with_the_same_dice(
    run: RunCommand, own_trenton: Path, tmp_path: Path
) -> None:
    whole, halves = tmp_path / "whole.battle.json", tmp_path / "halves.battle.json"
    start = ("play", own_trenton, "--side", "both", "--json")
    assert _said(run(*start, "--autosave", whole, typed=ANYTHING * 300), "ended")
    left = run(*start, typed=[*ANYTHING, f"save {halves}", "quit"])
    assert _said(left, "left")[0]["record"] == "my-trenton.autosave.battle.json"
    own_trenton.unlink()
    resumed = run("play", halves, "--json", typed=ANYTHING * 300)
    (opening,) = _said(resumed, "opening")
    assert (opening["scenario"], opening["turns"]) == ("my-trenton", 2)
    assert opening["resumed_at"] > 0
    assert _said(resumed, "ended")
    assert halves.read_bytes() == whole.read_bytes()
    assert run("verify", halves, tmp_path / "my-trenton.autosave.battle.json").code == 0


@pytest.mark.usefixtures("with_toy")
def test_every_system_reads_scenario_files_of_ones_own(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "rug.toml"
    shipped = Path(__file__).parents[2] / "conformance" / "toy" / "scenarios" / "hearthrug.toml"
    file.write_text(shipped.read_text().replace('id = "hearthrug"', 'id = "my-rug"'))
    options = ("--side", "watch", "--against", "militia", "--autosave", "kept.json", "--json")
    ran = run("play", file, *options)
    assert _said(ran, "opening")[0]["system"] == "toy", "the system is told by the profiles"
    assert ran.lines[-1]["says"] == "ended"
    assert run("verify", "kept.json").code == 0


# --------------------------------------------------------------------- what is hidden
@pytest.mark.usefixtures("with_toy")
def test_what_the_other_side_draws_in_secret_is_not_told(run: RunCommand) -> None:
    ran = run("play", "hearthrug", "--side", "1", "--against", "militia", "--json", typed=["log 50"])
    lines = [line for told in _said(ran, "log") for line in told["lines"]]
    drawn = [line["words"] for line in lines if "draws an order card" in line["words"]]
    assert any(words.startswith("Side 1") and words.endswith("?") for words in drawn)
    assert all(not words.endswith("?") for words in drawn if words.startswith("Side 0"))
    assert any("thrown in secret" in line["words"] for line in lines)
