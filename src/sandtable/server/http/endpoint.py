"""An endpoint of the HTTP interface: its address, its command, and what goes in and comes out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple

from msgspec import Struct

Who = Literal["anybody", "seat", "umpire"]


class Endpoint(NamedTuple):
    """One thing that can be asked for by HTTP.

    ``do`` is a command; it is called with the asker and, if there is one, the request. ``body`` is the type
    of a request in the body, ``query`` of one in the address. ``result`` is a type, or a tuple of types.
    """

    method: Literal["GET", "POST"]
    path: str
    name: str
    summary: str
    do: Callable[..., Awaitable[object]]
    result: Any
    body: Any = None
    query: type[Struct] | None = None
    who: Who = "anybody"
    rate: Literal["request", "computation", "new game"] = "request"
    """The rate by which it is limited, beside that of all requests."""
    content: Literal["json", "record", "lab"] = "json"
    """What its body holds; a record may be larger, and a question of the lab is handed on unread."""

    @property
    def needs_battle(self) -> bool:
        """Does it look at a battle or change one, so that the kernels must be loaded?"""
        return "{game}" in self.path or (self.rate != "request" and self.content != "lab")
