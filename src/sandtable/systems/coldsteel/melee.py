"""Melee: how many dice a unit strikes with, what they need, and what a round costs two units.

Chargers strike first and the surviving defenders strike back; in a continued melee both strike at the same
time, but a garrison before its attackers. The facts are in `melee_facts.py`.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.coldsteel.melee_facts import Fighter
>>> duel = Duel(attacker=Fighter(models=10), defender=Fighter(models=8))
>>> chances = odds(do(fight, duel), exact=True)
>>> chances.chance(lambda fought: fought.defender.models == 8)
Fraction(7, 128)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel import cards
from sandtable.systems.coldsteel.book import table
from sandtable.systems.coldsteel.casualties import Fallen, Struck, fall, losses_in_words
from sandtable.systems.coldsteel.dice import Score, Scoring, needed, score, score_of
from sandtable.systems.coldsteel.melee_facts import Blow, Duel, Role, StrikeStep, role_in, step_of
from sandtable.systems.coldsteel.troops import Arm, Formation, Trait, TroopClass


# ---------------------------------------------------------------------- tables
class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    striker: str
    dice: int
    need: int


@cache
def _row(striker: str) -> _Row:
    """A row of the melee table (melee.table)."""
    return next(row for row in table("melee.table", _Row) if row.striker == striker)


DICE_RULES: Final = {
    Role.CHARGER: "melee.charge.attacker-dice",
    Role.DEFENDER: "melee.charge.defender-dice",
    Role.CONTINUED: "melee.continued.simultaneous",
}
WOUND_RULES: Final = {
    Role.CHARGER: "melee.charge.attacker-wound",
    Role.DEFENDER: "melee.charge.defender-wound",
    Role.CONTINUED: "melee.continued.wound",
}


# --------------------------------------------------------------------- tallies
def _is_mounted(blow: Blow) -> bool:
    return blow.troops.arm is Arm.CAVALRY


@lru_cache(maxsize=4096)
def dice(blow: Blow) -> Tally:
    """The dice of a blow: one for each model, two for cavalry except against a square.

    melee.charge.attacker-dice, melee.charge.defender-dice, melee.continued.simultaneous, melee.all-models,
    troops.cavalry.dice, melee.cavalry-dice-always, troops.cavalry.square, melee.square-overrides,
    melee.square-strikes-back, artillery.melee
    """
    tally = Tally.of(blow.models, "models, a die for each", DICE_RULES[blow.role])
    if not _is_mounted(blow):
        return tally
    if blow.at_square:
        return Tally.of(blow.models, "cavalry at a square, a die for each model", "troops.cavalry.square")
    if blow.two_dice_only_charging and blow.role is not Role.CHARGER:
        words = "cavalry that did not charge, a die for each model"
        return Tally.of(blow.models, words, "melee.cavalry-dice-always")
    return tally.times(_row("cavalry").dice, "two dice for each model of cavalry", "troops.cavalry.dice")


@lru_cache(maxsize=4096)
def need(blow: Blow) -> Tally:
    """The number each die needs to wound, less what a card adds.

    troops.elite.melee, troops.cavalry.wound, troops.lancers.wound, melee.lancers-later,
    troops.cavalry.square, melee.square-overrides, cards.conscripts, cards.veterans, cards.shoot-melee-scope
    """
    return needed(_printed(blow), cards.on_the_die(blow.card, cards.MELEE))


def _printed(blow: Blow) -> Tally:
    """The number to wound by the melee table, before any card (melee.table)."""
    if _is_mounted(blow) and blow.at_square:
        row, rule = _row("cavalry or lancers striking a square"), "troops.cavalry.square"
    elif blow.troops is TroopClass.LANCERS and blow.role is Role.CHARGER:
        row, rule = _row("lancers in the turn they charge"), "troops.lancers.wound"
    elif _is_mounted(blow):
        row, rule = _row("cavalry"), "troops.cavalry.wound"
    elif blow.troops is TroopClass.ELITE:
        row, rule = _row("elite infantry"), "troops.elite.melee"
    else:
        row, rule = _row("any model"), WOUND_RULES[blow.role]
    return Tally.of(row.need, row.striker, rule, sign="+")


# ---------------------------------------------------------------------- throws
async def strike(blow: Blow) -> Score:
    """Throw a unit's dice for wounds and sixes; it strikes once in a Melee step.

    melee.one-round, dice.separate, cards.lucky-scope
    """
    pool = Scoring(
        dice=dice(blow).whole,
        need=need(blow).whole,
        purpose="to wound",
        lucky=blow.card is Trait.LUCKY_OFFICER and not blow.luck_spent,
        seat=blow.seat,
        unit=blow.unit,
    )
    return await score(pool)


async def landed(blow: Blow, models: int, figures: int) -> Score:
    """A blow limited to the target's models and command figures; excess wounds are lost.

    melee.excess, casualties.six-within
    """
    struck = await do(strike, blow)
    return score_of(min(struck.hits, models), min(struck.sixes, figures))


# ------------------------------------------------------------------------ a duel
class Fought(Struct, frozen=True, cache_hash=True):
    """The losses of both units in a round of melee."""

    attacker: Fallen = Fallen()
    defender: Fallen = Fallen()

    @property
    def both(self) -> tuple[Fallen, Fallen]:
        """The losses of both, the attacker's first."""
        return self.attacker, self.defender


def order(duel: Duel) -> tuple[tuple[int, ...], ...]:
    """The strikers of each step, the attacker being 0; steps without strikers are left out.

    melee.strike-steps, melee.charge.defender-dice, melee.continued.simultaneous
    """
    steps = [step_of(role_in(duel, place), one.formation) for place, one in enumerate(duel.fighters)]
    told = (tuple(place for place in (0, 1) if steps[place] is step) for step in StrikeStep)
    return tuple(places for places in told if places)


async def fight(duel: Duel) -> Fought:
    """A round between two units: in each step all dice first, then all losses; only survivors strike later.

    melee.strike-steps, melee.one-round, casualties.order
    """
    fought = Fought()
    for strikers in order(duel):
        fought = await do(strike_step, duel, strikers, fought)
    return fought


async def strike_step(duel: Duel, strikers: tuple[int, ...], before: Fought) -> Fought:
    """One strike step of a duel, after the losses of earlier steps (melee.strike-steps)."""
    wounds = {}
    for place in strikers:
        foe, gone = duel.fighters[1 - place], before.both[1 - place]
        blow = blow_of(duel, place, before)
        if blow.models:
            wounds[1 - place] = await do(
                landed, blow, foe.models - gone.models, len(foe.command) - len(gone.command)
            )
    after = list(before.both)
    for place, struck in wounds.items():
        fallen = await do(fall, struck_of(duel, place, before, struck))
        gone = after[place]
        after[place] = Fallen(gone.ordinary + fallen.ordinary, (*gone.command, *fallen.command))
    return Fought(*after)


def blow_of(duel: Duel, place: int, before: Fought) -> Blow:
    """The blow of one of two units with the models left to it; a card needs its figure alive.

    cards.person-alive
    """
    one, foe = duel.fighters[place], duel.fighters[1 - place]
    living = tuple(figure for figure in one.command if figure not in before.both[place].command)
    return Blow(
        troops=one.troops,
        models=one.models - before.both[place].models,
        card=one.card if cards.works(one.card, living) else None,
        role=role_in(duel, place),
        at_square=foe.formation is Formation.SQUARE,
        luck_spent=one.luck_spent,
        two_dice_only_charging=duel.two_dice_only_charging,
        seat=place,
    )


def struck_of(duel: Duel, place: int, before: Fought, wounds: Score) -> Struck:
    """One of two units with the wounds of a step."""
    one, gone = duel.fighters[place], before.both[place]
    return Struck(
        seat=place,
        ordinary=one.ordinary - gone.ordinary,
        command=tuple(figure for figure in one.command if figure not in gone.command),
        wounds=wounds.hits,
        sixes=wounds.sixes,
        beyond=duel.six_kills_besides,
    )


# ----------------------------------------------------------------------- figures and headings
NAMES: Final = ("attacker", "defender")


def blow_tallies(blow: Blow) -> Mapping[str, Tally]:
    """The figures of a blow, for the log."""
    return {"dice": dice(blow), "to wound": need(blow)}


def duel_tallies(duel: Duel) -> Mapping[str, Tally]:
    """The figures of a round between two units, before any losses."""
    figures: dict[str, Tally] = {}
    for place, name in enumerate(NAMES):
        blow = blow_of(duel, place, Fought())
        figures[f"dice of the {name}"] = dice(blow)
        figures[f"to wound for the {name}"] = need(blow)
    return figures


def duel_summary(duel: Duel, fought: Fought) -> tuple[str, ...]:
    """The losses of both units, as headings."""
    words: list[str] = []
    for name, one, fallen in zip(NAMES, duel.fighters, fought.both, strict=True):
        words += losses_in_words(fallen, one.models, f"the {name}")
    return tuple(words)


ENDINGS: Final = ("the attacker loses fewer models", "equal losses", "the defender loses fewer models")


def duel_ending(fought: Fought) -> str:
    """Which unit lost fewer models."""
    ours, theirs = (fallen.models for fallen in fought.both)
    if ours == theirs:
        return ENDINGS[1]
    return ENDINGS[0] if ours < theirs else ENDINGS[2]
