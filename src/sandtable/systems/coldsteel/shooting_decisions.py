"""The decisions of the Shooting step: who shoots, at whom, and from which face."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.faces import Face, Missing, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.game.present.english import counted
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.aim import barred, objections, shot_at, targets, volley_at
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import nearest_enemies
from sandtable.systems.coldsteel.stakes import fire_stake
from sandtable.systems.coldsteel.words import name
from sandtable.table.space import INCH, Side

FAR: Final = 36 * INCH
"""The distance beyond which a missing shot is not explained."""


class PickShooter(Choose[int | None], frozen=True, kw_only=True):
    """Choose the unit that shoots next, or None to end the step (shooting.each-unit, turn.may-decline)."""

    decision: str = "shooting.pick-unit"
    rule = "shooting.each-unit"
    title = "Which unit shoots?"

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option for option in self.options if option is not None)

    def words(self, battle: ColdSteelBattle) -> str:
        del battle
        return "Which unit shoots next?"

    def label(self, battle: ColdSteelBattle, option: int | None) -> str:
        return "all others hold fire" if option is None else name(battle, option)

    def face(self, battle: ColdSteelBattle, option: int | None) -> Face:
        """A unit, and its number of targets."""
        if option is None:
            return Face("No more fire", self.label(battle, option))
        return Face("Shoot", counted(len(targets(battle, battle.units[option])), "target"), option)

    def missing(self, battle: ColdSteelBattle) -> tuple[Missing, ...]:
        """Why other units of the side may not shoot (shooting.who)."""
        silent = [unit for unit in battle.on_table(battle.active) if not unit.named]
        return tuple(_silence(battle, unit) for unit in silent if unit.id not in self.options)


def _silence(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Missing:
    """Why a unit may not shoot, or not at the nearest enemy."""
    reasons = barred(battle, unit)
    if reasons:
        return Missing("Shoot", unit.id, reasons[0].words, reasons[0].rule)
    for enemy in nearest_enemies(battle, unit, FAR)[:1]:
        against = objections(battle, unit, enemy)
        if against:
            return Missing("Shoot", unit.id, f"{enemy.name}: {against[0].words}", against[0].rule)
    return Missing("Shoot", unit.id, "no enemy is near", "shooting.who")


class PickTarget(Choose[int | None], frozen=True, kw_only=True):
    """Choose the target of a unit, or None to hold its fire (shooting.one-target, turn.may-decline)."""

    decision: str = "shooting.pick-target"
    rule = "shooting.one-target"
    title = "Shoot at which enemy?"

    unit: int

    def words(self, battle: ColdSteelBattle) -> str:
        return f"At which enemy does {name(battle, self.unit)} shoot?"

    def label(self, battle: ColdSteelBattle, option: int | None) -> str:
        """The target, the dice, and what they need."""
        if option is None:
            return "hold fire"
        unit, enemy = battle.units[self.unit], battle.units[option]
        if unit.is_artillery:
            shot = shot_at(battle, unit, enemy)
            dice, need = artillery.wound_dice(shot).shown, artillery.need(shot).shown
            return f"{enemy.name}: hits on {need} (2D6), {dice}D6 casualties"
        fire = volley_at(battle, unit, enemy)
        count = counted(shooting.dice(fire).whole, "die")
        return f"{enemy.name}: {count}, hits on {shooting.need(fire).shown}"

    def face(self, battle: ColdSteelBattle, option: int | None) -> Face:
        """A target: dice, what they need, and the distance."""
        if option is None:
            return Face("Hold fire", subject=self.unit)
        unit, enemy = battle.units[self.unit], battle.units[option]
        title = f"{'Shell' if unit.is_artillery else 'Fire at'} {enemy.name}"
        return Face(title, aim_note(battle, unit, enemy), unit.id, option)

    def stakes(self, battle: ColdSteelBattle, option: int | None) -> tuple[Stake, ...]:
        """The volley or shot, and the models that fall."""
        if option is None:
            return ()
        unit, enemy = battle.units[self.unit], battle.units[option]
        return (fire_stake(battle, unit, enemy, f"Fire at {enemy.name}"),)

    def missing(self, battle: ColdSteelBattle) -> tuple[Missing, ...]:
        """Why the unit may not shoot at the nearest enemy that is not offered."""
        unit = battle.units[self.unit]
        for enemy in nearest_enemies(battle, unit, FAR):
            reasons = objections(battle, unit, enemy)
            if enemy.id not in self.options and reasons:
                return (Missing(f"Fire at {enemy.name}", unit.id, reasons[0].words, reasons[0].rule),)
        return ()


def aim_note(battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit) -> str:
    """The dice of a volley or shot, what they need, and the range."""
    if unit.is_artillery:
        facts = shot_at(battle, unit, enemy)
        dice, need = artillery.wound_dice(facts).shown, artillery.need(facts).shown
        return f"{need} for {dice}D6, {facts.distance:.3g} in"
    fire = volley_at(battle, unit, enemy)
    count = counted(shooting.dice(fire).whole, "die")
    return f"{count}, {shooting.need(fire).shown}, {fire.distance:.3g} in"


class PickFace(Choose[Side], frozen=True, kw_only=True):
    """Choose the face from which a square or garrison shoots, where two are equally near."""

    decision: str = "shooting.pick-face"
    rule = "geometry.face-choice"
    title = "From which face?"
    kind = Kind.FORMALITY

    unit: int
    target: int

    def parties(self) -> tuple[int, ...]:
        return self.unit, self.target

    def words(self, battle: ColdSteelBattle) -> str:
        return f"From which face does {name(battle, self.unit)} shoot at {name(battle, self.target)}?"

    def face(self, battle: ColdSteelBattle, option: Side) -> Face:
        return Face(f"{option.capitalize()} face", f"at {name(battle, self.target)}", self.unit)
