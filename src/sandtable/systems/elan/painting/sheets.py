"""A unit on its card: brigade, strip of losses by thirds, its need for orders, its figures."""

from __future__ import annotations

from sandtable.game.present.painting import Figure, Need, Notes, Strip
from sandtable.systems.elan.aim import may_fire
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Step
from sandtable.systems.elan.commanding import is_out_of_command
from sandtable.systems.elan.elan_tests import ElanTest, needed
from sandtable.systems.elan.engagement import is_in_engagement_range
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.melee import dice as melee_dice
from sandtable.systems.elan.melee_ground import fighter
from sandtable.systems.elan.movement_decisions import may_act
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.shooting import fire_dice, fire_modifier
from sandtable.systems.elan.troops import POINTS_A_BASE, Weapon
from sandtable.systems.elan.weapons import is_artillery, limits, name_of
from sandtable.systems.elan.words import counted, length


def notes(battle: ElanBattle, unit: ElanUnit, need: Need) -> Notes:
    """A unit's brigade, its losses by thirds of its strength, its need for orders, and its figures."""
    figures = tuple(_figures(battle, unit))
    return Notes(battle.brigades[unit.brigade].name, strip(unit), need, figures, signs(unit))


def signs(unit: ElanUnit) -> tuple[tuple[str, int], ...]:
    """The markers beside a unit on the table (troops.disorder, troops.halt)."""
    if unit.pose is None:
        return ()
    borne = {"disorder": unit.disordered, "Halt": unit.halted, "Retreat": unit.retreating}
    return tuple((words, 1) for words, is_borne in borne.items() if is_borne)


def strip(unit: ElanUnit) -> Strip:
    """What a unit has lost; a third of its strength is as many points as it has bases.

    troops.strength, troops.one-third, troops.spent, troops.destroyed
    """
    third = unit.strength // POINTS_A_BASE
    marks = ((third, "one third"), (2 * third, "Spent"), (unit.strength, "destroyed"))
    return Strip(min(unit.lost, unit.strength), marks)


def need_of(battle: ElanBattle, unit: ElanUnit) -> Need:
    """Does a unit of the acting side wait for its move, has it moved, or may it not move? (turn.movement)"""
    if unit.pose is None or unit.side != battle.active or battle.step is not Step.MOVING:
        return ""
    if unit.moved or unit.id in battle.done:
        return "done"
    return "waiting" if may_act(battle, unit) else "unable"


# --------------------------------------------------------------------- figures
def _figures(battle: ElanBattle, unit: ElanUnit) -> list[Figure]:
    figures = [_strength(unit), _rate(battle, unit), _weapon(battle, unit), _melee(battle, unit)]
    figures.append(_elan(battle, unit))
    if unit.pose is not None:
        figures += [_command(battle, unit), _engagement(battle, unit)]
    return [*figures, *_this_turn(battle, unit)]


def _strength(unit: ElanUnit) -> Figure:
    """Its points left, three for each base (troops.strength)."""
    left = f"{unit.strength - unit.lost} of {unit.strength}"
    return Figure("Strength", left, counted(unit.bases, "base"), "troops.strength")


def _rate(battle: ElanBattle, unit: ElanUnit) -> Figure:
    """How far it moves in its formation, and the multiplier of a march (movement.rates)."""
    pace = rate(unit.profile, unit.formation, battle.scale)
    if not pace.span:
        return Figure("Move", "none", f"in {unit.formation.replace('-', ' ')}", "movement.rates")
    march = f"march {length(battle, pace.span * pace.march)}"
    return Figure("Move", length(battle, pace.span), march, "movement.rates")


def _weapon(battle: ElanBattle, unit: ElanUnit) -> Figure:
    """Its fire dice and the limits of its range bands.

    shooting.dice, weapons.small-arms, weapons.artillery
    """
    if unit.weapon is Weapon.NONE:
        return Figure("Fire", "none", "no firearms", "shooting.dice")
    count = fire_dice(unit.arm, unit.weapon, unit.formation, unit.bases)
    bands = ", ".join(f"{band} {limit}" for band, limit in limits(unit.weapon, battle.scale))
    modifier = fire_modifier(unit.quality, unit.profile.firing_trait)
    note = f"{bands}{f', {_signed(modifier)} to hit' if modifier else ''}"
    rule = "weapons.artillery" if is_artillery(unit.weapon) else "weapons.small-arms"
    return Figure(name_of(unit.weapon).capitalize(), _dice(count), note, rule)


def _melee(battle: ElanBattle, unit: ElanUnit) -> Figure:
    """Its dice in melee (melee.dice)."""
    if unit.lost >= unit.strength:
        return Figure("Melee", "none", "destroyed", "melee.dice")
    tally = melee_dice(fighter(battle, unit))
    return Figure("Melee", _dice(tally.whole), f"class {unit.quality}", "melee.dice")


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice" if count else "none"


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}"


def _elan(battle: ElanBattle, unit: ElanUnit) -> Figure:
    """What its tests need on 2D6, with its attached commander (elan.test, leaders.elan-bonus)."""
    leadership = battle.leadership_with(unit.id)
    test = ElanTest(quality=unit.quality, leadership=leadership)
    note = f"class {unit.quality}{f', commander +{leadership}' if leadership else ''}"
    return Figure("Élan test", f"{needed(test).whole}+", note, "elan.test")


def _command(battle: ElanBattle, unit: ElanUnit) -> Figure:
    """Whether it is in command, who commands it and how far off he is (command.range)."""
    number = battle.brigades[unit.brigade].commander
    leader = battle.leaders[number]
    if not leader.is_present:
        return Figure("In command", "no", f"{leader.name} is lost", "command.no-commander")
    held = "no" if is_out_of_command(battle, unit.id) else "yes"
    if leader.attached_to == unit.id:
        return Figure("In command", held, f"{leader.name} is with it", "command.range")
    gap, reach = ground_of(battle).leader_gap(number, unit.id), battle.figures.command
    far = f"{battle.figures.written(gap):.3g} of {length(battle, reach)}"
    return Figure("In command", held, f"{leader.name}, {far}", "command.range")


def _engagement(battle: ElanBattle, unit: ElanUnit) -> Figure:
    """Whether an enemy is within engagement range (command.engagement-range)."""
    held = "yes" if is_in_engagement_range(battle, unit.id) else "no"
    some = "an enemy" if held == "yes" else "no enemy"
    within = f"{some} within {length(battle, battle.figures.engagement)}"
    return Figure("Engagement range", held, within, "command.engagement-range")


def _this_turn(battle: ElanBattle, unit: ElanUnit) -> list[Figure]:
    """What it did this turn that limits its further actions (movement.once, shooting.who-may)."""
    if unit.pose is None:
        return []
    done = [
        name for name in ("charged", "countercharged", "evaded", "marched", "fired") if getattr(unit, name)
    ]
    if unit.moved and not unit.marched:
        done.insert(0, "moved")
    if unit.fled:
        done.append("driven back")
    if not done:
        return []
    fire = "may fire" if may_fire(battle, unit) else "no more fire"
    return [Figure("This turn", ", ".join(done), fire, "shooting.who-may")]
