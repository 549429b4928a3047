"""What is kept of dice is what the table of the rulebook, added up by hand for the very unit, comes to."""

from __future__ import annotations

from math import ceil
from random import Random

from sandtable.systems.liberty import melee, shooting
from sandtable.systems.liberty.melee_facts import Contact, Edge, Engaged, Fighter, Leading, Opponent
from sandtable.systems.liberty.shooting import Arm, Band, Fire, band, combat_dice
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import Quality

SOME = 4000


def test_volleys_of_all_sorts_have_the_dice_that_a_player_would_count() -> None:
    """shooting.dice.data, shooting.dice.minimum, shooting.dice.round: whatever was counted before."""
    chance = Random(1)
    for _ in range(SOME):
        fire = _any_fire(chance)
        assert shooting.dice(fire).total == _counted(fire), fire
        need = shooting._quality_to_hit(fire.quality) - fire.marksmen + fire.poorly_trained
        assert shooting.to_hit(fire).total == need
        assert shooting.to_hit_roll(fire).dice == _counted(fire)
        hits = shooting.saves(fire, 3)
        assert (hits.hits, hits.save) == (3, 4 if fire.fortified else 5)
        assert fire.arm is Arm.UNLIMBERED or hits.each is None


def _any_fire(chance: Random) -> Fire:
    def sometimes() -> bool:
        return chance.random() < 0.3

    return Fire(
        arm=chance.choice(list(Arm)),
        quality=chance.choice(list(Quality)),
        state=chance.choice(list(State)),
        bases=chance.randrange(7),
        weapon=chance.choice(shooting.WEAPONS),
        range=chance.randrange(40),
        target=chance.choice(list(Arm)),
        enfiladed=sometimes(),
        cover=sometimes(),
        obscured=sometimes(),
        fortified=sometimes(),
        elite=sometimes(),
        marksmen=sometimes(),
        poorly_trained=sometimes(),
    )


def _counted(fire: Fire) -> int:
    """The dice of a volley without a tally."""
    row, distance = combat_dice(fire.arm), band(fire.weapon, fire.range)
    if row is None or not row.shoot or not fire.bases or distance is Band.BEYOND:
        return 0
    each = row.shoot + fire.enfiladed - 0.5 * fire.obscured - fire.cover
    each += {Band.SHORT: 0.5, Band.LONG: -0.5}.get(distance, 0)
    each += {State.WORN: -0.5, State.SHAKEN: -1}.get(fire.state, 0)
    each -= 0.5 * (fire.target in (Arm.UNLIMBERED, Arm.SKIRMISHERS))
    return ceil(max(each, 0.5) * fire.bases) + 2 * fire.elite


def test_units_of_all_sorts_fight_with_the_dice_that_a_player_would_count() -> None:
    """melee.dice.data, melee.dice.minimum, melee.dice.order: whatever was counted before."""
    chance = Random(2)
    for _ in range(SOME):
        foes = tuple(chance.choice(list(Arm)) for _ in range(3))
        unit = _any_unit(chance)
        assert melee.dice(unit, foes).total == _struck(unit, foes), (unit, foes)


def _any_unit(chance: Random) -> Engaged:
    def sometimes() -> bool:
        return chance.random() < 0.3

    fighter = Fighter(
        arm=chance.choice(list(Arm)),
        bases=6,
        hits=chance.randrange(20),
        charging=sometimes(),
        disordered=sometimes(),
        general=chance.choice(list(Leading)),
        elite=sometimes(),
    )
    contacts = [
        Contact(
            bases=chance.randrange(3),
            edge=chance.choice(list(Edge)),
            enemy_defends=sometimes(),
            enemy_fortified=sometimes(),
            enemy_uphill=sometimes(),
            sheltered=sometimes(),
            difficult=sometimes(),
        )
        for _ in range(chance.randrange(4))
    ]
    return Engaged(fighter, tuple(Opponent(place, contact) for place, contact in enumerate(contacts)))


def _struck(unit: Engaged, foes: tuple[Arm, ...]) -> int:
    """The dice of a unit in melee without a tally."""
    fighter, total = unit.fighter, 0.0
    direct, support = melee._table_dice(fighter.arm)
    for opponent in unit.opponents:
        total += opponent.contact.bases * _of_a_base(fighter, direct, opponent.contact, foes[opponent.enemy])
    if unit.opponents:
        total += support * (fighter.bases - unit.direct)
    if not total:
        return 0
    general = {Leading.NONE: 0, Leading.ATTACHED: 2, Leading.LEADS_THE_FIGHT: 4}[fighter.general]
    return ceil(total) + 2 * fighter.elite + general


def _of_a_base(fighter: Fighter, direct: float, contact: Contact, foe: Arm) -> float:
    if fighter.arm is Arm.LIMBERED:
        return direct
    mods = melee._modifiers()
    each = direct + mods["charging"] * fighter.charging + mods["disordered"] * fighter.disordered
    each += {Edge.FRONT: 0, Edge.FLANK: mods["against flank"], Edge.REAR: mods["against rear"]}[contact.edge]
    each += mods["enemy defends obstacle"] * contact.enemy_defends
    each += mods["enemy uphill"] * contact.enemy_uphill
    each += {State.STEADY: 0, State.WORN: mods["worn"], State.SHAKEN: mods["shaken"]}[fighter.state]
    if melee.in_the_open(fighter.arm, contact):
        if (fighter.arm, foe) == (Arm.MOUNTED, Arm.INFANTRY):
            each += mods["cavalry against infantry in the open"]
        if (fighter.arm, foe) == (Arm.INFANTRY, Arm.MOUNTED):
            each += mods["infantry against cavalry in the open"]
    return max(each, 0.5)
