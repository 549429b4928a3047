"""Small battles for tests: a few units set down where a case wants them, and procedures played upon them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import PlannedHand
from sandtable.game.files import read_toml
from sandtable.game.questions import Do, Tell, do
from sandtable.game.refusal import Refusal, Refused
from sandtable.game.rulebook import Readings
from sandtable.game.run import Run
from sandtable.systems.coldsteel import wording
from sandtable.systems.coldsteel.battle import Camp, ColdSteelBattle, ColdSteelUnit, Step
from sandtable.systems.coldsteel.buildings import building_of
from sandtable.systems.coldsteel.events import ColdSteelEvent, hub_of
from sandtable.systems.coldsteel.roster import roster
from sandtable.systems.coldsteel.shapes import files_of, shape_of
from sandtable.systems.coldsteel.terrain import BUILDING, HILL
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.systems.coldsteel.wording.cited import cites, parties
from sandtable.table.ground import Field, Piece
from sandtable.table.measure import degrees, inches
from sandtable.table.pose import Point, Pose

LINE = "line-battalion"
LIGHT = "light-battalion"
RIFLES = "rifle-detachment"
GRENADIERS = "grenadier-battalion"
GUARD = "guard-battalion"
HUSSARS = "light-cavalry"
LANCERS = "lancers"
GUNS = "foot-battery"
PLAIN: tuple[Figure, ...] = ()
"""No command figure alive, as cases have it unless they say otherwise."""
FULL = (Figure.OFFICER, Figure.STANDARD, Figure.SERGEANT, Figure.MUSICIAN)


def unit(
    number: int,
    x: float,
    y: float,
    facing: float = 0,
    *,
    side: int = 0,
    profile: str = LINE,
    formation: Formation = Formation.LINE,
    models: int | None = None,
    files: int | None = None,
    command: tuple[Figure, ...] = PLAIN,
    **state: Any,
) -> ColdSteelUnit:
    """A unit with the middle of its front at x, y, in inches; without command unless it is given any."""
    entry = roster().profile(profile)
    count = entry.models if models is None else models
    wide = files_of(entry.arm, formation, count) if files is None else files
    shape = shape_of(entry.arm, formation, count, wide)
    pose = Pose(inches(x), inches(y), degrees(facing))
    who: dict[str, Any] = {"key": f"unit-{number}", "name": f"Unit {number}", "brigade": ""}
    return ColdSteelUnit(
        id=number,
        side=side,
        pose=pose,
        shape=shape,
        profile_id=profile,
        formation=formation,
        files=wide,
        models=count,
        command=command,
        hub=hub_of(formation, pose, shape),
        **{**who, **state},
    )


def garrison(number: int, house: Piece, *, side: int = 0, models: int = 20, **state: Any) -> ColdSteelUnit:
    """A unit of line infantry that holds a house."""
    building = building_of(house)
    assert building is not None
    heading = building.heading_near(0)
    made = unit(number, 0, 0, side=side, models=models, **state)
    return replace(
        made,
        pose=building.pose(heading),
        shape=building.shape(heading),
        formation=Formation.GARRISON,
        files=files_of(made.arm, Formation.GARRISON, models),
        building=house.id,
        hub=None,
    )


def area(kind: str, *corners: tuple[float, float], id: str = "") -> Piece:
    """An area of ground with these corners, in inches; hills stand above the rest."""
    return Piece(id or f"the {kind}", kind, _ring(corners), level=int(kind == HILL))


def box(kind: str, left: float, bottom: float, right: float, top: float, id: str = "") -> Piece:
    """An upright rectangle of ground, in inches."""
    return area(kind, (left, bottom), (right, bottom), (right, top), (left, top), id=id)


def house(left: float, bottom: float, right: float, top: float, id: str = "house") -> Piece:
    """A building, in inches."""
    return box(BUILDING, left, bottom, right, top, id)


def wall(*points: tuple[float, float], id: str = "wall") -> Piece:
    """A wall, hedge or fence along these points, in inches."""
    return Piece(id, "wall, hedge or fence", line=_ring(points))


def _ring(points: tuple[tuple[float, float], ...]) -> tuple[Point, ...]:
    return tuple(Point(float(inches(x)), float(inches(y))) for x, y in points)


def battle(
    *units: ColdSteelUnit,
    pieces: tuple[Piece, ...] = (),
    size: tuple[float, float] = (72, 48),
    readings: Readings | None = None,
    step: Step = Step.FIRST_MANOEUVRES,
    active: int = 0,
    capacity: int = 24,
    **state: Any,
) -> ColdSteelBattle:
    """A battle on a table of this size; side 0 is at home in the south and Player 1, side 1 in the north."""
    buildings = (building_of(piece, piece.id, capacity) for piece in pieces)
    return ColdSteelBattle(
        field=Field(inches(size[0]), inches(size[1]), pieces),
        units=units,
        active=active,
        phase=step.phase.value,
        scenario="parade ground",
        camps=(Camp("blue", "Blue", "bottom"), Camp("red", "Red", "top")),
        readings=readings or Readings(),
        step=step,
        buildings=tuple(building for building in buildings if building is not None),
        **{"turn_limit": 10, "turn": 1, **state},
    )


# --------------------------------------------------------------------- playing
class Played(NamedTuple):
    """The battle that came of it, what happened, and the decisions that were asked."""

    battle: ColdSteelBattle
    events: tuple[ColdSteelEvent, ...]
    asked: tuple[str, ...]

    def told(self, kind: type[ColdSteelEvent]) -> tuple[ColdSteelEvent, ...]:
        """The events of one kind."""
        return tuple(event for event in self.events if isinstance(event, kind))


def play(
    procedure: Callable[..., Coroutine[Any, Any, ColdSteelBattle]],
    fought: ColdSteelBattle,
    *args: Any,
    answers: tuple[object, ...] = (),
    faces: tuple[int, ...] = (),
) -> Played:
    """What a procedure makes of a battle with these answers and faces, all used; all told has words."""
    hand, left = PlannedHand(faces), list(answers)
    events: list[ColdSteelEvent] = []
    asked: list[str] = []
    now = [fought]

    def tell(told: Tell[Any]) -> Any:
        event = told.event
        assert isinstance(event, ColdSteelEvent)
        assert wording.sentence(told.battle, event)
        cites(event)
        parties(event)
        events.append(event)
        now[0] = event.apply(told.battle)
        return now[0]

    call: Do[ColdSteelBattle] = do(procedure, fought, *args)
    run: Run[ColdSteelBattle] = Run(call, lambda throw: throw.cast(hand), tell)
    while run.pending is not None:
        question = run.pending
        words = wording.prompt(now[0], question)
        assert words.words
        asked.append(question.decision)
        assert left, f"nobody answers {words.words} {words.labels}"
        judged = question.judge(left.pop(0))
        if isinstance(judged, Refusal):
            raise Refused(judged)
        run.answer(judged)
    assert not left, f"{left} is not asked for"
    hand.assert_used()
    assert run.result is not None
    return Played(run.result, tuple(events), tuple(asked))


# --------------------------------------------------------------------- worked cases
class _Case(Struct, frozen=True):
    id: str
    figures: dict[str, Any]


class _Cases(Struct, frozen=True):
    case: tuple[_Case, ...]


def figures(case: str) -> dict[str, Any]:
    """The figures that a worked case expects."""
    cases = read_toml(Path(__file__).with_name("cases.toml"), _Cases)
    return next(one.figures for one in cases.case if one.id == case)
