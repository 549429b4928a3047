"""The words of the orders and of movement."""

from __future__ import annotations

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty import events
from sandtable.systems.liberty.arrivals import Entry
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.falling_back import DIRECTION, FallBack
from sandtable.systems.liberty.generals import Ride
from sandtable.systems.liberty.marching import Claim, obstacle_loss
from sandtable.systems.liberty.ordering import Command, Option
from sandtable.systems.liberty.orders_events import UnitWithdrew
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.wording.names import Prompter, Teller, name
from sandtable.table.space import DEGREE, as_inches


# --------------------------------------------------------------------- questions
def _order(battle: LibertyBattle, question: Choose[Option]) -> Prompt:
    labels = tuple(_order_label(battle, option) for option in question.options)
    return Prompt("Give a unit its order", "turn.command.f", labels)


def _order_label(battle: LibertyBattle, option: Option) -> str:
    match option:
        case Command():
            return f"{name(battle, option.unit)}: {option.order}"
        case Entry():
            return f"{name(battle, option.unit)} enters the table: {option.order}"
        case Ride():
            return f"Move {battle.generals[option.general].name}, up to 24 in"
        case None:
            return "All other units HOLD"


def _path(battle: LibertyBattle, question: PlanMove) -> Prompt:
    unit = battle.units[question.body.id]
    most = f"{as_inches(question.terms.allowance):g} in"
    return Prompt(f"Move {unit.name}, up to {most} ({question.terms.words})", "movement.allowance")


CLAIM_LABELS = {
    Claim.NEITHER: "Claim no bonus",
    Claim.ROAD: "Add {road} in and keep to the road",
    Claim.COLUMN: "Add {march} in for March Column and keep out of difficult ground",
    Claim.BOTH: "Add {road} and {march} in, keep to the road and out of difficult ground",
}


def _claim(battle: LibertyBattle, question: Choose[Claim]) -> Prompt:
    unit = battle.units[_about(question)]
    row = rates(unit.arm)
    dice = {"road": row.road.lstrip("+"), "march": row.march_column.lstrip("+")}
    labels = tuple(CLAIM_LABELS[option].format(**dice) for option in question.options)
    return Prompt(f"Which bonus does {unit.name} claim?", "movement.march-column.when", labels)


def _cross(battle: LibertyBattle, question: Choose[str | None]) -> Prompt:
    unit = battle.units[_about(question)]
    loss = obstacle_loss(battle, unit)
    labels = tuple(
        "Stop here"
        if option is None
        else f"Cross the {_kind(battle, option)}: lose {loss.low} to {loss.high} in"
        for option in question.options
    )
    return Prompt(f"{unit.name} has come to an obstacle: does it cross?", "movement.obstacle.when", labels)


def _kind(battle: LibertyBattle, piece_id: str) -> str:
    return next(piece.kind for piece in battle.field.pieces if piece.id == piece_id)


def _direction(battle: LibertyBattle, question: FallBack) -> Prompt:
    unit, most = battle.units[question.body.id], f"{as_inches(question.terms.allowance):g} in"
    return Prompt(f"Which way does {unit.name} retire? It goes {most}, or until it is blocked", DIRECTION)


def _about(question: Choose[Claim] | Choose[str | None]) -> int:
    (unit,) = question.about
    assert isinstance(unit, int)
    return unit


# --------------------------------------------------------------------- events
def _carried_out(battle: LibertyBattle, event: events.OrderCarriedOut) -> str:
    return f"{name(battle, event.unit)} carries out {event.order}"


def _failed(battle: LibertyBattle, event: events.OrderFailed) -> str:
    return f"{name(battle, event.unit)} fails its {event.order} test"


def _moved(battle: LibertyBattle, event: events.UnitMoved) -> str:
    to = event.to
    place = f"({as_inches(to.x):g}, {as_inches(to.y):g}), facing {to.heading / DEGREE:g}°"
    return f"{name(battle, event.unit)} moves to {place}"


def _formed(battle: LibertyBattle, event: events.UnitFormed) -> str:
    return f"{name(battle, event.unit)} forms {event.formation.replace('-', ' ')}"


def _withdrew(battle: LibertyBattle, event: UnitWithdrew) -> str:
    return f"{name(battle, event.unit)} leaves the table in good order"


PROMPTS: dict[str, Prompter] = {
    "order-give": _order,
    "move-path": _path,
    "road-claim": _claim,
    "obstacle-cross": _cross,
    "retire-direction": _direction,
}
SENTENCES: dict[type[events.LibertyEvent], Teller] = {
    events.OrderCarriedOut: _carried_out,
    events.OrderFailed: _failed,
    events.UnitMoved: _moved,
    events.UnitFormed: _formed,
    UnitWithdrew: _withdrew,
}
