"""Units and commanders as cards and tokens."""

from __future__ import annotations

from sandtable.game.present.painting import Card, Glyph, Token
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Leader
from sandtable.systems.elan.shapes import marker
from sandtable.systems.elan.troops import Arm
from sandtable.systems.elan.words import formation_name, token_id
from sandtable.table.space import Body, Pose, centre


def glyph(unit: ElanUnit) -> Glyph:
    """The symbol of a unit on a map."""
    if unit.formation.is_loose:
        return Glyph.LOOSE if not unit.is_cavalry else Glyph.HORSE
    if unit.is_cavalry:
        return Glyph.HORSE
    return Glyph.GUNS if unit.arm is Arm.ARTILLERY else Glyph.FOOT


def card(battle: ElanBattle, unit: Body) -> Card:
    """A unit, or a commander who is about to move."""
    return _unit_card(battle, unit) if isinstance(unit, ElanUnit) else _leader_card(battle, unit)


def _unit_card(battle: ElanBattle, unit: ElanUnit) -> Card:
    """A unit: its name, profile, formation, class, state and losses."""
    kind = f"{unit.profile.name}, {formation_name(unit.formation)}, class {unit.quality}"
    conditions = ["Spent" if unit.is_spent else "steady"]
    if unit.retreating:
        conditions = ["retreating"]
    conditions += ["disordered"] * unit.disordered + ["Halt"] * unit.halted
    conditions += ["in contact"] * battle.is_in_contact(unit.id)
    if unit.pose is None:
        conditions = ["not on the table"]
    state = unit.removed.value if unit.removed else ", ".join(conditions)
    markers = (("lost", unit.lost),) if unit.lost else ()
    return Card(unit.name, kind, state, markers, glyph(unit))


# --------------------------------------------------------------------- commanders
def tokens(battle: ElanBattle) -> tuple[Token, ...]:
    """The commanders on the table, each in the middle of his marker; an attached one with his unit."""
    shape, found = marker(battle.scale), []
    for number, leader in enumerate(battle.leaders):
        pose = _stands(battle, leader)
        if pose is not None:
            token = Token(
                leader.name,
                leader.side,
                pose.shifted(0, shape.depth / 2),
                shape,
                id=token_id(number),
                attached_to=leader.attached_to,
                group=group_of(battle, leader),
            )
            found.append(token)
    return tuple(found)


def group_of(battle: ElanBattle, leader: Leader) -> str:
    """The brigade that a commander leads, or that he is above the brigades."""
    return "Command" if leader.brigade is None else battle.brigades[leader.brigade].name


def _stands(battle: ElanBattle, leader: Leader) -> Pose | None:
    if leader.attached_to is None:
        return leader.pose
    unit = battle.units[leader.attached_to]
    if unit.pose is None:
        return None
    x, y = centre(unit.pose, unit.shape)
    return Pose(round(x), round(y), 0)


def _leader_card(battle: ElanBattle, body: Body) -> Card:
    """A commander who is about to move: the one who stands where the body does."""
    for leader in battle.leaders:
        if leader.side == body.side and _is_at(leader, body):
            kind, state = f"{leader.rank} commander", f"leadership +{leader.leadership}"
            return Card(leader.name, kind, state, glyph=Glyph.LEADER)
    raise LookupError(f"body {body.id} is neither a unit nor a commander of this battle")


def _is_at(leader: Leader, body: Body) -> bool:
    """Does a detached commander stand where a body does?"""
    here, there = leader.pose, body.pose
    return here is not None and there is not None and (here.x, here.y) == (there.x, there.y)
