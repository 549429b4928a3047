"""Which units a sentence names."""

from __future__ import annotations

from sandtable.game.present.painting import Card
from sandtable.game.story.names import Names


def names(*called: str) -> Names:
    """The units of these names."""
    return Names([Card(name, "", "") for name in called])


def test_units_are_named_in_the_order_of_the_sentence_and_once() -> None:
    assert names("Red", "Blue").units("Blue fires at Red, and Red at Blue") == (1, 0)


def test_a_name_that_two_units_share_names_neither() -> None:
    found = names("Guard", "Line", "Guard")
    assert found.units("Guard and Line advance") == (1,)
    assert [mention.unit for mention in found.mentions("Guard and Line advance")] == [None, 1]
    assert names("Guard", "Guard", "Guard").units("Guard") == ()


def test_a_name_inside_a_longer_one_or_inside_a_word_does_not_count() -> None:
    found = names("Guard", "Old Guard")
    assert found.units("Old Guard stands") == (1,)
    assert found.units("Guards stand") == ()
    (mention,) = found.mentions("The Old Guard stands")
    assert (mention.start, mention.end) == (4, 13)


def test_units_without_a_name_are_never_named() -> None:
    assert names("", "Red").units("Red fires") == (1,)
    assert names().units("Red fires") == ()
