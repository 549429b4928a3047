"""The table-side driver: a resolution carried out step by step with people's own dice and decisions.

>>> from sandtable.dice import Count
>>> from sandtable.game.ask.questions import do
>>> async def volley(muskets: int) -> int:
...     hits = await Count(muskets, at_least=4, purpose="to hit")
...     return hits - await Count(hits, at_least=5, purpose="saves")
>>> umpire = Umpire(do(volley, 3))
>>> print(umpire.wanted)
3D6 for 'to hit': nobody has said yet what they show.
>>> umpire.faces(4, 1, 6)
>>> print(umpire.wanted)
2D6 for 'saves': nobody has said yet what they show.
>>> umpire.faces(5, 2)
>>> umpire.wanted, umpire.result
(None, 1)
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from sandtable.dice import Die, FacesRefused, FacesWanted, KeepingHand, Throw, TypedHand
from sandtable.game.ask.questions import Decision, Do, Event
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.run import ProcedureRun

T = TypeVar("T")


class FacesSaid(Struct, frozen=True):
    """Faces that people read off their dice."""

    faces: tuple[int, ...]


class DecisionSaid(Struct, frozen=True):
    """A decision that people took."""

    value: Any


class Umpire(Generic[T]):
    """Leads people through a resolution: says what is to be thrown or decided next, and checks what they say.

    ``wanted`` is the dice or the decision that comes next, None once ``result`` is known; ``throw`` is what
    dice that are wanted are thrown for. ``thrown`` lists every throw read so far with its faces and result.
    """

    def __init__(self, call: Do[T]) -> None:
        self._call = call
        self._said: list[FacesSaid | DecisionSaid] = []
        self._heard = 0
        self._again()

    def faces(self, *faces: int) -> None:
        """Give the faces of the dice that are wanted; `Refused` if their number or a face cannot be."""
        wanted = self.wanted
        if not isinstance(wanted, FacesWanted):
            raise Refused(Refusal("no dice are wanted now"))
        try:
            TypedHand([faces]).cast(wanted.die, wanted.count, wanted.purpose)
        except FacesRefused as fault:
            raise Refused(Refusal(str(fault))) from fault
        self._said.append(FacesSaid(faces))
        self._again()

    def answer(self, answer: object) -> None:
        """Give the decision that is asked for; `Refused` if it does not stand."""
        if not isinstance(self.wanted, Decision):
            raise Refused(Refusal("no decision is asked for now"))
        settled = self.wanted.judge(answer)
        if isinstance(settled, Refusal):
            raise Refused(settled)
        self._said.append(DecisionSaid(settled))
        self._again()

    def undo(self) -> None:
        """Take back the last thing said: people mistype."""
        if not self._said:
            raise Refused(Refusal("nothing has been said yet"))
        self._said.pop()
        self._again()

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The umpire is the hand of its own run: the next faces that were said."""
        if count == 0:
            return ()
        said = self._next()
        if said is None:
            raise FacesWanted(die, count, purpose)
        assert isinstance(said, FacesSaid), "what was said is out of step with the rule"
        return said.faces

    def _again(self) -> None:
        """Run the resolution from its start with all that was said so far."""
        self.wanted: FacesWanted | Decision[Any] | None = None
        self.result: T | None = None
        self.throw: Throw[Any] | None = None
        self.thrown: list[Thrown] = []
        self._heard = 0
        try:
            run = ProcedureRun(self._call, self._throw, _hear)
            while run.pending is not None:
                said = self._next()
                if said is None:
                    self.wanted = run.pending
                    run.close()
                    return
                assert isinstance(said, DecisionSaid), "what was said is out of step with the rule"
                run.answer(said.value)
        except FacesWanted as wanted:
            self.wanted = wanted
        else:
            self.result = run.result

    def _next(self) -> FacesSaid | DecisionSaid | None:
        if self._heard == len(self._said):
            return None
        self._heard += 1
        return self._said[self._heard - 1]

    def _throw(self, throw: Throw[Any]) -> Any:
        hand = KeepingHand(self)
        self.throw = throw
        result = throw.cast(hand)
        self.throw = None
        self.thrown.append(Thrown(throw, len(self.thrown), hand.take(), result))
        return result


def _hear(battle: Any, event: Event[Any]) -> Any:
    return event.apply(battle)
