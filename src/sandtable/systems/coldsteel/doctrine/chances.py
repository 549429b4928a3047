"""The expected results of fire, blows and tests, computed from the rules' procedures and kept by facts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.artillery import Shot, shot
from sandtable.systems.coldsteel.doctrine.worth import GONE, SHAKEN, toll
from sandtable.systems.coldsteel.melee import strike
from sandtable.systems.coldsteel.melee_facts import Blow
from sandtable.systems.coldsteel.morale import MoraleFacts, Result, Settled, morale_test
from sandtable.systems.coldsteel.policies import decide_steadily
from sandtable.systems.coldsteel.shooting import Fire, volley

ODDS: Final = OddsDriver(decide_steadily)
"""One odds driver for all questions, because it caches what it has computed."""
ROUNDS: Final = 2
"""The number of later melee rounds that are considered."""
GROUPS: Final = 6
"""The number of groups into which the outcomes of defensive fire are merged."""

Chances = tuple[tuple[int, float], ...]
"""Numbers of hits, each with its probability."""


class Mark(NamedTuple):
    """A target: its models now and at the start."""

    models: int
    starting: int


# ----------------------------------------------------------------------- fire
def volley_gain(fire: Fire, mark: Mark) -> float:
    """The expected cost of a volley to its target; only the range band matters (shooting.one-band)."""
    found = shooting.band(fire.distance)
    if found is None:
        return 0.0
    return _volley_gain(replace(fire, distance=float(found.max_inches), seat=0, unit=-1), mark)


@lru_cache(maxsize=65536)
def _volley_gain(fire: Fire, mark: Mark) -> float:
    return _cost(volley_hits(fire), mark)


@lru_cache(maxsize=8192)
def volley_hits(fire: Fire) -> Chances:
    """The distribution of a volley's hits."""
    return _tallied((one.hits, float(chance)) for one, chance in ODDS.odds(do(volley, fire)).items())


def shot_gain(facts: Shot, mark: Mark) -> float:
    """The expected cost of a battery's shot to its target; only the range band matters."""
    found = artillery.band(facts)
    if found is None:
        return 0.0
    near = float(min(found.max_inches, artillery.OUTER_LIMIT))
    return _shot_gain(replace(facts, distance=near, seat=0, unit=-1), mark)


@lru_cache(maxsize=8192)
def _shot_gain(facts: Shot, mark: Mark) -> float:
    return _cost(shot_hits(facts), mark)


@lru_cache(maxsize=1024)
def shot_hits(facts: Shot) -> Chances:
    """The distribution of the models that a battery's shot removes."""
    return _tallied((one.wounds, float(chance)) for one, chance in ODDS.odds(do(shot, facts)).items())


def _tallied(found: Iterable[tuple[int, float]]) -> Chances:
    sums: dict[int, float] = {}
    for hits, chance in found:
        sums[hits] = sums.get(hits, 0.0) + chance
    return tuple(sorted(sums.items()))


def _cost(hits: Chances, mark: Mark) -> float:
    lost = mark.starting - mark.models
    after = sum(chance * toll(lost + min(count, mark.models), mark.starting) for count, chance in hits)
    return after - toll(lost, mark.starting)


# ----------------------------------------------------------------------- melee
class Clash(NamedTuple):
    """A charge: both units as they strike, their original models, and the fire that meets the charger.

    ``ours`` and ``theirs`` are the chances of the charger and the charged to fail a test while locked.
    """

    charger: Blow
    defender: Blow
    began: tuple[int, int]
    fire: Fire | Shot | None
    ours: float
    theirs: float


class Balance(NamedTuple):
    """The expected cost of a fight to the charger and to the charged."""

    charger: float
    charged: float


@lru_cache(maxsize=16384)
def blow_hits(blow: Blow) -> Chances:
    """The distribution of a blow's wounds."""
    return _tallied((one.hits, float(chance)) for one, chance in ODDS.odds(do(strike, blow)).items())


def blow_gain(blow: Blow, mark: Mark) -> float:
    """The expected cost of a blow to its target."""
    return _cost(blow_hits(replace(blow, seat=0, unit=-1)), mark)


@lru_cache(maxsize=1024)
def per_model(blow: Blow) -> float:
    """The average number of wounds that one model scores."""
    return sum(count * chance for count, chance in blow_hits(replace(blow, models=1)))


@lru_cache(maxsize=16384)
def clash(facts: Clash) -> Balance:
    """The expected cost of a charge to both sides: fire and first blow by exact odds, the rest by means."""
    own = theirs = 0.0
    before = _tolls(facts, float(facts.charger.models), float(facts.defender.models))
    for left, chance in _met(facts):
        ours, others = _first_round(facts, left)
        own += chance * ours
        theirs += chance * others
    return Balance(own - before[0], theirs - before[1])


def _met(facts: Clash) -> Chances:
    """The distribution of the chargers left after defensive fire, in a few groups."""
    models = facts.charger.models
    if facts.fire is None:
        return ((models, 1.0),)
    hits = shot_hits(facts.fire) if isinstance(facts.fire, Shot) else volley_hits(facts.fire)
    left: dict[int, float] = {}
    for count, chance in hits:
        alive = max(models - count, 0)
        left[alive] = left.get(alive, 0.0) + chance
    return _grouped(tuple(sorted(left.items())))


def _grouped(found: Chances) -> Chances:
    """A distribution with neighbouring numbers merged, each group by its mean."""
    groups: list[tuple[int, float]] = []
    weight = total = 0.0
    for number, chance in found:
        weight, total = weight + chance, total + chance * number
        if weight >= 1 / GROUPS:
            groups.append((round(total / weight), weight))
            weight = total = 0.0
    if weight:
        groups.append((round(total / weight), weight))
    return tuple(groups)


def _first_round(facts: Clash, charging: int) -> tuple[float, float]:
    """The losses of both sides, in worth, after this number of chargers have struck and been struck."""
    if not charging:
        return _tolls(facts, 0.0, float(facts.defender.models))
    back = per_model(facts.defender)
    own = theirs = 0.0
    for count, chance in blow_hits(replace(facts.charger, models=charging)):
        standing = max(facts.defender.models - count, 0)
        left = max(charging - standing * back, 0.0)
        ours, others = _aftermath(facts, left, float(standing))
        own += chance * ours
        theirs += chance * others
    return own, theirs


def _aftermath(facts: Clash, left: float, standing: float) -> tuple[float, float]:
    """The losses of both sides after later tests and rounds; a unit that fails while locked is overrun.

    morale.overrun
    """
    own, theirs = _tolls(facts, left, standing)
    still = 1.0
    hit, back = per_model(facts.charger), per_model(facts.defender)
    for _ in range(ROUNDS):
        if left <= 0.0 or standing <= 0.0:
            break
        before = _tolls(facts, left, standing)
        own += still * facts.ours * (GONE - before[0])
        theirs += still * facts.theirs * (GONE - before[1])
        still *= (1.0 - facts.ours) * (1.0 - facts.theirs)
        left, standing = max(left - standing * back, 0.0), max(standing - left * hit, 0.0)
        after = _tolls(facts, left, standing)
        own += still * (after[0] - before[0])
        theirs += still * (after[1] - before[1])
    return own, theirs


def _tolls(facts: Clash, left: float, standing: float) -> tuple[float, float]:
    ours, theirs = facts.began
    return toll(ours - left, ours), toll(theirs - standing, theirs)


# ----------------------------------------------------------------------- morale
@lru_cache(maxsize=16384)
def fails(facts: MoraleFacts) -> float:
    """The probability that a unit fails its test."""
    return sum(chance for end, chance in _tests(facts) if not end.passed)


@lru_cache(maxsize=16384)
def test_cost(facts: MoraleFacts) -> float:
    """The expected cost of a test to its unit."""
    rest = GONE - toll(facts.began - facts.models, facts.began)
    return sum(chance * cost_of(end.result, rest) for end, chance in _tests(facts))


def _tests(facts: MoraleFacts) -> tuple[tuple[Settled, float], ...]:
    found = ODDS.odds(do(morale_test, replace(facts, seat=0, unit=-1)))
    return tuple((end, float(chance)) for end, chance in found.items())


def cost_of(result: Result, rest: float) -> float:
    """The cost of a result to a unit whose remaining worth is *rest*."""
    if result in (Result.ROUTS, Result.OVERRUN):
        return rest
    return {Result.RETREATS: min(SHAKEN, rest), Result.HELD_BACK: 0.05}.get(result, 0.0)
