"""Resolutions of every system led step by step with typed dice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from sandtable import systems
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.lab.paper.facts import read_facts, schema
from sandtable.lab.paper.odds_report import find_resolution
from sandtable.lab.paper.stages import Answer, Faces, Said, Stage, stage, throw_for
from sandtable.lab.paper.values import Unfit

LIBERTY = systems.load("liberty")
VOLLEY = find_resolution(LIBERTY, "volley")
FACTS = read_facts(VOLLEY.facts, {"fire.bases": "4", "target.hits": "5", "target.nerve.in_command": "yes"})


def after(*said: Said) -> Stage:
    return stage(LIBERTY, VOLLEY, FACTS, said)


def test_a_volley_is_led_from_the_throw_to_hit_to_the_morale_test() -> None:
    begun = after()
    assert begun.dice is not None
    assert (begun.dice.count, begun.dice.die, begun.dice.purpose) == (10, "D6", "to hit")
    assert [figure.shown for figure in begun.figures][:2] == ["10", "4+"]
    hit = after(Faces((4, 4, 4, 1, 1, 1, 2, 2, 3, 3)))
    assert hit.dice is not None
    assert hit.dice.count == 3
    saved = after(Faces((4, 4, 4, 1, 1, 1, 2, 2, 3, 3)), Faces((5, 6, 5)))
    assert saved.ended is not None
    assert (saved.ended.measured, saved.ended.value) == ("hits lost", 0)
    assert [fell.faces for fell in saved.fell] == [((4, 4, 4, 1, 1, 1, 2, 2, 3, 3),), ((5, 6, 5),)]
    assert [fell.good for fell in saved.fell] == [((*[True] * 3, *[False] * 7),), ((True, True, True),)]


def test_a_card_that_is_drawn_is_wanted_by_name() -> None:
    tricorn = systems.load("tricorn")
    deck = find_resolution(tricorn, "deck")
    facts = read_facts(deck.facts, {})
    begun = stage(tricorn, deck, facts, ())
    assert begun.dice is not None
    assert len(begun.dice.cards) == len(begun.dice.faces) > 1
    drawn = stage(tricorn, deck, facts, (Faces((2,)),))
    assert drawn.fell[0].result == begun.dice.cards[1]


def test_a_reroll_is_offered_where_the_rule_gives_one_and_taken_as_decided() -> None:
    hits: tuple[Said, ...] = (Faces((4,) * 10), Faces((5, 5, 1, 5, 5, 5, 5, 5, 5, 5)), Faces((1, 1, 1, 1)))
    asked = after(*hits)
    assert asked.decision is not None
    assert asked.decision.who == "owner of the testing unit"
    assert asked.decision.between
    words = [option.words for option in asked.decision.options]
    assert words == ["Keep the dice", "Reroll a die showing 0 successes"]
    again = asked.decision.options[1]
    rerolled = after(*hits, Answer(again.answer))
    assert rerolled.dice is not None
    assert rerolled.dice.count == 1
    left = after(*hits, Answer(None))
    assert left.ended is not None


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ((Faces((4, 4)),), "entry 1 is not allowed: 10D6 are thrown for 'to hit', but 2 faces"),
        ((Faces((9,) * 10),), "shows 9, which is not on D6"),
        ((Answer("hold"),), "the rule does not ask for a decision now"),
        ((Faces((1,) * 10), Faces((1,))), "entry 2 is not allowed: the rule does not ask for dice now"),
    ],
)
def test_what_cannot_be_is_told(said: tuple[Said, ...], words: str) -> None:
    with pytest.raises(Unfit, match=words):
        after(*said)


def led(system: Any, resolution: Any, facts: Any, random: Random) -> Stage:
    """A resolution led to its end with random answers."""
    said: list[Said] = []
    at = stage(system, resolution, facts, said)
    while at.ended is None:
        if at.dice is not None:
            said.append(throw_for(at.dice, random))
        else:
            assert at.decision is not None
            said.append(Answer(random.choice(at.decision.options).answer))
        at = stage(system, resolution, facts, said)
    return at


@pytest.mark.parametrize("system", systems.names())
def test_every_resolution_can_be_led_to_its_end(system: str) -> None:
    found, random = systems.load(system), Random(system)
    for resolution in found.resolutions():
        facts = read_facts(resolution.facts, _bare(resolution))
        ended = led(found, resolution, facts, random).ended
        assert ended is not None
        assert ended.headings or ended.measured


def _bare(resolution: Any) -> dict[str, object]:
    """Required facts, each at its least; facts that may be none follow from others."""
    must = (fact for fact in schema(resolution.facts) if fact.default is None and "none" not in fact.kind)
    return {fact.key: "1" for fact in must if "number" in fact.kind}


def test_thrown_here_it_comes_out_as_the_odds_say() -> None:
    facts = read_facts(VOLLEY.facts, {"fire.bases": "1", "fire.range": "20"})
    chances = odds(do(VOLLEY.procedure, facts), LIBERTY.policies()["cautious"])
    random, trials = Random(7), 600
    assert VOLLEY.measure is not None
    seen: Counter[int | None] = Counter()
    for _ in range(trials):
        ended = led(LIBERTY, VOLLEY, facts, random).ended
        assert ended is not None
        seen[ended.value] += 1
    for value, chance in chances.map(VOLLEY.measure).items():
        spread = (float(chance) * (1 - float(chance)) / trials) ** 0.5
        assert abs(seen[value] / trials - float(chance)) < 6 * spread + 1e-9
