"""The story that a battle report tells of elan, whose sides act by turns in every phase."""

from __future__ import annotations

import pytest

from sandtable.agents import Militia
from sandtable.dice import D6, Cast, Count, RandomHand
from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.names import Names
from sandtable.game.story.shown_throws import show_throw
from sandtable.report import ReportedBattle, html
from sandtable.report.page.account import SentenceWriter, account
from sandtable.report.story.from_log import story_of
from sandtable.report.story.story import PlayerTurn, TurnPhase
from sandtable.systems.elan.charge_events import ChargeDeclared, ChargeForgone, HomeTested
from sandtable.systems.elan.dice import Together
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.volley_events import FireHeld, TargetNamed, UnitFired


def test_a_turn_in_which_both_sides_act_by_turns_is_told_as_one() -> None:
    scenario = SYSTEM.scenario("swiepwald")
    game = Game(SYSTEM, SYSTEM.muster(scenario, Readings()), RandomHand(5))
    sides = Militia(5), Militia(6)
    while game.question is not None and game.battle.turn < 3:
        game.answer(sides[game.question.seat].decide(game.position()))
    fought = ReportedBattle(game, scenario)
    turns = story_of(fought).turns
    assert [(turn.number, turn.side) for turn in turns] == [(1, None), (2, None), (3, None)]
    assert [turn.start for turn in turns[1:]] == [turn.end for turn in turns[:-1]]
    moved = {game.battle.units[move.unit].side for move in turns[0].moves}
    assert moved == {0, 1}
    page = html(fought)
    assert '<section class="turn" id="turn-0"><h2>Turn 1<' in page


def test_a_round_of_melee_is_read_in_words_and_a_phase_has_no_hyphen() -> None:
    rolls = (Count(2, at_least=4), Count(2, at_least=4))
    round_ = Together(rolls, (1, 0), 2, purpose="round of melee")
    faces = (Cast(D6, (4, 1)), Cast(D6, (5, 6)))
    assert show_throw(Thrown(round_, 1, faces, (2, 1))).result == "hits suffered 2 and 1"
    nobody = SentenceWriter(Names(()), (), (), ())
    turn = PlayerTurn(1, None, (TurnPhase("end-turn", ()),), None, None, (), (), (), ())
    assert account(turn, nobody).startswith("<h3>end turn</h3>")


@pytest.mark.parametrize(
    ("event", "rules", "units"),
    [
        (ChargeDeclared(2, 5), ("charge.declare", "charge.who"), (2, 5)),
        (ChargeForgone(2), ("charge.declare",), (2,)),
        (HomeTested(2, passed=True), ("charge.home", "charge.home-triggers"), (2,)),
        (TargetNamed(3, 4), ("shooting.declare", "shooting.target"), (3, 4)),
        (FireHeld(3), ("shooting.declare",), (3,)),
        (UnitFired(3, 4, 2), ("turn.firing", "shooting.who-may"), (3, 4)),
    ],
    ids=lambda one: type(one).__name__,
)
def test_an_event_names_its_rules_and_its_units_the_acting_one_first(
    event: ElanEvent, rules: tuple[str, ...], units: tuple[int, ...]
) -> None:
    """charge.declare, charge.home, shooting.declare: by what each happened, and to whom"""
    assert event.cites() == rules
    assert event.parties() == units
