"""The decisions of the Charge phase: which enemy to charge, how to react, how to face after an evade."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.elan.battle import Charge, ElanBattle, ElanUnit
from sandtable.systems.elan.charge_ways import may_be_charged_by, reach_of, way_to
from sandtable.systems.elan.compulsory_dice import Compelled, flight_tallies
from sandtable.systems.elan.elan_tests import ElanTest, Purpose, needed
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.nearness import nearest_enemies
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.stakes import charge_stakes, reaction_stakes
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import asked, begun, formation_name, length, name, the, told
from sandtable.table.space import FULL_TURN, HALF_TURN, Pose, standing


# --------------------------------------------------------------------- which enemy
class DeclareCharge(Choose[int | None], frozen=True, kw_only=True):
    """Choose the enemy that a unit charges, or None not to charge (charge.declare)."""

    decision: str = "charge.declare"
    rule = "charge.declare"
    title = "Declare a charge?"

    charger: int

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.charger, "Which enemy", "charge")

    def label(self, battle: ElanBattle, option: int | None) -> str:
        if option is None:
            return "Do not charge"
        return begun(f"{name(battle, option)}: {self._state(battle, option)}")

    def _state(self, battle: ElanBattle, target: int) -> str:
        """The target's formation, distance and state."""
        unit = battle.units[target]
        away = length(battle, ground_of(battle).gap(self.charger, target))
        state = ", retreating" if unit.retreating else ", disordered" if unit.disordered else ""
        return f"{formation_name(unit.formation)}, {away} away{state}"

    def face(self, battle: ElanBattle, option: int | None) -> Face:
        """A charge, drawn where it would make contact."""
        if option is None:
            return Face("No charge", subject=self.charger)
        place = _contact(battle, self.charger, option)
        note = self._state(battle, option)
        return Face(f"Charge {name(battle, option)}", note, self.charger, option, place)

    def stakes(self, battle: ElanBattle, option: int | None) -> tuple[Stake, ...]:
        """The charge for each reaction of its target, and the melee if the target stands."""
        if option is None:
            return ()
        return charge_stakes(battle, self.charger, option, f"Charge {name(battle, option)}")

    def missing(self, battle: ElanBattle) -> tuple[Missing, ...]:
        """Why the unit may not charge enemies near it (charge.declare, charge.distance, charge.path)."""
        charger = battle.units[self.charger]
        near = nearest_enemies(battle, charger, reach_of(battle, charger.id))
        return tuple(_no_charge(battle, charger, enemy) for enemy in near if enemy.id not in self.options)


def _contact(battle: ElanBattle, charger: int, target: int) -> Pose | None:
    """Where a charger would come to lie."""
    onset = way_to(battle, charger, target)
    closing = None if onset is None else ground_of(battle).close(charger, target, onset.to)
    return None if closing is None else closing.to


def _no_charge(battle: ElanBattle, charger: ElanUnit, enemy: ElanUnit) -> Missing:
    words, rule = _bar(battle, charger, enemy)
    return Missing(f"Charge {enemy.name}", charger.id, words, rule)


def _bar(battle: ElanBattle, charger: ElanUnit, enemy: ElanUnit) -> tuple[str, str]:
    """Why a unit may not charge an enemy, and by which rule."""
    ground, far = ground_of(battle), reach_of(battle, charger.id)
    gap = ground.gap(charger.id, enemy.id)
    if not may_be_charged_by(charger, enemy):
        return "skirmishers do not charge formed units", "charge.who"
    if not ground.is_within(gap, far):
        words = f"it is {length(battle, round(gap))} away; the charge can go {length(battle, far)} at most"
        return words, "charge.distance"
    if not ground.sees(charger.id, enemy.id):
        hidden = ground.hindrance(charger.id, enemy.id)
        return ("it is not in sight" if hidden is None else hidden[1]), "charge.declare"
    return "there is no way to it: the wheel is too wide, the way blocked, or no room", "charge.path"


class PickCharge(Choose[Charge], frozen=True, kw_only=True):
    """Choose the charge that is carried out next (charge.sequence)."""

    decision: str = "charge.order"
    rule = "charge.sequence"
    title = "Which charge next?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option.charger for option in self.options)

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Which charge is carried out next?"

    def label(self, battle: ElanBattle, option: Charge) -> str:
        return told(battle, option.charger, f"charges {the(battle, option.target)}")

    def face(self, battle: ElanBattle, option: Charge) -> Face:
        place = _contact(battle, option.charger, option.target)
        return Face("Charge now", name(battle, option.target), option.charger, option.target, place)

    def stakes(self, battle: ElanBattle, option: Charge) -> tuple[Stake, ...]:
        """The charge for each reaction of its target, and the melee if the target stands."""
        return charge_stakes(battle, option.charger, option.target, self.label(battle, option))


# --------------------------------------------------------------------- reactions
REACTIONS: Final = {
    Reaction.STAND_AND_FIRE: ("Stand and fire", "at the best range"),
    Reaction.STAND: ("Stand", "without fire"),
    Reaction.COUNTERCHARGE: ("Countercharge", "ride to meet the charge"),
    Reaction.FLEE: ("Flee", "it is in retreat"),
}
"""The button of each reaction that needs no further figures: its title and note."""


class ChooseReaction(Choose[Reaction], frozen=True, kw_only=True):
    """Choose how the target of a charge reacts (charge.reactions)."""

    decision: str = "charge.reaction"
    rule = "charge.reactions"
    title = "How does it react?"

    target: int
    charger: int

    def parties(self) -> tuple[int, ...]:
        return self.target, self.charger

    def words(self, battle: ElanBattle) -> str:
        charges = told(battle, self.charger, f"charges {the(battle, self.target)}")
        return f"{charges}: how does the target react?"

    def label(self, battle: ElanBattle, option: Reaction) -> str:
        words = option.capitalize()
        if option is Reaction.FORM_SQUARE:
            return f"{words} on {self._square_needs(battle)} or more"
        return words

    def _square_needs(self, battle: ElanBattle) -> int:
        """What the test to form square must reach (charge.form-square)."""
        quality, leadership = battle.units[self.target].quality, battle.leadership_with(self.target)
        test = ElanTest(quality=quality, leadership=leadership, purpose=Purpose.FORM_SQUARE)
        return needed(test).whole

    def face(self, battle: ElanBattle, option: Reaction) -> Face:
        if option is Reaction.FORM_SQUARE:
            stance = ground_of(battle).stance(self.target, Formation.SQUARE)
            note = f"on {self._square_needs(battle)} or more"
            return Face("Form square", note, self.target, place=stance.to, shape=stance.shape)
        if option is Reaction.EVADE:
            return Face("Evade", _flight(battle, self.target), self.target)
        title, note = REACTIONS[option]
        aims = option in (Reaction.STAND_AND_FIRE, Reaction.COUNTERCHARGE)
        return Face(title, note, self.target, self.charger if aims else None)

    def stakes(self, battle: ElanBattle, option: Reaction) -> tuple[Stake, ...]:
        """The charge with this reaction, and the melee if the target stands."""
        charges = told(battle, self.charger, "charges")
        return reaction_stakes(battle, self.charger, self.target, option, charges)


def _flight(battle: ElanBattle, unit: int) -> str:
    """The length of an evade in words (charge.evade, movement.compulsory-rate)."""
    facts = Compelled(scale=battle.scale, mounted=battle.units[unit].is_mounted)
    return ", ".join(f"{name} {tally.total:g}" for name, tally in flight_tallies(facts).items())


# --------------------------------------------------------------------- after an evade
class AfterEvade(StrEnum):
    """How a unit stands after its evade (charge.evade)."""

    AWAY = "face away"
    ABOUT = "face about"


class FaceAfterEvade(Choose[AfterEvade], frozen=True, kw_only=True):
    """Choose how a unit stands after its evade, at no cost (charge.evade)."""

    decision: str = "charge.evade-face"
    rule = "charge.evade"
    title = "Face about?"

    unit: int

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.unit, "Which way", "face after evading")

    def label(self, battle: ElanBattle, option: AfterEvade) -> str:
        del battle
        return option.capitalize()

    def face(self, battle: ElanBattle, option: AfterEvade) -> Face:
        pose = standing(battle.units[self.unit])
        if option is AfterEvade.ABOUT:
            pose = ground_of(battle).turned(self.unit, (pose.heading + HALF_TURN) % FULL_TURN)
        return Face(self.label(battle, option), "free", self.unit, place=pose)
