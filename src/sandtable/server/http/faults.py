"""What goes wrong at the service as clients are told it: an HTTP status and a sentence."""

from __future__ import annotations

from typing import Final

from litestar.exceptions import HTTPException
from sqlalchemy.exc import DBAPIError

from sandtable.game.ask.refusal import Refused
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.house_rules import BadHouseRule
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.room import Broken, Stale
from sandtable.server.games.rooms import NoSuchGame, TooManyGames
from sandtable.server.store import Conflict
from sandtable.server.wire.fields import Trouble
from sandtable.systems import UnknownSystem

NOT_UNDERSTOOD = 400
NO_KEY = 401
WRONG_KEY = 403
NOT_THERE = 404
MOVED_ON = 409
TOO_LARGE = 413
NOT_JSON = 415
REFUSED = 422
KEPT_AWAY = 423
TOO_FAST = 429
OUR_FAULT = 500
NOT_NOW = 503

STATUS_OF: Final = {
    Denial.NOT_UNDERSTOOD: NOT_UNDERSTOOD,
    Denial.NO_KEY: NO_KEY,
    Denial.WRONG_KEY: WRONG_KEY,
    Denial.NOT_THERE: NOT_THERE,
    Denial.MOVED_ON: MOVED_ON,
    Denial.TOO_LARGE: TOO_LARGE,
    Denial.TOO_FAST: TOO_FAST,
    Denial.BROKEN: OUR_FAULT,
    Denial.NOT_NOW: NOT_NOW,
}


def status_and_trouble(fault: BaseException) -> tuple[int, Trouble] | None:
    """The status and the sentence for a fault; None if it is a bug of the service."""
    match fault:
        case Denied():
            return STATUS_OF[fault.denial], Trouble(str(fault))
        case Refused():
            refusal = fault.refusal
            return REFUSED, Trouble(
                refusal.words, refusal.rule, refusal.measured, refusal.limit, refusal.nearest
            )
        case Stale() | Conflict():
            return MOVED_ON, Trouble(str(fault))
        case NoSuchGame() | UnknownSystem() | NotInRulebook():
            return NOT_THERE, Trouble(str(fault))
        case TooManyGames():
            return NOT_NOW, Trouble(str(fault))
        case Broken():
            return KEPT_AWAY, Trouble(f"the game cannot be played on here: {fault}")
        case BadHouseRule():
            return OUR_FAULT, Trouble(f"a house rule of this table cannot be played: {fault}")
        case BadFile():
            return NOT_UNDERSTOOD, Trouble(str(fault))
        case DBAPIError() | OSError():
            return NOT_NOW, Trouble("the database cannot be reached just now; nothing was changed, try again")
        case HTTPException():
            return fault.status_code, Trouble(str(fault.detail))
        case _:
            return None
