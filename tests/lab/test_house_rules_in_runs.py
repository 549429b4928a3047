"""House rules of every system in a run: they apply, the record names them, and nothing remains afterwards."""

from __future__ import annotations

import ast
import contextlib
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import systems
from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.battle.battle import fingerprint
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import replay, verify
from sandtable.game.files.record import Record, Seat, SeatKind, Seeded, record
from sandtable.game.files.record_files import BadRecord
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import BadHouseRule, HouseRules
from sandtable.game.rules.rulebook import Readings
from sandtable.lab.runs.battle import FinishedBattle, play_out
from sandtable.lab.runs.plan import Plan, starting_point
from sandtable.lab.runs.processes import fight_all
from tests.lab.conftest import scenario

SEATS = (Seat("militia", SeatKind.AGENT), Seat("militia", SeatKind.AGENT))
CASES = (
    ("liberty", "cowpens-1781", {"combatdice.table.infantry.shoot": 1.5}, "dice", 10, 6),
    ("elan", "alma", {"shooting.start.none.value": 3}, "to hit", 4, 3),
    ("coldsteel", "maida", {"shooting.band-1.need": 5}, "to hit", 4, 5),
)
each_system = pytest.mark.parametrize(
    ("name", "fought", "figures", "heading", "printed", "changed"), CASES, ids=[case[0] for case in CASES]
)


def volley(system: System[Any], heading: str) -> object:
    """A figure of a volley with the default facts."""
    resolution = next(one for one in system.resolutions() if one.id == "volley")
    return resolution.tallies(resolution.facts())[heading].total


def battle(system: System[Any], id: str) -> Record:
    """The record of a short battle of militia."""
    scenario = replace(system.scenario(id), turn_limit=4)
    game = Game(system, system.muster(scenario, Readings()), RandomHand(5))
    play_out(game, [Militia(1), Militia(2)])
    return record(game, scenario=scenario, seats=SEATS, dice=Seeded(5))


@each_system
def test_a_figure_that_is_set_is_played_by_until_the_block_ends(
    name: str, fought: str, figures: dict[str, Any], heading: str, printed: int, changed: int
) -> None:
    assert volley(systems.load(name), heading) == printed
    with systems.by_house_rules(name, systems.settle(name, figures)) as system:
        assert system is systems.load(name)
        assert volley(system, heading) == changed
    assert volley(systems.load(name), heading) == printed


@each_system
def test_the_record_of_a_set_battle_says_so_and_is_proven_by_its_house_rules_alone(
    name: str, fought: str, figures: dict[str, Any], heading: str, printed: int, changed: int
) -> None:
    plain = battle(systems.load(name), fought)
    with systems.by_house_rules(name, systems.settle(name, figures)) as system:
        made = battle(system, fought)
        assert made.house_rules == figures
        assert made.entries != plain.entries
        assert verify(made, system).is_ok
        assert made.end is not None
        assert fingerprint(replay(made, system).battle) == made.end.state
        with pytest.raises(BadRecord, match="house rules none, but those here are"):
            replay(plain, system)
    with pytest.raises(BadRecord, match="but those here are none"):
        replay(made, systems.load(name))
    assert battle(systems.load(name), fought) == plain


def test_modules_from_before_are_back_when_the_block_ends_however_it_ends() -> None:
    systems.load("liberty")
    before = {name: module for name, module in sys.modules.items() if name.startswith("sandtable.systems")}
    other = HouseRules.of({"states.dice.worn.dice": 1})
    with contextlib.suppress(ZeroDivisionError), systems.by_house_rules("liberty", other):
        assert sys.modules["sandtable.systems.liberty.book"] is not before["sandtable.systems.liberty.book"]
        raise ZeroDivisionError
    after = {name: module for name, module in sys.modules.items() if name.startswith("sandtable.systems")}
    assert after == before
    assert systems.liberty is before["sandtable.systems.liberty"]  # type: ignore[attr-defined] # made by importing


# ------------------------------------------------------------------ runs
def set_plan(**figures: Any) -> Plan:
    brief = {**scenario(), "turn_limit": 2}
    return Plan("liberty", brief, ("militia", "militia"), battles=4, seed=11, house_rules=figures)


def test_the_processes_of_a_run_fight_by_its_house_rules(tmp_path: Path) -> None:
    plan = set_plan(**{"combatdice.table.infantry.shoot": 9})
    printed = sorted(fight_all(replace(plan, house_rules={}), range(4), jobs=1, failed=tmp_path), key=_number)
    together = sorted(fight_all(plan, range(4), jobs=2, failed=tmp_path), key=_number)
    with systems.by_house_rules("liberty", HouseRules.of(plan.house_rules)):
        alone = list(fight_all(plan, range(4), jobs=1, failed=tmp_path))
    assert together == alone
    assert together != printed
    assert all(isinstance(one, FinishedBattle) and one.unasked == () for one in together)


def _number(result: Any) -> int:
    return int(result.number)


def test_a_plan_of_other_house_rules_than_those_here_is_not_fought() -> None:
    with pytest.raises(
        BadHouseRule, match=r"the plan is of battles by the house rules states.dice.worn.dice=1"
    ):
        starting_point(set_plan(**{"states.dice.worn.dice": 1}))


def test_a_figure_that_does_not_fit_its_table_stops_the_run_with_a_sentence(tmp_path: Path) -> None:
    plan = set_plan(**{"orders.data.hold.need": 1.5})
    with (
        systems.by_house_rules("liberty", HouseRules.of(plan.house_rules)),
        pytest.raises(BadHouseRule, match=r"orders.data.hold.need must be a whole number, not .1.5"),
    ):
        list(fight_all(plan, range(4), jobs=1, failed=tmp_path))


# ------------------------------------------------------------------ what can be set
@pytest.mark.parametrize("name", systems.names())
def test_no_two_figures_have_the_same_key_and_each_is_found_by_its_own(name: str) -> None:
    figures = systems.load(name).rulebook().figures()
    assert len({figure.key for figure in figures}) == len(figures) > 0
    for figure in figures:
        assert systems.settle(name, {figure.key: figure.value}) == HouseRules()


@pytest.mark.parametrize("name", systems.names())
def test_every_table_that_can_be_set_is_asked_for_and_the_others_are_marked_as_printed(name: str) -> None:
    system = systems.load(name)
    for id in system.scenarios():
        play_out(
            Game(system, system.muster(system.scenario(id), Readings()), RandomHand(1)),
            [Militia(1), Militia(2)],
        )
    can_be_set = {figure.rule for figure in system.rulebook().figures()}
    # Figures that none of these battles used must at least be named where the code looks them up.
    left = can_be_set - system.rulebook().asked - _named_in_code(system)
    assert left == set()


def _named_in_code(system: System[Any]) -> set[str]:
    """Every string in the code of a system that is not a docstring."""
    found: set[str] = set()
    folder = Path(sys.modules[system.package].__file__ or "").parent
    for file in folder.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        docs = {
            id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_text(node.value)
        }
        texts = (node for node in ast.walk(tree) if _is_text(node) and id(node) not in docs)
        found.update(str(ast.literal_eval(node)) for node in texts)
    return found


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_a_plan_keeps_its_house_rules_in_its_file() -> None:
    plan = set_plan(**{"states.dice.worn.dice": 1})
    assert msgspec.json.decode(msgspec.json.encode(plan), type=Plan) == plan
