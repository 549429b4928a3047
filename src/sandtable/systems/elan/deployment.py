"""Free deployment: each side draws up its brigades in its zone, the defender first (setup.deploy)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.faces import Face, Ghost
from sandtable.game.ask.questions import LONGEST_SHOWN, Decision, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.game.present.english import listed
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Rank, Step
from sandtable.systems.elan.events import ElanEvent, SideBegan, StepBegan
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Stance
from sandtable.systems.elan.leader_events import with_leader
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import begun, formation_name, the, the_leader
from sandtable.table.space import FULL_TURN, Point, Pose, centre, standing

RULE: Final = "setup.deploy"


class Placement(Struct, frozen=True):
    """The pose and formation in which a unit begins; a garrison names its sector."""

    unit: int
    formation: Formation
    to: Pose
    sector: str = ""


class Spot(NamedTuple):
    """A place in whole hundredths of an inch, so that a file stores it exactly."""

    x: int
    y: int


class Posting(Struct, frozen=True):
    """Where a commander begins: at a point of the zone, or with a unit."""

    leader: int
    to: Spot | None = None
    attached_to: int | None = None


class Deployment(Struct, frozen=True):
    """A drawn-up brigade: its units and its commander; or the commanders above the brigades."""

    units: tuple[Placement, ...] = ()
    leaders: tuple[Posting, ...] = ()


class BrigadeDeployed(ElanEvent, frozen=True):
    """A side drew up a brigade or, with ``brigade`` None, placed its higher commanders (setup.deploy)."""

    rules = ("setup.deploy",)

    side: int
    brigade: int | None
    deployment: Deployment

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Put them on the table, in good order whatever the ground."""
        return drawn_up(battle, self.deployment)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        who = begun(_levy_name(after, self.brigade))
        return f"{who} begins the battle: {drawn_words(after, self.deployment)}"


def drawn_up(battle: ElanBattle, deployment: Deployment) -> ElanBattle:
    """The battle with these units and commanders on the table."""
    for placement in deployment.units:
        stance = ground_of(battle).posted(placement.unit, placement.formation, placement.to, placement.sector)
        assert stance is not None, f"no ground is called {placement.sector}"
        battle = battle.with_unit(standing_so(battle.units[placement.unit], stance))
    for posting in deployment.leaders:
        leader = battle.leaders[posting.leader]
        pose = None if posting.to is None else ground_of(battle).spot(leader.side, Point(*posting.to))
        there = replace(leader, pose=pose, attached_to=posting.attached_to)
        battle = with_leader(battle, posting.leader, there)
    return battle


def standing_so(unit: ElanUnit, stance: Stance) -> ElanUnit:
    """A unit as it is placed."""
    return replace(unit, formation=stance.formation, shape=stance.shape, pose=stance.to, sector=stance.sector)


def _levy_name(battle: ElanBattle, brigade: int | None) -> str:
    return "the army's command" if brigade is None else battle.brigades[brigade].name


def drawn_words(battle: ElanBattle, drawn: Deployment) -> str:
    """A deployment in a few words: the formations, and about where."""
    if not drawn.units:
        return ", ".join(_posting_words(battle, posting) for posting in drawn.leaders)
    count = len(drawn.units)
    x, y = sum(spot.to.x for spot in drawn.units) / count, sum(spot.to.y for spot in drawn.units) / count
    forms = dict.fromkeys(formation_name(spot.formation) for spot in drawn.units)
    return f"in {listed(tuple(forms))} about {_place_words(battle, round(x), round(y))}"


def _posting_words(battle: ElanBattle, posting: Posting) -> str:
    who = the_leader(battle, posting.leader)
    if posting.attached_to is not None:
        return f"{who} with {the(battle, posting.attached_to)}"
    assert posting.to is not None
    return f"{who} at {_place_words(battle, *posting.to)}"


def _place_words(battle: ElanBattle, x: int, y: int) -> str:
    return ground_of(battle).place_in_words(Pose(x, y, 0))


# --------------------------------------------------------------------- the step
async def deploy_step(battle: ElanBattle) -> ElanBattle:
    """The active side draws up its next brigade or places its higher commanders; then the other side does.

    setup.deploy: the first turn begins when all are on the table
    """
    for side in (battle.active, 1 - battle.active):
        levy = next_levy(battle, side)
        if levy is None:
            continue
        if side != battle.active:
            return await tell(battle, SideBegan(side))
        deployment = await DrawUp(side, battle=battle, levy=levy)
        return await tell(battle, BrigadeDeployed(side, levy.brigade, deployment))
    return await tell(battle, StepBegan(Step.ATTACHING))


class Levy(NamedTuple):
    """Whom a side draws up together: a brigade with its commander, or the commanders above the brigades."""

    brigade: int | None
    units: tuple[int, ...]
    leaders: tuple[int, ...]


def next_levy(battle: ElanBattle, side: int) -> Levy | None:
    """What a side draws up next: its brigades in order, except those that arrive later, then its chiefs.

    setup.deploy, setup.arrivals
    """
    later = [reserve.brigade for reserve in battle.reserves]
    for number, brigade in enumerate(battle.brigades):
        if brigade.side == side and number not in later and battle.units[brigade.units[0]].pose is None:
            return Levy(number, brigade.units, (brigade.commander,))
    chiefs = tuple(
        number
        for number, leader in enumerate(battle.leaders)
        if leader.side == side and leader.rank is not Rank.BRIGADE and not leader.is_present
    )
    return Levy(None, (), chiefs) if chiefs else None


# --------------------------------------------------------------------- the decision
class DrawUp(Decision[Deployment], frozen=True, kw_only=True):
    """The decision to draw up a brigade or place the higher commanders; the answer is a deployment."""

    decision: str = RULE
    rule = RULE
    title = "Draw up"
    form = "DrawUp"

    battle: ElanBattle
    levy: Levy

    def judge(self, answer: object) -> Deployment | Refusal:
        if not isinstance(answer, Deployment):
            shown = ascii(answer)[:LONGEST_SHOWN]
            return Refusal(f"the answer must be a deployment of units and commanders, not {shown}", rule=RULE)
        return next(obstacles(self, answer), answer)

    def read(self, raw: object) -> object:
        try:
            return msgspec.convert(raw, Deployment)
        except (msgspec.ValidationError, ValueError) as fault:
            return Refusal(f"this is not a deployment: {fault}", rule=RULE)

    def sensible(self) -> tuple[object, ...]:
        """A few standard deployments: in line or column, in the centre or on either flank."""
        drawn = (_by_the_book(self, book) for book in BY_THE_BOOK)
        found = tuple(dict.fromkeys(deployment for deployment in drawn if deployment is not None))
        assert found, f"there is no room left in the zone of side {self.seat}"
        return found

    def essence(self) -> object:
        """Who is drawn up; the places are part of the battle."""
        return self.decision, self.seat, self.levy

    def waiting_units(self) -> tuple[int, ...]:
        return self.levy.units

    def words(self, battle: ElanBattle) -> str:
        return f"Where does {_levy_name(battle, self.levy.brigade)} begin the battle?"

    def label(self, battle: ElanBattle, option: Deployment) -> str:
        return begun(drawn_words(battle, option))

    def face(self, battle: ElanBattle, option: Deployment) -> Face:
        """A deployment, drawn with its units; the commander has no token yet."""
        drawn = drawn_up(battle, option)
        units = [drawn.units[spot.unit] for spot in option.units]
        ghosts = [Ghost(unit.id, standing(unit), unit.shape) for unit in units if unit.pose is not None]
        title, about, place = self.label(battle, option).partition(" about ")
        return Face(title, f"{about}{place}".lstrip(), ghosts=tuple(ghosts))


# --------------------------------------------------------------------- the check
def obstacles(question: DrawUp, deployment: Deployment) -> Iterator[Refusal]:
    """The reasons against a deployment (setup.deploy)."""
    missing = _missing(question.levy, deployment)
    if missing is not None:
        yield missing
        return
    battle = question.battle
    for placement in deployment.units:
        fault = unit_fault(battle, placement)
        if fault:
            yield Refusal(f"{battle.units[placement.unit].name} {fault}", rule=RULE)
            return
        battle = drawn_up(battle, Deployment((placement,)))
    for posting in deployment.leaders:
        fault = leader_fault(battle, posting)
        if fault:
            yield Refusal(f"{battle.leaders[posting.leader].name} {fault}", rule=RULE)


def _missing(levy: Levy, deployment: Deployment) -> Refusal | None:
    """Units or commanders that are missing from a deployment, or do not belong to it."""
    units = tuple(sorted(placement.unit for placement in deployment.units))
    leaders = tuple(sorted(posting.leader for posting in deployment.leaders))
    if units == tuple(sorted(levy.units)) and leaders == tuple(sorted(levy.leaders)):
        return None
    words = f"place each of the units {levy.units} and the commanders {levy.leaders} once"
    return Refusal(f"{words}; you placed {units} and {leaders}", rule=RULE)


def unit_fault(battle: ElanBattle, placement: Placement) -> str:
    """Why a unit may not be placed so, in words; None if it may.

    setup.deploy, formation.who, terrain.sector
    """
    unit, ground = battle.units[placement.unit], ground_of(battle)
    allowed = unit.profile.formations
    if placement.formation not in allowed:
        return f"cannot stand in {placement.formation}; it may be in {', '.join(allowed)}"
    if bool(placement.sector) != (placement.formation is Formation.GARRISON):
        return "must name a sector if it is in garrison, and only then"
    if not 0 <= placement.to.heading < FULL_TURN:
        return f"must face 0 to {FULL_TURN - 1} tenths of a degree"
    stance = ground.posted(unit.id, placement.formation, placement.to, placement.sector)
    if stance is None:
        return f'garrisons "{placement.sector}", which is not a sector'
    return ground.misplaced(unit.id, stance)


def leader_fault(battle: ElanBattle, posting: Posting) -> str:
    """Why a commander may not be placed so: he must be in the zone or with a unit of his command."""
    leader = battle.leaders[posting.leader]
    if (posting.to is None) == (posting.attached_to is None):
        return "must be placed either at a point of the zone or with a unit"
    if posting.to is not None:
        there = ground_of(battle).spot(leader.side, Point(*posting.to))
        return "" if there is not None else "stands outside the zone of his side, or in water"
    own = [unit.id for unit in battle.on_table(leader.side)]
    if leader.rank is Rank.BRIGADE:
        own = [unit for unit in own if battle.units[unit].brigade == leader.brigade]
    return "" if posting.attached_to in own else "can be only with a unit of his command"


# --------------------------------------------------------------------- ordinary ways to draw up
class Book(NamedTuple):
    """A standard deployment: its part of the zone, and column or line."""

    share: float
    columns: bool = False


BY_THE_BOOK: Final = (Book(0.5), Book(0.2), Book(0.8), Book(0.5, columns=True))


def _by_the_book(question: DrawUp, book: Book) -> Deployment | None:
    """A standard deployment with each unit at the first free place; None if a unit finds no place."""
    battle, placed = question.battle, list[Placement]()
    for unit in question.levy.units:
        placement = _first_free(battle, unit, book)
        if placement is None:
            return None
        placed.append(placement)
        battle = drawn_up(battle, Deployment((placement,)))
    hosts = question.levy.units or tuple(unit.id for unit in battle.on_table(question.seat))
    host = battle.units[hosts[round(book.share * (len(hosts) - 1))]]
    assert host.pose is not None
    middle = centre(host.pose, host.shape)
    at = Spot(round(middle.x), round(middle.y))
    return Deployment(tuple(placed), tuple(Posting(leader, at) for leader in question.levy.leaders))


def _first_free(battle: ElanBattle, unit: int, book: Book) -> Placement | None:
    """The free place farthest forward and then nearest to the wanted part of the zone."""
    one, ground = battle.units[unit], ground_of(battle)
    formation = _formation(one, book)
    stances = tuple(ground.posts(unit, formation))
    for stance in sorted(stances, key=_Order(battle, one.side, stances, book)):
        if not ground.misplaced(unit, stance):
            return Placement(unit, formation, stance.to)
    return None


def _formation(unit: ElanUnit, book: Book) -> Formation:
    """Column or limbered where the standard deployment says so; else as in the plan, but in no sector."""
    narrow = (Formation.COLUMN, Formation.LIMBERED)
    fallback = unit.profile.formations[0] if unit.formation is Formation.GARRISON else unit.formation
    return next((one for one in narrow if book.columns and one in unit.profile.formations), fallback)


class _Order:
    """The order in which places are tried, seen from the side's own edge."""

    def __init__(self, battle: ElanBattle, side: int, stances: Sequence[Stance], book: Book) -> None:
        self._edge = battle.camps[side].edge
        across = [self._across(stance) for stance in stances]
        self._wanted = min(across) + book.share * (max(across) - min(across))

    def __call__(self, stance: Stance) -> tuple[int, float]:
        """The sort key of a place: how far back it lies, then how far from the wanted part of the zone."""
        return self._back(stance), abs(self._across(stance) - self._wanted)

    def _across(self, stance: Stance) -> int:
        return stance.to.x if self._edge in ("top", "bottom") else stance.to.y

    def _back(self, stance: Stance) -> int:
        x, y = stance.to.x, stance.to.y
        return {"bottom": -y, "top": y, "left": -x, "right": x}[self._edge]
