"""What the doctrine of Cold Steel reckons with: the worth of losses, fire, charges, places and goals.

All worth is in victory points; a lost unit costs 1.6. Each case states its sum.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.coldsteel import artillery, shooting
from sandtable.systems.coldsteel.battle import ColdSteelUnit, Prize
from sandtable.systems.coldsteel.doctrine.chances import (
    Clash,
    Mark,
    blow_hits,
    clash,
    cost_of,
    fails,
    per_model,
    shot_gain,
    shot_hits,
    volley_gain,
    volley_hits,
)
from sandtable.systems.coldsteel.doctrine.chances import (
    test_cost as cost_of_test,
)
from sandtable.systems.coldsteel.doctrine.charges import charge_worth, sensible_ways
from sandtable.systems.coldsteel.doctrine.facts import at_range, bands, can_meet, onset
from sandtable.systems.coldsteel.doctrine.fire import aim_worth
from sandtable.systems.coldsteel.doctrine.worth import toll
from sandtable.systems.coldsteel.melee_facts import Blow, Role
from sandtable.systems.coldsteel.morale import MoraleFacts, Result
from sandtable.systems.coldsteel.troops import Formation, Trait
from sandtable.table.space import Point
from tests.systems.coldsteel.parade_ground import (
    FULL,
    GUNS,
    HUSSARS,
    LANCERS,
    battle,
    garrison,
    house,
    unit,
)

SOUTH = 180


# ----------------------------------------------------------------------- losses, fire
@pytest.mark.parametrize(
    ("lost", "cost"), [(0, 0.0), (5, 0.325), (10, 0.65), (13, 0.885), (16, 1.12), (18, 1.36), (20, 1.6)]
)
def test_losses_cost_by_the_share_that_is_gone(lost: int, cost: float) -> None:
    """Half of a unit costs 0.65, four fifths 1.12, all of it 1.6, and between these in proportion."""
    assert toll(lost, 20) == pytest.approx(cost)


def test_a_volley_costs_the_models_it_hits_but_never_more_than_there_are() -> None:
    """Three men of ten stand; what hits beyond them is wasted."""
    fire = shooting.Fire(distance=6.0)
    hits = volley_hits(fire)
    assert sum(chance for _, chance in hits) == pytest.approx(1)
    expected = sum(chance * toll(7 + min(count, 3), 10) for count, chance in hits) - toll(7, 10)
    assert volley_gain(fire, Mark(3, 10)) == pytest.approx(expected)
    assert volley_gain(replace(fire, distance=999.0), Mark(3, 10)) == 0.0


def test_all_ranges_of_a_band_are_alike() -> None:
    near, far = (float(band.max_inches) for band in shooting.bands()[:2])
    worth = [volley_gain(shooting.Fire(distance=inch), Mark(24, 24)) for inch in (near, near - 1, far)]
    assert worth[0] == worth[1] > worth[2] > 0


def test_a_shot_of_guns_costs_the_models_it_removes() -> None:
    shot = artillery.Shot(distance=12.0)
    expected = sum(chance * toll(4 + min(count, 20), 24) for count, chance in shot_hits(shot)) - toll(4, 24)
    assert shot_gain(shot, Mark(20, 24)) == pytest.approx(expected)


def test_fire_counts_to_the_last_inch_of_its_last_band() -> None:
    line, foe = unit(0, 36, 20), unit(1, 36, 30, SOUTH, side=1)
    muskets = bands(line, Formation.LINE, foe)
    limits = [float(band.max_inches) for band in shooting.bands()]
    assert [limit for limit, _ in muskets] == limits[: len(muskets)]
    assert at_range(muskets, muskets[-1][0]) == muskets[-1][1] > 0
    assert at_range(muskets, muskets[-1][0] + 0.1) == 0.0
    assert bands(unit(2, 0, 0, profile=LANCERS), Formation.LINE, foe) == ()
    assert bands(line, Formation.COLUMN, foe) == ()


# ----------------------------------------------------------------------- melees
def fought(
    charger: int, *, fire: shooting.Fire | None = None, ours: float = 0.0, theirs: float = 0.0
) -> Clash:
    """Some chargers of twelve against the last man of ten."""
    return Clash(
        Blow(models=charger),
        Blow(models=1, role=Role.DEFENDER),
        (12, 10),
        fire,
        ours,
        theirs,
    )


def test_a_charge_that_kills_the_last_man_costs_its_enemy_what_was_left_of_him() -> None:
    """The man strikes back if he lives, and two more rounds are reckoned with the averages."""
    facts = fought(12, ours=0.1, theirs=0.25)
    kills = 1 - dict(blow_hits(Blow(models=12))).get(0, 0.0)
    hit, back = per_model(facts.charger), per_model(facts.defender)
    left, standing_, still = 12 - back, 1.0, 1.0
    own, other = toll(12 - left, 12), toll(10 - standing_, 10)
    for _ in range(2):
        if standing_ <= 0:
            break
        before = toll(12 - left, 12), toll(10 - standing_, 10)
        own += still * 0.1 * (1.6 - before[0])
        other += still * 0.25 * (1.6 - before[1])
        still *= 0.9 * 0.75
        left, standing_ = left - standing_ * back, max(standing_ - left * hit, 0.0)
        own += still * (toll(12 - left, 12) - before[0])
        other += still * (toll(10 - standing_, 10) - before[1])
    found = clash(facts)
    assert found.charger == pytest.approx((1 - kills) * own)
    assert found.charged == pytest.approx(kills * 1.6 + (1 - kills) * other - toll(9, 10))


def test_locked_units_that_may_fail_their_tests_are_overrun() -> None:
    """The likelier we fail the more we lose, and the likelier they fail the more they do."""
    even = clash(Clash(Blow(models=6), Blow(models=6, role=Role.DEFENDER), (12, 12), None, 0.2, 0.2))
    ours = clash(Clash(Blow(models=6), Blow(models=6, role=Role.DEFENDER), (12, 12), None, 0.5, 0.2))
    theirs = clash(Clash(Blow(models=6), Blow(models=6, role=Role.DEFENDER), (12, 12), None, 0.2, 0.5))
    assert ours.charger > even.charger
    assert theirs.charged > even.charged


def test_fire_that_kills_all_chargers_ends_a_charge() -> None:
    """One horseman rides at a battalion's volley: who is hit is lost, and strikes nobody."""
    fire = shooting.Fire(distance=2.0)
    alone = Clash(Blow(models=1), Blow(models=24, role=Role.DEFENDER), (1, 24), fire, 0.0, 0.0)
    missed = dict(volley_hits(fire)).get(0, 0.0)
    unmet = clash(alone._replace(fire=None))
    assert 0 < missed < 1 / 6
    met = clash(alone)
    assert met.charger == pytest.approx(1.6)
    assert met.charged == pytest.approx(0.0, abs=1e-6)
    assert unmet.charged > 0


def test_fire_at_a_charge_is_reckoned_in_groups_of_a_sixth() -> None:
    """The chargers that come through, merged from the fewest on until a sixth of the chances is reached."""
    fire = shooting.Fire(distance=6.0, models=12)
    groups: list[tuple[int, float]] = []
    weight = total = 0.0
    for left, chance in sorted((12 - count, chance) for count, chance in volley_hits(fire)):
        weight, total = weight + chance, total + chance * left
        if weight >= 1 / 6:
            groups.append((round(total / weight), weight))
            weight = total = 0.0
    groups += [(round(total / weight), weight)] if weight else []
    through = [(clash(fought(left)), chance, left) for left, chance in groups]
    expected = [
        sum(chance * one[0][place] for *one, chance in ((a, c) for a, c, _ in through)) for place in (0, 1)
    ]
    lost = sum(chance * toll(12 - left, 12) for _, chance, left in through)
    met = clash(fought(12, fire=fire))
    assert met.charged == pytest.approx(expected[1])
    assert met.charger == pytest.approx(expected[0] + lost)


# ----------------------------------------------------------------------- tests of morale
def test_what_a_test_costs_follows_its_result() -> None:
    """A unit that routs or is overrun costs all that is left of it, one that retreats 0.35 at most."""
    costs = {result: cost_of(result, 1.0) for result in Result}
    assert costs[Result.ROUTS] == costs[Result.OVERRUN] == 1.0
    assert costs[Result.RETREATS] == 0.35
    assert cost_of(Result.RETREATS, 0.2) == 0.2
    assert costs[Result.HELD_BACK] == 0.05
    assert costs[Result.PASSES] == 0.0


def test_a_test_is_reckoned_by_its_odds() -> None:
    steady, shaky = MoraleFacts(starting=24), MoraleFacts(models=8, starting=24, by_muskets=True)
    assert 0 < fails(steady) < fails(shaky) < 1
    assert 0 < cost_of_test(steady) < cost_of_test(shaky)


# ----------------------------------------------------------------------- who meets a charge
@pytest.mark.parametrize(
    ("foe", "meets"),
    [
        (unit(1, 36, 31, SOUTH, side=1), True),
        (unit(1, 36, 31, SOUTH, side=1, formation=Formation.COLUMN), False),
        (unit(1, 36, 31, SOUTH, side=1, failed=True), False),
        (unit(1, 36, 31, SOUTH, side=1, fouled=1), False),
        (unit(1, 36, 31, SOUTH, side=1, fouled=2), True),
        (unit(1, 36, 31, SOUTH, side=1, profile=HUSSARS), False),
        (unit(1, 36, 31, SOUTH, side=1, profile=GUNS), True),
        (unit(1, 36, 31, SOUTH, side=1, profile=GUNS, manoeuvred=True), False),
        (unit(1, 36, 31, SOUTH, side=1, profile=GUNS, formation=Formation.COLUMN), False),
    ],
    ids=["line", "column", "shaken", "fouled", "not yet fouled", "horse", "guns", "guns moved", "limbered"],
)
def test_who_can_meet_a_charge_with_fire(foe: ColdSteelUnit, *, meets: bool) -> None:
    """charge.defender-fire"""
    lancers = unit(0, 36, 15, profile=LANCERS)
    start = battle(lancers, foe)
    assert can_meet(start, foe) is meets
    met, unmet = onset(start, lancers, foe, met=True), onset(start, lancers, foe, met=False)
    assert (met == unmet) is (foe.is_cavalry or not foe.formation.may_shoot)


def test_a_charge_is_worth_the_enemy_s_losses_less_ours_and_never_more_than_a_unit() -> None:
    lancers = unit(0, 36, 15, profile=LANCERS, command=FULL)
    foe = unit(1, 36, 31, SOUTH, side=1, command=FULL)
    start = battle(lancers, foe)
    for way in sensible_ways(start, lancers):
        ours, theirs = onset(start, lancers, foe, met=True)
        assert charge_worth(start, lancers, way) == pytest.approx(theirs - ours)
    behind = battle(lancers, unit(1, 36, 31, 0, side=1, command=FULL))
    (way, *_) = sensible_ways(behind, lancers)
    ours, theirs = onset(behind, lancers, behind.units[1], met=False)
    assert charge_worth(behind, lancers, way) == pytest.approx(theirs - ours)


def test_who_charges_second_fears_half_of_the_fire() -> None:
    """The target shoots at one of two chargers (charge.defender-fire)."""
    lancers = unit(0, 36, 15, profile=LANCERS, command=FULL)
    foe = unit(1, 36, 31, SOUTH, side=1, command=FULL, charged_by=(2,))
    start = battle(lancers, foe, unit(2, 20, 20))
    (way, *_) = sensible_ways(start, lancers)
    net = [theirs - ours for ours, theirs in (onset(start, lancers, foe, met=met) for met in (True, False))]
    assert net[0] < net[1]
    assert charge_worth(start, lancers, way) == pytest.approx(min(sum(net) / 2, 1.6))


# ----------------------------------------------------------------------- shots
def test_dirty_muskets_cost_a_volley_and_the_garrison_of_an_objective_is_worth_more() -> None:
    farm = house(30, 24, 36, 30)
    held = garrison(1, farm, side=1)
    line = unit(0, 33, 18, command=FULL)
    plain = aim_worth(battle(line, held, pieces=(farm,)), line, held)
    dirty = replace(line, trait=Trait.DIRTY_MUSKETS)
    fouled = aim_worth(battle(dirty, held, pieces=(farm,)), dirty, held)
    wanted = Prize("goal", "the goal", Point(3300.0, 2700.0), 3, "house")
    assert plain - fouled == pytest.approx(0.3)
    assert aim_worth(battle(line, held, pieces=(farm,), prizes=(wanted,)), line, held) == pytest.approx(
        plain + 0.1
    )
    elsewhere = replace(wanted, building="")
    assert aim_worth(battle(line, held, pieces=(farm,), prizes=(elsewhere,)), line, held) == pytest.approx(
        plain
    )


def test_a_second_volley_takes_no_more_of_the_nerve() -> None:
    """Each kind of fire lowers the morale once (morale.mod.fired, morale.mod.fired-artillery)."""
    line = unit(0, 36, 20, command=FULL)
    fresh, shot = (unit(1, 36, 30, SOUTH, side=1, command=FULL, muskets_now=hit) for hit in (False, True))
    first, second = (aim_worth(battle(line, foe), line, foe) for foe in (fresh, shot))
    fire = volley_gain(shooting.Fire(files=line.files, distance=10.0), Mark(24, 24))
    assert second == pytest.approx(fire)
    assert first > second
