"""The dice of a battle that is over, revealed so that a client can check every face by itself."""

from __future__ import annotations

from sandtable.dice import commitment
from sandtable.game.battle.log import Thrown
from sandtable.game.files.record import ThrowStep
from sandtable.server.games.room import Room
from sandtable.server.wire.views import CastSeen, DiceSeen


def dice_seen(room: Room) -> DiceSeen:
    """Every cast of the game itself, without those it was forked from; it must be loaded whole and over."""
    state, heading = room.state, room.state.heading
    own = state.steps[len(heading.before) :]
    epochs = [step.epoch for step in own if isinstance(step, ThrowStep) for _ in step.faces]
    fell = [cast for entry in room.game.log if isinstance(entry, Thrown) for cast in entry.fell]
    first = len(fell) - len(epochs)
    return DiceSeen(
        commitment=commitment(bytes.fromhex(heading.secret)),
        contributions=state.contributions,
        secret=heading.secret,
        take_backs=state.epoch,
        casts=tuple(
            CastSeen(number, epoch, cast.die.name, cast.die.faces, cast.purpose, cast.faces)
            for number, (cast, epoch) in enumerate(zip(fell[first:], epochs, strict=True), start=first)
        ),
    )
