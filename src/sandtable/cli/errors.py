"""Errors of the command line, and the message and exit code of each."""

from __future__ import annotations

from typing import Final, NamedTuple

BAD_FILE: Final = 1
NOT_UNDERSTOOD: Final = 2


class Misuse(Exception):
    """The command line asks for something that does not exist, or for options that exclude each other."""


class CheckFailed(Exception):
    """A check failed; its report is already printed."""


class ErrorMessage(NamedTuple):
    """The message of an error, and the exit code."""

    words: str
    code: int


def error_message(fault: Exception) -> ErrorMessage | None:
    """The message for an error; None if it is a bug of the program."""
    from sandtable.game.drivers.odds import NoPolicy
    from sandtable.game.drivers.replay import Differs, RecordSpent
    from sandtable.game.files.typed_files import BadFile
    from sandtable.game.rules.house_rules import BadHouseRule
    from sandtable.game.rules.rulebook import NotInRulebook
    from sandtable.lab.paper.values import Unfit
    from sandtable.lab.runs.cluster import NoCluster
    from sandtable.systems import UnknownSystem

    match fault:
        case CheckFailed():
            return ErrorMessage("", BAD_FILE)
        case BadFile() | Differs() | RecordSpent() | NoCluster():
            return ErrorMessage(str(fault), BAD_FILE)
        case Misuse() | Unfit() | UnknownSystem() | NotInRulebook() | NoPolicy() | BadHouseRule():
            return ErrorMessage(str(fault), NOT_UNDERSTOOD)
        case _:
            return None
