"""Free battles for tests: two armies chosen from the lists or drawn at random, deployed by their players.

The check that reads a scenario file refuses what army.choice does not allow.

>>> battle = free_battle(random_armies(1))
>>> [side.name for side in battle.sides], battle.free
(['Continental', 'British'], True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import RandomHand, numbered
from sandtable.game.files.scenario import problems
from sandtable.game.files.scenario_rows import Ground, Table
from sandtable.game.files.typed_files import BadFile
from sandtable.systems.liberty.army_choice import APART, BATTERIES, BRIGADES, OF_A_ROW, UNITS
from sandtable.systems.liberty.profiles import Profile, UnitType, legal_formations
from sandtable.systems.liberty.roster import LeaderEntry, Scenario, Side, UnitEntry, roster
from sandtable.table.space import TableSide

EDGES: Final[tuple[TableSide, TableSide]] = ("bottom", "top")
"""The first side has the bottom edge, the second the top (deploy.table)."""
USUAL_TABLE: Final = Table(72, 48)
TRIES: Final = 100
ORDINALS: Final = ("First", "Second", "Third")

T = TypeVar("T")


class Levy(Struct, frozen=True, kw_only=True):
    """A unit taken into an army: its list entry, its bases, and whether its grenadiers are detached."""

    profile: str
    bases: int
    name: str = ""
    grenadiers_detached: bool = False


class Brigade(Struct, frozen=True, kw_only=True):
    """A General and the units assigned to him (command.assign, army.brigades)."""

    general: str
    units: tuple[Levy, ...]


class Army(Struct, frozen=True, kw_only=True):
    """An army as its player chose it, from one list or from lists that serve together."""

    name: str
    lists: tuple[str, ...]
    brigades: tuple[Brigade, ...]
    commander: str = ""


def free_battle(
    armies: tuple[Army, Army],
    *,
    id: str = "free-battle",
    table: Table = USUAL_TABLE,
    turn_limit: int = 10,
    ground: tuple[Ground, ...] = (),
) -> Scenario:
    """The scenario of a free battle; `BadFile` says what army.choice does not allow in it."""
    plain = replace(proposed(armies), id=id, table=table, turn_limit=turn_limit, terrain=ground)
    for problem in problems(plain, roster()):
        raise BadFile(problem.path, problem.key, problem.words)
    return plain


def proposed(armies: tuple[Army, Army]) -> Scenario:
    """The scenario that two armies make on an open table, without any check."""
    sides = tuple(
        Side(id=f"side-{n}", name=army.name, edge=edge, commander=army.commander, lists=army.lists)
        for n, (army, edge) in enumerate(zip(armies, EDGES, strict=True), start=1)
    )
    both = tuple(zip(sides, armies, strict=True))
    return Scenario(
        id="free-battle",
        name="A free battle",
        date="",
        place="",
        history="",
        first_player="roll",
        sides=sides,
        leaders=tuple(row for side, army in both for row in _leaders(side, army)),
        units=tuple(row for side, army in both for row in _units(side, army)),
        free=True,
    )


def _brigade_id(side: Side, number: int) -> str:
    return f"{side.id}-brigade-{number + 1}"


def _leaders(side: Side, army: Army) -> Iterator[LeaderEntry]:
    for number, brigade in enumerate(army.brigades):
        place = _brigade_id(side, number)
        yield LeaderEntry(
            id=f"{place}-general",
            side=side.id,
            name=brigade.general,
            profile=roster().general.id,
            brigade=place,
        )


def _units(side: Side, army: Army) -> Iterator[UnitEntry]:
    for number, brigade in enumerate(army.brigades):
        for place, levy in enumerate(brigade.units, start=1):
            profile = roster().profile(levy.profile)
            yield UnitEntry(
                id=f"{_brigade_id(side, number)}-unit-{place}",
                side=side.id,
                name=levy.name or profile.unit,
                brigade=_brigade_id(side, number),
                profile=levy.profile,
                bases=levy.bases,
                formation=legal_formations(profile.type, levy.bases)[0],
                grenadiers_detached=levy.grenadiers_detached,
            )


# ----------------------------------------------------------------- armies at random
def random_armies(seed: int) -> tuple[Army, Army]:
    """Two fair armies drawn from the lists by a seed: Continentals against British, perhaps with Hessians."""
    chance = _Chance(seed)
    for _ in range(TRIES):
        sizes = [chance.pick(range(UNITS[0], UNITS[1] + 1)) for _ in range(chance.pick(BRIGADES))]
        lists = [*["british"] * (len(sizes) - 1), chance.pick(("british", "hessian"))]
        left = chance.army("Continental", [("continental", size) for size in sizes])
        right = chance.army("British", list(zip(lists, sizes, strict=True)))
        fair = _evened(left, right)
        if fair is not None:
            return fair
    raise AssertionError(f"no fair armies came of seed {seed} in {TRIES} draws")


class _Chance:
    """The random choices in drawing an army."""

    def __init__(self, seed: int) -> None:
        self._hand = RandomHand(seed)

    def pick(self, things: Sequence[T]) -> T:
        """One of these things, all equally likely."""
        if len(things) == 1:
            return things[0]
        (face,) = self._hand.cast(numbered(len(things)), 1, "drawing an army")
        return things[face - 1]

    def army(self, name: str, brigades: Sequence[tuple[str, int]]) -> Army:
        """An army of brigades, each from a list and of so many units."""
        taken: Counter[str] = Counter()
        drawn = tuple(
            Brigade(general=f"General of the {ordinal} {name} brigade", units=self._units(row, size, taken))
            for ordinal, (row, size) in zip(ORDINALS, brigades, strict=False)
        )
        return Army(name=name, lists=tuple(sorted({row for row, _ in brigades})), brigades=drawn)

    def _units(self, row: str, size: int, taken: Counter[str]) -> tuple[Levy, ...]:
        drawn: list[Levy] = []
        while len(drawn) < size:
            profile = self.pick([one for one in roster().profiles if one.army == row])
            if taken[profile.id] == OF_A_ROW or _has_guns_enough(profile, drawn):
                continue
            taken[profile.id] += 1
            bases = self.pick([one.bases for one in profile.sizes])
            name = f"{ORDINALS[taken[profile.id] - 1]} {profile.unit}"
            drawn.append(Levy(profile=profile.id, bases=bases, name=name))
        return tuple(drawn)


def _has_guns_enough(profile: Profile, drawn: list[Levy]) -> bool:
    guns = sum(roster().profile(levy.profile).type is UnitType.ARTILLERY for levy in drawn)
    return profile.type is UnitType.ARTILLERY and guns == BATTERIES


def _evened(left: Army, right: Army) -> tuple[Army, Army] | None:
    """Both armies with bases equal within two, units of the larger one reduced; None if that fails."""
    while abs(bases_of(left) - bases_of(right)) > APART:
        larger = left if bases_of(left) > bases_of(right) else right
        smaller = _reduced(larger)
        if smaller is None:
            return None
        left, right = (smaller, right) if larger is left else (left, smaller)
    return left, right


def bases_of(army: Army) -> int:
    """The bases of an army without detached grenadiers."""
    return sum(levy.bases - levy.grenadiers_detached for brigade in army.brigades for levy in brigade.units)


def _reduced(army: Army) -> Army | None:
    """The army with its first reducible unit made smaller."""
    for number, brigade in enumerate(army.brigades):
        for place, levy in enumerate(brigade.units):
            sizes = [size.bases for size in roster().profile(levy.profile).sizes if size.bases < levy.bases]
            if sizes:
                fewer = replace(levy, bases=max(sizes))
                units = (*brigade.units[:place], fewer, *brigade.units[place + 1 :])
                brigades = list(army.brigades)
                brigades[number] = replace(brigade, units=units)
                return replace(army, brigades=tuple(brigades))
    return None
