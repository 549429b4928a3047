"""Words that all chapters share: names of units and commanders, sentences, lengths and ways."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from sandtable.game.present import english
from sandtable.game.present.english import compass, listed
from sandtable.systems.elan.figures import HEX_WIDTH, Scale, Span
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import Point, heading_between

if TYPE_CHECKING:
    from sandtable.systems.elan.battle import ElanBattle

MANY: Final = {
    "is": "are",
    "has": "have",
    "does": "do",
    "goes": "go",
    "marches": "march",
    "tries": "try",
    "rallies": "rally",
}
"""Verbs whose plural does not just drop the s."""

FORMED: Final = {
    Formation.LIMBERED: "limbers up",
    Formation.DEPLOYED: "unlimbers",
    Formation.DISMOUNTED: "dismounts",
    Formation.GARRISON: "garrisons a sector",
}
"""The formations that are not said to be formed."""


def name(battle: ElanBattle, unit: int) -> str:
    """The name of a unit."""
    return battle.units[unit].name


def names(battle: ElanBattle, units: tuple[int, ...]) -> str:
    """The names of several units as one phrase."""
    return listed([the(battle, unit) for unit in units])


def the(battle: ElanBattle, unit: int) -> str:
    """A unit's name inside a sentence."""
    return with_article(name(battle, unit))


def with_article(named: str) -> str:
    """A unit's name with its article, if it takes one.

    >>> with_article("33rd Foot"), with_article("Foy's battery"), with_article("Kazan, first column")
    ('the 33rd Foot', "Foy's battery", 'Kazan, first column')
    """
    of_somebody = "'s " in named or ("," in named and not named[0].isdigit())
    return named if of_somebody else f"the {named}"


def is_many(named: str) -> bool:
    """Does a unit take a plural verb?

    >>> is_many("Coldstream Guards"), is_many("battery of rifles"), is_many("66th Regiment, first half")
    (True, False, False)
    """
    return named.partition(" of ")[0].endswith("s")


def told(battle: ElanBattle, unit: int, *deeds: str) -> str:
    """A sentence of what a unit does; each deed begins with its verb in the singular."""
    many = is_many(name(battle, unit))
    return begun(f"{the(battle, unit)} {' and '.join(as_many(deed) if many else deed for deed in deeds)}")


def asked(battle: ElanBattle, unit: int, before: str, after: str) -> str:
    """A question about what a unit does: its name stands between *before* with a verb and the rest."""
    does = "do" if is_many(name(battle, unit)) else "does"
    return begun(f"{before} {does} {the(battle, unit)} {after}?".lstrip())


def as_many(deed: str) -> str:
    """A singular deed in the plural.

    >>> as_many("marches to the brook"), as_many("is disordered"), as_many("fires")
    ('march to the brook', 'are disordered', 'fire')
    """
    verb, space, rest = deed.partition(" ")
    return f"{MANY.get(verb) or verb.removesuffix('s')}{space}{rest}"


def the_leader(battle: ElanBattle, number: int) -> str:
    """A commander's name inside a sentence, with an article if it is an office."""
    return titled(battle.leaders[number].name)


def titled(named: str) -> str:
    """A commander's name inside a sentence.

    >>> titled("Ney"), titled("colonel of Kazan")
    ('Ney', 'the colonel of Kazan')
    """
    return f"the {named}" if named[0].islower() or " of " in named else named


def token_id(number: int) -> str:
    """The id of a commander's token."""
    return f"commander-{number}"


def side_name(battle: ElanBattle, number: int) -> str:
    """The name of a side."""
    return battle.camps[number].name


def sector_name(battle: ElanBattle, piece: str) -> str:
    """The name of a sector, or else its id."""
    return dict(battle.sectors).get(piece) or piece.replace("-", " ")


def length(battle: ElanBattle, span: Span) -> str:
    """A length in the words of the set: inches to the hundredth, or hexes."""
    written = round(battle.figures.written(span), 2)
    if battle.scale is not Scale.HEX:
        return f"{written:g} in"
    return "1 hex" if written == 1 else f"{written:g} hexes"


def way(battle: ElanBattle, start: Point, end: Point) -> str:
    """How far and in which direction a unit or commander went; empty if it stayed."""
    far = math.dist(start, end)
    return f"{_rounded(battle, far)} {compass(heading_between(start, end))}" if far >= 1 else ""


def _rounded(battle: ElanBattle, far: float) -> str:
    """A distance on the map in the words of the set: inches to the tenth, or whole hexes."""
    span = max(1, round(far / HEX_WIDTH)) if battle.scale is Scale.HEX else round(far, -1)
    return length(battle, span)


def begun(words: str) -> str:
    """Words with a capital, to begin a sentence."""
    return words[:1].upper() + words[1:]


def formation_name(formation: Formation) -> str:
    """A formation as people say it."""
    return "skirmish order" if formation is Formation.SKIRMISH else formation.replace("-", " ")


def formed(formation: Formation) -> str:
    """The deed of taking up a formation, in words."""
    return FORMED.get(formation) or f"forms {formation_name(formation)}"


def counted(count: int, what: str) -> str:
    """A number of things in words.

    >>> counted(1, "point"), counted(2, "loss"), counted(0, "hit"), counted(3, "die")
    ('1 point', '2 losses', 'no hits', '3 dice')
    """
    return english.counted(count, what) if count else f"no {english.plural(what)}"
