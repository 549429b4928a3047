"""Menus: an option is picked by its number or by a part of its words that no other has."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import pytest

from sandtable.agents import AGENTS
from sandtable.cli.errors import Misuse
from sandtable.cli.reports.fight import named_agents
from sandtable.cli.terminal.menus import ask_choice
from sandtable.cli.terminal.replies import LeftReply, Menu, RefusalReply, Reply
from sandtable.cli.terminal.setup import own_sides


class Typist:
    """Types lines, and keeps what is said."""

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)
        self.said: list[Reply] = []

    def say(self, reply: Reply) -> None:
        """Keep a reply."""
        self.said.append(reply)

    def listen(self) -> str | None:
        """The next line."""
        return next(self._lines, None)

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """Nothing is shown."""
        del who
        return nullcontext()

    @property
    def menus(self) -> list[str]:
        """The questions that were asked."""
        return [reply.words for reply in self.said if isinstance(reply, Menu)]


def seats(*lines: str, side: str | None = None, against: str | None = None) -> list[str] | None:
    """The seats of a battle that was chosen by these lines."""
    chosen = ask_choice(Typist(*lines), "cowpens-1781", "liberty", None, side, against)
    return None if chosen is None else [f"{seat.kind.value} {seat.name}" for seat in chosen.seats]


def test_what_is_not_given_is_asked_for() -> None:
    typist = Typist("cowpens", "1", "2")
    chosen = ask_choice(typist, None, "liberty", None, None, None)
    assert chosen is not None
    assert chosen.muster.scenario == "cowpens-1781"
    assert typist.menus == ["Which battle?", "Which side do you play?", "Against whom?"]


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        (("1", "1"), ["person", "agent"]),
        (("2", "1"), ["agent", "person"]),
        (("", ""), ["person", "agent"]),
        (("both",), ["person", "person"]),
        (("4", "1"), ["agent", "agent"]),
    ],
)
def test_a_side_is_picked_by_number_by_words_or_the_first_by_an_empty_line(
    lines: tuple[str, ...], kinds: list[str]
) -> None:
    found = seats(*lines)
    assert found is not None
    assert [words.split()[0] for words in found] == kinds


def test_the_opponent_is_the_one_that_was_picked() -> None:
    second = list(AGENTS)[1]
    assert (seats("1", "2") or [])[1] == f"agent {second}"
    assert (seats("1", second) or [])[1] == f"agent {second}"


@pytest.mark.parametrize("wrong", ["0", "5", "nobody", "e"])
def test_what_picks_none_or_several_is_asked_again(wrong: str) -> None:
    typist = Typist(wrong, "1")
    ask_choice(typist, "cowpens-1781", "liberty", None, None, next(iter(AGENTS)))
    (refused,) = [reply for reply in typist.said if isinstance(reply, RefusalReply)]
    assert refused.words == f'"{wrong}" does not match exactly one: type a number from 1 to 4'


@pytest.mark.parametrize("line", ["q", "Quit", "exit", None])
def test_one_may_leave_at_any_menu(line: str | None) -> None:
    typist = Typist(*([] if line is None else [line]))
    assert ask_choice(typist, "cowpens-1781", "liberty", None, None, None) is None
    assert isinstance(typist.said[-1], LeftReply)
    assert seats("1", *([] if line is None else [line])) is None
    assert ask_choice(Typist(*([] if line is None else [line])), None, "liberty", None, None, None) is None


@pytest.mark.parametrize(
    ("typed", "mine"),
    [("red", (0,)), ("BLUE", (1,)), ("1", (0,)), ("2", (1,)), ("Both", (0, 1)), ("watch", ())],
)
def test_a_side_is_named_in_any_case_or_by_its_number(typed: str, mine: tuple[int, ...]) -> None:
    assert own_sides(("Red", "Blue"), typed) == mine


def test_a_side_that_is_not_there_is_refused() -> None:
    for typed in ("0", "3", "green"):
        with pytest.raises(Misuse, match="allowed are Red, Blue, both, watch"):
            own_sides(("Red", "Blue"), typed)


def test_agents_are_named_one_for_each_side_or_one_for_both() -> None:
    assert named_agents("militia") == ("militia", "militia")
    assert named_agents("militia, captain") == ("militia", "captain")
    with pytest.raises(Misuse, match="a battle has two sides, but 3 agents are named"):
        named_agents("militia,captain,militia")
    with pytest.raises(Misuse, match="did you mean captain"):
        named_agents("captin")
