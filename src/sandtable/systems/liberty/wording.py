"""Liberty in words: questions, units and events as people read them."""

from __future__ import annotations

from typing import Any, assert_never

from sandtable.dice import Rerollable
from sandtable.game.moves import PlanMove
from sandtable.game.questions import Choose, Decision, Event
from sandtable.game.system import Card, Prompt
from sandtable.systems.liberty import events
from sandtable.systems.liberty.aim import Aim, aim
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Regiment
from sandtable.systems.liberty.movement import advance_allowance
from sandtable.systems.liberty.resolutions import BECOMES
from sandtable.systems.liberty.shooting import band, dice
from sandtable.systems.liberty.turn import Command
from sandtable.table.measure import as_inches


def card(battle: LibertyBattle, unit: Regiment) -> Card:
    """A unit: its name, list entry and size, state, and markers."""
    markers = (("hits", unit.hits), ("disorder", unit.disorder), ("under fire", unit.under_fire))
    kind = f"{unit.profile.unit}, {unit.bases} bases, {unit.formation.replace('-', ' ')}"
    state = "BROKEN" if unit.broken else unit.state.value
    del battle
    return Card(unit.name, kind, state, tuple(marker for marker in markers if marker[1]))


# --------------------------------------------------------------------- questions
def prompt(battle: LibertyBattle, question: Decision[Any]) -> Prompt:
    """A question in words, with a label for each option."""
    match question:
        case PlanMove():
            return _move(battle, question)
        case Choose(decision="order-give"):
            labels = tuple(_order_label(battle, option) for option in question.options)
            return Prompt("Give a unit its order", "turn.command.f", labels)
        case Choose(decision="shoot"):
            labels = tuple(_shot_label(battle, option) for option in question.options)
            return Prompt("Choose a unit to shoot and its target", "shooting.target.free", labels)
        case Choose(decision="test-order"):
            labels = tuple(_test_label(battle, option) for option in question.options)
            return Prompt("Choose which unit tests its morale first", "turn.simultaneous", labels)
        case Choose(decision="rout-tie"):
            return _ways(battle, question)
        case Choose(decision="test-rerolls"):
            return _rerolls(battle, question)
        case _:
            raise AssertionError(f"nobody has put {question.decision} into words")


def _name(battle: LibertyBattle, unit: int) -> str:
    return battle.units[unit].name


def _move(battle: LibertyBattle, question: PlanMove) -> Prompt:
    unit = battle.units[question.body.id]
    return Prompt(f"Move {unit.name}: {advance_allowance(unit).whole} in to ADVANCE", "orders.advance")


def _order_label(battle: LibertyBattle, command: Command | None) -> str:
    if command is None:
        return "All other units HOLD"
    return f"{_name(battle, command.unit)}: {command.order}"


def _shot_label(battle: LibertyBattle, shot: Aim | None) -> str:
    if shot is None:
        return "No more shooting"
    shooter, target = battle.units[shot.unit], battle.units[shot.target]
    facts = aim(battle, shooter, target)
    assert facts is not None
    distance = f"{facts.range} in, {band(facts.weapon, facts.range)}"
    return f"{shooter.name} at {target.name}: {dice(facts).whole} dice, {distance}"


def _test_label(battle: LibertyBattle, due: DueTest) -> str:
    return f"{_name(battle, due.unit)}, for {due.cause}"


def _rerolls(battle: LibertyBattle, question: Choose[Any]) -> Prompt:
    unit, need, on_table = question.about
    assert isinstance(unit, int)
    assert isinstance(on_table, Rerollable)
    wanted = "" if need is None else f", {need} needed"
    words = f"{_name(battle, unit)}: {on_table.total} successes{wanted}, {on_table.left} rerolls left"
    labels = tuple(
        "Keep the dice" if pick is None else f"Reroll a die showing {pick} successes"
        for pick in question.options
    )
    return Prompt(words, "dice.reroll.sequence", labels)


def _ways(battle: LibertyBattle, question: Choose[Any]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    sides = ("to its left" if angle > 0 else "to its right" for angle in question.options)
    labels = tuple(
        f"{abs(angle) / 10:g} degrees {side}" for angle, side in zip(question.options, sides, strict=True)
    )
    return Prompt(f"Which way does {_name(battle, unit)} retire?", "morale.retire.move", labels)


# --------------------------------------------------------------------- events
def sentence(battle: LibertyBattle, event: Event[LibertyBattle]) -> str:
    """An event as the log tells it."""
    assert isinstance(event, events.LibertyEvent)
    match event:
        case events.InitiativeWon() | events.PlayerTurnBegan() | events.StepBegan() | events.BattleEnded():
            return _turn_sentence(battle, event)
        case events.MarkersTaken():
            return "A disorder marker comes off each disordered unit"
        case events.OrderCarriedOut(unit=unit, order=order):
            return f"{_name(battle, unit)} carries out {order}"
        case events.OrderFailed(unit=unit, order=order):
            return f"{_name(battle, unit)} fails its {order} test"
        case events.UnitMoved(unit=unit, to=to):
            place = f"({as_inches(to.x):g}, {as_inches(to.y):g}), facing {to.heading / 10:g}"
            return f"{_name(battle, unit)} moves to {place}"
        case events.UnitShot(unit=unit, target=target, dice=number):
            return f"{_name(battle, unit)} shoots at {_name(battle, target)} with {number} dice"
        case events.UnitHit(unit=unit, lost=lost):
            return f"{_name(battle, unit)} is hit and loses {lost}"
        case events.UnitDisordered(unit=unit):
            return f"{_name(battle, unit)} is disordered"
        case events.UnitsToTest(units=units):
            return f"{' and '.join(_name(battle, unit) for unit in units)} have to test for passing through"
        case events.UnitBroken(unit=unit):
            return f"{_name(battle, unit)} is broken"
        case events.MoraleTested(due=due, result=result):
            return f"{_name(battle, due.unit)} tests for {due.cause} and {BECOMES[result]}"
        case _:
            raise AssertionError(f"nobody has put {event!r} into words")


TurnEvent = events.InitiativeWon | events.PlayerTurnBegan | events.StepBegan | events.BattleEnded


def _turn_sentence(battle: LibertyBattle, event: TurnEvent) -> str:
    match event:
        case events.InitiativeWon(side=side):
            return f"{battle.camps[side].name} takes the initiative"
        case events.PlayerTurnBegan(side=side, turn=turn):
            return f"Turn {turn}: {battle.camps[side].name}"
        case events.StepBegan(step=step):
            return f"The {step} step"
        case events.BattleEnded(outcome=outcome):
            return outcome.words
        case _:
            assert_never(event)
