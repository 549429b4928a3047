"""A game of the service as a record: its heading, the umpire's acts, and where it goes on from another."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.dice import commitment
from sandtable.game.files.record import End, Fair, Fork, Record, Ruled, Seat, Step, sealed
from sandtable.server.games import journal
from sandtable.server.games.journal import AnyAct, Heading
from sandtable.server.games.state import GameState, answers_in


def recorded(state: GameState, steps: Sequence[Step], end: End | None) -> Record:
    """The record of these steps of a game, with the secret of its dice."""
    heading = state.heading
    made = Record(
        system=heading.system,
        system_version=heading.system_version,
        scenario=heading.scenario,
        start=heading.start,
        readings=heading.readings,
        house_rules=heading.house_rules,
        seats=tuple(Seat(name, place.kind) for name, place in zip(state.names, heading.seats, strict=True)),
        dice=Fair(commitment(bytes.fromhex(heading.secret)), state.contributions, heading.secret),
        fork=_fork(heading),
        take_backs=state.epoch,
        rulings=tuple(Ruled(step, _ruling(act, state.names)) for step, act in state.rulings),
        entries=tuple(steps),
        end=end,
    )
    return sealed(made)


def _fork(heading: Heading) -> Fork | None:
    """The game or record that a game was forked from, if it was."""
    if not heading.before:
        return None
    record = f"the record {heading.from_record}" if heading.from_record else "another record"
    of = f"game {heading.forked_from}" if heading.forked_from else record
    return Fork(of, answers_in(heading.before), len(heading.before))


def _ruling(act: AnyAct, names: Sequence[str]) -> str:
    """What the umpire did, without his reason, which the notes of the game have."""
    match act:
        case journal.AnswerGiven():
            return f"answered for {names[act.seat]}"
        case journal.TakenBack():
            return f"went back to step {act.to}"
        case journal.Invited():
            return f"opened the seat of {names[act.seat]} again"
        case journal.UmpireLooked():
            return f"looked at what {names[act.eyes]} sees"
        case journal.Forked():
            return f"forked the game at step {act.step}"
        case journal.GameClosed():
            return "ended the battle"
        case _:
            raise AssertionError(f"{type(act).__name__} is no act of an umpire")
