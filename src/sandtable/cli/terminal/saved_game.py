"""Save a game: its record with the secret of its dice, in the file that was named or one of its own."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from sandtable.cli.reports.fight import losses
from sandtable.cli.terminal.replies import EndReply
from sandtable.cli.terminal.setup import SeatedGame
from sandtable.dice import commitment
from sandtable.game.files.record import Record, record
from sandtable.game.files.record_files import load, save
from sandtable.game.files.typed_files import BadFile


def record_of(seated: SeatedGame) -> Record:
    """The record of the game so far, with the secret of its dice, which is needed to play on."""
    muster = seated.muster
    return record(
        seated.game,
        scenario=muster.setting,
        seats=seated.seats,
        dice=seated.dice.kept(),
        readings=muster.readings,
    )


def save_game(seated: SeatedGame, path: Path) -> None:
    """Write the game to a file, unless that holds something other than a record."""
    if path.exists():
        _require_record(path)
    save(record_of(seated), path)


def _require_record(path: Path) -> None:
    try:
        load(path)
    except BadFile:
        words = "the file exists and is not a record, so it is not overwritten: choose another name"
        raise BadFile(str(path), "", words) from None


def save_automatically(seated: SeatedGame, path: Path | None) -> str:
    """Save the game where it was asked, where it came from, or in a new file; returns the path."""
    chosen = path or seated.resumed or _free_name(seated.muster.scenario)
    save_game(seated, chosen)
    return str(chosen)


def _free_name(scenario: str) -> Path:
    """A file in the working directory that does not exist yet."""
    names = (f"{scenario}.autosave{'' if number == 1 else f'-{number}'}.battle.json" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def ended_reply(seated: SeatedGame, kept: str) -> EndReply:
    """The reply for the end of a battle."""
    muster, game = seated.muster, seated.game
    return EndReply(
        sides=muster.sides,
        outcome=game.battle.outcome,
        units=tuple(losses(game.system, muster.battle, game.battle)),
        commitment=commitment(seated.dice.secret),
        secret=seated.dice.secret.hex(),
        record=kept,
    )
