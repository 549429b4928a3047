"""Which function answers each decision of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.ask.questions import Decision
from sandtable.game.battle.position import Position
from sandtable.systems.tricorn.activation import PassOrRoll, TransferCard
from sandtable.systems.tricorn.arriving import ComeOn
from sandtable.systems.tricorn.attacks import ChargeMounted, StartMelee
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.break_off import PlanBreakOff
from sandtable.systems.tricorn.charging import BreakOffFromFoot
from sandtable.systems.tricorn.consulting import PickConsultant
from sandtable.systems.tricorn.declaring import DeclareFire, FireOrSupport, PickNearest
from sandtable.systems.tricorn.deployment import DeployCommand, PlaceChief
from sandtable.systems.tricorn.doctrine import cards, fire, leaders, melees, moves, setup
from sandtable.systems.tricorn.ending import Concede, PlaceSuccessor, Resolve
from sandtable.systems.tricorn.follow_up import FollowUp
from sandtable.systems.tricorn.melee_decisions import GiveSupport, PickFight, PickPrimary
from sandtable.systems.tricorn.movement_decisions import (
    ChooseAction,
    ChooseFormation,
    EnterStronghold,
    LeaveStronghold,
    PickActor,
)
from sandtable.systems.tricorn.officer_decisions import MoveOfficer, PickRefuge, Ride
from sandtable.systems.tricorn.paths import FallBack, ForcedMarch, PlanUnitMove, Through
from sandtable.systems.tricorn.recoiling import PickFriendRunInto

Answer = Callable[[TricornBattle, Any], object]
"""A function that answers a question about a battle."""


def go_on(battle: TricornBattle, question: Concede) -> object:
    """Never concede: a battle is fought to its end."""
    del battle, question
    return Resolve.GO_ON


ANSWERS: Final[Mapping[type[Decision[Any]], Answer]] = {
    Concede: go_on,
    DeployCommand: setup.place,
    PlaceChief: setup.place,
    TransferCard: cards.transfer,
    PassOrRoll: cards.pass_or_roll,
    PickActor: moves.order,
    ChooseAction: moves.action,
    PlanUnitMove: moves.path,
    FallBack: moves.path,
    ForcedMarch: moves.path,
    Through: moves.path,
    StartMelee: moves.path,
    ChargeMounted: moves.path,
    ChooseFormation: moves.formation,
    EnterStronghold: moves.enter,
    LeaveStronghold: moves.leave,
    MoveOfficer: leaders.errand,
    Ride: leaders.ride,
    ComeOn: moves.arrive,
    BreakOffFromFoot: moves.break_off,
    PlanBreakOff: moves.distance,
    DeclareFire: fire.declare,
    FireOrSupport: fire.declare,
    PickNearest: fire.equally_near,
    PickConsultant: fire.morale_order,
    PickFriendRunInto: fire.run_into,
    PickFight: melees.choose_fight,
    PickPrimary: melees.choose_primary,
    GiveSupport: melees.support,
    FollowUp: moves.follow,
    PickRefuge: leaders.escape,
    PlaceSuccessor: leaders.replacement,
}
"""The function that answers each decision."""


class TricornDoctrine:
    """The doctrine in the form that the engine calls."""

    def decide(self, position: Position[TricornBattle]) -> object:
        question = position.question
        return ANSWERS[type(question)](position.battle, question)


DOCTRINE: Final = TricornDoctrine()
