"""Moves that must be made end where nobody stands, even where a turn at their beginning finds no room."""

from __future__ import annotations

from functools import partial

from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Facing, Flight, Onset
from sandtable.systems.elan.troops import Formation
from sandtable.table.space import standing
from tests.systems.elan.bivouac import answered, battle, unit

TO_THE_LEFT = 3372


def _onset(charger: int, target: int, fought: InchGround) -> Onset:
    here = standing(fought.unit(charger))
    return Onset(
        charger=charger,
        target=target,
        path=(here, here, here),
        wheel=0.0,
        cost=0.0,
        reach=900,
        halved=False,
        disordering=(),
        crossed=(),
    )


def test_a_charger_without_room_to_turn_goes_after_an_evader_with_its_facing_kept() -> None:
    """charge.evade-pursuit: a friend stands flush on its left, another is 1.5 in ahead."""
    fought = battle(
        unit(0, 88, 54, formation=Formation.COLUMN),
        unit(1, 84, 66, 180, side=1, formation=Formation.COLUMN),
        unit(2, 86, 54, formation=Formation.COLUMN),
        unit(3, 88, 56.5),
    )
    ground = InchGround(fought)
    trek = ground.follow(_onset(0, 1, ground), TO_THE_LEFT)
    assert trek.to.heading == 0


def test_a_charger_with_room_turns_to_the_line_of_an_evader() -> None:
    """charge.evade-pursuit"""
    ground = InchGround(battle(unit(0, 88, 40), unit(1, 84, 66, 180, side=1)))
    assert ground.follow(_onset(0, 1, ground), TO_THE_LEFT).to.heading == TO_THE_LEFT


def test_a_flight_does_not_end_in_an_enemy_whom_its_first_turn_overlapped() -> None:
    """compulsory.blocked: straight south and 15 degrees to the right a line is in the way, left it is not."""
    fought = battle(
        unit(0, 31.67, 39.49, 90, profile="ru-line-1854", formation=Formation.COLUMN, scale=Scale.SMALL),
        unit(1, 29.3, 36.64, 277.1, side=1, scale=Scale.SMALL),
        scale=Scale.SMALL,
    )
    flight = Flight(unit=0, span=600, threat=None, facing=Facing.AWAY)
    flown = answered(partial(InchGround(fought).flee, flight))
    assert (flown.gone, flown.to.heading) == (600, 1650)
