"""Bouts: what the table promises is what the odds of the resolution are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.faces import Stake
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.game.present.bouts import Weigher, headings, parts
from sandtable.game.rules.resolution import Parting
from tests.conformance.duel.system import DUEL, Attack, attack
from tests.conformance.toy.shooting import RESOLUTIONS
from tests.conformance.toy.system import SYSTEM as TOY


def test_a_bout_is_told_with_the_figures_and_chances_of_its_resolution() -> None:
    resolution = RESOLUTIONS[0]
    facts = resolution.facts()
    seen = Weigher(TOY).weigh(Stake(0, 1, "Volley", resolution, facts))
    policy = next(iter(TOY.policies().values()))
    chances = odds(do(resolution.procedure, facts), policy)
    assert (seen.by, seen.against, seen.title) == (0, 1, "Volley")
    assert [tally.name for tally in seen.tallies] == list(resolution.tallies(facts))
    whole = headings(chances, lambda outcome: resolution.summary(facts, outcome))
    assert seen.outcomes == whole
    assert all(0 < row.chance <= 1 for row in seen.outcomes)


def test_what_is_measured_has_its_mean_and_every_value_between_the_least_and_the_most() -> None:
    for resolution in (*RESOLUTIONS, *DUEL.resolutions()):
        if resolution.measure is None:
            continue
        system = TOY if resolution in RESOLUTIONS else DUEL
        seen = Weigher(system).weigh(Stake(0, 1, "", resolution, resolution.facts()))
        assert seen.measured == resolution.measured
        assert sum(row.chance for row in seen.spread) == pytest.approx(1)
        assert seen.expected == pytest.approx(sum(row.value * row.chance for row in seen.spread))
        values = [row.value for row in seen.spread]
        assert values == list(range(values[0], values[-1] + 1))


def test_outcomes_told_apart_add_up_to_one_and_stand_in_their_own_order() -> None:
    parting = Parting(("one", "none", "both"), lambda touches: ("none", "one", "both")[touches])
    attacks = next(one for one in DUEL.resolutions() if one.measure is not None)
    told = parts(replace(attacks, parting=parting), odds(do(attack, 2, "parry")))
    assert [row.words for row in told] == ["one", "none", "both"]
    assert [row.chance for row in told] == pytest.approx([0.5, 0.25, 0.25])
    assert parts(attacks, odds(do(attack, 2, "parry"))) == ()


def test_two_dice_at_four_or_more_touch_once_in_half_of_all_attacks() -> None:
    chances = odds(do(attack, 2, "parry"))
    rows = headings(chances, lambda touches: (f"{touches} touches",))
    assert [row.words for row in rows] == ["1 touches", "0 touches", "2 touches"]
    assert [row.chance for row in rows] == pytest.approx([0.5, 0.25, 0.25])
    assert Attack().dice == 2
