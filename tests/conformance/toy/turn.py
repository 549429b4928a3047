"""The turn of toy soldiers: cards, marches, reactions and shots, one procedure for each activation."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.dice import Draw
from sandtable.game.ask.questions import Do, do, tell
from sandtable.game.battle.battle import Outcome, scene_of
from sandtable.table.measure import distance, ground_under
from sandtable.table.movement import Fixed, Going, Keep, LegTerms, PerInch, Terms
from sandtable.table.space import INCH, Point
from tests.conformance.toy.battle import (
    BattleEnded,
    CardDrawn,
    CardShown,
    Company,
    CompanyChanged,
    SideBegan,
    ToyBattle,
    line,
)
from tests.conformance.toy.decisions import PickCompany, PickTarget, PlanMarch, React, ShowCard
from tests.conformance.toy.shooting import Fire, Nerve, nerve_test, ranges, volley

REACTION = 6


class SecretDraw(Draw, frozen=True):
    """A card that only the side which draws it sees."""

    side: int


def next_procedure(battle: ToyBattle) -> Do[ToyBattle]:
    """The end, a card, an activation, or the other side (turn.sides)."""
    if not (battle.of(0) and battle.of(1)):
        return do(end, battle)
    for side, held in enumerate(battle.held):
        if not held.card and battle.cards_left:
            return do(draw_card, battle, side)
    return do(activate, battle) if ready(battle) else do(pass_on, battle)


def ready(battle: ToyBattle) -> tuple[int, ...]:
    """The companies of the active side that were not activated in this turn."""
    return tuple(unit.id for unit in battle.of(battle.active) if not unit.activated)


async def draw_card(battle: ToyBattle, side: int) -> ToyBattle:
    """A side draws its order card in secret (card.draw)."""
    card = await SecretDraw(battle.deck, side, purpose="order card")
    return await tell(battle, CardDrawn(side, card))


async def activate(battle: ToyBattle) -> ToyBattle:
    """A card perhaps, a march, a reaction, a shot (turn.company)."""
    side, held = battle.active, battle.held[battle.active]
    if held.card and not held.shown:
        card = await ShowCard(side, ("keep", "show"))
        if card == "show":
            battle = await tell(battle, CardShown(side, held.card))
    number = await PickCompany(side, ready(battle))
    company = replace(battle.units[number], activated=True)
    battle = await tell(battle, CompanyChanged(company, "is activated"))
    battle = await do(march, battle, company)
    if battle.units[number].pose != company.pose:
        battle = await do(react, battle, battle.units[number])
    if battle.units[number].pose is None:
        return battle
    return await do(shoot, battle, battle.units[number], company)


# ----------------------------------------------------------------------- marching
def terms(battle: ToyBattle, company: Company) -> Terms:
    """What a march may be (march.allowance, march.wheel, march.wood, march.keep-off, card.drums)."""
    drums = 2 if battle.in_force(company.side, "drums") else 0
    enemies = tuple(enemy.id for enemy in battle.of(1 - company.side))
    return Terms(
        allowance=(6 + drums) * INCH,
        legs=(
            LegTerms("advance", rule="march.allowance", words="straight ahead"),
            LegTerms("retire", PerInch(2.0), rule="march.allowance", words="a step back"),
            LegTerms("wheel", PerInch(of="outer corner"), rule="march.wheel", words="a wheel"),
            LegTerms("about-face", Fixed(3 * INCH), rule="march.wheel", words="turning about"),
        ),
        goings=(Going("wood", multiplier=2.0, rule="march.wood", words="in a wood"),),
        keeps=(Keep(enemies, INCH, rule="march.keep-off", words="1 in from every enemy"),),
        rule="march.allowance",
        words="the march",
        overlap_rule="march.keep-off",
        edge_rule="march.keep-off",
    )


async def march(battle: ToyBattle, company: Company) -> ToyBattle:
    """The company goes where it is planned to go (march.allowance)."""
    side, enemies = company.side, battle.of(1 - company.side)
    toward = tuple(Point(enemy.pose.x, enemy.pose.y) for enemy in enemies if enemy.pose)
    verdict = await PlanMarch(side, company, terms(battle, company), scene_of(battle), toward)
    if verdict.end == company.pose:
        return battle
    return await tell(battle, CompanyChanged(replace(company, pose=verdict.end), "marches"))


# ----------------------------------------------------------------------- shooting
def near(battle: ToyBattle, company: Company, reach: int) -> tuple[Company, ...]:
    """The enemies within so many inches."""
    return tuple(enemy for enemy in battle.of(1 - company.side) if inches(enemy, company) <= reach)


def inches(one: Company, other: Company) -> int:
    """The range in inches; a part counts whole."""
    return -int(-distance(one, other) // INCH)


async def react(battle: ToyBattle, mover: Company) -> ToyBattle:
    """One enemy near enough may shoot at the company that moved (react.fire)."""
    shooters = tuple(enemy.id for enemy in near(battle, mover, REACTION) if not enemy.reacted)
    if not shooters:
        return battle
    number = await React(1 - mover.side, (None, *shooters), mover=mover.id)
    if number is None:
        return battle
    shooter = replace(battle.units[number], reacted=True)
    battle = await tell(battle, CompanyChanged(shooter, "reacts"))
    return await do(fire, battle, fire_at(battle, shooter, mover), mover)


async def shoot(battle: ToyBattle, shooter: Company, before: Company) -> ToyBattle:
    """The company shoots at an enemy in range, if its side likes (fire.range, fire.moved)."""
    targets = tuple(enemy.id for enemy in near(battle, shooter, ranges()[-1].up_to))
    if not targets:
        return battle
    number = await PickTarget(shooter.side, (None, *targets), shooter=shooter.id)
    if number is None:
        return battle
    target = battle.units[number]
    facts = replace(fire_at(battle, shooter, target), moved=shooter.pose != before.pose)
    return await do(fire, battle, facts, target)


def fire_at(battle: ToyBattle, shooter: Company, target: Company) -> Fire:
    """The facts of a volley, from the table."""
    return Fire(
        figures=shooter.figures,
        inches=inches(shooter, target),
        powder=battle.in_force(shooter.side, "powder"),
        wood=bool(ground_under(target, battle.field)),
    )


async def fire(battle: ToyBattle, facts: Fire, target: Company) -> ToyBattle:
    """A volley, and the nerve test of a company that lost figures (fire.save, nerve.test, nerve.flee)."""
    lost = await do(volley, facts)
    left = max(target.figures - lost, 0)
    hit = replace(target, figures=left, pose=target.pose if left else None, shape=line(left or 1))
    battle = await tell(battle, CompanyChanged(hit, f"is shot at and loses {lost}"))
    if not lost or not left:
        return battle
    if await do(nerve_test, Nerve(figures=left, seat=target.side)):
        return battle
    return await tell(battle, CompanyChanged(replace(hit, pose=None), "flees"))


# ----------------------------------------------------------------------- the end
async def pass_on(battle: ToyBattle) -> ToyBattle:
    """The other side's companies, the next turn, or the end (turn.sides)."""
    side, turn = 1 - battle.active, battle.turn + (battle.active != battle.first)
    if turn > battle.turn_limit:
        return await do(end, battle)
    return await tell(battle, SideBegan(side, turn))


async def end(battle: ToyBattle) -> ToyBattle:
    """The side with more figures has won (victory.figures)."""
    left, right = battle.figures(0), battle.figures(1)
    winner, degree = (None, "drawn") if left == right else (int(right > left), "won")
    outcome = Outcome(winner, degree, f"{left} figures against {right}", "victory.figures")
    return await tell(battle, BattleEnded(outcome))
