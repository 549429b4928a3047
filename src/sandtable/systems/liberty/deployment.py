"""Deployment: the players place their brigades in turn, each in his own zone (deploy.order, deploy.zones)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.faces import Face, Ghost
from sandtable.game.ask.questions import LONGEST_SHOWN, Decision, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.files.typed_files import prepared
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment
from sandtable.systems.liberty.events import LibertyEvent, stood
from sandtable.systems.liberty.profiles import Formation, legal_formations
from sandtable.systems.liberty.roster import LAYERS, roster
from sandtable.systems.liberty.turn_events import PlayerTurnBegan
from sandtable.systems.liberty.words import army_name, token_id
from sandtable.systems.liberty.zones import Layout, layouts, own_edge, zone_of
from sandtable.table.measure import distance_from_ground, gap, is_inside_ground, share_over
from sandtable.table.space import (
    FULL_TURN,
    HALF_TURN,
    INCH,
    TOLERANCE,
    Body,
    Field,
    Piece,
    Point,
    Pose,
    as_inches,
    corners,
)

RULE = "deploy.zones"


class Placement(Struct, frozen=True):
    """Where a unit is set up, and in which formation."""

    unit: int
    formation: Formation
    pose: Pose


class Deployment(Struct, frozen=True):
    """A whole brigade set up: every unit, and its General at a place or attached to a unit."""

    brigade: str
    units: tuple[Placement, ...]
    general: Pose | None = None
    attached_to: int | None = None


class BrigadeDeployed(LibertyEvent, frozen=True):
    """A side placed a brigade (deploy.order)."""

    rules = ("deploy.order",)

    side: int
    deployment: Deployment

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Its units and its General stand on the table."""
        placed = self.deployment
        generals = tuple(
            replace(general, pose=placed.general, attached_to=placed.attached_to)
            if general.side == self.side and general.brigade == placed.brigade
            else general
            for general in battle.generals
        )
        battle = replace(battle, generals=generals, deployed=(*battle.deployed, self.side))
        for placement in placed.units:
            battle = stood(battle, stands(battle.units[placement.unit], placement))
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"The {army_name(after, self.side)} army places {drawn_up(after, self.side, self.deployment)}"


def stands(unit: Regiment, placement: Placement) -> Regiment:
    """A unit as its placement sets it up."""
    shape = unit.profile.shape(unit.bases, placement.formation)
    return replace(unit, formation=placement.formation, shape=shape, pose=placement.pose)


# ----------------------------------------------------------------- the step
async def deploy(battle: LibertyBattle) -> LibertyBattle:
    """Place one brigade; when all are on the table the first turn begins (deploy.order)."""
    side = next_to_deploy(battle)
    if side is None:
        return await tell(battle, PlayerTurnBegan(battle.first, 1))
    waiting = brigades_to_deploy(battle, side)
    placed = await PlaceBrigade(side, battle=battle, brigades=waiting)
    return await tell(battle, BrigadeDeployed(side, placed))


def next_to_deploy(battle: LibertyBattle) -> int | None:
    """The side that places the next brigade: first the player without the initiative, then in turns.

    A side with brigades left when the other has none places them last (deploy.order).
    """
    turn = 1 - battle.deployed[-1] if battle.deployed else 1 - battle.first
    return next((side for side in (turn, 1 - turn) if brigades_to_deploy(battle, side)), None)


def brigades_to_deploy(battle: LibertyBattle, side: int) -> tuple[str, ...]:
    """The brigades of a side that are still to be placed."""
    later = [reserve.unit for reserve in battle.reserves]
    waiting = (unit for unit in battle.units if unit.side == side and unit.pose is None)
    return tuple(dict.fromkeys(unit.brigade for unit in waiting if unit.id not in later and not unit.broken))


def members(battle: LibertyBattle, side: int, brigade: str) -> tuple[Regiment, ...]:
    """The units of a brigade that are still to be placed."""
    later = [reserve.unit for reserve in battle.reserves]
    return tuple(
        unit
        for unit in battle.units
        if unit.side == side and unit.brigade == brigade and unit.pose is None and unit.id not in later
    )


# ----------------------------------------------------------------- the decision
class PlaceBrigade(Decision[Deployment], frozen=True, kw_only=True):
    """Place one of the waiting brigades; one check judges the deployment (deploy.order)."""

    decision: str = "deploy-brigade"
    rule = "deploy.order"
    title = "Place a brigade"
    form = "PlaceBrigade"

    battle: LibertyBattle
    brigades: tuple[str, ...]

    def judge(self, answer: object) -> Deployment | Refusal:
        if not isinstance(answer, Deployment):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"the answer must be the deployment of a brigade, not {shown}", rule=self.decision)
        return next(obstacles(self, answer), answer)

    def read(self, raw: object) -> object:
        try:
            return msgspec.convert(raw, prepared(Deployment))
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a deployment of a brigade: {fault}", rule=self.decision)

    def sensible(self) -> tuple[object, ...]:
        """Ordinary ways to draw up each brigade: a line on a flank or in the centre, two lines, columns."""
        found = tuple(
            placed
            for brigade in self.brigades
            for layout in layouts(self.battle, members(self.battle, self.seat, brigade))
            if not isinstance(self.judge(placed := _deployment(brigade, layout)), Refusal)
        )
        assert found, f"there is no room left for {', '.join(self.brigades)} in its deployment zone"
        return found

    def essence(self) -> object:
        """The decision, the seat and the brigades; all places are part of the battle."""
        return self.decision, self.seat, self.brigades

    def words(self, battle: LibertyBattle) -> str:
        camp = battle.camps[self.seat]
        named = " or ".join(commander_of(battle, self.seat, brigade).name for brigade in self.brigades)
        where = "in its zone" if camp.zone else f"within 12 in of the {camp.edge} edge"
        return f"Place the brigade of {named} {where}"

    def label(self, battle: LibertyBattle, option: Deployment) -> str:
        return drawn_up(battle, self.seat, option)

    def face(self, battle: LibertyBattle, option: Deployment) -> Face:
        """A brigade where it would stand, its General with it."""
        ghosts = [
            Ghost(spot.unit, spot.pose, stands(battle.units[spot.unit], spot).shape) for spot in option.units
        ]
        if option.general is not None:
            leader = battle.generals.index(commander_of(battle, self.seat, option.brigade))
            ghosts.append(Ghost(token_id(leader), option.general, roster().general.shape()))
        title, _, note = self.label(battle, option).partition(", ")
        return Face(title, note, ghosts=tuple(ghosts))


def commander_of(battle: LibertyBattle, side: int, brigade: str) -> General:
    """The General who commands a brigade (leaders.number)."""
    return next(one for one in battle.generals if (one.side, one.brigade) == (side, brigade))


def drawn_up(battle: LibertyBattle, side: int, placed: Deployment) -> str:
    """A deployment in a few words: whose brigade, on which flank, in lines or columns."""
    edge = own_edge(battle, side)
    fronts = [edge.local(Point(spot.pose.x, spot.pose.y)) for spot in placed.units]
    along = sum(point.x for point in fronts) / len(fronts)
    sixth = (battle.field.width if edge.heading % HALF_TURN == 0 else battle.field.depth) / 6
    flank = "on the left" if along < -sixth else "on the right" if along > sixth else "in the centre"
    columns = any(spot.formation is Formation.COLUMN for spot in placed.units)
    lines = len({round(point.y / INCH) for point in fronts})
    how = "in columns" if columns else "in one line" if lines == 1 else f"in {lines} lines"
    whose = commander_of(battle, side, placed.brigade).name
    return f"{whose}'s brigade {flank}, {how}, about {_middle(placed)}"


def _middle(placed: Deployment) -> str:
    """The middle of a brigade's places, in whole inches."""
    count = len(placed.units)
    x = sum(spot.pose.x for spot in placed.units) / count
    y = sum(spot.pose.y for spot in placed.units) / count
    return f"({as_inches(round(x)):.0f}, {as_inches(round(y)):.0f})"


def _deployment(brigade: str, layout: Layout) -> Deployment:
    units = tuple(Placement(*spot) for spot in layout.units)
    return Deployment(brigade, units, layout.general)


# ----------------------------------------------------------------- the check
def obstacles(question: PlaceBrigade, placed: Deployment) -> Iterator[Refusal]:
    """What is wrong with a deployment, the first of its kind first (deploy.zones)."""
    waiting = members(question.battle, question.seat, placed.brigade)
    missing = _missing(question, placed, waiting)
    if missing is not None:
        yield missing
        return
    units = [stands(question.battle.units[spot.unit], spot) for spot in placed.units]
    for unit in units:
        yield from _misplaced(question, unit, unit.name)
    yield from _overlaps(question.battle, units)
    yield from _general(question, placed, units)


def _missing(question: PlaceBrigade, placed: Deployment, waiting: tuple[Regiment, ...]) -> Refusal | None:
    """A wrong brigade, units missing or foreign, or impossible formations and facings."""
    if placed.brigade not in question.brigades:
        named = ", ".join(question.brigades)
        words = f'no brigade "{placed.brigade}" waits to be placed; choose one of: {named}'
        return Refusal(words, rule="deploy.order")
    wanted, given = [unit.id for unit in waiting], sorted(spot.unit for spot in placed.units)
    if given != wanted:
        words = f"place each unit of brigade {placed.brigade} once: {wanted}; you placed {given}"
        return Refusal(words, rule="deploy.order")
    for spot in placed.units:
        unit = question.battle.units[spot.unit]
        legal = legal_formations(unit.profile.type, unit.bases)
        if spot.formation not in legal:
            words = f"{unit.name} cannot stand in {spot.formation}; it may form {', '.join(legal)}"
            return Refusal(words, rule="formation.legal")
    poses = [spot.pose for spot in placed.units] + ([placed.general] if placed.general else [])
    if not all(0 <= pose.heading < FULL_TURN for pose in poses):
        return Refusal(f"headings run from 0 to {FULL_TURN - 1} tenths of a degree", rule=RULE)
    return None


def _misplaced(question: PlaceBrigade, body: Body, name: str) -> Iterator[Refusal]:
    """A body outside its side's zone or in impassable ground."""
    assert body.pose is not None
    battle = question.battle
    own = Piece("zone", "zone", zone_of(battle, question.seat))
    zone = Field(battle.field.width, battle.field.depth, (own,))
    if not is_inside_ground(body, zone, 0):
        out = max(distance_from_ground(zone, 0, corner) for corner in corners(body.pose, body.shape))
        words = f"{name} stands {as_inches(out)} in outside its deployment zone"
        yield Refusal(words, rule=RULE, measured=as_inches(out), limit=0)
    share = share_over(body, battle.field, roster().impassable, LAYERS, "footprint")
    if share * body.shape.width * body.shape.depth > TOLERANCE * (body.shape.width + body.shape.depth):
        words = f"{share:.0%} of {name} stands in impassable ground"
        yield Refusal(words, rule="terrain.impassable", measured=share, limit=0)


def _overlaps(battle: LibertyBattle, units: list[Regiment]) -> Iterator[Refusal]:
    """Units whose footprints overlap."""
    others: list[Regiment] = [other for other in battle.units if other.pose is not None]
    for unit in units:
        yield from _over(unit, unit.name, others)
        others.append(unit)


def _over(body: Body, name: str, others: list[Regiment]) -> Iterator[Refusal]:
    for other in others:
        overlap = -gap(body, other, "footprint")
        if overlap > TOLERANCE:
            words = f"{name} overlaps {other.name} by {as_inches(overlap)} in"
            yield Refusal(words, rule=RULE, measured=as_inches(overlap), limit=0)


def _general(question: PlaceBrigade, placed: Deployment, units: list[Regiment]) -> Iterator[Refusal]:
    """The General of the brigade stands clear in the zone, or is attached to one of its units.

    deploy.zones, leaders.attach.how
    """
    battle = question.battle
    commander = commander_of(battle, question.seat, placed.brigade)
    if placed.attached_to is not None:
        if placed.attached_to not in [unit.id for unit in units]:
            words = f"{commander.name} can be attached only to a unit of his own brigade"
            yield Refusal(words, rule="leaders.attach.how")
    elif placed.general is None:
        yield Refusal(f"{commander.name} must be placed in the zone or attached to a unit", rule=RULE)
    else:
        body = Body(-1, question.seat, placed.general, roster().general.shape())
        yield from _misplaced(question, body, commander.name)
        yield from _over(body, commander.name, [*battle.on_table(0), *battle.on_table(1), *units])
