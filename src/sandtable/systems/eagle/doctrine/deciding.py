"""The decisions of the rulebook and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.ask.questions import Decision
from sandtable.game.battle.position import Position
from sandtable.systems.eagle.after_decisions import (
    FollowWhom,
    NextToCharge,
    NextToMove,
    NextToRun,
    PursueWhom,
    SuccessHalt,
    VictoryHalt,
)
from sandtable.systems.eagle.answering import CounterOrStand, EvadeLate, EvadeOrStand
from sandtable.systems.eagle.arriving import MoveUp
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.charging import DeclareCharge, RepeatTarget
from sandtable.systems.eagle.closing import HoldBack
from sandtable.systems.eagle.conforming import DressLine
from sandtable.systems.eagle.control_decisions import Conform, LeaderModifier, PickControl, StopPursuit
from sandtable.systems.eagle.deployment import DivideLegion, PlaceLeader, PlaceUnit
from sandtable.systems.eagle.doctrine import after, charges, leaders, moves, setup
from sandtable.systems.eagle.fighting import LeadUnit
from sandtable.systems.eagle.fleeing import SwingAside
from sandtable.systems.eagle.flight import OptionalDie
from sandtable.systems.eagle.formation_decisions import (
    ChangeFormation,
    FaceEvader,
    FaceReformed,
    ManoeuvreOnTheSpot,
    ReformIn,
)
from sandtable.systems.eagle.holding_ground import RelieveRanks
from sandtable.systems.eagle.leader_decisions import AppearWith, RideByAction, RideFreely, SpendAction
from sandtable.systems.eagle.leader_losses import JoinAfterLoss, JoinWhenReached
from sandtable.systems.eagle.manoeuvre_decisions import ChooseActivity, PickNext
from sandtable.systems.eagle.movement import PlanUnitMove
from sandtable.systems.eagle.moving import MarchOrDice
from sandtable.systems.eagle.supports import CountSupport
from sandtable.systems.eagle.turn import SideFirst
from sandtable.systems.eagle.victory import Concede, Resolve
from sandtable.systems.eagle.volleys import TakeAim

Answer = Callable[[EagleBattle, Any], object]
"""The answer to a decision of one class in a battle."""


def play_on(battle: EagleBattle, question: Concede) -> object:
    """Never concede."""
    del battle, question
    return Resolve.PLAY_ON


ANSWERS: Final[Mapping[type[Decision[Any]], Answer]] = {
    DivideLegion: setup.divide,
    PlaceUnit: setup.place,
    PlaceLeader: setup.place,
    SpendAction: leaders.act,
    RideByAction: leaders.ride,
    RideFreely: leaders.ride,
    AppearWith: leaders.join,
    JoinAfterLoss: leaders.join,
    JoinWhenReached: leaders.join,
    PickControl: leaders.next_settled,
    Conform: leaders.conform,
    LeaderModifier: after.leader_modifier,
    StopPursuit: after.stop_pursuit,
    SideFirst: moves.side_first,
    PickNext: moves.next_unit,
    ChooseActivity: moves.activity,
    MarchOrDice: moves.march_or_dice,
    OptionalDie: moves.optional_die,
    PlanUnitMove: moves.path,
    DressLine: moves.dress,
    ChangeFormation: moves.form,
    ManoeuvreOnTheSpot: moves.form,
    ReformIn: moves.reform,
    FaceReformed: moves.face,
    FaceEvader: moves.face,
    TakeAim: moves.shoot,
    DeclareCharge: charges.declare,
    RepeatTarget: charges.nearest,
    EvadeOrStand: charges.respond,
    CounterOrStand: charges.respond,
    EvadeLate: charges.evade_late,
    HoldBack: charges.hold_back,
    MoveUp: charges.move_up,
    CountSupport: after.count_support,
    LeadUnit: after.first,
    VictoryHalt: after.halt_or_follow,
    SuccessHalt: after.halt_or_follow,
    FollowWhom: after.whom_to_follow,
    PursueWhom: after.quarry,
    RelieveRanks: after.relieve,
    SwingAside: after.swing,
    NextToMove: after.first,
    NextToCharge: after.first,
    NextToRun: after.first,
    Concede: play_on,
}
"""The function that answers each decision."""


class EagleDoctrine:
    """The doctrine of eagle for computer opponents."""

    def decide(self, position: Position[EagleBattle]) -> object:
        question = position.question
        return ANSWERS[type(question)](position.battle, question)


DOCTRINE: Final = EagleDoctrine()
