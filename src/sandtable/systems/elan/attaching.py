"""The Attach phase: commanders join units of their command, or leave them."""

from __future__ import annotations

from functools import cache
from itertools import compress
from operator import is_not
from typing import Literal, NamedTuple

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.elan.battle import ElanBattle, Leader
from sandtable.systems.elan.events import GoTaken
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.leader_decisions import PlaceDetached
from sandtable.systems.elan.leader_events import LeaderAttached, LeaderDetached
from sandtable.systems.elan.leading import command_of
from sandtable.systems.elan.steps import side_done
from sandtable.systems.elan.words import name, the, the_leader, token_id


class Change(NamedTuple):
    """What a commander does in the Attach phase; ``unit`` is the one he joins (attach.change)."""

    what: Literal["stay", "attach", "detach"]
    unit: int | None = None


STAY = Change("stay")
DETACH = Change("detach")


class ChooseAttachment(Choose[Change], frozen=True, kw_only=True):
    """Choose whether a commander joins a unit, leaves his unit, or stays (leaders.attach-range)."""

    decision: str = "attach.change"
    rule = "leaders.attach-range"
    title = "Commanders"

    leader: int

    def parties(self) -> tuple[str, ...]:
        return (token_id(self.leader),)

    def waiting_units(self) -> tuple[int, ...]:
        return tuple(option.unit for option in self.options if option.unit is not None)

    def words(self, battle: ElanBattle) -> str:
        return f"What does {the_leader(battle, self.leader)} do?"

    def label(self, battle: ElanBattle, option: Change) -> str:
        host = battle.leaders[self.leader].attached_to
        match option.what:
            case "attach":
                assert option.unit is not None
                return f"Join {the(battle, option.unit)}"
            case "detach":
                assert host is not None
                return f"Leave {the(battle, host)}"
            case "stay":
                return "Stay" if host is None else f"Stay with {the(battle, host)}"

    def face(self, battle: ElanBattle, option: Change) -> Face:
        """What he does, with the bonus that he brings to the tests of a unit he joins."""
        who = token_id(self.leader)
        if option.unit is not None:
            bonus = f"+{battle.leaders[self.leader].leadership} to its tests"
            return Face("Join", f"{name(battle, option.unit)}, {bonus}", who, option.unit)
        title, _, note = self.label(battle, option).partition(" ")
        return Face(title, note, who)


async def attach_step(battle: ElanBattle) -> ElanBattle:
    """The next commander of the active side who can join or leave a unit decides.

    turn.attach, turn.attach.order: the side that was 1st in the previous turn begins
    """
    last = max(battle.done, default=-1)
    for number in _unchanged(battle.leaders)[battle.active]:
        if number > last:
            options = changes(battle, number)
            if len(options) > 1:
                return await _change(battle, number, options)
    return await side_done(battle)


_Waiting = tuple[tuple[int, ...], tuple[int, ...]]
_last: tuple[tuple[Leader, ...], _Waiting] = (), ((), ())
"""The last commanders passed to `_unchanged`, and its answer: saves a scan after each decision."""


def _unchanged(leaders: tuple[Leader, ...]) -> _Waiting:
    """The commanders of each side on the table who come after the last one who made a change.

    Commanders decide in the order of their numbers, so none before the last change is still to decide.
    """
    global _last
    before, waiting = _last
    if leaders is not before:
        waiting = _after_change(leaders, before, waiting) or _waiting(leaders)
        _last = leaders, waiting
    return waiting


def _after_change(
    leaders: tuple[Leader, ...], before: tuple[Leader, ...], waiting: _Waiting
) -> _Waiting | None:
    """The answer after one more change by one commander; None if anything else differs."""
    changed = list(compress(enumerate(leaders), map(is_not, leaders, before)))
    if len(leaders) != len(before) or len(changed) != 1 or not changed[0][1].changed:
        return None
    ((number, leader),) = changed
    ours, theirs = waiting
    if leader.side:
        return ours, tuple([one for one in theirs if one > number])
    return tuple([one for one in ours if one > number]), theirs


def _waiting(leaders: tuple[Leader, ...]) -> _Waiting:
    """The commanders still to decide, found by a full scan."""
    waiting: tuple[list[int], list[int]] = [], []
    for number, leader in enumerate(leaders):
        if leader.changed:
            waiting[leader.side].clear()
        elif leader.is_present:
            waiting[leader.side].append(number)
    return tuple(waiting[0]), tuple(waiting[1])


def changes(battle: ElanBattle, number: int) -> tuple[Change, ...]:
    """A commander's options: stay, leave his unit, or join a unit of his command in range, once per turn.

    leaders.attach-range, attach.change
    """
    leader, ground = battle.leaders[number], ground_of(battle)
    if leader.changed:
        return (STAY,)
    if leader.attached_to is not None:
        return (STAY, DETACH) if ground.has_place_beside(number, leader.attached_to) else (STAY,)
    near = ground.near_leader(number, command_of(battle, leader), battle.figures.attach)
    return (STAY, *map(_attach, near))


@cache
def _attach(unit: int) -> Change:
    """The option of joining a unit, built once."""
    return Change("attach", unit)


async def _change(battle: ElanBattle, number: int, options: tuple[Change, ...]) -> ElanBattle:
    """Ask for the change and make it (attach.change)."""
    leader = battle.leaders[number]
    chosen = await ChooseAttachment(leader.side, options, leader=number)
    match chosen.what:
        case "stay":
            return await tell(battle, GoTaken(number, is_commander=True))
        case "attach":
            assert chosen.unit is not None
            return await tell(battle, LeaderAttached(number, chosen.unit))
        case "detach":
            assert leader.attached_to is not None
            pose = await ground_of(battle).beside(PlaceDetached, number, leader.attached_to)
            assert pose is not None, "a commander may leave only where there is a place for him"
            return await tell(battle, LeaderDetached(number, pose))
