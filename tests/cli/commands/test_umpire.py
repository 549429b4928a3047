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
