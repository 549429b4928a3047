"""The decisions of the rulebook and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.ask.questions import Decision
from sandtable.game.battle.position import Position
from sandtable.systems.elan.arriving import PickArrival, PickHost
from sandtable.systems.elan.attaching import ChooseAttachment
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.breakthrough import PickBreakthrough
from sandtable.systems.elan.charge_decisions import (
    AfterEvade,
    ChooseReaction,
    DeclareCharge,
    FaceAfterEvade,
    PickCharge,
)
from sandtable.systems.elan.commanding import PickBrigade, PickFirst
from sandtable.systems.elan.deployment import DrawUp
from sandtable.systems.elan.doctrine import charges, fire, leaders, moves
from sandtable.systems.elan.falling import PickThreat
from sandtable.systems.elan.fighting import PickMelee
from sandtable.systems.elan.forms_decisions import ChangeAfter, ChangeBefore, PickSortie
from sandtable.systems.elan.ground.hexes.fleeing import PickCorner, PickHex
from sandtable.systems.elan.leader_decisions import (
    PlaceArriving,
    PlaceDetached,
    PlaceDisplaced,
    PlaceScratched,
    PlaceSuccessor,
)
from sandtable.systems.elan.melee import SpareDice
from sandtable.systems.elan.movement_decisions import ChooseAction, ChoosePassage, PickGo
from sandtable.systems.elan.plan_decisions import (
    ChargeOn,
    ChargeOnHexes,
    FaceRallied,
    FaceRalliedOnHexes,
    PlanHexPath,
    PlanHexRide,
    PlanHexThrust,
    PlanPath,
    PlanRide,
    PlanThrust,
    TurnGuns,
    TurnHexGuns,
)
from sandtable.systems.elan.rallying import PickRally
from sandtable.systems.elan.shooting_decisions import PickNearest, PickTarget
from sandtable.systems.elan.steps import Concede, Resolve
from sandtable.systems.elan.trials import PickTester
from sandtable.systems.elan.turn import ChooseOrder, Order

Answer = Callable[[Position[ElanBattle], Any], object]
"""Answers a question, given the position."""


def by_battle(answer: Callable[[ElanBattle, Any], object]) -> Answer:
    """An answer that needs only the battle."""

    def answered(position: Position[ElanBattle], question: Any) -> object:
        return answer(position.battle, question)

    return answered


def first(position: Position[ElanBattle], question: Decision[Any]) -> object:
    """The option listed first, for questions where that is good enough."""
    del position
    return question.sensible()[0]


def always(answer: object) -> Answer:
    """The same answer in every position."""

    def answered(position: Position[ElanBattle], question: Decision[Any]) -> object:
        del position, question
        return answer

    return answered


def stay(position: Position[ElanBattle], question: Decision[Any]) -> object:
    """A charger whose target is gone stays where it is."""
    del position, question
    return ()


ANSWERS: Final[Mapping[type[Decision[Any]], Answer]] = {
    DrawUp: first,
    ChooseAttachment: by_battle(leaders.attach),
    PlaceDetached: first,
    PlaceScratched: first,
    PlaceDisplaced: first,
    PlaceSuccessor: first,
    PlaceArriving: first,
    ChooseOrder: always(Order.FIRST),
    PickBrigade: first,
    PickFirst: first,
    PickThreat: first,
    PickHex: first,
    PickCorner: first,
    DeclareCharge: by_battle(charges.declare),
    PickCharge: by_battle(charges.next_charge),
    ChooseReaction: by_battle(charges.react),
    FaceAfterEvade: always(AfterEvade.ABOUT),
    ChargeOn: stay,
    ChargeOnHexes: stay,
    PickRally: first,
    FaceRallied: by_battle(moves.face),
    FaceRalliedOnHexes: by_battle(moves.face),
    PickGo: by_battle(moves.order),
    ChooseAction: moves.kind,
    PlanPath: by_battle(moves.path),
    PlanHexPath: by_battle(moves.path),
    TurnGuns: by_battle(moves.path),
    TurnHexGuns: by_battle(moves.path),
    ChangeBefore: by_battle(moves.change),
    ChangeAfter: by_battle(moves.change),
    ChoosePassage: by_battle(moves.passage),
    PickSortie: by_battle(moves.sortie),
    PlanRide: by_battle(leaders.ride),
    PlanHexRide: by_battle(leaders.ride),
    PickTarget: by_battle(fire.target),
    PickNearest: by_battle(fire.nearest),
    PickTester: first,
    PickMelee: first,
    SpareDice: first,
    PickBreakthrough: by_battle(charges.break_through),
    PlanThrust: by_battle(charges.thrust),
    PlanHexThrust: by_battle(charges.thrust),
    PickArrival: first,
    PickHost: first,
    Concede: always(Resolve.GO_ON),
}
"""The answer to each decision."""


class ElanDoctrine:
    """The doctrine as the agents use it."""

    def decide(self, position: Position[ElanBattle]) -> object:
        question = position.question
        return ANSWERS[type(question)](position, question)


DOCTRINE: Final = ElanDoctrine()
