"""The decisions of the rulebook and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.ask.questions import Decision
from sandtable.game.battle.position import Position
from sandtable.systems.liberty.actions import (
    ConcentrateFire,
    DirectOrder,
    DoubleTime,
    HoldTheLine,
    LeadTheFight,
    PressTheCharge,
    ReformTheRanks,
    Reinforce,
)
from sandtable.systems.liberty.arrivals import ChooseArrival
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.charge_decisions import (
    AnswerCharge,
    DeclareCharge,
    JoinCharge,
    MeetCharger,
    PickFacing,
)
from sandtable.systems.liberty.charge_moves import OddBase
from sandtable.systems.liberty.charges import OddHitOnCharger
from sandtable.systems.liberty.deployment import PlaceBrigade
from sandtable.systems.liberty.doctrine import (
    charges,
    deployment,
    fire,
    forms,
    leaders,
    moves,
    orders,
    points,
    rallies,
    responses,
)
from sandtable.systems.liberty.falling_back import FallBack
from sandtable.systems.liberty.forced_moves import RetireTie, RoutTie
from sandtable.systems.liberty.forms import FreeReform, ReformUnit
from sandtable.systems.liberty.forms_decisions import Limber, LimberToRun, MountOrDismount, Unlimber
from sandtable.systems.liberty.leader_decisions import AttachGeneral, GiveWay, RideClear, RideGeneral
from sandtable.systems.liberty.marching import ClaimBonus, CrossObstacle, PlanMarch
from sandtable.systems.liberty.melee import OddHitInMelee
from sandtable.systems.liberty.melee_decisions import FollowUp, PickMelee, PickOpponent
from sandtable.systems.liberty.order_decisions import GiveOrder
from sandtable.systems.liberty.pursuit_decisions import ChargeOnward
from sandtable.systems.liberty.rallying import GiveRally, PickRally
from sandtable.systems.liberty.routs import PickRunner
from sandtable.systems.liberty.shooting_decisions import Shoot
from sandtable.systems.liberty.testing import RerollDie
from sandtable.systems.liberty.trials import PickTest
from sandtable.systems.liberty.turn import Concede

Answer = Callable[[LibertyBattle, Any], object]
"""The answer to a decision of one class in a battle."""

ANSWERS: Final[Mapping[type[Decision[Any]], Answer]] = {
    GiveOrder: orders.give,
    PlanMarch: moves.move,
    Shoot: fire.shoot,
    RerollDie: points.reroll,
    DirectOrder: points.spend,
    PressTheCharge: points.spend,
    Reinforce: points.spend,
    HoldTheLine: points.spend,
    ConcentrateFire: points.spend,
    DoubleTime: points.spend,
    LeadTheFight: points.spend,
    ReformTheRanks: points.spend,
    PickTest: responses.first,
    Concede: responses.first,
    PlaceBrigade: deployment.draw_up,
    AttachGeneral: leaders.attach,
    RideGeneral: leaders.ride,
    RideClear: leaders.ride,
    GiveWay: responses.first,
    ReformUnit: forms.stance,
    FreeReform: forms.stance,
    Limber: forms.limber,
    LimberToRun: responses.first,
    Unlimber: forms.unlimber,
    MountOrDismount: forms.horses,
    ClaimBonus: responses.first,
    CrossObstacle: responses.cross,
    FallBack: responses.way_back,
    RoutTie: responses.first,
    RetireTie: responses.first,
    ChooseArrival: responses.first,
    GiveRally: rallies.give,
    PickRally: responses.first,
    PickRunner: responses.first,
    DeclareCharge: charges.declare,
    JoinCharge: charges.declare,
    PickFacing: charges.best_facing,
    ChargeOnward: charges.break_through,
    AnswerCharge: responses.meet_charge,
    MeetCharger: responses.first,
    OddBase: responses.first,
    OddHitOnCharger: responses.first,
    PickMelee: responses.first,
    OddHitInMelee: responses.first,
    PickOpponent: responses.weakest,
    FollowUp: responses.first,
}
"""The function that answers each decision."""


class LibertyDoctrine:
    """The doctrine as the agents use it."""

    def decide(self, position: Position[LibertyBattle]) -> object:
        """The doctrine's answer."""
        question = position.question
        return ANSWERS[type(question)](position.battle, question)


DOCTRINE: Final = LibertyDoctrine()
