"""The play driver: a game in progress, decided by people or agents, with a hand of dice.

    game = Game(system, system.muster(scenario, readings), RandomHand(seed=1))
    while game.question:
        game.answer(agents[game.question.seat].decide(game.position()))

When agents decide for both sides, ``game.play_out`` asks them directly, without suspending the rules.

Between two procedures the battle is plain data, and a checkpoint of it is kept. A point inside a procedure is
the last checkpoint and the answers since: `fork` and `undo` start at the checkpoint and repeat the answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from sandtable.ask import Ask, here
from sandtable.dice import Hand, KeepingHand, Throw
from sandtable.game.ask.questions import Decision, Do, Event, do
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Answered, Decided, Entry, Happened, Thrown, answers
from sandtable.game.battle.position import Position
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.kit.system import System

B = TypeVar("B", bound=Battle[Any])

STEPS_WITHOUT_A_QUESTION = 10_000
OVER = Refusal("the battle is over; there is no question to answer")


class Checkpoint(Struct, frozen=True, gc=False):
    """The battle between two procedures, and the length of the log at that point."""

    at: int
    battle: Any


class Called(NamedTuple):
    """A call that has figures, and the length of the log when it was made."""

    at: int
    call: Do[Any]


class Game(Generic[B]):
    """A game in progress: the current battle, the waiting question, and the log."""

    def __init__(
        self, system: System[B], battle: B, hand: Hand, since: tuple[Answered, ...] = (), throws: int = 0
    ) -> None:
        self.system = system
        self.battle = battle
        self.log: list[Entry] = []
        self.calls: list[Called] = []
        """The calls whose figures the log shows, in order."""
        self.throwers: dict[int, int] = {}
        """The side that threw the dice at a place of the log, where a call says which."""
        self.throws = throws
        self.is_over = False
        self._hand = KeepingHand(hand)
        self._checkpoints = [Checkpoint(0, battle)]
        self.question: Decision[Any] | None = None
        """The waiting decision; None when the battle is over."""
        self._run: ProcedureRun[None] | None = None
        self._player: Callable[[Position[B]], object] | None = None
        """Who takes decisions directly during ``play_out``."""
        self._asked = 0, throws
        """The length of the log and the number of throws at the last question."""
        self._known = deque(since)
        self._undone: list[Any] = []
        self._since: list[Answered] = []
        """The answers since the last checkpoint."""
        self._thrower: int | None = None
        """The side that throws in the call that runs, if it says which."""
        self._hides = type(system).seen_by is not System.seen_by
        self._play_on()

    # ------------------------------------------------------------- asking and answering
    def objection(self, answer: object) -> Refusal | None:
        """Why *answer* is not legal, or None if it is; the game is unchanged."""
        settled = self._waiting().judge(answer)
        return self._explain(answer, settled) if isinstance(settled, Refusal) else None

    def answer(self, answer: object) -> None:
        """Answer the waiting question; `Refused` if the answer is not legal."""
        run, question = self._run, self.question
        if run is None or question is None:
            raise Refused(OVER)
        settled = question.judge(answer)
        if settled.__class__ is Refusal:
            raise Refused(self._explain(answer, settled))
        self._asked = len(self.log), self.throws
        try:
            self._note(Decided(question, answer, settled))
            self._quiet = 0
            run.answer(settled)
            self.question = run.pending
            if run.pending is None:
                self._run = None
        except BaseException:
            self._back_to(*self._asked)
            raise
        if self._undone:
            self._undone.clear()

    def answer_raw(self, raw: object) -> None:
        """Answer with plain data, from a file or the wire."""
        answer = self._waiting().read(raw)
        if isinstance(answer, Refusal):
            raise Refused(self._explain(raw, answer))
        self.answer(answer)

    def play_out(self, player: Callable[[Position[B]], object]) -> None:
        """Let *player* take every decision until the battle is over, without suspending the rules.

        The battle is the same as with single answers. If an answer is refused or anything fails, the game
        goes back to the question of that answer.
        """
        run = self._run
        if run is None:
            return
        self._player, run.decide = player, self._decide
        try:
            self.answer(player(self.position()))
        finally:
            self._player = run.decide = None

    def _decide(self, question: Decision[Any]) -> Any:
        """Let the player answer a question, and return what the rule continues with."""
        player, present = self._player, here.driver
        assert player is not None, "no player is set to decide"
        self.question, self._asked = question, (len(self.log), self.throws)
        if self._undone:
            self._undone.clear()
        # An agent that looks ahead runs rules itself; they must not throw the dice of this game.
        here.driver = None
        answer = player(self.position())
        here.driver = present
        settled = question.judge(answer)
        if settled.__class__ is Refusal:
            raise Refused(self._explain(answer, settled))
        self._note(Decided(question, answer, settled))
        self._quiet = 0
        return settled

    def close(self) -> None:
        """End the game at this point: no question waits, and no coroutine stays suspended."""
        run, self._run, self.question = self._run, None, None
        if run is not None:
            run.close()

    # ------------------------------------------------------------- forks, undo and redo
    @property
    def checkpoint(self) -> Checkpoint:
        """The battle at the start of the current procedure."""
        return self._checkpoints[-1]

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """The battles between procedures, from the start."""
        return tuple(self._checkpoints)

    def fork(self, hand: Hand) -> Game[B]:
        """An independent game at the same point, with other dice from here on."""
        return Game(self.system, self.checkpoint.battle, hand, tuple(self._since), self.throws)

    def position(self) -> Position[B]:
        """The current point of the battle as the deciding seat knows it, for an agent."""
        question, battle, before, system = (
            self.question,
            self.battle,
            self._checkpoints[-1].battle,
            self.system,
        )
        if question is None:
            raise Refused(OVER)
        if self._hides:
            seat = question.seat
            seen = system.seen_by(battle, seat)
            battle, before = seen, seen if before is battle else system.seen_by(before, seat)
        return Position(system, question, battle, before, tuple(self._since))

    @property
    def undoable(self) -> Decided | None:
        """The last answer, if it can be taken back: no throw and no reveal came after it."""
        for entry in reversed(self.log):
            if isinstance(entry, Decided):
                return entry
            if isinstance(entry, Thrown) or entry.event.reveals:
                return None
        return None

    def undo(self) -> None:
        """Take back the last answer of either seat; `Refused` if a throw or a reveal came after it."""
        last = self.undoable
        if last is None:
            raise Refused(Refusal("nothing can be taken back: dice were thrown or something was shown since"))
        at = max(i for i, entry in enumerate(self.log) if entry is last)
        self._rewind(at)
        self._undone.append(last.answer)

    def redo(self) -> None:
        """Repeat the answer that was last taken back."""
        if not self._undone:
            raise Refused(Refusal("nothing was taken back since the last answer"))
        *rest, answer = self._undone
        self.answer(answer)
        self._undone = rest

    def _back_to(self, at: int, throws: int) -> None:
        """Restore the game before an answer, after the dice or a rule failed."""
        self._rewind(at)
        self.throws = throws
        self._hand.take()

    def _rewind(self, at: int) -> None:
        """Go back to the decision at which the log had *at* entries."""
        while self._checkpoints[-1].at > at:
            self._checkpoints.pop()
        checkpoint = self._checkpoints[-1]
        self._known = deque(answers(self.log[checkpoint.at : at]))
        self.close()
        self.log, self._since = self.log[: checkpoint.at], []
        self.calls = [one for one in self.calls if one.at < checkpoint.at]
        self.throwers = {place: side for place, side in self.throwers.items() if place < checkpoint.at}
        self.battle, self.is_over = checkpoint.battle, False
        self._play_on()

    # ------------------------------------------------------------- going on
    def _waiting(self) -> Decision[Any]:
        question = self.question
        if question is None:
            raise Refused(OVER)
        return question

    def _explain(self, answer: object, refusal: Refusal) -> Refusal:
        """The system's own reason if it has one, else the general refusal."""
        return self.system.why_not(self.battle, self._waiting(), answer) or refusal

    def _play_on(self) -> None:
        """Play from the last checkpoint, with the known answers since, until a decision waits or the battle
        is over."""
        self._quiet = 0
        self._thrower = None
        self._run = run = ProcedureRun(
            do(self._procedures), self._throw, self._tell, self._hear, self.system.noted
        )
        if self._known:
            self._answer_again(run)
        self.question = run.pending
        if run.pending is None:
            self._run = None  # it refers to this game: without the cycle a finished game is freed at once

    async def _procedures(self) -> None:
        """Run one procedure after another until the battle is over."""
        system, checkpoints = self.system, self._checkpoints
        while self._quiet < STEPS_WITHOUT_A_QUESTION:
            battle = self.battle
            call = None if battle.outcome else system.next(battle)
            if call is None:
                self.is_over = True
                return
            if call.procedure in system.noted:
                self.calls.append(Called(len(self.log), call))
            self.battle = battle = await call.procedure(*call.args)
            checkpoints.append(Checkpoint(len(self.log), battle))
            self._quiet += 1
            if self._since:
                self._since = []
        raise AssertionError(f"{system.id}: the turn goes on without ever asking a question")

    def _answer_again(self, run: ProcedureRun[None]) -> None:
        """Repeat the known answers since the checkpoint, as far as the procedure asks for them."""
        while run.pending is not None and self._known:
            decided = self._known.popleft()
            assert isinstance(decided, Decided), "the answers since the mark are out of step"
            self._note(decided)
            run.answer(decided.settled)

    def _note(self, answered: Answered) -> None:
        """Add an answer to the log and to the answers since the last checkpoint."""
        self.log.append(answered)
        self._since.append(answered)

    def _hear(self, call: Do[Any]) -> Generator[Ask[Any], Any, Any]:
        """Note a call that has figures or says who throws, and run it."""
        self.calls.append(Called(len(self.log), call))
        before, side = self._thrower, self.system.thrower(call)
        if side is not None:
            self._thrower = side
        result = yield from call.procedure(*call.args).__await__()
        self._thrower = before
        return result

    def _throw(self, throw: Throw[Any]) -> Any:
        if self._thrower is not None:
            self.throwers[len(self.log)] = self._thrower
        if self._known:
            known = self._known.popleft()
            assert isinstance(known, Thrown), "the answers since the mark are out of step"
            self._note(known)
            return known.result
        hand, number = self._hand, self.throws
        result = throw.cast(hand)
        self._note(Thrown(throw, number, hand.kept, result))
        hand.kept, self.throws = (), number + 1
        return result

    def _tell(self, battle: B, event: Event[B]) -> B:
        self.battle = battle = event.apply(battle)
        self.log.append(Happened(event))
        return battle
