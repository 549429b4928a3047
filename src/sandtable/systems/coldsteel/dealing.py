"""Dealing trait cards before deployment, to each side from a deck of its own (cards.deal)."""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.cards import Taker, deal
from sandtable.systems.coldsteel.deployment import to_place
from sandtable.systems.coldsteel.setup_events import CardsDealt
from sandtable.systems.coldsteel.steps import begin


async def deal_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """Both sides are dealt their cards; then units are placed, if players place any.

    cards.modes, cards.deal, cards.deck
    """
    for side in (0, 1):
        battle = await deal_to(battle, side)
    waiting = any(to_place(battle, side) for side in (0, 1))
    return await begin(battle, Step.EDGES if waiting else Step.INITIATIVE)


async def deal_to(battle: ColdSteelBattle, side: int) -> ColdSteelBattle:
    """The units of a side are dealt a card each, in the order of its roster, those still to arrive too.

    cards.deal, cards.one-per-unit
    """
    units = tuple(unit for unit in battle.units if unit.side == side)
    dealt = await do(deal, tuple(taker(unit) for unit in units))
    return await tell(battle, CardsDealt(tuple(unit.id for unit in units), dealt))


def taker(unit: ColdSteelUnit) -> Taker:
    """What of a unit decides which cards it may have (cards.deck)."""
    return Taker(troops=unit.troop_class, command=unit.command)
