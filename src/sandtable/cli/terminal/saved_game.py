"""Keeping a game: its record with the secret of its dice, where it goes by itself, and how it ended."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from sandtable.cli.reports.fight import losses
from sandtable.cli.terminal.replies import EndReply
from sandtable.cli.terminal.setup import SeatedGame
from sandtable.dice import commitment
from sandtable.game.files.record import Record, record
from sandtable.game.files.seal import load, save
from sandtable.game.files.typed import BadFile


def record_of(seated: SeatedGame) -> Record:
    """The game as it stands, with the secret of its dice: without it nobody could play on."""
    muster = seated.muster
    return record(
        seated.game,
        scenario=muster.setting,
        seats=seated.seats,
        dice=seated.dice.kept(),
        readings=muster.readings,
    )


def save_game(seated: SeatedGame, path: Path) -> None:
    """Write the game to a file; one that holds something else than a record is not written over."""
    if path.exists():
        _require_record(path)
    save(record_of(seated), path)


def _require_record(path: Path) -> None:
    try:
        load(path)
    except BadFile:
        words = "this is there already and is no record, so it is not written over; choose another name"
        raise BadFile(str(path), "", words) from None


def save_automatically(seated: SeatedGame, path: Path | None) -> str:
    """Keep the game where it was said, or where it came from, or under a name of its own; where it is now."""
    chosen = path or seated.resumed or _free_name(seated.muster.scenario)
    save_game(seated, chosen)
    return str(chosen)


def _free_name(scenario: str) -> Path:
    """A file in the present folder that does not exist yet."""
    names = (f"{scenario}.autosave{'' if number == 1 else f'-{number}'}.battle.json" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def ended_reply(seated: SeatedGame, kept: str) -> EndReply:
    """How the battle ended."""
    muster, game = seated.muster, seated.game
    return EndReply(
        sides=muster.sides,
        outcome=game.battle.outcome,
        units=tuple(losses(game.system, muster.battle, game.battle)),
        commitment=commitment(seated.dice.secret),
        secret=seated.dice.secret.hex(),
        record=kept,
    )
