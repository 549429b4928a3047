"""The decisions of the rulebook and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.ask.questions import Decision
from sandtable.game.battle.position import Position
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.casualties import FigureFalls
from sandtable.systems.coldsteel.charging import PickCharge
from sandtable.systems.coldsteel.closing import Closing
from sandtable.systems.coldsteel.cold_steel import (
    ColdSteelCharge,
    ColdSteelExit,
    ColdSteelRoute,
    FormToCharge,
)
from sandtable.systems.coldsteel.deployment import ChooseEdge, PlaceUnit
from sandtable.systems.coldsteel.doctrine import fire, moves, setup, steadiness
from sandtable.systems.coldsteel.forces import ChooseForce
from sandtable.systems.coldsteel.houses import EnterBuilding, LeaveBuilding
from sandtable.systems.coldsteel.luck import LuckyFace, LuckyPick
from sandtable.systems.coldsteel.melee_decisions import PickFight, PickFoe
from sandtable.systems.coldsteel.morale import LuckyTestDie, OfficerReroll
from sandtable.systems.coldsteel.morale_decisions import GarrisonTie, PickTester, RetreatTie, WallTie
from sandtable.systems.coldsteel.movement import PlanManoeuvre
from sandtable.systems.coldsteel.movement_decisions import (
    ChooseDrillOrder,
    ChooseManoeuvre,
    PickManoeuvre,
    UseDrill,
)
from sandtable.systems.coldsteel.reforming import FormUp
from sandtable.systems.coldsteel.shooting_decisions import PickFace, PickShooter, PickTarget
from sandtable.systems.coldsteel.steps import Concede, Resolve

Answer = Callable[[ColdSteelBattle, Any], object]
"""The answer to a decision of one class in a battle."""


def play_on(battle: ColdSteelBattle, question: Concede) -> object:
    """Never concede."""
    del battle, question
    return Resolve.PLAY_ON


ANSWERS: Final[Mapping[type[Decision[Any]], Answer]] = {
    Concede: play_on,
    ChooseForce: setup.choose_force,
    ChooseEdge: setup.choose_edge,
    PlaceUnit: setup.place_unit,
    PickTester: steadiness.pick_tester,
    OfficerReroll: steadiness.officer_reroll,
    LuckyTestDie: steadiness.lucky_test,
    LuckyPick: steadiness.lucky_reroll,
    LuckyFace: steadiness.lucky_reroll,
    RetreatTie: steadiness.retreat_tie,
    WallTie: steadiness.wall_tie,
    GarrisonTie: steadiness.retreat_tie,
    PickManoeuvre: moves.pick_unit,
    ChooseManoeuvre: moves.choose_kind,
    FormUp: moves.form_up,
    PlanManoeuvre: moves.path,
    PickCharge: moves.pick_charge,
    EnterBuilding: moves.enter,
    LeaveBuilding: moves.leave,
    UseDrill: moves.use_drill,
    ChooseDrillOrder: moves.drill_order,
    ColdSteelCharge: moves.pick_charge,
    ColdSteelExit: moves.leave,
    ColdSteelRoute: moves.route,
    FormToCharge: moves.form_to_charge,
    Closing: moves.close_in,
    PickShooter: fire.pick_unit,
    PickTarget: fire.pick_target,
    PickFace: fire.pick_face,
    FigureFalls: steadiness.command_model,
    PickFight: steadiness.pick_fight,
    PickFoe: steadiness.pick_foe,
}
"""The function that answers each decision."""


class ColdSteelDoctrine:
    """The doctrine as the computer opponent uses it."""

    def decide(self, position: Position[ColdSteelBattle]) -> object:
        """The doctrine's answer."""
        question = position.question
        return ANSWERS[type(question)](position.battle, question)


DOCTRINE: Final = ColdSteelDoctrine()
