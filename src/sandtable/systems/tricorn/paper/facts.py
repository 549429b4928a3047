"""The facts of a resolution that a roster card supplies; ground and neighbours are entered by hand."""

from __future__ import annotations

from sandtable.game.kit.roster_cards import Given, Plain, Unsuited, stated, under
from sandtable.systems.tricorn.battle import TricornUnit
from sandtable.systems.tricorn.casualties import Attached, Peril
from sandtable.systems.tricorn.disorder import Disorder
from sandtable.systems.tricorn.foot_charge import Party
from sandtable.systems.tricorn.melee_facts import Fighter
from sandtable.systems.tricorn.morale import Flight, Nerve
from sandtable.systems.tricorn.paper.units import Marks, listed
from sandtable.systems.tricorn.rally import Rally
from sandtable.systems.tricorn.shooting import Fire, Target
from sandtable.systems.tricorn.troops import Formation


def _nerve(unit: TricornUnit, marks: Marks) -> dict[str, object]:
    """The facts of a unit that count in every test (troops.quality, morale.mod.demoralized)."""
    return {
        "troops": unit.type,
        "quality": unit.quality,
        "markers": unit.markers,
        "attached": marks.attached,
        "demoralized": marks.demoralized,
        "forced_march": marks.forced_march,
    }


def _crewed(profile: str, marks: Marks) -> TricornUnit:
    """A unit that can act: abandoned guns cannot (artillery.abandoned)."""
    unit = listed(profile, marks)
    if unit.is_abandoned:
        raise Unsuited(f"{unit.profile.name} is abandoned and does nothing; its crew must come back first")
    return unit


# --------------------------------------------------------------------- fire
def shooter(profile: str, marks: Marks) -> Given:
    """The unit that fires."""
    return under("fire", _fire(profile, marks))


def second_shooter(profile: str, marks: Marks) -> Given:
    """A second unit that fires at the same target in the same step (shooting.simultaneous)."""
    return {"two": True, **under("other", _fire(profile, marks))}


def _fire(profile: str, marks: Marks) -> dict[str, Plain]:
    unit = _crewed(profile, marks)
    if unit.value.fire is None or unit.is_column:
        raise Unsuited(f"{unit.profile.name} does not fire {unit.formation}; it must be formed to fire")
    return stated(Fire, troops=unit.type, quality=unit.quality, markers=unit.markers, moved=marks.moved)


def target(profile: str, marks: Marks) -> Given:
    """The target; abandoned guns cannot be one (artillery.abandoned)."""
    unit = _crewed(profile, marks)
    return under("target", stated(Target, **_nerve(unit, marks), column=unit.is_column))


# --------------------------------------------------------------------- melee
def one(profile: str, marks: Marks) -> Given:
    """The primary of the active side."""
    return under("one", _fighter(profile, marks))


def other(profile: str, marks: Marks) -> Given:
    """The primary of the other side."""
    return under("other", _fighter(profile, marks))


def _fighter(profile: str, marks: Marks) -> dict[str, Plain]:
    unit = _crewed(profile, marks)
    if unit.value.melee is None:
        raise Unsuited(f"{unit.profile.name} does not fight {unit.formation}; it has no melee value so")
    return stated(
        Fighter,
        **_nerve(unit, marks),
        two_four=unit.profile.is_two_four,
        column=unit.is_column,
    )


def foot(profile: str, marks: Marks) -> Given:
    """Foot that would close with Mounted (movement.muskets-v-mounted, movement.contact.who)."""
    unit = listed(profile, marks)
    if not unit.is_foot:
        raise Unsuited(f"{unit.profile.name} is not Foot; muskets and light infantry make this attack")
    if unit.formation is not Formation.LINE:
        raise Unsuited(f"{unit.profile.name} starts no melee as {unit.formation}; it must be in line")
    return under("foot", stated(Party, **_nerve(unit, marks)))


def horse(profile: str, marks: Marks) -> Given:
    """Mounted that Foot attacks (movement.muskets-v-mounted)."""
    unit = listed(profile, marks)
    if not unit.is_mounted:
        raise Unsuited(f"{unit.profile.name} is not Mounted; only Mounted is attacked in this way")
    return under("horse", stated(Party, **_nerve(unit, marks)))


# --------------------------------------------------------------------- morale
def tester(profile: str, marks: Marks) -> Given:
    """The unit that takes a Morale Test."""
    return stated(Nerve, **_nerve(_crewed(profile, marks), marks))


def rallier(profile: str, marks: Marks) -> Given:
    """The unit that removes Disorder, or whose crew returns (rally.test, artillery.recrew)."""
    unit = listed(profile, marks)
    disorder = stated(Disorder, markers=unit.markers, permanent=unit.permanent)
    nerve = _nerve(unit, marks)
    del nerve["markers"]
    return {**stated(Rally, **nerve, abandoned=unit.is_abandoned), **under("disorder", disorder)}


def withdrawing(profile: str, marks: Marks) -> Given:
    """The unit that withdraws; guns are abandoned instead (morale.row.2.artillery)."""
    unit = listed(profile, marks)
    if unit.is_artillery:
        raise Unsuited(f"{unit.profile.name} never withdraws; its guns are abandoned instead")
    return stated(Flight, mounted=unit.is_mounted)


def led(profile: str, marks: Marks) -> Given:
    """A unit that received markers, and the officer with it (leaders.casualty.trigger)."""
    unit = listed(profile, marks)
    if marks.attached is Attached.NOBODY:
        raise Unsuited(f"no officer is attached to {unit.profile.name}; mark him first if there is one")
    return stated(Peril, attached=marks.attached)
