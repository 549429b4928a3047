"""Places of interest: their number is known at once, which they are when somebody looks."""

from __future__ import annotations

from sandtable.table.planning.lazy_places import Places
from sandtable.table.space.pose import Point

HERE, THERE = Point(100, 200), Point(300, 400)


def test_places_are_found_out_once_and_only_when_one_is_looked_at() -> None:
    asked: list[str] = []

    def find() -> tuple[Point, ...]:
        asked.append("found out")
        return HERE, THERE

    places = Places(2, find)
    assert (len(places), asked) == (2, [])
    assert (places[1], places[:1], list(places)) == (THERE, (HERE,), [HERE, THERE])
    assert asked == ["found out"]


def test_places_are_equal_to_others_by_which_they_are() -> None:
    places = Places(2, lambda: (HERE, THERE))
    assert places == Places(2, lambda: (HERE, THERE)) == (HERE, THERE)
    assert hash(places) == hash((HERE, THERE))
    assert places != Places(2, lambda: (THERE, HERE))
    assert places != 2
    assert repr(places) == repr((HERE, THERE))
