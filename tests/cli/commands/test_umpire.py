"""``sandtable umpire``: typed dice, undo, mistakes."""

from __future__ import annotations

import json

from tests.cli.conftest import RunCommand

VOLLEY = ("umpire", "liberty", "volley", "fire.bases=1", "fire.range=7")


def test_typed_dice_are_led_to_the_end(run: RunCommand) -> None:
    ran = run(*VOLLEY, typed=("4 4 1", "6 6"))
    assert "Throw 3D6, to hit." in ran.out
    assert "to hit: 4 4 1 = 2" in ran.out
    assert "hits lost: 0" in ran.out
    assert ran.code == 0


def test_a_mistake_is_told_and_taken_back(run: RunCommand) -> None:
    ran = run(*VOLLEY, typed=("4 4", "four", "4 4 1", "undo", "1 1 1"))
    assert "but 2 faces were given" in ran.err
    assert '"four" is not a list of faces' in ran.err
    assert "to hit: 1 1 1 = 0" in ran.out
    assert "Result" in ran.out


def test_dice_can_be_thrown_here(run: RunCommand) -> None:
    lines = run(*VOLLEY, "--throw", "--json", typed=("2", "2")).out.splitlines()
    last = json.loads(lines[-1])
    assert last["ended"] is not None or last["decision"] is not None
    assert json.loads(lines[0])["dice"]["count"] == 3


def test_leaving_is_no_fault(run: RunCommand) -> None:
    assert run(*VOLLEY, typed=("quit",)).code == 0
    assert run(*VOLLEY, typed=()).code == 0


def test_what_is_no_resolution_is_refused(run: RunCommand) -> None:
    ran = run("umpire", "liberty", "volly")
    assert ran.code == 2
    assert "did you mean" in ran.err or "choose one of" in ran.err


COMMANDED = ("umpire", "liberty", "volley", "fire.bases=4", "target.hits=5", "target.nerve.in_command=yes")
TO_THE_REROLL = ("4 " * 10, "5 5 1 5 5 5 5 5 5 5", "1 1 1 1")
"""Ten hits, one of which is not saved, and a morale test that fails: a die of it may be thrown again."""


def test_an_option_is_chosen_by_its_number(run: RunCommand) -> None:
    kept = run(*COMMANDED, typed=(*TO_THE_REROLL, "1"))
    assert "  1  Keep the dice" in kept.out
    assert "Result" in kept.out
    again = run(*COMMANDED, typed=(*TO_THE_REROLL, "2"))
    assert "Throw 1D6" in again.out
    assert "Result" not in again.out


def test_a_number_that_no_option_has_is_refused(run: RunCommand) -> None:
    for typed in ("0", "3", "keep"):
        ran = run(*COMMANDED, typed=(*TO_THE_REROLL, typed))
        assert f'"{typed}" is not an option: type a number from 1 to 2, undo or quit' in ran.err


def test_a_face_has_three_digits_at_most(run: RunCommand) -> None:
    assert "shows 999" in run(*VOLLEY, typed=("999 1 1",)).err
    assert '"1000 1 1" is not a list of faces' in run(*VOLLEY, typed=("1000 1 1",)).err


def test_after_an_undo_only_what_is_new_is_shown(run: RunCommand) -> None:
    ran = run(*VOLLEY, typed=("4 4 1", "undo", "4 4 1", "6 6"))
    assert ran.out.count("to hit: 4 4 1 = 2") == 2
    assert ran.out.count("Throw 3D6, to hit.") == 2
