"""Dealing trait cards before deployment, each side from its own deck (cards.deal)."""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.cards import Taker, deal
from sandtable.systems.coldsteel.deployment import to_place
from sandtable.systems.coldsteel.setup_events import CardsDealt
from sandtable.systems.coldsteel.steps import begin


async def deal_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """Deal cards to both sides; deployment follows if players place any units.

    cards.modes, cards.deal, cards.deck
    """
    for side in (0, 1):
        battle = await deal_to(battle, side)
    waiting = any(to_place(battle, side) for side in (0, 1))
    return await begin(battle, Step.EDGES if waiting else Step.INITIATIVE)


async def deal_to(battle: ColdSteelBattle, side: int) -> ColdSteelBattle:
    """Deal one card to each unit of a side in roster order, reinforcements included.

    cards.deal, cards.one-per-unit
    """
    units = tuple(unit for unit in battle.units if unit.side == side)
    dealt = await do(deal, tuple(taker(unit) for unit in units))
    return await tell(battle, CardsDealt(tuple(unit.id for unit in units), dealt))


def taker(unit: ColdSteelUnit) -> Taker:
    """The facts of a unit that decide which cards it may have (cards.deck)."""
    return Taker(troops=unit.troop_class, command=unit.command)
