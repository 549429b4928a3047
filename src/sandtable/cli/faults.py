"""What goes wrong on a command line, and how each kind of it is told: a sentence and an exit code."""

from __future__ import annotations

from typing import Final, NamedTuple

BAD_FILE: Final = 1
NOT_UNDERSTOOD: Final = 2


class Misuse(Exception):
    """The command line asks for something that does not exist or does not go together."""


class Failed(Exception):
    """A check was carried out and its report printed; what it found makes the command fail."""


class Told(NamedTuple):
    """An error as people are told of it."""

    words: str
    code: int


def explained(fault: Exception) -> Told | None:
    """How an error is told; None if it is nobody's doing but ours."""
    from sandtable.game.drivers.odds import NoPolicy
    from sandtable.game.drivers.replay import Differs, RecordSpent
    from sandtable.game.files.typed_files import BadFile
    from sandtable.game.rules.house_rules import BadHouseRule
    from sandtable.game.rules.rulebook import NotInRulebook
    from sandtable.lab.paper.values import Unfit
    from sandtable.lab.runs.cluster import NoCluster
    from sandtable.systems import UnknownSystem

    match fault:
        case Failed():
            return Told("", BAD_FILE)
        case BadFile() | Differs() | RecordSpent() | NoCluster():
            return Told(str(fault), BAD_FILE)
        case Misuse() | Unfit() | UnknownSystem() | NotInRulebook() | NoPolicy() | BadHouseRule():
            return Told(str(fault), NOT_UNDERSTOOD)
        case _:
            return None
