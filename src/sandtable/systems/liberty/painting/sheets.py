"""A unit's card: brigade, strip of hits, what it waits for, its figures and special rules."""

from __future__ import annotations

from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.game.present.painting import Figure, Need, Notes, Strip
from sandtable.game.rules.tally import Effect, Tally
from sandtable.systems.liberty import melee
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.command import SUPPORT_RANGE, general_of, is_in_command, is_supported
from sandtable.systems.liberty.movement import March, allowance
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.shooting import Arm, Fire, save, to_hit
from sandtable.systems.liberty.states import State
from sandtable.table.measure import distance, distances_from, is_within
from sandtable.table.space import Body, as_inches

EFFECTS: Final = {
    SpecialRule.BRAVE: "+1 morale die",
    SpecialRule.DRILLED: "+1 order die",
    SpecialRule.ELITE: "+2 dice",
    SpecialRule.INDEPENDENT: "command at 30 in",
    SpecialRule.MARKSMEN: "+1 to hit",
    SpecialRule.NATIVES: "never supported",
    SpecialRule.POORLY_TRAINED: "\N{MINUS SIGN}1 to hit",
    SpecialRule.RELIABLE: "+1 order reroll",
    SpecialRule.SCOUTS: "no ground slows it",
    SpecialRule.STALWART: "fire does not slow it",
    SpecialRule.STEADY: "one friend supports it",
    SpecialRule.STUBBORN: "may test again",
    SpecialRule.TOUGH_FIGHTERS: "rerolls misses in melee",
    SpecialRule.VETERANS: "loses disorder on 4+",
}
"""The effects of special rules that fit in a few words."""


def notes(battle: LibertyBattle, unit: Regiment, need: Need) -> Notes:
    """A unit's brigade, its hits against its three values, what it waits for, and its figures."""
    wear = unit.wear
    marks = ((wear.worn, "worn"), (wear.shaken, "shaken"), (wear.broken, "broken"))
    return Notes(group_of(battle, unit), Strip(unit.hits, marks), need, _figures(battle, unit))


def group_of(battle: LibertyBattle, unit: Regiment) -> str:
    """The brigade of a unit, by the name of its General, dead or alive (army.brigades)."""
    general = general_of(battle, unit)
    return unit.brigade if general is None else general.name


def need_of(battle: LibertyBattle, unit: Regiment) -> Need:
    """Does a unit of the acting player wait for an order, has it had one, or can it have none?

    turn.command.f, turn.command.no-order
    """
    if unit.pose is None or unit.side != battle.active or battle.step.phase != "Command":
        return ""
    if battle.step in (Step.INITIATIVE, Step.POINTS, Step.DEPLOYMENT):
        return ""
    if unit.order is not None:
        return "done"
    return "unable" if unit.disorder or unit.routing or battle.is_engaged(unit.id) else "waiting"


# --------------------------------------------------------------------- figures
def _figures(battle: LibertyBattle, unit: Regiment) -> tuple[Figure, ...]:
    figures = [
        _rate(battle, unit, "Advance", Order.ADVANCE),
        _rate(battle, unit, "Run", Order.RUN),
        _weapon(unit),
        _fists(unit),
    ]
    if unit.pose is not None:
        figures += [_command(battle, unit), _support(battle, unit)]
    if unit.order is not None:
        figures.append(Figure("Order", unit.order.value, "of this turn", "turn.command.one-order"))
    return (*figures, *_special_rules(unit))


def _rate(battle: LibertyBattle, unit: Regiment, name: str, order: Order) -> Figure:
    """The distance of an order, with the changes to its rate (movement.allowance)."""
    row = rates(unit.arm)
    if not (row.run if order is Order.RUN else row.advance):
        return Figure(name, "none", rule="movement.rates")
    tally = allowance(battle, unit, March(order))
    return Figure(name, f"{tally.total:g} in", changes_of(tally), "movement.rates")


def changes_of(tally: Tally) -> str:
    """The changes to a base figure, in a few words; empty if there are none.

    >>> changes_of(Tally.of(8, "ADVANCE", "").plus(-1, "under-fire markers", ""))
    '8, \N{MINUS SIGN}1 under-fire markers'
    """
    base, *others = tally.steps
    if not others:
        return ""
    added = (f"{_signed(step.value)} {step.words}" for step in others if step.effect is Effect.PLUS)
    return ", ".join((f"{base.value:g}", *added))


def _signed(value: float) -> str:
    return f"\N{MINUS SIGN}{-value:g}" if value < 0 else f"+{value:g}"


def _weapon(unit: Regiment) -> Figure:
    """Its weapon, what it hits on, and its ranges (weapons.ranges, shooting.to-hit)."""
    profile = unit.profile
    if unit.arm is Arm.LIMBERED:
        return Figure(profile.weapon, "none", "limbered", "combatdice.limbered")
    fire = Fire(
        arm=unit.arm,
        quality=profile.quality,
        weapon=profile.weapon,
        marksmen=unit.has(SpecialRule.MARKSMEN),
        poorly_trained=unit.has(SpecialRule.POORLY_TRAINED),
    )
    ranges = f"{profile.short_max} / {profile.effective_max} / {profile.long_max} in"
    return Figure(profile.weapon, f"{to_hit(fire).whole}+", ranges, "weapons.ranges")


def _fists(unit: Regiment) -> Figure:
    """What it hits on in melee, and what it saves on (melee.to-hit, saves.melee)."""
    saved = f"save {melee.save().whole}, under fire {save(Fire()).whole}"
    return Figure("Melee", f"{melee.to_hit(unit.profile.quality).whole}+", saved, "melee.to-hit")


def _command(battle: LibertyBattle, unit: Regiment) -> Figure:
    """Whether it is in command, its General and his distance (command.range)."""
    rule, general = "dice.reroll.in-command", general_of(battle, unit)
    if general is None or general.pose is None:
        return Figure("In command", "no", "its General is gone", rule)
    if general.attached_to is not None:
        whom = "it" if general.attached_to == unit.id else battle.units[general.attached_to].name
        return Figure("In command", _yes(is_in_command(battle, unit)), f"{general.name}, with {whom}", rule)
    base = Body(0, unit.side, general.pose, roster().general.shape())
    far = distance(Body(1, unit.side, unit.pose, unit.shape), base)
    reach = unit.profile.command_range
    return Figure(
        "In command",
        _yes(is_in_command(battle, unit)),
        f"{general.name}, {as_inches(far):.1f} of {reach} in",
        rule,
    )


def supporters(battle: LibertyBattle, unit: Regiment) -> tuple[Regiment, ...]:
    """The friends near enough and in a state to support a unit (dice.reroll.supported.who)."""
    far = distances_from(unit, scene_of(battle))
    return tuple(
        friend
        for friend in battle.on_table(unit.side)
        if friend.id != unit.id
        and friend.state is not State.SHAKEN
        and not friend.routing
        and is_within(far[friend.id], SUPPORT_RANGE)
    )


def _support(battle: LibertyBattle, unit: Regiment) -> Figure:
    count = len(supporters(battle, unit))
    by = f"by {count} within 12 in" if count else "no friend within 12 in"
    return Figure("Supported", _yes(is_supported(battle, unit)), by, "dice.reroll.supported")


def _yes(holds: object) -> str:
    return "yes" if holds else "no"


def _special_rules(unit: Regiment) -> tuple[Figure, ...]:
    """Its special rules, each with its rule."""
    rules = dict.fromkeys((*unit.profile.special, *unit.special))
    return tuple(Figure(rule.value, "", EFFECTS.get(rule, ""), rule_of(rule)) for rule in rules)


def rule_of(special: SpecialRule) -> str:
    """The id of a special rule."""
    if special is SpecialRule.GRENADIERS_DETACHED:
        return "army.grenadiers-detached"
    return f"special.{special.value.lower().replace(' ', '-')}"
