"""Playing: answers, take-backs, giving up, talk, and the umpire's rulings."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.server.wire.fields import ChatText, QuestionNumber, Request, SeatNumber, StepNumber


class GiveAnswer(Request, frozen=True):
    """The answer to the question of that number: an option's ``answer``, or the legs of a move."""

    question: QuestionNumber
    answer: Any


class Done(Struct, frozen=True):
    """It is done, and durable: the number of the act and the step the game has come to."""

    number: int
    step: int


class AtQuestion(Request, frozen=True):
    """Do it if the question of that number still waits."""

    question: QuestionNumber


class AskTakeBack(Request, frozen=True):
    """Ask the others to go back to a step."""

    to: StepNumber


class ReplyTakeBack(Request, frozen=True):
    """Agree to go back, or decline; ``number`` is that of the take-back that is asked for."""

    number: QuestionNumber
    agree: bool


class Resign(Request, frozen=True):
    """Give the battle up: as soon as the rules ask, or at once. It is final whenever it arrives."""

    at_once: bool = False


class Say(Request, frozen=True):
    """Something to be said at the table."""

    words: ChatText


class Override(Request, frozen=True, tag_field="do", tag="answer"):
    """The umpire answers the question of that number for its seat."""

    question: QuestionNumber
    answer: Any
    reason: ChatText


class GoBack(Request, frozen=True, tag_field="do", tag="go-back"):
    """The umpire takes back every answer after a step."""

    to: StepNumber
    reason: ChatText


class Close(Request, frozen=True, tag_field="do", tag="close"):
    """The umpire ends the game: who has won, if anybody."""

    reason: ChatText
    winner: SeatNumber | None = None


Ruling = Override | GoBack | Close
"""What an umpire may do, each with a reason that everybody reads."""
