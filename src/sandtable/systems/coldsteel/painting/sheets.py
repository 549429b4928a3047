"""The card of a unit: its brigade, its losses, its need in this step, its figures."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.game.present.english import counted, listed
from sandtable.game.present.painting import Figure, Need, Notes, Strip
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.aim import barred, shot_at, targets, volley_at
from sandtable.systems.coldsteel.arriving import due
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Phase
from sandtable.systems.coldsteel.blows import blow_at, role_of
from sandtable.systems.coldsteel.cards import TITLES
from sandtable.systems.coldsteel.deployment import to_place
from sandtable.systems.coldsteel.manoeuvres import units_open
from sandtable.systems.coldsteel.melee import dice as melee_dice
from sandtable.systems.coldsteel.melee import need as melee_need
from sandtable.systems.coldsteel.morale import modifiers
from sandtable.systems.coldsteel.morale_facts import facts_of
from sandtable.systems.coldsteel.movement import move_allowance
from sandtable.systems.coldsteel.rates import allowance, pace_of
from sandtable.systems.coldsteel.troops import Figure as Leader


def notes(battle: ColdSteelBattle, unit: ColdSteelUnit, need: Need) -> Notes:
    """The notes on a unit: its brigade, losses, need and figures."""
    return Notes(unit.brigade, strip(unit), need, tuple(_figures(battle, unit)), signs(unit))


def signs(unit: ColdSteelUnit) -> tuple[tuple[str, int], ...]:
    """The signs beside a unit drawn man by man: the effect of its last test, and what shakes its next.

    morale.status, cards.cowardly-scope, morale.fired-means
    """
    fired = unit.muskets_now + unit.guns_now
    found = (("failed", int(unit.failed)), ("held back", int(unit.held_back)), ("under fire", fired))
    return tuple((words, count) for words, count in found if count and unit.pose is not None)


def strip(unit: ColdSteelUnit) -> Strip:
    """The models a unit has lost; losing more than half shakes it (morale.half-means)."""
    began = unit.profile.models
    return Strip(began - unit.models, ((began // 2 + 1, "below half"), (began, "destroyed")))


# --------------------------------------------------------------------- its need
def need_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Need:
    """Is a unit waiting to act in this step, done, or unable? (turn.unit-order)"""
    if unit.side != battle.active or unit.removed is not None:
        return ""
    if unit.named:
        return "done"
    match battle.step.phase:
        case Phase.SETUP:
            return "waiting" if unit.id in to_place(battle, unit.side) else ""
        case Phase.MORALE:
            return "waiting" if unit.pose is not None else ""
        case Phase.MANOEUVRES:
            return _waits(battle, unit, open_to=unit.id in units_open(battle))
        case Phase.SHOOTING:
            return _waits(battle, unit, open_to=bool(targets(battle, unit)))
        case _:
            return ""


def _waits(battle: ColdSteelBattle, unit: ColdSteelUnit, *, open_to: bool) -> Need:
    """The need of a unit: on the table it may act or not; off the table it may be due to arrive."""
    if unit.pose is None:
        coming = battle.step.phase is Phase.MANOEUVRES and unit.id in due(battle, unit.side)
        return "waiting" if coming else ""
    return "waiting" if open_to else "unable"


# --------------------------------------------------------------------- figures
def _figures(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Figure]:
    yield _models(unit)
    yield _command(unit)
    if unit.models == 0 or unit.removed is not None:
        return
    if unit.pose is not None:
        yield _morale(battle, unit)
    yield _move(battle, unit)
    yield _fire(battle, unit)
    yield _melee(battle, unit)
    if unit.trait is not None:
        yield _card(unit)
    yield from _this_turn(battle, unit)


def _models(unit: ColdSteelUnit) -> Figure:
    """Its models, and whether they are less than half (morale.half-means)."""
    below = "below half strength" if unit.is_below_half else f"half is {unit.profile.models / 2:g}"
    return Figure("Models", f"{unit.models} of {unit.profile.models}", below, "morale.half-means")


def _command(unit: ColdSteelUnit) -> Figure:
    """Its living command figures, and those it has lost (leaders.alive-only)."""
    alive = tuple(figure.called for figure in Leader if unit.has(figure))
    fallen = tuple(one.called for one in Leader if one in unit.profile.command and not unit.has(one))
    note = f"fallen: {listed(fallen)}" if fallen else ""
    if not unit.profile.command:
        note = "it has none"
    return Figure("Command", listed(alive) if alive else "none", note, "leaders.alive-only")


def _morale(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Figure:
    """The modifiers of a test taken now, with reasons (morale.table, morale.when-measured)."""
    tally = modifiers(facts_of(battle, unit))
    reasons = ", ".join(f"{step.words} {_signed(step.value)}" for step in tally.steps[1:])
    return Figure("Morale", f"2D6 {_signed(tally.whole)}", reasons or "nothing changes it", "morale.table")


def _move(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Figure:
    """Its moves, over rough ground and charging too (movement.mod.stack)."""
    far = move_allowance(battle, unit).whole
    rough = allowance(pace_of(battle, unit, rough=True)).whole
    words = [f"rough {rough} in"] if rough != far else []
    if unit.formation.may_charge and not unit.is_artillery:
        words.append(f"charge {allowance(pace_of(battle, unit, charging=True)).whole} in")
    if unit.is_garrison:
        return Figure("Move", "none", "leaves its building first", "building.no-sortie")
    return Figure("Move", f"{far} in" if far else "none", ", ".join(words), "movement.mod.stack")


def _fire(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Figure:
    """Its dice and what they need in each band (shooting.dice, artillery.procedure)."""
    if unit.is_cavalry:
        return Figure("Fire", "none", "cavalry never shoots", "shooting.who")
    if unit.is_artillery:
        return _guns(battle, unit)
    fire = replace(volley_at(battle, unit, unit, inches=0), at_garrison=False)
    count = shooting.dice(fire).whole
    if not count:
        return Figure("Fire", "none", shooting.dice(fire).steps[0].words, "shooting.formations")
    needs = ", ".join(
        f"to {band.max_inches} in {shooting.need(replace(fire, distance=band.max_inches)).shown}"
        for band in shooting.bands()
        if band.max_inches <= shooting.reach(fire)
    )
    return Figure("Fire", counted(count, "die"), needs or "cannot hit", "shooting.dice")


def _guns(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Figure:
    """What a battery needs on two dice in each band, and its casualty dice (artillery.procedure)."""
    if shot_at(battle, unit, unit, inches=0).limbered:
        return Figure("Fire", "none", "limbered guns cannot shoot", "artillery.unlimbered")
    told = []
    for band in artillery.bands():
        shot = shot_at(battle, unit, unit, inches=band.max_inches)
        dice = artillery.wound_dice(shot).shown
        told.append(f"{_limit(band)} {artillery.need(shot).shown} for {dice}D6")
    return Figure("Fire", "2D6 to hit", ", ".join(told), "artillery.procedure")


def _limit(band: artillery.GunBand) -> str:
    last = band is artillery.bands()[-1]
    return "beyond" if last else f"to {band.max_inches} in"


def _melee(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Figure:
    """Its melee dice and what they need, in its present role or as a defender (melee.table)."""
    blow = blow_at(battle, unit, unit, role_of(battle, unit))
    count = counted(melee_dice(blow).whole, "die")
    return Figure("Melee", count, f"{melee_need(blow).shown} to wound", "melee.table")


def _card(unit: ColdSteelUnit) -> Figure:
    """Its trait card, and whether it works (cards.one-per-unit, cards.person-alive, cards.permanent)."""
    assert unit.trait is not None
    if unit.plays(unit.trait):
        note = ""
    else:
        note = "spent" if unit.trait_spent else "the man it is named after is dead"
    return Figure("Card", TITLES[unit.trait], note, f"cards.{unit.trait}")


def _this_turn(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Figure]:
    """The effect of its last test, the fire it received, and why it may not shoot.

    morale.status, turn.last-turn
    """
    if unit.pose is None:
        return
    told = [
        (unit.failed, "failed its test"),
        (unit.held_back, "held back by its Cowardly Officer"),
        (battle.is_engaged(unit.id), "engaged"),
        (unit.charged is not None, "charged"),
        (unit.manoeuvred, "manoeuvred"),
        (unit.muskets_now, "shot at"),
        (unit.guns_now, "shelled"),
    ]
    words = ", ".join(word for holds, word in told if holds)
    reasons = barred(battle, unit) if battle.step.phase is Phase.SHOOTING else ()
    why = reasons[0].words if reasons and not unit.named else ""
    if words or why:
        yield Figure("Status", words or "steady", why, "morale.status")


def _signed(value: float) -> str:
    return f"+{value:g}" if value >= 0 else f"\N{MINUS SIGN}{-value:g}"
