"""A game from outside: who sits where, how far it is, and what was said and noted at the table."""

from __future__ import annotations

from typing import assert_never

from sandtable.dice import commitment
from sandtable.game.battle.battle import Outcome
from sandtable.game.rules.house_rules import HouseRules
from sandtable.server.games import journal
from sandtable.server.games.house_rules import house_rule_rows
from sandtable.server.games.journal import AnyAct
from sandtable.server.games.room import Room
from sandtable.server.games.rooms import Rooms
from sandtable.server.games.seat_view import outcome_of
from sandtable.server.games.state import GameState, answers_in, is_by_umpire
from sandtable.server.wire.lobby import GameSeen, SeatRow, TakeBackRow, UmpireRow
from sandtable.server.wire.views import ChatLine, Note


def game_seen(room: Room, rooms: Rooms) -> GameSeen:
    """A game as all may see it from outside."""
    state, heading = room.state, room.state.heading
    asked = state.take_back_asked
    return GameSeen(
        game=room.id,
        system=heading.system,
        system_name=room.system.short_name,
        scenario=str(heading.scenario["id"]),
        title=str(heading.scenario.get("name", "")),
        status=room.status.value,
        seats=tuple(_seat_row(state, seat) for seat in range(len(state.names))),
        umpire=None if state.chair is None else UmpireRow(state.chair.name, bool(state.chair.key)),
        readings=heading.readings,
        house_rules=house_rule_rows(room.system.package, HouseRules.of(heading.house_rules)),
        number=state.number,
        step=state.step,
        first_step=answers_in(heading.before),
        question=room.question,
        waiting_for=room.waiting_for,
        thinking=rooms.computer.thinking_agent(room.id),
        take_back=None if asked is None else TakeBackRow(asked.seat, asked.to, state.take_back_number),
        take_backs=state.epoch,
        dice_stand=heading.dice_stand,
        outcome=outcome(room),
        commitment=commitment(bytes.fromhex(heading.secret)),
        contributions=state.contributions,
        secret=heading.secret if room.is_over else None,
        forked_from=heading.forked_from,
        from_record=heading.from_record,
    )


def outcome(room: Room) -> Outcome | None:
    """The outcome of a game, by the rules or by the service; None while it lasts."""
    if room.state.closed is not None:
        return outcome_of(room.state.closed)
    found: Outcome | None = room.game.battle.outcome if room.is_over else None
    return found


def _seat_row(state: GameState, seat: int) -> SeatRow:
    sides = state.heading.scenario.get("sides")
    side = sides[seat].get("name", "") if isinstance(sides, list) and seat < len(sides) else ""
    return SeatRow(
        seat=seat,
        side=str(side),
        name=state.names[seat],
        kind=state.heading.seats[seat].kind.value,
        taken=state.is_taken(seat),
        agent=state.agent_for(seat),
        gave_up=seat in state.given_up,
        has_contributed=state.has_contributed(seat),
    )


def chat(state: GameState, since: int = 0) -> tuple[ChatLine, ...]:
    """What was said after act *since*."""
    return tuple(ChatLine(number, act.seat, act.words) for number, act in state.said if number > since)


def notes(state: GameState, since: int = 0) -> tuple[Note, ...]:
    """The notes of what happened beside the battle after act *since*."""
    return tuple(_note(state, number, act) for number, act in state.notes if number > since)


def _note(state: GameState, number: int, act: AnyAct) -> Note:
    seat = getattr(act, "seat", None)
    name = "the umpire" if seat is None else state.names[seat]
    return Note(number, str(act.__struct_config__.tag), _words(state, act, name), seat, is_by_umpire(act))


def _words(state: GameState, act: AnyAct, name: str) -> str:
    match act:
        case journal.Seated():
            return f"{name} takes a seat"
        case journal.UmpireSeated():
            return f"{act.name} takes the umpire's chair"
        case journal.UmpireLooked():
            return f"the umpire looks at what {state.names[act.eyes]} sees"
        case journal.Forked():
            return f"the umpire forks the game at step {act.step}"
        case journal.Invited():
            by = "the umpire" if act.by is None else state.names[act.by]
            return f"{by} opens the seat of {name} again{_because(act.reason)}"
        case journal.AnswerGiven():
            return f"the umpire answers for {name}{_because(act.reason)}"
        case journal.TakenBack():
            how = "" if act.undone or act.reason else ", as was agreed"
            return f"{name} goes back to step {act.to}{how}{_because(act.reason)}"
        case journal.TakeBackAsked():
            return f"{name} asks to go back to step {act.to}"
        case journal.TakeBackDeclined():
            return f"{name} does not agree to go back"
        case journal.GivenUp():
            return f"{name} gives the battle up"
        case journal.GameClosed() | journal.TookOver():
            return act.words
        case journal.Began() | journal.Said() | journal.Contributed():
            return ""
        case _:
            assert_never(act)


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""
