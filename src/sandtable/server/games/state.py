"""The state of a game beside its battle, made from its journal: who sits where, which answers stand.

>>> from sandtable.game.files.record import AnswerStep, ThrowStep
>>> first, dice, second = (
...     AnswerStep(0, "march", 3, "0" * 16),
...     ThrowStep(0, "", ((6,),), "0" * 16),
...     AnswerStep(1, "march", 4, "0" * 16),
... )
>>> len(cut((dice, first, dice, second), to=1))
3
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import assert_never

from sandtable.game.files.record import AnswerStep, SeatKind, Step, ThrowStep
from sandtable.server.games import journal
from sandtable.server.games.journal import AnyAct, Heading
from sandtable.server.games.keys import fits
from sandtable.server.store import Status

SPARE_AGENT = "captain"
"""The agent that plays on for a seat that has given up, until the rules let it concede."""


def answers_in(steps: Sequence[Step]) -> int:
    """How many answers there are among steps."""
    return sum(isinstance(step, AnswerStep) for step in steps)


def casts_in(steps: Sequence[Step]) -> int:
    """How many casts of dice there are among steps."""
    return sum(len(step.faces) for step in steps if isinstance(step, ThrowStep))


def cut(steps: Sequence[Step], to: int) -> tuple[Step, ...]:
    """The steps as they stood after answer *to*, with the dice that fell on it."""
    return tuple(steps[: place_of_answer(steps, AnswerStep, to)])


def place_of_answer(entries: Sequence[object], kind: type[object], before: int) -> int:
    """The place of the answer with *before* others ahead of it, or the end; answers are entries of *kind*."""
    places = (place for place, entry in enumerate(entries) if isinstance(entry, kind))
    return next(islice(places, before, None), len(entries))


class GameState:
    """Everything about a game except its battle; ``apply`` adds one act after another."""

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.number = 0
        self.names = [place.name for place in heading.seats]
        self._contributions: list[tuple[int | None, str]] = [(None, text) for text in heading.contributions]
        self.steps: list[Step] = list(heading.before)
        self.step = answers_in(heading.before)
        self.undone: list[object] = []
        self.question = 0
        """The number of the act that brought the question that waits; an answer names it."""
        self.epoch = 0
        """How many take-backs went past dice."""
        self.went_back: list[tuple[int, int]] = []
        """The numbers of the acts that took answers back, each with the step that it went back to."""
        self.take_back_asked: journal.TakeBackAsked | None = None
        self.take_back_number = 0
        self.closed: journal.GameClosed | None = None
        self.has_begun = False
        self.given_up: set[int] = set()
        self.said: list[tuple[int, journal.Said]] = []
        self.notes: list[tuple[int, AnyAct]] = []
        self.rulings: list[tuple[int, AnyAct]] = []
        """The acts of the umpire, each with the step at which the game then was."""
        self.agents = {
            number: place.name for number, place in enumerate(heading.seats) if place.kind is SeatKind.AGENT
        }
        self.keys = heading.seat_keys
        """The hashes of the keys to the seats; a change makes another tuple, by which askers notice it."""
        self._invitations = list(heading.invitations)
        self.chair = heading.chair
        """The umpire's chair; none in a game without an umpire."""
        self.looked_through: set[int] = set()
        """The seats with whose eyes the umpire has looked."""

    # ------------------------------------------------------------- who
    def seat_of(self, key: str) -> int | None:
        """The seat that a key opens."""
        return _seat_with(self.keys, key)

    def invited_to(self, invitation: str) -> int | None:
        """The seat that an unused invitation is for."""
        return _seat_with(self._invitations, invitation)

    def is_umpire(self, key: str) -> bool:
        """Does a key open the umpire's chair?"""
        return self.chair is not None and bool(self.chair.key) and fits(key, self.chair.key)

    def is_invited_to_umpire(self, invitation: str) -> bool:
        """Is this the invitation to the umpire's chair, not yet used?"""
        kept = "" if self.chair is None or self.chair.key else self.chair.invitation
        return bool(kept) and fits(invitation, kept)

    def is_taken(self, seat: int) -> bool:
        """Does a person or an agent sit there?"""
        return seat in self.agents or bool(self.keys[seat])

    @property
    def contributions(self) -> tuple[str, ...]:
        """What the seats contributed to the dice, in the order in which it came."""
        return tuple(text for _, text in self._contributions)

    def has_contributed(self, seat: int) -> bool:
        """Has a seat contributed to the dice?"""
        return any(who == seat for who, _ in self._contributions)

    @property
    def is_complete(self) -> bool:
        """Are all seats taken, and has every person contributed to the dice?

        A game that is only to be looked at needs no players: no die is thrown in it.
        """
        if self.heading.closing is not None:
            return True
        is_umpired = self.chair is None or bool(self.chair.key)
        all_sit = all(map(self.is_taken, range(len(self.keys))))
        return is_umpired and all_sit and all(map(self.has_contributed, self.people))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that are not the computer's from the start."""
        return tuple(seat for seat in range(len(self.keys)) if seat not in self.agents)

    def agent_for(self, seat: int) -> str | None:
        """The agent that decides for a seat now; none if a person does."""
        return self.agents.get(seat) or (SPARE_AGENT if seat in self.given_up else None)

    # ------------------------------------------------------------- what happened
    def apply(self, act: AnyAct) -> None:
        """Add the next act."""
        self.number += 1
        match act:
            case journal.AnswerGiven():
                self._answered(act)
            case journal.Seated():
                self._seat(act)
            case journal.Contributed():
                self._contributions.append((act.seat, act.contribution))
            case journal.UmpireSeated():
                self.chair = journal.Chair(act.name, act.key)
            case journal.UmpireLooked():
                self.looked_through.add(act.eyes)
            case journal.Forked():
                pass
            case journal.Invited():
                self._open_anew(act)
            case journal.Began():
                self.has_begun = True
                self.steps += act.falls
                self.question = self.number
            case journal.TakenBack():
                self._taken_back(act)
            case journal.TakeBackAsked():
                self.take_back_asked, self.take_back_number = act, self.number
            case journal.TakeBackDeclined():
                self.take_back_asked = None
            case journal.GivenUp():
                self.given_up.add(act.seat)
            case journal.GameClosed():
                self.closed = act
            case journal.Said():
                self.said.append((self.number, act))
            case journal.TookOver():
                if act.for_good:
                    self.agents[act.seat] = act.agent
            case _:
                assert_never(act)
        if not _is_told_elsewhere(act):
            self.notes.append((self.number, act))
        if is_by_umpire(act):
            self.rulings.append((self.step, act))

    def _seat(self, act: journal.Seated) -> None:
        self.names[act.seat] = act.name
        self._change_key(act.seat, act.key)
        self._invitations[act.seat] = ""
        if act.contribution and not self.has_begun:
            self._contributions.append((act.seat, act.contribution))

    def _open_anew(self, act: journal.Invited) -> None:
        self._change_key(act.seat, "")
        self._invitations[act.seat] = act.invitation
        if not self.has_begun:
            self._contributions = [(seat, text) for seat, text in self._contributions if seat != act.seat]

    def _change_key(self, seat: int, key: str) -> None:
        self.keys = (*self.keys[:seat], key, *self.keys[seat + 1 :])

    def _answered(self, act: journal.AnswerGiven) -> None:
        self.steps += act.steps
        self.step += 1
        self.question = self.number
        self.take_back_asked = None
        if act.again:
            self.undone.pop()
        else:
            self.undone.clear()

    def _taken_back(self, act: journal.TakenBack) -> None:
        self.epoch += self.goes_past_dice(act.to)
        self.steps = list(cut(self.steps, act.to))
        self.step = act.to
        self.question = self.number
        self.went_back.append((self.number, act.to))
        self.take_back_asked = None
        if act.undone:
            self.undone += act.undone
        else:
            self.undone.clear()

    def goes_past_dice(self, to: int) -> bool:
        """Would going back to step *to* take back a throw?"""
        return any(isinstance(step, ThrowStep) for step in self.steps[len(cut(self.steps, to)) :])

    def status(self, *, is_over: bool) -> Status:
        """How far the game is."""
        if is_over or self.closed is not None:
            return Status.OVER
        return Status.RUNNING if self.has_begun else Status.GATHERING


def _seat_with(hashes: Sequence[str], key: str) -> int | None:
    """The seat whose hash a key has; all are compared, so that the time taken says nothing."""
    found = None
    for seat, kept in enumerate(hashes):
        if kept and fits(key, kept):
            found = seat
    return found


def _is_told_elsewhere(act: AnyAct) -> bool:
    """Does the log of the battle or the chat have this act, so that it needs no note?"""
    if isinstance(act, journal.AnswerGiven):
        return not act.reason
    return isinstance(act, _UNNOTED)


_UNNOTED = (journal.Said, journal.Began, journal.Contributed)


def is_by_umpire(act: AnyAct) -> bool:
    """Is this an act of the umpire, which all are shown?"""
    match act:
        case journal.UmpireLooked() | journal.Forked():
            return True
        case journal.AnswerGiven():
            return bool(act.reason)
        case journal.TakenBack():
            return act.seat is None
        case journal.Invited():
            return act.by is None
        case journal.GameClosed():
            return act.by == "umpire"
        case _:
            return False
