"""What may be asked on paper: each kind of question is a Struct, told from the others by ``ask``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from sandtable.game.files.typed_files import convert, decode_json, suggest
from sandtable.game.kit.roster_cards import Plain
from sandtable.lab.paper.umpiring import Said
from sandtable.lab.paper.values import Unfit

Facts = dict[str, Any]
"""Facts by dotted key; those inside others may stand in objects of their own."""
Marks = dict[str, Plain]


class _Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """What all questions have: house rules, if any, as ``--set`` writes them."""

    sets: tuple[str, ...] = field(default=(), name="set")


class SystemsAsked(_Asked, frozen=True, kw_only=True, tag="systems"):
    """Which systems are there, and what can be resolved by each?"""


class _OfSystem(_Asked, frozen=True, kw_only=True):
    system: str


class _OfResolution(_OfSystem, frozen=True, kw_only=True):
    resolution: str


class FormAsked(_OfResolution, frozen=True, kw_only=True, tag="form"):
    """What has to be told before a resolution can be worked out?"""


class FillAsked(_OfResolution, frozen=True, kw_only=True, tag="fill"):
    """Which facts follow from the roster card of a party?"""

    party: str
    profile: str
    marks: Marks = {}


class OddsAsked(_OfResolution, frozen=True, kw_only=True, tag="odds"):
    """What are the odds?"""

    facts: Facts = {}
    policy: str | None = None


class Over(Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that runs through values, as ``--over`` writes them."""

    key: str
    values: str


class SweepAsked(_OfResolution, frozen=True, kw_only=True, tag="sweep"):
    """What are the odds while one fact runs through its values, or two?"""

    facts: Facts = {}
    policy: str | None = None
    over: tuple[Over, ...]
    show: str | None = None


class OnRoster(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of the roster that is a party of a resolution."""

    profile: str
    marks: Marks = {}


class StageAsked(_OfResolution, frozen=True, kw_only=True, tag="stage"):
    """How far has a resolution come, and what comes next?"""

    facts: Facts = {}
    said: tuple[Said, ...] = ()
    parties: dict[str, OnRoster] = {}


class RuleAsked(_OfSystem, frozen=True, kw_only=True, tag="rule"):
    """What does a rule say?"""

    rule: str


class RulesAsked(_OfSystem, frozen=True, kw_only=True, tag="rules"):
    """Which rules have all of these words?"""

    words: str = ""


class CardsAsked(_OfSystem, frozen=True, kw_only=True, tag="cards"):
    """Which units are there, and what do they carry?"""


class SheetAsked(_OfSystem, frozen=True, kw_only=True, tag="sheet"):
    """All tables of the rulebook on a sheet made for print."""


Request = (
    SystemsAsked
    | FormAsked
    | FillAsked
    | OddsAsked
    | SweepAsked
    | StageAsked
    | RuleAsked
    | RulesAsked
    | CardsAsked
    | SheetAsked
)
KINDS: Final[Mapping[str, type[Request]]] = {
    "systems": SystemsAsked,
    "form": FormAsked,
    "fill": FillAsked,
    "odds": OddsAsked,
    "sweep": SweepAsked,
    "stage": StageAsked,
    "rule": RuleAsked,
    "rules": RulesAsked,
    "cards": CardsAsked,
    "sheet": SheetAsked,
}


def read_request(content: bytes) -> Request:
    """The question that JSON means; BadFile or Unfit tells what is wrong with it."""
    raw = decode_json(content, object, "")
    if not isinstance(raw, dict):
        raise Unfit('a question is an object, such as {"ask": "systems"}')
    ask = raw.pop("ask", None)
    if not isinstance(ask, str) or ask not in KINDS:
        raise Unfit(f"ask must say what is asked for; {suggest(str(ask), KINDS)}", "ask")
    return convert(raw, KINDS[ask], "")
