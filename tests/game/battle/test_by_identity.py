"""What is kept by identity is asked once of each object."""

from __future__ import annotations

from sandtable.game.battle.by_identity import by_identity


def test_an_object_is_asked_about_once_and_its_equal_by_itself() -> None:
    asked: list[tuple[int, ...]] = []

    @by_identity(most=8)
    def longest(files: tuple[int, ...]) -> int:
        asked.append(files)
        return max(files)

    one, equal = tuple(range(5)), tuple(range(5))
    assert [longest(one), longest(equal), longest(one), longest(equal)] == [4, 4, 4, 4]
    assert len(asked) == 2
    assert asked[0] is one
    assert asked[1] is equal


def test_when_too_much_is_kept_all_of_it_is_dropped() -> None:
    asked: list[int] = []

    @by_identity(most=2)
    def first(files: tuple[int, ...]) -> int:
        asked.append(files[0])
        return files[0]

    lines = [(number, 0) for number in range(3)]
    for line in (*lines, lines[2], lines[0]):
        assert first(line) == line[0]
    assert asked == [0, 1, 2, 0]
