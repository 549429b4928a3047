"""Figures that the rule catalogues work out for pure throws; each test names its cases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice import (
    D3,
    D6,
    D20,
    Among,
    AtLeast,
    Count,
    CountWith,
    Cup,
    Die,
    Faces,
    Margin,
    Natural,
    Odds,
    Opposed,
    Paired,
    PlannedHand,
    RerollFailures,
    RollUnder,
    Single,
    Successes,
    Sum,
    SumWith,
    Throw,
    Ties,
    Total,
    Under,
    Winner,
    parse,
    parse_cups,
)

REGULAR = (0, 0, 0, 1, 1, 2)
MILITIA = (0, 0, 0, 0, 1, 2)


def chances(throw: Throw[Any]) -> dict[Any, Fraction | float]:
    return dict(throw.odds(exact=True))


def saved(hits: Odds[int], save: int) -> Odds[int]:
    return hits.then(lambda n: Count(n, at_least=save).odds(exact=True).map(lambda stopped: n - stopped))


def test_order_and_morale_tests_of_liberty() -> None:
    """lib-007, lib-009, lib-018, lib-019"""
    assert Successes(3, REGULAR).odds(exact=True).at_least(2) == Fraction(5, 8)
    assert Successes(2, MILITIA).odds(exact=True)[0] == Fraction(4, 9)
    assert Successes(4, MILITIA).odds(exact=True).at_least(2) == Fraction(49, 81)
    assert Successes(2, REGULAR).odds(exact=True).at_least(3) == Fraction(5, 36)


def test_a_charge_test_of_liberty() -> None:
    """lib-011, lib-014"""
    assert dict(Successes(4, REGULAR).odds(exact=True).map(lambda total: min(total, 3))) == {
        0: Fraction(1, 16),
        1: Fraction(1, 6),
        2: Fraction(1, 4),
        3: Fraction(25, 48),
    }
    assert dict(Count(4, at_least=5).odds(exact=True).map(lambda hits: min(hits, 3))) == {
        0: Fraction(16, 81),
        1: Fraction(32, 81),
        2: Fraction(8, 27),
        3: Fraction(1, 9),
    }


def test_musketry_and_saves_of_liberty() -> None:
    """lib-042, lib-048, lib-057"""
    rifles = saved(Count(5, at_least=4, modifier=1, natural=Natural.BOTH).odds(exact=True), 5)
    assert (rifles.mean(), rifles[0]) == (Fraction(20, 9), Fraction(3125, 59049))
    assert saved(Count(8, at_least=4).odds(exact=True), 5).mean() == Fraction(8, 3)
    assert saved(Count(8, at_least=4).odds(exact=True), 4).mean() == 2
    tough = RerollFailures(Count(12, at_least=4, natural=Natural.BOTH)).odds(exact=True)
    assert (tough.mean(), saved(tough, 6).mean()) == (9, Fraction(15, 2))


def test_exploding_hits_of_liberty() -> None:
    """lib-044, lib-045"""
    canister = Count(5, at_least=4).odds(exact=True).then(lambda n: Total(n, parse("2D3")).odds(exact=True))
    assert canister.mean() == 10
    assert saved(canister, 5).mean() == Fraction(20, 3)
    assert float(saved(canister, 5)[0]) == pytest.approx(0.035487, abs=5e-7)
    shot = Count(5, at_least=4).odds(exact=True).then(lambda n: Total(n, Cup(1, D3, plus=1)).odds(exact=True))
    assert saved(shot, 5).mean() == 5


def test_sums_of_liberty() -> None:
    """lib-023, lib-033"""
    march = Sum(parse_cups("D6+D6+13")).odds(exact=True)
    assert (min(march), max(march), march.mean()) == (15, 25, 20)
    assert AtLeast(parse("D3+12"), need=14).odds(exact=True).chance(bool) == Fraction(2, 3)


def test_a_first_round_of_melee_of_liberty() -> None:
    """lib-074"""
    sides = [saved(Count(dice, at_least=4).odds(exact=True), 6) for dice in (16, 12)]
    margin = sides[0].then(lambda ours: sides[1].map(lambda theirs: ours - theirs))
    assert float(margin.at_least(1)) == pytest.approx(0.671887, abs=5e-7)
    assert float(margin[0]) == pytest.approx(0.124740, abs=5e-7)


def test_initiative_with_ties_thrown_again() -> None:
    """initiative-01 of elan, case.turn.initiative of eagle, turn-01 of coldsteel"""
    assert Opposed(parse("D6+2"), parse("D6+1")).odds(exact=True)[Winner.LEFT] == Fraction(21, 31)
    one_roll = Opposed(parse("D6+3"), parse("D6+2"), ties=Ties.STAND)
    assert chances(one_roll) == {
        Winner.LEFT: Fraction(7, 12),
        Winner.RIGHT: Fraction(5, 18),
        Winner.NEITHER: Fraction(5, 36),
    }
    level = Opposed(parse("D6"), parse("D6"))
    assert chances(level) == {Winner.LEFT: Fraction(1, 2), Winner.RIGHT: Fraction(1, 2)}


def test_firing_of_elan() -> None:
    """fire-01, fire-03, fire-05, fire-06"""
    assert Count(6, at_least=4).odds(exact=True).at_least(3) == Fraction(21, 32)
    assert Count(6, at_least=6).odds(exact=True).at_least(1) == Fraction(31031, 46656)
    sure = Count(6, at_least=1, natural=Natural.WORST_FAILS).odds(exact=True)
    assert (sure.mean(), sure[6]) == (5, Fraction(15625, 46656))
    assert Count(4, at_least=1, natural=Natural.WORST_FAILS).odds(exact=True).mean() == Fraction(10, 3)


def test_two_sixes_make_a_hit_and_two_ones_a_loss_in_elan() -> None:
    """fire-04, fire-20"""
    assert chances(Paired(3)) == {0: Fraction(325, 432), 1: Fraction(53, 216), 2: Fraction(1, 432)}
    assert Paired(3).odds(exact=True).mean() == Fraction(1, 4)
    fatigue = Paired(4, face=1, odd=(1, 2, 3))
    assert chances(fatigue) == {0: Fraction(875, 1296), 1: Fraction(205, 648), 2: Fraction(11, 1296)}


def test_five_ones_are_two_losses_and_the_fifth_is_thrown_for() -> None:
    """fire-20"""
    fatigue = Paired(5, face=1, odd=(1, 2, 3))
    assert fatigue.cast(PlannedHand([1, 1, 1, 1, 1, 4])) == 2
    assert fatigue.cast(PlannedHand([1, 1, 1, 1, 1, 3])) == 3


def test_a_battery_of_elan_gets_its_hits_and_its_fatigue_from_the_same_dice() -> None:
    """fire-20, by way of hits and ones counted together and the odd one settled afterwards."""
    fired = CountWith(4, at_least=4, face=1, among=Among.ALL).odds(exact=True)
    losses = fired.then(
        lambda dice: (
            Single(Die("odd one", (1, 1, 1, 0, 0, 0)))
            .odds(exact=True)
            .map(lambda lost: dice.naturals // 2 + (lost if dice.naturals % 2 else 0))
        )
    )
    assert dict(losses) == chances(Paired(4, face=1, odd=(1, 2, 3)))
    assert fired.map(lambda dice: dice.successes) == Count(4, at_least=4).odds(exact=True)


@pytest.mark.parametrize(
    ("bonus", "need", "chance"),
    [(0, 7, "7/12"), (1, 7, "13/18"), (0, 8, "5/12"), (0, 6, "13/18"), (2, 6, "11/12"), (0, 11, "1/12")],
)
def test_elan_tests(bonus: int, need: int, chance: str) -> None:
    """charge-02, rally-01, move-12, morale-05, leader-01"""
    assert AtLeast(Cup(2, D6, plus=bonus), need).odds(exact=True).chance(bool) == Fraction(chance)


def test_morale_tests_of_coldsteel() -> None:
    """morale-01, morale-02, morale-03, card-02"""

    def results(throw: Throw[int]) -> dict[str, Fraction | float]:
        """Pass on 7 or more, rout on 2 or less."""
        odds = throw.odds(exact=True)
        return dict(odds.map(lambda total: "pass" if total >= 7 else "retreat" if total > 2 else "rout"))

    assert results(Total(1, parse("2D6"))) == {
        "pass": Fraction(7, 12),
        "retreat": Fraction(7, 18),
        "rout": Fraction(1, 36),
    }
    assert results(Total(1, parse("2D6-3"))) == {
        "pass": Fraction(1, 6),
        "retreat": Fraction(5, 9),
        "rout": Fraction(5, 18),
    }


def test_musketry_of_coldsteel() -> None:
    """shoot-01, shoot-04, shoot-11, cas-04, art-07, melee-01"""
    assert Count(24, at_least=4).odds().at_least(12) == pytest.approx(0.580590, abs=5e-7)
    assert Count(16, at_least=5, modifier=1).odds(exact=True)[0] == Fraction(1, 65536)
    fouled = CountWith(20, at_least=4, face=1, among=Among.ALL).odds()
    assert fouled.chance(lambda dice: dice.naturals > 0) == pytest.approx(0.973916, abs=5e-7)
    command = CountWith(24, at_least=4, face=6).odds()
    assert command.chance(lambda dice: dice.naturals > 0) == pytest.approx(0.987421, abs=5e-7)
    assert Count(20, at_least=3).odds().at_least(8) == pytest.approx(0.996275, abs=5e-7)
    assert Count(10, at_least=4).odds(exact=True).at_least(8) == Fraction(7, 128)


@pytest.mark.parametrize(
    ("need", "dice", "hit", "mean"),
    [(4, 4, "11/12", "77/6"), (5, 3, "5/6", "35/4"), (6, 2, "13/18", "91/18"), (7, 1, "7/12", "49/24")],
)
def test_artillery_of_coldsteel(need: int, dice: int, hit: str, mean: str) -> None:
    """art-01"""
    hits = AtLeast(parse("2D6"), need).odds(exact=True)
    wounds = hits.then(lambda hit: Total(dice if hit else 0).odds(exact=True))
    assert hits.chance(bool) == Fraction(hit)
    assert wounds.mean() == Fraction(mean)


def test_casualties_of_a_battery_of_coldsteel_with_the_sixes_among_them() -> None:
    """art-02"""
    hit = AtLeast(parse("2D6"), 4).odds(exact=True).chance(bool)
    wounds = SumWith(parse_cups("4D6"), face=6).odds(exact=True)
    assert hit * wounds.chance(lambda dice: dice.total >= 13) == Fraction(3157, 5184)
    assert hit * wounds.chance(lambda dice: dice.total >= 12) == Fraction(5423, 7776)
    assert wounds.chance(lambda dice: dice.naturals == 0) == Fraction(625, 1296)


def test_a_lucky_officer_of_coldsteel_rerolls_the_better_of_one_die_or_both() -> None:
    """card-07"""

    def passes(faces: tuple[int, ...]) -> Fraction | float:
        if sum(faces) >= 7:
            return Fraction(1)
        one = AtLeast(Cup(1, D6, plus=faces[1]), need=7).odds(exact=True).chance(bool)
        return max(one, AtLeast(parse("2D6"), need=7).odds(exact=True).chance(bool))

    thrown = Faces(2).odds(exact=True)
    assert sum(chance * passes(faces) for faces, chance in thrown.items()) == Fraction(367, 432)


@pytest.mark.parametrize(
    ("value", "hits"),
    [
        (1, {0: "5/6", 1: "1/6"}),
        (3, {0: "1/2", 1: "1/2"}),
        (5, {0: "1/6", 1: "5/6"}),
        (7, {1: "5/6", 2: "1/6"}),
        (8, {1: "2/3", 2: "1/3"}),
        (12, {2: "1"}),
    ],
)
def test_combat_values_of_tricorn(value: int, hits: dict[int, str]) -> None:
    """fire.basic, fire.moved-disordered, fire.short-heavy, fire.over-six"""
    assert chances(RollUnder(value)) == {hit: Fraction(chance) for hit, chance in hits.items()}


def test_the_other_reading_of_a_second_hit_in_tricorn() -> None:
    """reading.second-hit"""
    assert chances(RollUnder(7, second=4)) == {1: Fraction(1, 3), 2: Fraction(2, 3)}


@pytest.mark.parametrize(
    ("value", "chance"), [(14, "7/10"), (16, "4/5"), (13, "13/20"), (-6, "1/20"), (23, "19/20"), (5, "1/4")]
)
def test_morale_tests_of_tricorn(value: int, chance: str) -> None:
    """rally.cc-range, rally.cc-attached, fire.village, morale.clamp, morale.flank-melee"""
    test = Under(value, D20, natural=Natural.BOTH)
    assert test.odds(exact=True).chance(bool) == Fraction(chance)


def test_the_tie_breaker_of_tricorn_may_end_level() -> None:
    """melee.tie-two-claims"""
    assert chances(Opposed(parse("D6"), parse("D6"), ties=Ties.STAND)) == {
        Winner.LEFT: Fraction(5, 12),
        Winner.RIGHT: Fraction(5, 12),
        Winner.NEITHER: Fraction(1, 6),
    }


def test_control_tests_of_eagle() -> None:
    """case.control.b-line, case.control.a-line, case.control.pursuing-warband"""

    def results(dice: str) -> list[Fraction | float]:
        odds = Sum(parse_cups(dice)).odds(exact=True)
        return [odds.at_most(2), odds.chance(lambda score: score in (3, 4)), odds.at_least(5)]

    assert results("D6") == [Fraction(1, 3)] * 3
    assert results("AvD") == [Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)]
    assert results("D6+1") == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]


def test_movement_dice_of_eagle_tire_on_a_six() -> None:
    """case.move.fatigue"""
    for dice, tired, mean in (("AvD+D6", "1/6", 7), ("AvD+2D6", "11/36", Fraction(21, 2))):
        odds = SumWith(parse_cups(dice), face=6).odds(exact=True)
        assert odds.chance(lambda move: move.naturals > 0) == Fraction(tired)
        assert odds.map(lambda move: move.total).mean() == mean


def test_evading_and_pursuing_in_eagle() -> None:
    """case.charge.evade, case.after.catch"""
    evade = Sum(parse_cups("AvD+D6+2")).odds(exact=True)
    assert (evade.mean(), evade.at_least(9)) == (9, Fraction(7, 12))
    assert Sum(parse_cups("AvD+2D6+3")).odds(exact=True).mean() == Fraction(27, 2)

    def caught(pursuer: str, quarry: str) -> Fraction | float:
        away = Sum(parse_cups(quarry)).odds(exact=True)
        after = Sum(parse_cups(pursuer)).odds(exact=True)
        return away.then(lambda far: after.map(lambda near: near >= far)).chance(bool)

    assert caught("AvD+D6", "AvD+D6+2") == Fraction(391, 1296)
    assert caught("AvD+2D6", "AvD+D6+2") == Fraction(1877, 2592)
    assert caught("AvD+D6", "AvD+2D6+3") == Fraction(1, 32)
    assert caught("AvD+2D6", "AvD+2D6+3") == Fraction(3941, 15552)


def test_shooting_of_eagle() -> None:
    """case.shoot.hi-front, case.shoot.lc-ranks, case.after.free-hack"""
    assert chances(Count(2, at_least=6)) == {0: Fraction(25, 36), 1: Fraction(5, 18), 2: Fraction(1, 36)}
    assert Count(3, at_least=6).odds(exact=True).at_least(1) == Fraction(91, 216)
    assert Count(12, at_least=4).odds(exact=True).at_least(8) == Fraction(397, 2048)


def test_a_leader_of_eagle_at_risk() -> None:
    """case.leader.risk"""
    wound = (
        Single()
        .odds(exact=True)
        .map(lambda face: "killed" if face == 1 else "wounded" if face < 5 else "none")
    )
    fate = Single().odds(exact=True).then(lambda face: wound if face == 1 else Odds.certain("none"))
    assert dict(fate) == {"killed": Fraction(1, 36), "wounded": Fraction(1, 12), "none": Fraction(8, 9)}


def test_a_melee_of_eagle() -> None:
    """case.end-to-end.cav-charge: six dice against four, and the difference that the result table reads."""
    ours, theirs = (Count(dice, at_least=5).odds(exact=True) for dice in (6, 4))
    margin = ours.then(lambda hits: theirs.map(lambda back: hits - back))
    assert margin[0] == Fraction(4756, 19683)


def test_a_router_is_caught_if_the_pursuer_throws_as_much() -> None:
    """lib-062"""
    chase = Margin(parse("D3"), parse("D3"), ties=Ties.STAND).odds(exact=True)
    assert chase.at_least(0) / 2 == Fraction(1, 3)
