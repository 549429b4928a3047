"""Toy soldiers by worked figures: a system is a folder, and this one does what its two dozen rules say."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refused
from sandtable.game.drivers.odds import best, odds
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.table.movement import Advance, Retire
from sandtable.table.space import Pose
from tests.conformance.toy.battle import DECK, UNKNOWN, CardDrawn, Held, ToyBattle
from tests.conformance.toy.decisions import React
from tests.conformance.toy.shooting import Fire, Nerve, carefully, dice, nerve_test, to_hit, volley
from tests.conformance.toy.system import SYSTEM


def hearthrug(*held: Held, apart: int = 12) -> ToyBattle:
    """The first scenario with these cards dealt, the lines so many inches apart."""
    battle = SYSTEM.muster(SYSTEM.scenario("hearthrug"), Readings())
    for unit in battle.units:
        if unit.side == 1 and unit.pose is not None:
            battle = battle.with_unit(replace(unit, pose=replace(unit.pose, y=600 + 100 * apart)))
    for side, card in enumerate(held or (Held("drums"), Held("powder"))):
        battle = CardDrawn(side, card.card).apply(battle).holding(side, card)
    return battle


def game(battle: ToyBattle, *faces: int) -> Game[ToyBattle]:
    """A game with planned dice."""
    return Game(SYSTEM, battle, PlannedHand(faces))


def asked(played: Game[ToyBattle]) -> tuple[str, int]:
    """Which decision waits, and for whom."""
    assert played.question is not None
    return played.question.decision, played.question.seat


# ----------------------------------------------------------------------- resolutions
def test_four_figures_at_close_range_take_a_figure_with_five_dice_in_twelve() -> None:
    chances = odds(do(volley, Fire()), exact=True)
    assert chances[0] == Fraction(7, 12) ** 4
    assert chances[4] == Fraction(5, 12) ** 4
    assert chances.mean() == Fraction(5, 3)


def test_a_company_that_moved_rolls_half_its_dice_and_powder_gives_two_more() -> None:
    assert dice(Fire(figures=3, moved=True)).total == 2
    assert dice(Fire(figures=3, moved=True, powder=True)).total == 4
    assert dice(Fire(figures=3, moved=True, powder=True)).rules == (
        "fire.dice",
        "fire.moved",
        "fire.moved",
        "card.powder",
    )


def test_beyond_six_inches_a_five_is_needed() -> None:
    assert (to_hit(Fire(inches=6)).total, to_hit(Fire(inches=7)).total) == (4, 5)


def test_one_figure_stands_on_a_six_and_rolls_again_as_its_side_likes() -> None:
    one = Nerve(figures=1, rerolls=1)
    assert odds(do(nerve_test, one), carefully, exact=True)[True] == Fraction(1, 6) + Fraction(
        1, 2
    ) * Fraction(1, 6)
    assert odds(do(nerve_test, one), best, exact=True)[True] == 1 - Fraction(5, 6) ** 2


# ----------------------------------------------------------------------- cards
def test_both_sides_draw_in_secret_before_anything_is_asked() -> None:
    played = game(SYSTEM.muster(SYSTEM.scenario("hearthrug"), Readings()), 1, 5)
    assert played.battle.held == (Held("drums"), Held("powder"))
    assert SYSTEM.seen_by(played.battle, 0).held == (Held("drums"), Held(UNKNOWN))
    assert SYSTEM.seen_by(played.battle, 1).held == (Held(UNKNOWN), Held("powder"))
    assert SYSTEM.seen_by(played.battle, None).held == (Held(UNKNOWN), Held(UNKNOWN))
    assert SYSTEM.seen_by(played.battle, None).deck == DECK
    assert len(SYSTEM.seen_by(played.battle, 0).deck) == 5


def test_an_imagined_card_is_one_that_is_not_seen() -> None:
    battle = hearthrug(Held("drums"), Held("powder"))
    battle = replace(battle, deck=("drums",))
    seen = SYSTEM.seen_by(battle, 0)
    imagined = {SYSTEM.imagine(seen, 0, RandomHand(seed)).held[1].card for seed in range(30)}
    assert imagined == {"drums", "powder"}


def test_a_shown_card_is_in_force_until_the_end_of_the_turn_and_cannot_be_taken_back() -> None:
    played = game(hearthrug(Held("drums"), Held("powder"), apart=30))
    played.answer("show")
    assert played.battle.in_force(0, "drums")
    with pytest.raises(Refused):
        played.undo()
    played.answer(0)
    played.answer((Advance(800),))
    assert played.battle.units[0].pose == Pose(800, 1400)


# ----------------------------------------------------------------------- marching and shooting
def test_a_march_without_drums_ends_after_six_inches() -> None:
    played = game(hearthrug(apart=30))
    played.answer("keep")
    played.answer(0)
    with pytest.raises(Refused, match=r"\(march.allowance\)"):
        played.answer((Advance(650),))
    with pytest.raises(Refused, match=r"\(march.allowance\)"):
        played.answer((Retire(350),))
    played.answer((Advance(600),))
    assert played.battle.units[0].pose == Pose(800, 1200)


def test_a_company_that_comes_within_six_inches_is_shot_at_before_it_shoots() -> None:
    """Four dice, three hits, one saved: two figures are left and stand by a six and a reroll."""
    played = game(hearthrug(), 4, 5, 6, 1, 6, 1, 1, 6, 1, 1, 1)
    played.answer("keep")
    played.answer(0)
    played.answer((Advance(600),))
    assert played.question == React(1, (None, 5), mover=0)
    played.answer(5)
    assert played.battle.units[0].figures == 2
    assert played.battle.units[5].reacted
    assert asked(played) == ("target", 0)


def test_a_company_that_fails_its_nerve_is_gone_and_shoots_no_more() -> None:
    played = game(hearthrug(), 4, 5, 6, 4, 6, 1, 1, 1, 1)
    played.answer("keep")
    played.answer(0)
    played.answer((Advance(600),))
    played.answer(5)
    assert played.battle.units[0].figures == 1
    assert asked(played) == ("reroll", 0)
    played.answer(None)
    assert played.battle.units[0].pose is None
    assert asked(played) == ("show-card", 0)
    assert played.battle.figures(0) == 8


def test_after_the_last_turn_the_side_with_more_figures_has_won() -> None:
    battle = hearthrug(apart=12)
    battle = replace(battle, turn=5, active=1, deck=())
    tired = tuple(replace(unit, activated=True) for unit in battle.units)
    lost = replace(tired[0], figures=1)
    played = game(replace(battle, units=(lost, *tired[1:])))
    assert played.is_over
    assert played.battle.outcome is not None
    assert played.battle.outcome.winner == 1
    assert played.battle.outcome.words == "9 figures against 12"


def test_a_side_without_companies_has_lost_at_once() -> None:
    battle = hearthrug()
    gone = tuple(replace(unit, pose=None) if unit.side == 1 else unit for unit in battle.units)
    played = game(replace(battle, units=gone))
    assert played.battle.outcome is not None
    assert played.battle.outcome.winner == 0
