"""The questions that ``answers`` takes: each kind is a Struct, chosen by its key ``ask``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from sandtable.game.files.typed_files import convert, decode_json, suggest
from sandtable.game.kit.roster_cards import Plain
from sandtable.lab.paper.stages import Said
from sandtable.lab.paper.values import Unfit

Facts = dict[str, Any]
"""Facts by dotted key, or nested in objects."""
Marks = dict[str, Plain]


class _Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """The field of every question: house rules, written as for ``--set``."""

    sets: tuple[str, ...] = field(default=(), name="set")


class SystemsAsked(_Asked, frozen=True, kw_only=True, tag="systems"):
    """Which systems are there, and what can be resolved by each?"""


class _OfSystem(_Asked, frozen=True, kw_only=True):
    system: str


class _OfResolution(_OfSystem, frozen=True, kw_only=True):
    resolution: str


class FormAsked(_OfResolution, frozen=True, kw_only=True, tag="form"):
    """Which facts does a resolution need?"""


class FillAsked(_OfResolution, frozen=True, kw_only=True, tag="fill"):
    """Which facts follow from the roster card of a party?"""

    party: str
    profile: str
    marks: Marks = {}


class OddsAsked(_OfResolution, frozen=True, kw_only=True, tag="odds"):
    """What are the odds?"""

    facts: Facts = {}
    policy: str | None = None


class SweptFact(Struct, frozen=True, forbid_unknown_fields=True):
    """A fact and the values it runs through, written as for ``--over``."""

    key: str
    values: str


class SweepAsked(_OfResolution, frozen=True, kw_only=True, tag="sweep"):
    """What are the odds while one or two facts run through their values?"""

    facts: Facts = {}
    policy: str | None = None
    over: tuple[SweptFact, ...]
    show: str | None = None


class RosterUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of the roster that takes part in a resolution."""

    profile: str
    marks: Marks = {}


class StageAsked(_OfResolution, frozen=True, kw_only=True, tag="stage"):
    """What is the state of a resolution, and what comes next?"""

    facts: Facts = {}
    said: tuple[Said, ...] = ()
    parties: dict[str, RosterUnit] = {}


class RuleAsked(_OfSystem, frozen=True, kw_only=True, tag="rule"):
    """What does a rule say?"""

    rule: str


class RulesAsked(_OfSystem, frozen=True, kw_only=True, tag="rules"):
    """Which rules contain all of these words?"""

    words: str = ""


class CardsAsked(_OfSystem, frozen=True, kw_only=True, tag="cards"):
    """Which units are there, and which marks do they have?"""


class SheetAsked(_OfSystem, frozen=True, kw_only=True, tag="sheet"):
    """All tables of the rulebook, on a sheet for print."""


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
    """Read a question from JSON; BadFile or Unfit if it is faulty."""
    raw = decode_json(content, object, "")
    if not isinstance(raw, dict):
        raise Unfit('a question is an object, such as {"ask": "systems"}')
    ask = raw.pop("ask", None)
    if not isinstance(ask, str) or ask not in KINDS:
        raise Unfit(f"ask must name a kind of question; {suggest(str(ask), KINDS)}", "ask")
    return convert(raw, KINDS[ask], "")
