"""The umpire's driver: a resolution carried out step by step with dice and decisions at a real table.

>>> from sandtable.dice import Count
>>> from sandtable.game.ask.questions import do
>>> async def volley(muskets: int) -> int:
...     hits = await Count(muskets, at_least=4, purpose="to hit")
...     return hits - await Count(hits, at_least=5, purpose="saves")
>>> umpire = Umpire(do(volley, 3))
>>> print(umpire.wanted)
3D6 for 'to hit': enter the faces.
>>> umpire.faces(4, 1, 6)
>>> print(umpire.wanted)
2D6 for 'saves': enter the faces.
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
    """Faces that people have read off their dice."""

    faces: tuple[int, ...]


class DecisionSaid(Struct, frozen=True):
    """A decision that people have taken."""

    value: Any


class Umpire(Generic[T]):
    """Leads people through a resolution: says what to throw or decide next, and checks what they enter.

    ``wanted`` is the next dice or decision, None once ``result`` is known. ``throw`` is the throw to which
    wanted dice belong. ``thrown`` lists the throws so far with their faces and results.
    """

    def __init__(self, call: Do[T]) -> None:
        self._call = call
        self._said: list[FacesSaid | DecisionSaid] = []
        self._heard = 0
        self._again()

    def faces(self, *faces: int) -> None:
        """Enter the faces of the wanted dice; `Refused` if their number or a face is impossible."""
        wanted = self.wanted
        if not isinstance(wanted, FacesWanted):
            raise Refused(Refusal("the rule does not ask for dice now"))
        try:
            TypedHand([faces]).cast(wanted.die, wanted.count, wanted.purpose)
        except FacesRefused as fault:
            raise Refused(Refusal(str(fault))) from fault
        self._said.append(FacesSaid(faces))
        self._again()

    def answer(self, answer: object) -> None:
        """Enter the wanted decision; `Refused` if it is not legal."""
        if not isinstance(self.wanted, Decision):
            raise Refused(Refusal("the rule does not ask for a decision now"))
        settled = self.wanted.judge(answer)
        if isinstance(settled, Refusal):
            raise Refused(settled)
        self._said.append(DecisionSaid(settled))
        self._again()

    def undo(self) -> None:
        """Take back the last entry."""
        if not self._said:
            raise Refused(Refusal("there is nothing to take back yet"))
        self._said.pop()
        self._again()

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The next entered faces: the umpire is the hand of its own run."""
        if count == 0:
            return ()
        said = self._next()
        if said is None:
            raise FacesWanted(die, count, purpose)
        assert isinstance(said, FacesSaid), "the answers so far do not fit what the rule asks"
        return said.faces

    def _again(self) -> None:
        """Run the resolution from its start with all entries so far."""
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
                assert isinstance(said, DecisionSaid), "the answers so far do not fit what the rule asks"
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
