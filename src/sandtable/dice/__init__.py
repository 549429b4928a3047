"""What is thrown or drawn, who supplies the faces, and what are the exact odds? It knows no rule of any game.

A rule asks for the statistic it uses, not for faces. Every throw can be cast with a hand of dice, and every
throw knows its exact odds:

>>> volley = Count(6, at_least=4, purpose="to hit")
>>> volley.cast(PlannedHand([1, 4, 6, 2, 5, 3]))
3
>>> volley.odds(exact=True).at_least(3)
Fraction(21, 32)
>>> round(volley.odds().mean(), 6)
3.0

The result of a throw depends only on the faces in their order, also where it has several stages. So chance,
a plan, a person or a sealed secret may supply the faces, and the same faces give the same result. Here the
two failures are thrown again, once:

>>> RerollFailures(Count(3, at_least=4)).cast(PlannedHand([2, 5, 1, 6, 3]))
2

Sums are written as on a rule sheet, and a deck keeps which cards are left, never their order:

>>> parse("2D3+1"), str(parse("d3 + 1"))
(Cup(count=2, die=Die(name='D3', faces=(1, 2, 3)), plus=1), 'D3+1')
>>> deck = Deck.of(["Left Wing", "Right Wing", "Reshuffle", "Reshuffle"])
>>> deck.draw().odds(exact=True)["Reshuffle"]
Fraction(1, 2)

``die`` holds dice and cups, ``throw`` the base class of throws, ``odds`` and ``ways`` distributions. ``hand``
and ``fair`` hold the hands that supply faces. The throws are in ``pools``, ``totals``, ``losses``, ``checks``
and ``rolloffs``, second throws in ``rerolls`` and ``rerollable``, cards in ``deck``. To add a kind of throw,
read ``rolloffs`` first.
"""

from sandtable.dice.checks import AtLeast, RollUnder, Under
from sandtable.dice.deck import Deck, Draw
from sandtable.dice.die import AVERAGE, D3, D6, D20, Cup, Die, numbered, parse, parse_cups
from sandtable.dice.fair import FairHand, commitment, new_secret, verify
from sandtable.dice.hand import (
    Cast,
    FacesRefused,
    FacesWanted,
    Hand,
    KeepingHand,
    PlannedHand,
    PlanSpent,
    RandomHand,
    TypedHand,
)
from sandtable.dice.losses import Unsaved
from sandtable.dice.odds import Chance, Odds, OddsRow, mix
from sandtable.dice.pools import Among, Count, CountWith, Paired, Pool, Scored, Spread, Successes
from sandtable.dice.rerollable import Rerollable, best, cautious
from sandtable.dice.rerolls import RerollFailures
from sandtable.dice.rolloffs import Margin, Opposed, Ties, Winner
from sandtable.dice.throw import Natural, Throw
from sandtable.dice.totals import Faces, Single, Sum, Summed, SumWith, Total

__all__ = [
    "AVERAGE",
    "D3",
    "D6",
    "D20",
    "Among",
    "AtLeast",
    "Cast",
    "Chance",
    "Count",
    "CountWith",
    "Cup",
    "Deck",
    "Die",
    "Draw",
    "Faces",
    "FacesRefused",
    "FacesWanted",
    "FairHand",
    "Hand",
    "KeepingHand",
    "Margin",
    "Natural",
    "Odds",
    "OddsRow",
    "Opposed",
    "Paired",
    "PlanSpent",
    "PlannedHand",
    "Pool",
    "RandomHand",
    "RerollFailures",
    "Rerollable",
    "RollUnder",
    "Scored",
    "Single",
    "Spread",
    "Successes",
    "Sum",
    "SumWith",
    "Summed",
    "Throw",
    "Ties",
    "Total",
    "TypedHand",
    "Under",
    "Unsaved",
    "Winner",
    "best",
    "cautious",
    "commitment",
    "mix",
    "new_secret",
    "numbered",
    "parse",
    "parse_cups",
    "verify",
]
