"""What goes wrong at the service, and how each kind is told: a status as HTTP has it, and a sentence."""

from __future__ import annotations

from litestar.exceptions import HTTPException
from sqlalchemy.exc import DBAPIError

from sandtable.game.ask.refusal import Refused
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.house_rules import BadHouseRule
from sandtable.game.rules.rulebook import NotInRulebook
from sandtable.server.games.room import Broken, Stale
from sandtable.server.games.rooms import NoSuchGame, TooManyGames
from sandtable.server.http.wire import Trouble
from sandtable.server.store import Conflict
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


class Denied(Exception):
    """A request that is not carried out, with the status that says why."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


def told(fault: BaseException) -> tuple[int, Trouble] | None:
    """How a fault is told; None if it is nobody's doing but ours."""
    match fault:
        case Denied():
            return fault.status, Trouble(str(fault))
        case Refused():
            said = fault.refusal
            return REFUSED, Trouble(said.words, said.rule, said.measured, said.limit, said.nearest)
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
