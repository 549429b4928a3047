"""Before the battle: the scenario, the seats and the dice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.agents import AGENTS, Agent
from sandtable.cli.errors import Misuse
from sandtable.cli.reports.muster import Muster
from sandtable.cli.reports.records import naming_file, system_of
from sandtable.dice import FairHand, commitment, new_secret
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import readings_of, replay, scenario_of
from sandtable.game.files.record import Fair, Record, Seat, SeatKind
from sandtable.game.files.record_files import load
from sandtable.game.files.typed_files import BadFile, suggest
from sandtable.lab.runs.plan import agent_for

PERSON = "you"
BOTH = "both"
WATCH = "watch"


class Dice(Struct, frozen=True):
    """Fair dice: the secret and the players' contributions."""

    secret: bytes
    contributions: tuple[bytes, ...]

    def kept(self) -> Fair:
        """The dice for a record, with the secret, which is needed to play on."""
        contributions = tuple(contribution.hex() for contribution in self.contributions)
        return Fair(commitment(self.secret), contributions, self.secret.hex())


class SeatedGame(Struct, frozen=True):
    """A game with its seats, agents and dice; ``resumed`` is the file it was saved in, if any."""

    muster: Muster
    game: Game[Any]
    seats: tuple[Seat, ...]
    agents: dict[int, Agent]
    dice: Dice
    resumed: Path | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind is SeatKind.PERSON)


def begin(muster: Muster, seats: tuple[Seat, ...], words: str | None) -> SeatedGame:
    """Begin a new battle; *words* are the player's contribution to the dice."""
    dice = Dice(new_secret(), () if words is None else (contribution(words),))
    game = Game(muster.system, muster.battle, FairHand(dice.secret, dice.contributions))
    return _seated(muster, game, seats, dice, None)


@contextmanager
def resume(path: Path) -> Iterator[SeatedGame]:
    """Resume the battle saved in a file, with its house rules in force until the block ends."""
    record = load(path)
    dice = _dice(record, path)
    hand = FairHand(dice.secret, dice.contributions, number=record.casts)
    with system_of(record, path) as system:
        with naming_file(path):
            scenario, readings = scenario_of(record, system), readings_of(record, system)
            game = replay(record, system, hand=hand)
        muster = Muster(system, scenario, readings, game.checkpoints[0].battle)
        yield _seated(muster, game, record.seats, dice, path)


def _seated(
    muster: Muster, game: Game[Any], seats: tuple[Seat, ...], dice: Dice, resumed: Path | None
) -> SeatedGame:
    # The agents' randomness must reveal nothing about the dice, so its seed is a hash of the secret.
    seed = int.from_bytes(sha256(b"sandtable agents" + dice.secret).digest()[:8], "big")
    agents = {
        number: agent_for(seat.name, seed, number)
        for number, seat in enumerate(seats)
        if seat.kind is SeatKind.AGENT
    }
    return SeatedGame(muster, game, seats, agents, dice, resumed)


def _dice(record: Record, path: Path) -> Dice:
    if record.is_over:
        raise BadFile(str(path), "end", "the battle is over: sandtable replay shows it")
    if not isinstance(record.dice, Fair) or record.dice.secret is None:
        words = (
            "the game cannot be continued: only games saved by sandtable play hold the secret of their dice"
        )
        raise BadFile(str(path), "dice", words)
    contributions = tuple(map(bytes.fromhex, record.dice.contributions))
    return Dice(bytes.fromhex(record.dice.secret), contributions)


def contribution(words: str) -> bytes:
    """A player's words as a contribution to the dice, of any length."""
    return sha256(words.encode()).digest()


def seats_for(sides: tuple[str, ...], side: str, opponent: str) -> tuple[Seat, ...]:
    """The seats when a person plays *side* (its name or number, ``both``, or ``watch``)."""
    if opponent not in AGENTS:
        raise Misuse(f'there is no agent "{opponent}"; {suggest(opponent, AGENTS)}')
    mine = own_sides(sides, side)
    return tuple(
        Seat(PERSON, SeatKind.PERSON) if number in mine else Seat(opponent, SeatKind.AGENT)
        for number in range(len(sides))
    )


def own_sides(sides: tuple[str, ...], side: str) -> tuple[int, ...]:
    """The numbers of the sides that a person plays."""
    word = side.casefold()
    if word == BOTH:
        return tuple(range(len(sides)))
    if word == WATCH:
        return ()
    for number, name in enumerate(sides):
        if word in (name.casefold(), str(number + 1)):
            return (number,)
    raise Misuse(f'there is no side "{side}"; {suggest(side, (*sides, BOTH, WATCH))}')
