"""Keeping a game: its record with the secret of its dice, where it goes by itself, and how it ended."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from sandtable.cli.reports.fight import losses
from sandtable.cli.terminal.replies import Ended
from sandtable.cli.terminal.setup import Sitting
from sandtable.dice import commitment
from sandtable.game.files.record import Record, record
from sandtable.game.files.record_files import load, save
from sandtable.game.files.typed_files import BadFile


def record_of(sitting: Sitting) -> Record:
    """The game as it stands, with the secret of its dice: without it nobody could play on."""
    muster = sitting.muster
    return record(
        sitting.game,
        scenario=muster.setting,
        seats=sitting.seats,
        dice=sitting.dice.kept(),
        readings=muster.readings,
    )


def keep(sitting: Sitting, path: Path) -> None:
    """Write the game to a file; one that holds something else than a record is not written over."""
    if path.exists():
        _require_record(path)
    save(record_of(sitting), path)


def _require_record(path: Path) -> None:
    try:
        load(path)
    except BadFile:
        words = "this is there already and is no record, so it is not written over; choose another name"
        raise BadFile(str(path), "", words) from None


def keep_by_itself(sitting: Sitting, path: Path | None) -> str:
    """Keep the game where it was said, or where it came from, or under a name of its own; where it is now."""
    chosen = path or sitting.resumed or _free_name(sitting.muster.scenario)
    keep(sitting, chosen)
    return str(chosen)


def _free_name(scenario: str) -> Path:
    """A file in the present folder that does not exist yet."""
    names = (f"{scenario}.autosave{'' if number == 1 else f'-{number}'}.battle.json" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def ended(sitting: Sitting, kept: str) -> Ended:
    """How the battle ended."""
    muster, game = sitting.muster, sitting.game
    return Ended(
        sides=muster.sides,
        outcome=game.battle.outcome,
        units=tuple(losses(game.system, muster.battle, game.battle)),
        commitment=commitment(sitting.dice.secret),
        secret=sitting.dice.secret.hex(),
        record=kept,
    )
