"""The decisions of step 2: who acts, what it does, its formation, and the strongholds it enters or leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import compass
from sandtable.systems.tricorn import charging, garrisons, rallying
from sandtable.systems.tricorn.attacks import PlanAttack, is_foot_against_mounted
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.break_off import break_off_need, may_break_off
from sandtable.systems.tricorn.choices import OFFICER, Action, ActionKind
from sandtable.systems.tricorn.contact import foes, is_in_contact
from sandtable.systems.tricorn.contacts_made import bars, objection
from sandtable.systems.tricorn.forming import Form, forms, place_of
from sandtable.systems.tricorn.garrisons import Exit
from sandtable.systems.tricorn.morale import Occasion, target
from sandtable.systems.tricorn.nearness import enemies_near
from sandtable.systems.tricorn.officer_decisions import RIDE
from sandtable.systems.tricorn.rally import rally_trial
from sandtable.systems.tricorn.rates import FORCED, allowance, budget, rate, share_open
from sandtable.systems.tricorn.resolutions import RALLY
from sandtable.systems.tricorn.stakes import attack_stakes
from sandtable.systems.tricorn.trials import trial_of
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.words import FORMATIONS, name, officer_name, token_of
from sandtable.table.room import Place
from sandtable.table.space import INCH, as_inches

A_LITTLE_MORE: Final = 1.5
"""The multiple of a unit's reach beyond which a missing attack is not explained."""

Picked = int | str | None
"""A unit, the active General (`OFFICER`), or None to end the step."""


# --------------------------------------------------------------------- who acts
class PickActor(Choose[Picked], frozen=True, kw_only=True):
    """Choose the unit that acts or enters next, the General's own move, or None to end the step.

    turn.one-action, leaders.move, setup.arrivals
    """

    decision: str = "move.order"
    rule = "turn.one-action"
    title = "Who acts?"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option for option in self.options if isinstance(option, int))

    def words(self, battle: TricornBattle) -> str:
        del battle
        return "Who acts next?"

    def label(self, battle: TricornBattle, option: Picked) -> str:
        if option is None:
            return "No more actions"
        if isinstance(option, int):
            return name(battle, option)
        assert battle.activation is not None
        return officer_name(battle, battle.activation.officer)

    def face(self, battle: TricornBattle, option: Picked) -> Face:
        """A unit with its formation and allowance."""
        if option is None:
            return Face("No more moves", "go on to the fire")
        if isinstance(option, str):
            assert option == OFFICER
            assert battle.activation is not None
            token = token_of(battle, battle.activation.officer)
            return Face("Move himself", f"join a unit or ride {RIDE // INCH} in", token)
        unit = battle.units[option]
        title, stance = "Enter" if unit.pose is None else "Act", FORMATIONS[unit.formation]
        if unit.is_abandoned or unit.is_garrison:
            return Face(title, stance, option)
        far = allowance(battle, unit, share_open(battle, unit)).total
        return Face(title, f"{stance}, {far:g} in", option)

    def missing(self, battle: TricornBattle) -> tuple[Missing, ...]:
        """Why units of the active command cannot act (melee.continue, movement.pass-through.whole-move)."""
        idle = [unit for unit in battle.active_units() if not unit.named and unit.id not in self.options]
        reasons = [(unit, _stuck(battle, unit)) for unit in idle]
        return tuple(Missing("Act", unit.id, *why) for unit, why in reasons if why is not None)


def _stuck(battle: TricornBattle, unit: TricornUnit) -> tuple[str, str] | None:
    """Why a unit cannot act, and by which rule."""
    if unit.passed:
        return "a formed friend has passed through it", "movement.pass-through.whole-move"
    if unit.is_abandoned:
        return "its guns are abandoned", "artillery.abandoned"
    if not may_break_off(battle, unit, share_open(battle, unit)):
        return "it is in contact and cannot break off", "movement.break-off.when"
    return None


# --------------------------------------------------------------------- what it does
TITLES: Final = {
    ActionKind.STAND: "Stand",
    ActionKind.MOVE: "Move",
    ActionKind.THROUGH: "Move through friends",
    ActionKind.MARCH: "Forced March",
    ActionKind.FALL_BACK: "Fall back",
    ActionKind.FORM: "Change formation",
    ActionKind.LEAVE: "Come out",
    ActionKind.REMOVE: "Remove Disorder",
    ActionKind.RECREW: "Re-crew the guns",
    ActionKind.BREAK_OFF: "Break off",
}
"""The titles of actions without a target."""


class ChooseAction(Choose[Action], frozen=True, kw_only=True):
    """Choose what a unit does in step 2 (turn.move-or-remove)."""

    decision: str = "move.action"
    rule = "turn.move-or-remove"
    title = "What does it do?"

    unit: int

    def words(self, battle: TricornBattle) -> str:
        return f"What does {name(battle, self.unit)} do?"

    def label(self, battle: TricornBattle, option: Action) -> str:
        words = option.kind.value[0].upper() + option.kind.value[1:]
        if option.kind is ActionKind.ATTACK:
            return f"{words} {name(battle, option.target)}"
        if option.kind is ActionKind.ENTER:
            return f"{words} {battle.stronghold(option.place).name}"
        return words

    def face(self, battle: TricornBattle, option: Action) -> Face:
        """How far the unit goes, what it needs, and its target."""
        unit = battle.units[self.unit]
        if option.kind is ActionKind.ATTACK:
            return self._attack_face(battle, option.target)
        if option.kind is ActionKind.ENTER:
            return _garrison_face(battle, unit, option.place)
        return Face(TITLES[option.kind], _meaning(battle, unit, option.kind), unit.id)

    def _attack_face(self, battle: TricornBattle, enemy: int) -> Face:
        """An attack by its first path, and where the unit would come to rest (movement.contact)."""
        unit, declared, test = battle.units[self.unit], self._attack(battle, enemy), ""
        if is_foot_against_mounted(unit, battle.units[enemy]):
            trial = trial_of(battle, unit.id, Occasion.CHARGE_MOUNTED, (enemy,))
            test = f", {target(trial).whole} or less on 1D20 to close"
        place, cost = charging.reached(battle, unit, declared)
        note = f"{cost / INCH:.3g} in, {charging.side_struck(battle, declared, place)}{test}"
        return Face(f"Attack {name(battle, enemy)}", note, unit.id, enemy, place)

    def _attack(self, battle: TricornBattle, enemy: int) -> PlanAttack:
        unit = battle.units[self.unit]
        return charging.attack_on(battle, unit, share_open(battle, unit), enemy)

    def stakes(self, battle: TricornBattle, option: Action) -> tuple[Stake, ...]:
        """The test and the melee of an attack, or the test to remove Disorder."""
        unit = battle.units[self.unit]
        if option.kind is ActionKind.ATTACK:
            to, _ = charging.reached(battle, unit, self._attack(battle, option.target))
            title = f"Attack {name(battle, option.target)}"
            return attack_stakes(battle, unit.id, option.target, to, title)
        if option.kind in (ActionKind.REMOVE, ActionKind.RECREW):
            facts = rallying.rally_of(battle, unit)
            return (Stake(unit.id, unit.id, TITLES[option.kind], RALLY, facts),)
        return ()

    def missing(self, battle: TricornBattle) -> tuple[Missing, ...]:
        """Why a unit cannot attack, or cannot remove Disorder (movement.contact.who, rally.conditions)."""
        return tuple(self._not_offered_here(battle))

    def _not_offered_here(self, battle: TricornBattle) -> Iterator[Missing]:
        unit = battle.units[self.unit]
        kinds = {option.kind for option in self.options}
        reasons = rallying.objections(battle, unit) if unit.removable else ()
        if reasons and ActionKind.REMOVE not in kinds:
            yield Missing("Remove Disorder", unit.id, reasons[0].words, reasons[0].rule)
        if ActionKind.ATTACK not in kinds and not is_in_contact(battle, unit.id) and not unit.is_abandoned:
            why = _no_attack(battle, unit)
            if why is not None:
                yield Missing("Attack", unit.id, *why)


def _meaning(battle: TricornBattle, unit: TricornUnit, kind: ActionKind) -> str:
    """What an action means for a unit, in a few words."""
    match kind:
        case ActionKind.STAND:
            return "stays in melee" if foes(battle, unit.id) else "stays as it is"
        case ActionKind.MOVE | ActionKind.THROUGH | ActionKind.FALL_BACK:
            return f"{allowance(battle, unit, share_open(battle, unit)).total:g} in"
        case ActionKind.MARCH:
            return f"{as_inches(budget(rate(unit), FORCED)):g} in, no nearer than 12 in"
        case ActionKind.FORM:
            return " or ".join(dict.fromkeys(FORMATIONS[form.formation] for form in forms(battle, unit)))
        case ActionKind.REMOVE | ActionKind.RECREW:
            return f"{target(rally_trial(rallying.rally_of(battle, unit))).whole} or less on 1D20"
        case ActionKind.BREAK_OFF:
            return break_off_need(battle, unit)
        case _:
            return "half a Full Move"


def _no_attack(battle: TricornBattle, unit: TricornUnit) -> tuple[str, str] | None:
    """Why a unit cannot attack although an enemy is near, and by which rule."""
    reach = budget(rate(unit), share_open(battle, unit))
    near = enemies_near(battle, unit, reach * A_LITTLE_MORE)
    if not near:
        return None
    against = bars(battle, unit)
    if against:
        return against[0].words, against[0].rule
    gap, enemy = near[0]
    reason = objection(battle, unit, enemy)
    if reason is not None:
        return f"{enemy.name}: {reason.words}", reason.rule
    if gap > reach:
        words = f"{enemy.name} is {gap / INCH:.3g} in away; it can go {as_inches(reach):g} in at most"
        return words, "movement.allowance"
    return f"{enemy.name}: every way to it is too long or blocked", "movement.legal-path"


# --------------------------------------------------------------------- formations
class ChooseFormation(Choose[Form | None], frozen=True, kw_only=True):
    """Choose the formation that a unit takes up, or None to keep its own (formation.change)."""

    decision: str = "move.formation"
    rule = "formation.change"
    title = "Change formation?"

    unit: int

    def words(self, battle: TricornBattle) -> str:
        return f"Which formation does {name(battle, self.unit)} take up?"

    def label(self, battle: TricornBattle, option: Form | None) -> str:
        del battle
        if option is None:
            return "No change"
        if option.formation is Formation.COLUMN:
            return f"Road/March Column behind the {_hand(option)} base"
        return _form_words(option)

    def face(self, battle: TricornBattle, option: Form | None) -> Face:
        unit = battle.units[self.unit]
        if option is None:
            return Face(self.label(battle, option), FORMATIONS[unit.formation], unit.id)
        return _face_at(unit, place_of(unit, option), _form_words(option), "half a Full Move")


def _form_words(form: Form) -> str:
    match form.formation:
        case Formation.COLUMN:
            return f"Column, {_hand(form)} base"
        case Formation.LINE:
            return f"Line to the {_hand(form)}"
        case Formation.LIMBERED:
            return "Limber"
        case _:
            return "Unlimber"


def _hand(form: Form) -> str:
    return "left" if form.aside < 0 else "right"


def _face_at(unit: TricornUnit, place: Place, title: str, note: str) -> Face:
    return Face(title, note, unit.id, place=place.pose, shape=place.shape)


# --------------------------------------------------------------------- strongholds
class EnterStronghold(Choose[str | None], frozen=True, kw_only=True):
    """Choose the stronghold that a unit enters after part of its move, or None (terrain.garrison)."""

    decision: str = "move.garrison"
    rule = "terrain.garrison"
    title = "In or out?"

    unit: int

    def words(self, battle: TricornBattle) -> str:
        return f"Where does {name(battle, self.unit)} go?"

    def label(self, battle: TricornBattle, option: str | None) -> str:
        return "Stay outside" if option is None else f"Garrison {battle.stronghold(option).name}"

    def face(self, battle: TricornBattle, option: str | None) -> Face:
        if option is None:
            return Face(self.label(battle, option), "at its edge", self.unit)
        return _garrison_face(battle, battle.units[self.unit], option)


def _garrison_face(battle: TricornBattle, unit: TricornUnit, place: str) -> Face:
    """The face of a unit that would enter a stronghold as its garrison (terrain.garrison)."""
    held, heading = battle.stronghold(place), garrisons.heading_in(battle, unit, place)
    there = Place(held.pose(heading), held.shape(heading))
    return _face_at(unit, there, f"Garrison {held.name}", "half a Full Move")


class LeaveStronghold(Choose[Exit], frozen=True, kw_only=True):
    """Choose the side on which a garrison comes out (terrain.garrison)."""

    decision: str = "move.garrison"
    rule = "terrain.garrison"
    title = "In or out?"

    unit: int

    def words(self, battle: TricornBattle) -> str:
        return f"Where does {name(battle, self.unit)} go?"

    def label(self, battle: TricornBattle, option: Exit) -> str:
        return f"Come out on the {battle.stronghold(option.place).side_name(option.heading)} side"

    def face(self, battle: TricornBattle, option: Exit) -> Face:
        unit = battle.units[self.unit]
        place = garrisons.outside(unit, battle.stronghold(option.place), option.heading)
        stance = FORMATIONS[garrisons.formation_outside(unit)]
        return _face_at(unit, place, f"Come out to the {compass(option.heading)}", stance)
