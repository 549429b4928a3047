"""What a player turn cost: states and markers before and after."""

from __future__ import annotations

import re

from sandtable.game.present.painting import Card
from sandtable.game.story.names import Names
from sandtable.report.page.account import SentenceWriter, costs
from sandtable.report.story.story import UnitChange

GUARDS = Card("Guards", "foot", "Steady", (("hits", 1), ("smoke", 2)))
WRITER = SentenceWriter(Names([GUARDS]), (0,), ("light", "dark"), ("Red", "Blue"))


def told(after: Card, *, has_left: bool = False) -> list[str]:
    """The cells of a unit that changed."""
    table = costs((UnitChange(0, 0, GUARDS, after, has_left),), WRITER)
    return [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", table)]


def test_markers_are_told_that_grew_appeared_or_went() -> None:
    after = Card("Guards", "foot", "Steady", (("hits", 3), ("losses", 1)))
    assert told(after) == ["Guards", "steady", "hits 1 → 3, smoke 2 → 0, losses 0 → 1"]


def test_a_state_that_changed_is_told_with_the_one_before() -> None:
    assert told(Card("Guards", "foot", "Routed", GUARDS.markers), has_left=True) == [
        "Guards",
        "steady → routed, off the table",
        "",
    ]


def test_a_turn_without_costs_says_so() -> None:
    assert "No unit is the worse for it." in costs((), WRITER)


def test_a_sentence_has_a_capital_a_full_stop_and_its_units_marked() -> None:
    assert WRITER.sentence("the Guards fire") == 'The <b class="light">Guards</b> fire.'
    assert WRITER.sentence("Guards fire!") == '<b class="light">Guards</b> fire!'
    assert WRITER.sentence("why?") == "Why?"
    assert WRITER.sentence("it rains.") == "It rains."
