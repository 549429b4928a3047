"""A room: one game in memory and its only writer. A change is durable before clients hear of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from sandtable import systems
from sandtable.dice import FacesRefused, FairHand
from sandtable.game.ask.questions import Choose
from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.battle.battle import fingerprint
from sandtable.game.battle.log import Answered, answers
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import Differs, readings_of, replay, scenario_of
from sandtable.game.files.record import (
    AnswerStep,
    End,
    Record,
    Step,
    ThrowStep,
    as_plain_data,
    end_of,
    step_recorded,
)
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.files.typed_files import prepared
from sandtable.game.kit.system import System
from sandtable.game.present.picture import Picture
from sandtable.server.games import journal
from sandtable.server.games.game_record import recorded
from sandtable.server.games.journal import AnyAct, written
from sandtable.server.games.replaying_hand import ReplayingHand
from sandtable.server.games.seat_view import SeatLog, outcome_of, picture_for
from sandtable.server.games.state import GameState, answers_in, casts_in, cut
from sandtable.server.store import ActRow, Conflict, SnapshotRow, Status, Store
from sandtable.server.wire.views import Chapter

SNAPSHOT_EVERY: Final = 50
"""The least number of answers between two snapshots."""

MOST_REMEMBERED: Final = 500
"""The most answers about the table that are remembered."""


class Stale(Exception):
    """The request was made for an earlier moment of the game; the message says how far it is."""


class Broken(Exception):
    """The game cannot be played on by the present rules."""


class Room:
    """One game and the clients that watch it; each change is made with the lock held."""

    def __init__(self, id: str, state: GameState, store: Store) -> None:
        self.id = id
        self.state = state
        self.system: System[Any] = systems.load(state.heading.system)
        self.lock = asyncio.Lock()
        self.is_void = False
        self.last_used = time.monotonic()
        self._store = store
        self._game: Game[Any] | None = None
        self._has_ended = False
        self._is_whole = True
        self._snapshot_at = 0
        self._remembered: dict[object, object] = {}
        self._logs: dict[int | None, SeatLog] = {}
        self._listeners: list[Callable[[], None]] = []

    # ------------------------------------------------------------- looking
    @property
    def game(self) -> Game[Any]:
        """The battle; Refused before it has begun."""
        if self._game is None:
            raise Refused(Refusal("the battle has not begun: some seats are still free"))
        return self._game

    @property
    def is_over(self) -> bool:
        """Has the battle ended, by the rules or by the service, and is that durable?

        From then on the secret of the dice is shown, so the game changes no more.
        """
        return self.state.closed is not None or self._has_ended

    @property
    def status(self) -> Status:
        """How far the game is."""
        return self.state.status(is_over=self._has_ended)

    @property
    def waiting_for(self) -> int | None:
        """The seat that is asked now."""
        if self.is_over or self._game is None or self._game.question is None:
            return None
        return self._game.question.seat

    @property
    def question(self) -> int | None:
        """The number of the question that waits, by which an answer names it; None if none waits."""
        return None if self.waiting_for is None else self.state.question

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario of the battle."""
        return scenario_of(self.record(()), self.system)

    def picture(self, seat: int | None) -> Picture:
        """The table now, as a seat or a spectator sees it; the game must be loaded whole."""
        state = self.state
        can_redo = bool(state.undone) and self.waiting_for == seat
        seen = picture_for(self.game, self.scenario, seat, state.step, can_redo=can_redo, closed=state.closed)
        # A question that the service answers is not shown: it would vanish as soon as it came.
        return replace(seen, prompt=None) if self.foregone_answer() else seen

    async def seat_log(self, seat: int | None) -> SeatLog:
        """The log as a seat reads it, first made in a thread since it may be long; the lock is held."""
        await self.load_whole()
        if seat not in self._logs:
            self._logs[seat] = await asyncio.to_thread(self._made_log, seat)
        return self._logs[seat]

    async def log_since(self, seat: int | None, number: int | None) -> Chapter:
        """The entries of the log, as a seat reads it, that came after act *number*; all if that is None."""
        return (await self.seat_log(seat)).since(number) if self.state.has_begun else Chapter(0, ())

    def _made_log(self, seat: int | None) -> SeatLog:
        log = SeatLog(self.game, self.scenario, seat)
        log.go_on(self.game, self.state.number)
        return log

    def remembered(self, key: object) -> Any:
        """What was remembered about the table as it is now; None if nothing was."""
        return self._remembered.get(key)

    def remember(self, key: object, found: object) -> None:
        """Remember something about the table until it changes."""
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered[key] = found

    def add_listener(self, listener: Callable[[], None]) -> None:
        """Call *listener* after each change."""
        self._listeners.append(listener)

    def remove_listener(self, listener: Callable[[], None]) -> None:
        """Call *listener* no more."""
        self._listeners.remove(listener)

    @property
    def is_watched(self) -> bool:
        """Are there listeners?"""
        return bool(self._listeners)

    def notify(self) -> None:
        """Tell every listener that something changed."""
        self.last_used = time.monotonic()
        for listener in tuple(self._listeners):
            listener()

    # ------------------------------------------------------------- the record
    def record(self, steps: tuple[Step, ...] | None = None) -> Record:
        """The game as a record, with the secret of its dice."""
        if steps is not None:
            return recorded(self.state, steps, None)
        return recorded(self.state, self.state.steps, None if self._game is None else self._end())

    def _end(self) -> End:
        closed = self.state.closed
        return replace(end_of(self.game), closed=None if closed is None else outcome_of(closed))

    def _hand(self, casts: int, epoch: int) -> FairHand:
        state = self.state
        secret = bytes.fromhex(state.heading.secret)
        return FairHand(secret, map(bytes.fromhex, state.contributions), number=casts, epoch=epoch)

    def _replayed(self, steps: tuple[Step, ...], epoch: int) -> Game[Any]:
        """The game of these steps, each checked again; later dice are of *epoch*."""
        try:
            return replay(self.record(steps), self.system, hand=self._hand(casts_in(steps), epoch))
        except Differs as differs:
            raise Broken(str(differs)) from None

    def _steps(self, entries: tuple[Answered, ...]) -> tuple[Step, ...]:
        """Entries of the log as the journal stores them, with the present epoch of the dice."""
        epoch = self.state.epoch
        made = map(step_recorded, entries)
        return tuple(replace(step, epoch=epoch) if isinstance(step, ThrowStep) else step for step in made)

    # ------------------------------------------------------------- picking up
    def pick_up(self, snapshots: tuple[SnapshotRow, ...]) -> None:
        """Restore the battle from the journal, starting at the newest snapshot that is still valid."""
        if not self.state.has_begun:
            return
        steps = tuple(self.state.steps)
        for snapshot in snapshots:
            if not self._is_valid(snapshot):
                continue
            if (game := self._game_from(snapshot)) is not None:
                self._game, self._is_whole = game, False
                break
        else:
            self._game = self._replayed(steps, self.state.epoch)
        self._has_ended = self._game.is_over
        self._snapshot_at = self.state.step

    def _is_valid(self, snapshot: SnapshotRow) -> bool:
        """Was a snapshot made by this version of the rules, of answers that still stand?"""
        undone = any(number > snapshot.number and to < snapshot.step for number, to in self.state.went_back)
        return snapshot.version == self.system.version and not undone

    def _game_from(self, snapshot: SnapshotRow) -> Game[Any] | None:
        """The game played on from a snapshot; None if its steps are not those of the journal."""
        steps = self.state.steps
        battle = msgspec.json.decode(snapshot.battle, type=prepared(self.system.battle_type))
        since = steps[snapshot.steps :]
        hand = ReplayingHand(since, self._hand(casts_in(steps), self.state.epoch))
        game = Game(self.system, battle, hand, throws=snapshot.throws)
        try:
            for step in since:
                if isinstance(step, AnswerStep):
                    game.answer_raw(step.answer)
        except (Refused, FacesRefused):
            return None
        made = [step_recorded(entry) for entry in answers(game.log)]
        return game if made == list(map(_in_no_epoch, since)) else None

    async def load_whole(self) -> None:
        """Replay the battle from its first throw if only a part is in memory, for the log and past steps."""
        if self._game is None or self._is_whole:
            return
        whole = await asyncio.to_thread(self._replayed, tuple(self.state.steps), self.state.epoch)
        if fingerprint(whole.battle) != fingerprint(self.game.battle):
            raise Broken("the snapshot of this game is not what its answers come to")
        self._game, self._is_whole = whole, True

    # ------------------------------------------------------------- acting, under the lock
    async def commit(self, act: AnyAct) -> None:
        """Store an act, apply it and notify listeners; if that fails, the room is void."""
        number = self.state.number + 1
        row = ActRow(self.id, number, round(time.time() * 1000), written(act), self._new_status(act))
        try:
            await self._store.append(row, self._snapshot(act, number))
            self.state.apply(act)
            self._has_ended = self._game is not None and self._game.is_over
            self._remembered.clear()
            await self._update_logs(act)
        except BaseException:
            # Memory may differ from the database now, so the next request picks the game up anew.
            self.is_void = True
            raise
        finally:
            self.notify()

    def _new_status(self, act: AnyAct) -> Status | None:
        """The status of the game after an act, if the act changes it."""
        if isinstance(act, journal.GameClosed) or (self._game is not None and self._game.is_over):
            return Status.OVER
        return Status.RUNNING if isinstance(act, journal.Began) else None

    def _snapshot(self, act: AnyAct, number: int) -> SnapshotRow | None:
        """A snapshot of the battle, if the act ends a procedure and the last snapshot is long ago."""
        game, state = self._game, self.state
        if not isinstance(act, journal.AnswerGiven) or game is None:
            return None
        if state.step + 1 - self._snapshot_at < SNAPSHOT_EVERY or game.checkpoint.at != len(game.log):
            return None
        self._snapshot_at = state.step + 1
        battle = msgspec.json.encode(game.battle).decode()
        steps = len(state.steps) + len(act.steps)
        return SnapshotRow(self.id, number, state.step + 1, steps, game.throws, self.system.version, battle)

    async def _update_logs(self, act: AnyAct) -> None:
        """Bring every seat's log up to date after an act; a take-back has them made afresh."""
        if isinstance(act, journal.TakenBack):
            await asyncio.to_thread(self._remake_logs)
        elif isinstance(act, journal.AnswerGiven) and self._logs:
            for seat_log in self._logs.values():
                seat_log.go_on(self.game, self.state.number)

    def _remake_logs(self) -> None:
        for seat_log in self._logs.values():
            seat_log.go_back(self.game, self.state.number)

    async def carry_on(self) -> None:
        """Begin the battle if all is ready, and end a game that is only to be looked at.

        It is called after each act that may bring this about, and again when a game is picked up, since a
        crash may have come between.
        """
        if self.state.is_complete and not self.state.has_begun and not self.is_over:
            await self._begin()
        closing = self.state.heading.closing
        if closing is not None and not self.is_over:
            await self.commit(closing)

    async def _begin(self) -> None:
        """Muster the battle and throw what is thrown before the first question."""
        heading = self.state.heading
        if heading.before:
            self._game = await asyncio.to_thread(self._replayed, heading.before, 0)
            falls: tuple[Step, ...] = ()
        else:
            readings = readings_of(self.record(()), self.system)
            battle = self.system.muster(self.scenario, readings)
            self._game = Game(self.system, battle, self._hand(0, 0))
            falls = self._steps(answers(self._game.log))
        await self.commit(journal.Began(falls))

    def require_changeable(self) -> None:
        """Refuse to change a game that is over: the secret of its dice has been shown."""
        if self.is_over:
            words = "the battle is over and the secret of its dice is shown: it stays as it ended"
            raise Refused(Refusal(f"{words}; to go on from a step, fork it"))

    async def answer(self, seat: int, raw: object, *, reason: str = "", again: bool = False) -> None:
        """Give the answer of a seat, as plain data; Refused if it is not legal."""
        game = self.game
        self.require_changeable()
        before = len(game.log)
        try:
            game.answer_raw(raw)
        except Refused:
            raise
        except BaseException:
            self.is_void = True  # it stopped half-way: the next request picks the game up from the database
            raise
        steps = self._steps(answers(game.log[before:]))
        await self.commit(journal.AnswerGiven(seat, steps, again, reason))

    async def undo(self, seat: int) -> None:
        """Take a seat's last answer back, as long as no dice fell and nothing was shown since."""
        await self.load_whole()
        game = self.game
        self.require_changeable()
        last = game.undoable
        if last is not None and last.question.seat != seat:
            raise Refused(Refusal("nothing can be taken back: the other side has acted since"))
        raw = as_plain_data(last.answer) if last is not None else None
        game.undo()
        await self.commit(journal.TakenBack(self.state.step - 1, seat, (raw,)))

    async def redo(self, seat: int) -> None:
        """Give again the answer that was last taken back."""
        if not self.state.undone or self.waiting_for != seat:
            raise Refused(Refusal("nothing was taken back since the last answer"))
        await self.answer(seat, self.state.undone[-1], again=True)

    def require_way_back(self, to: int) -> None:
        """Refuse to go back to a step that does not exist, past dice that stand, or after the end."""
        state = self.state
        if not state.has_begun:
            raise Refused(Refusal("the battle has not begun: nothing can be taken back"))
        self.require_changeable()
        first = answers_in(state.heading.before)
        if not first <= to < state.step:
            words = f"the game cannot go back to step {to}: choose {first} to {state.step - 1}"
            raise Refused(Refusal(words if state.step > first else "no answer has been given yet"))
        if state.heading.dice_stand and state.goes_past_dice(to):
            raise Refused(Refusal("this game does not allow going back past thrown dice"))

    async def go_back(self, to: int, *, seat: int | None = None, reason: str = "") -> None:
        """Take back every answer after step *to*, by agreement or by the umpire.

        Where that takes back a throw, a new epoch of the dice begins.
        """
        self.require_way_back(to)
        epoch = self.state.epoch + self.state.goes_past_dice(to)
        game = await asyncio.to_thread(self._replayed, cut(self.state.steps, to), epoch)
        self._game, self._is_whole = game, True
        self._snapshot_at = min(self._snapshot_at, to)
        await self.commit(journal.TakenBack(to, seat, reason=reason))

    def foregone_answer(self) -> tuple[object, ...]:
        """The answer that the service gives by itself, if any: to a question with one sensible option."""
        question = None if self.is_over or self._game is None else self._game.question
        if isinstance(question, Choose) and question.grave and len(question.sensible()) == 1:
            has_given_up = question.seat in self.state.given_up
            return question.grave[:1] if has_given_up else question.sensible()
        return ()


def _in_no_epoch(step: Step) -> Step:
    """A step without its epoch, as the log of a game has it."""
    return replace(step, epoch=0) if isinstance(step, ThrowStep) else step


__all__ = ["Broken", "Conflict", "Room", "Stale"]
