"""Every printed figure of the sheet, typed by hand, against what the system plays with.

Nothing in here is read from the rulebook or the profiles on the expected side.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import D3, D6, PlannedHand, numbered
from sandtable.game.ask.questions import Do, do
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty import (
    approach,
    charges,
    command_points,
    danger,
    falling_back,
    melee,
    melee_results,
    morale,
    orders,
    pursuit,
    rally,
    routs,
    shooting,
    testing,
    veterans,
    victory,
)
from sandtable.systems.liberty.actions import Buying, CommandPoint
from sandtable.systems.liberty.army_choice import UNITS
from sandtable.systems.liberty.battle import Order
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.breaking import FRIENDS_SEE_IT_WITHIN
from sandtable.systems.liberty.command import STEADY_RANGE, SUPPORT_RANGE
from sandtable.systems.liberty.command_points import Action, BrigadeFacts, Phase
from sandtable.systems.liberty.melee_facts import Contact, Edge, Engaged, Fighter, Leading, Opponent
from sandtable.systems.liberty.morale import Cause, MoraleFacts, Nerve, Result
from sandtable.systems.liberty.movement import OBLIQUE, PROXIMITY, REAR_ARC, March, allowance, march_terms
from sandtable.systems.liberty.obstacles import AT_AN_OBSTACLE
from sandtable.systems.liberty.orders import NOT_ALLOWED, OrderGiven, dice_for, order_row
from sandtable.systems.liberty.profiles import Formation, SpecialRule
from sandtable.systems.liberty.rates import Rates, general_rates, haste, rates
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.shooting import Arm, Band, Fire, band, combat_dice
from sandtable.systems.liberty.states import State, Wear, dice_by_state
from sandtable.systems.liberty.testing import Quality
from tests.systems.liberty.parade import LIGHTS, battle, unit
from tests.systems.liberty.test_liberty_melee import per_base

STATES: Final = (State.STEADY, State.WORN, State.SHAKEN)
QUALITIES: Final = (Quality.MILITIA, Quality.REGULAR, Quality.ELITE)


def thrown(call: Do[Any], *faces: int) -> Any:
    """What comes of a procedure with these faces, all of which are thrown, and every point spent."""
    hand = PlannedHand(faces)
    run = ProcedureRun(call, lambda throw: throw.cast(hand), lambda before, event: event.apply(before))
    while run.pending is not None:
        run.answer(CommandPoint.SPEND)
    hand.assert_used()
    return run.result


# ------------------------------------------------------------------ command, dice, tests
def test_command_support_and_the_reroll_table() -> None:
    """command.range, special.independent, dice.reroll.supported, special.steady"""
    assert (SUPPORT_RANGE, STEADY_RANGE) == (12 * 100, 10 * 100)
    ranges = {SpecialRule.INDEPENDENT in one.special: one.command_range for one in roster().profiles}
    assert ranges == {False: 12, True: 30}
    for in_command in (False, True):
        for supported in (False, True):
            for reliable in (False, True):
                given = OrderGiven(in_command=in_command, supported=supported, reliable=reliable)
                assert orders.rerolls(given).whole == in_command + supported + reliable


def test_the_dice_of_the_sheet() -> None:
    """dice.d2, dice.d3, dice.d6"""
    assert [tuple(die.faces) for die in (numbered(2), D3, D6)] == [(1, 2), (1, 2, 3), (1, 2, 3, 4, 5, 6)]


@pytest.mark.parametrize(
    ("quality", "faces"),
    [
        (Quality.MILITIA, (0, 0, 0, 0, 1, 2)),
        (Quality.REGULAR, (0, 0, 0, 1, 1, 2)),
        (Quality.ELITE, (0, 0, 1, 1, 1, 2)),
    ],
)
def test_successes_by_quality(quality: Quality, faces: tuple[int, ...]) -> None:
    """tests.success.militia, tests.success.regular, tests.success.elite, special.unreliable"""
    assert testing.faces(quality, unreliable=False) == faces
    assert testing.faces(quality, unreliable=True) == (*faces[:5], 1)
    assert morale.success_faces(Nerve(quality=quality)) == faces


@pytest.mark.parametrize(
    ("order", "steady", "worn", "shaken", "need"),
    [
        (Order.HOLD, 0, 0, 2, 1),
        (Order.REFORM, 0, 0, 2, 1),
        (Order.ADVANCE, 0, 3, 2, 2),
        (Order.RETIRE, 0, 0, 0, 0),
        (Order.RUN, 0, 3, 2, 2),
        (Order.RETREAT, 0, 0, 0, 0),
        (Order.CHARGE, 4, 3, NOT_ALLOWED, 2),
        (Order.RALLY, 4, 3, 2, 2),
    ],
)
def test_the_order_table(order: Order, steady: int, worn: int, shaken: int, need: int) -> None:
    """orders.hold, orders.reform, orders.advance, orders.retire, orders.run, orders.retreat, orders.charge,
    orders.rally, special.drilled"""
    row = order_row(order)
    assert [row.dice(state) for state in STATES] == [steady, worn, shaken]
    if need:
        assert orders.need(order).whole == need
    for state in STATES:
        if row.dice(state) > 0:
            assert dice_for(OrderGiven(drilled=True), order, state).whole == row.dice(state) + 1


def test_which_orders_leave_a_unit_free_to_shoot() -> None:
    """shooting.who.orders: as the summaries of the order table say."""
    assert [one for one in Order if order_row(one).shoot] == [
        one for one in Order if one in (Order.HOLD, Order.REFORM, Order.ADVANCE, Order.RETIRE, Order.RALLY)
    ]


def test_the_charge_table() -> None:
    """charge.result.0, charge.result.1, charge.result.2, charge.result.3, action.press-the-charge"""
    names = [charges.grade(successes).name for successes in range(6)]
    assert names == ["FAILED", "FALTERS", "CHARGE", "DETERMINED", "DETERMINED", "DETERMINED"]
    pressed = [charges.grade(successes, pressed=True).name for successes in range(3)]
    assert pressed == ["FAILED", "DETERMINED", "DETERMINED"]
    assert charges.HOLD_ONLY == 6


@pytest.mark.parametrize(("die", "hits"), [(1, 7), (2, 6), (3, 5)])
def test_a_rally_recovers_d3_hits_and_a_failed_one_of_a_router_costs_d3(die: int, hits: int) -> None:
    """orders.rally.ok.other, orders.rally.fail.routing: from 8 hits, WORN, three dice."""
    worn = rally.RallyFacts(wear=Wear(8, 16, 24), hits=8)
    assert thrown(do(rally.rally, worn), 6, 1, 1, die).hits == hits
    assert thrown(do(rally.rally, replace(worn, routing=True)), 1, 1, 1, die).hits == 8 + die
    assert thrown(do(rally.rally, replace(worn, routing=True)), 6, 1, 1).hits == 8


def test_disorder_leaves_two_markers_in_the_enemys_phase() -> None:
    """disorder.enemy-phase, disorder.own-phase, disorder.markers.cap"""
    assert veterans.MOST_MARKERS == 2


# ------------------------------------------------------------------ movement
@pytest.mark.parametrize(
    ("arm", "printed"),
    [
        (Arm.INFANTRY, (8, 12, "12+D3", "8+D3", "no run", "D3+1", "+D6", "+D6+1")),
        (Arm.MOUNTED, (14, 21, "21+D6", "14+D6", "no run", "D3+1", "+D6", "+D6+1")),
        (Arm.DISMOUNTED, (8, 12, "12+D3", "8+D3", "no run", "D3+1", "+D6", "none")),
        (Arm.SKIRMISHERS, (10, 15, "15+D3", "10+D3", "ignore", "D3+1", "none", "none")),
        (Arm.LIMBERED, (12, 18, "18+D6", "12+D6", "no run, half move", "no move", "+D6", "none")),
        (Arm.UNLIMBERED, (4, 0, "4+D3", "4+D3", "no run, half move", "no move", "none", "none")),
    ],
)
def test_the_movement_table(arm: Arm, printed: tuple[object, ...]) -> None:
    """movement.rates, movement.infantry, movement.cavalry.mounted, movement.cavalry.dismounted,
    movement.skirmishers, movement.artillery.limbered, movement.artillery.unlimbered, movement.obstacle"""
    assert _columns(rates(arm)) == printed


def test_the_movement_of_generals() -> None:
    """movement.generals"""
    assert _columns(general_rates()) == (24, 0, "none", "none", "ignore", "ignore", "none", "none")


def _columns(row: Rates) -> tuple[object, ...]:
    dice = row.charge, row.charge_difficult
    return row.advance, row.run, *dice, row.difficult, row.obstacle, row.road, row.march_column


@pytest.mark.parametrize(
    ("arm", "run", "advance", "die"),
    [
        (Arm.INFANTRY, 12, 8, (1, 2, 3)),
        (Arm.MOUNTED, 21, 14, (1, 2, 3, 4, 5, 6)),
        (Arm.DISMOUNTED, 12, 8, (1, 2, 3)),
        (Arm.SKIRMISHERS, 15, 15, (1, 2, 3)),
    ],
)
def test_the_rates_that_charges_routs_and_pursuits_play_with(
    arm: Arm, run: int, advance: int, die: tuple[int, ...]
) -> None:
    """charge.rate, terrain.difficult.charge, rout.rate, pursuit.move; skirmishers ignore DIFFICULT ground."""
    clear, rough = approach.Way(arm=arm), approach.Way(arm=arm, difficult=True)
    assert (approach.rate(clear).whole, approach.rate(rough).whole) == (run, advance)
    assert tuple(approach.charge_die(clear).faces) == die
    cup = pursuit.rate(arm, pursuit.Ground.OPEN)
    assert (cup.low, cup.high) == (run + die[0], run + die[-1])
    cost = approach.obstacle_loss(clear)
    assert (cost.low, cost.high) == (2, 4)


@pytest.mark.parametrize(
    ("arm", "rate"),
    [
        (Arm.INFANTRY, 12),
        (Arm.MOUNTED, 21),
        (Arm.SKIRMISHERS, 15),
        (Arm.LIMBERED, 18),
        (Arm.UNLIMBERED, 4),
    ],
)
def test_the_rate_of_a_rout(arm: Arm, rate: int) -> None:
    """rout.rate, movement.artillery.unlimbered"""
    profiles = {
        Arm.INFANTRY: ("british.regular-infantry-regiment", 4, Formation.LINE),
        Arm.MOUNTED: ("british.light-dragoon-regiment", 4, Formation.LINE),
        Arm.SKIRMISHERS: (LIGHTS, 4, Formation.LINE),
        Arm.LIMBERED: ("british.6pdr-artillery-battery", 2, Formation.LIMBERED_LINE),
        Arm.UNLIMBERED: ("british.6pdr-artillery-battery", 2, Formation.UNLIMBERED_LINE),
    }
    profile, bases, formation = profiles[arm]
    runner = unit(0, 36, 20, profile=profile, bases=bases, formation=formation)
    assert runner.arm is arm
    assert routs.pace(battle(runner), runner, slowed=False).rate.whole == rate


def test_distances_and_angles_of_movement() -> None:
    """movement.proximity, movement.oblique, terrain.obstacle.position, orders.retire.direction,
    movement.shift, underfire.effect"""
    assert (PROXIMITY, approach.PROXIMITY, OBLIQUE, AT_AN_OBSTACLE) == (400, 4, 450, 50)
    assert (REAR_ARC, max(falling_back.SLANTS)) == (450, 450)
    line = unit(0, 36, 20, under_fire=1)
    scene, march = battle(line), March(Order.ADVANCE)
    left = allowance(scene, line, march)
    assert left.whole == 8 - 1
    shift = next(leg for leg in march_terms(scene, line, march, left).legs if leg.kind == "shift")
    assert shift.most == 400, "half of 7 in, rounded up"


# ------------------------------------------------------------------ sizes
SIZES: Final = (
    ("Infantry", "50x50", ((6, 12, 18, 3, 18), (8, 16, 24, 4, 24), (10, 20, 30, 5, 30))),
    ("Mounted Cavalry", "60x60", ((5, 10, 15, 2, 6), (7, 14, 21, 4, 12), (9, 18, 27, 6, 18))),
    ("Dismounted Cavalry", "50x25", ((3, 6, 9, 1, 3), (4, 8, 12, 3, 9), (5, 10, 15, 5, 15))),
    ("Skirmishers", "50x25", ((3, 6, 9, 3, 9), (4, 8, 12, 4, 12), (5, 10, 15, 5, 15))),
    ("Artillery", "50x75", ((2, 4, 6, 1, 1), (3, 6, 9, 2, 2), (4, 8, 12, 3, 3))),
)
"""By type its base, and WORN, SHAKEN, AUTO BROKEN, bases and figures or guns of its three sizes."""


class SizeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the size table as the rulebook has it."""

    unit: str
    base_mm: str
    size: str
    bases: int
    worn: int
    shaken: int
    auto_broken: int
    figures: int = 0
    guns: int = 0


def test_the_size_table_as_it_is_shown() -> None:
    """troops.sizes: figures and guns too, which no rule reads."""
    expected = [
        SizeRow(name, base, size, bases, *values, **{"guns" if name == "Artillery" else "figures": men})
        for name, base, sizes in SIZES
        for size, (*values, bases, men) in zip(("smaller", "standard", "larger"), sizes, strict=True)
    ]
    assert list(table("troops.sizes", SizeRow)) == expected


@pytest.mark.parametrize("profile", roster().profiles, ids=lambda profile: profile.id)
def test_the_sizes_that_units_play_with(profile: Any) -> None:
    """troops.sizes, troops.base-orientation: 25 mm count as an inch."""
    name = {"Cavalry": "Mounted Cavalry"}.get(profile.type, str(profile.type))
    base, sizes = next((base, sizes) for kind, base, sizes in SIZES if kind == name)
    wear = {bases: Wear(*values) for *values, bases, _ in sizes}
    for size in profile.sizes:
        assert size.wear == wear[size.bases]
    front, depth = (int(side) / 25 for side in base.split("x"))
    assert (profile.base_front_in, profile.base_depth_in) == (front, depth)


@pytest.mark.parametrize(("mounted", "afoot"), [(2, 0), (4, 1), (6, 2)])
def test_the_sizes_of_cavalry_on_foot(mounted: int, afoot: int) -> None:
    """troops.sizes, movement.mount.rate"""
    *values, bases, _ = SIZES[2][2][afoot]
    size = roster().dismounted.size(mounted)
    assert (size.bases, size.wear) == (bases, Wear(*values))
    shape = roster().dismounted.shape(mounted)
    assert (shape.width, shape.depth) == (bases * 200, 100)


def test_a_general_stands_on_one_inch_by_two() -> None:
    """troops.sizes.generals"""
    shape = roster().general.shape()
    assert (shape.width, shape.depth) == (100, 200)


# ------------------------------------------------------------------ morale
def test_the_morale_table() -> None:
    """morale.need, morale.result.steady, morale.result.worn, morale.result.shaken, states.dice,
    special.brave"""
    assert [dice_by_state(state) for state in STATES] == [4, 3, 2]
    assert [morale.dice(MoraleFacts(state=state)).whole for state in STATES] == [4, 3, 2]
    brave = [morale.dice(MoraleFacts(state=state, nerve=Nerve(brave=True))).whole for state in STATES]
    assert brave == [5, 4, 3]
    assert [morale.need(cause) for cause in Cause] == [2, 3, 2, 2]
    assert FRIENDS_SEE_IT_WITHIN == 600
    failed = [
        [morale.result(state, cause, passed=False) for cause in (Cause.LOST_MELEE, Cause.SHOOTING)]
        for state in STATES
    ]
    assert failed == [
        [Result.RETIRE, Result.DISORDERED],
        [Result.ROUTE, Result.RETIRE],
        [Result.BROKEN, Result.BROKEN],
    ]
    passed = [
        [morale.result(state, cause, passed=True) for cause in (Cause.LOST_MELEE, Cause.FRIEND_BROKEN)]
        for state in STATES
    ]
    assert passed == [[Result.NONE] * 2, [Result.NONE] * 2, [Result.ROUTE, Result.NONE]]


# ------------------------------------------------------------------ shooting
@pytest.mark.parametrize(
    ("weapon", "short", "effective", "long", "explode"),
    [
        ("Smoothbore Musket", 7, 14, 28, None),
        ("Rifled Musket", 8, 16, 32, None),
        ("Carbine", 6, 12, 24, None),
        ("3pdr Artillery", 15, 30, 45, (1, 2)),
        ("6pdr Artillery", 20, 40, 60, (1, 3)),
        ("12pdr Artillery", 30, 60, 90, (2, 4)),
    ],
)
def test_the_range_table(
    weapon: str, short: int, effective: int, long: int, explode: tuple[int, int] | None
) -> None:
    """weapons.smoothbore, weapons.rifled, weapons.carbine, weapons.3pdr, weapons.6pdr, weapons.12pdr,
    weapons.canister"""
    found = [band(weapon, at) for at in (0, short, short + 1, effective, effective + 1, long, long + 1)]
    bands = [Band.SHORT, Band.SHORT, Band.EFFECTIVE, Band.EFFECTIVE, Band.LONG, Band.LONG, Band.BEYOND]
    assert found == bands
    shot = Fire(weapon=weapon, arm=Arm.UNLIMBERED if explode else Arm.INFANTRY, range=11)
    cup = shooting.explosion(shot)
    assert (None if cup is None else (cup.low, cup.high)) == explode
    near = shooting.explosion(replace(shot, range=10))
    assert (None if near is None else (near.low, near.high)) == (explode and (2, 6)), "canister at 10 in"
    users = [one for one in roster().profiles if one.weapon == weapon]
    assert users
    for one in users:
        assert (one.short_max, one.effective_max, one.long_max) == (short, effective, long)


MUSKET: Final = Fire(arm=Arm.INFANTRY, weapon="Smoothbore Musket", range=10, bases=4)


@pytest.mark.parametrize(
    ("facts", "each_base"),
    [
        ({"enfiladed": True}, 1.0),
        ({"range": 7}, 0.5),
        ({"target": Arm.UNLIMBERED}, -0.5),
        ({"target": Arm.SKIRMISHERS}, -0.5),
        ({"state": State.WORN}, -0.5),
        ({"range": 15}, -0.5),
        ({"obscured": True}, -0.5),
        ({"cover": True}, -1.0),
        ({"state": State.SHAKEN}, -1.0),
    ],
)
def test_the_modifiers_of_shooting_dice(facts: dict[str, Any], each_base: float) -> None:
    """shooting.dice.enfilade, shooting.dice.short, shooting.dice.small-target, shooting.dice.worn,
    shooting.dice.long, shooting.dice.obscured, shooting.dice.cover, shooting.dice.shaken"""
    assert shooting.dice(MUSKET).total == 10
    assert shooting.dice(replace(MUSKET, **facts)).total == 10 + 4 * each_base


def test_shooting_has_at_least_half_a_die_per_base_and_rounds_up() -> None:
    """shooting.dice.minimum, shooting.dice.round, special.elite"""
    worst = replace(MUSKET, cover=True, obscured=True, state=State.SHAKEN, range=15, bases=3)
    assert shooting.dice(worst).total == 2, "1.5, rounded up"
    assert shooting.dice(replace(worst, elite=True)).total == 4


def test_to_hit_and_saves() -> None:
    """shooting.to-hit, melee.to-hit, shooting.to-hit.marksmen, shooting.to-hit.poorly-trained,
    saves.shooting, saves.melee, fort.save"""
    shots = [replace(MUSKET, quality=quality) for quality in QUALITIES]
    assert [shooting.to_hit(shot).whole for shot in shots] == [5, 4, 4]
    assert [shooting.to_hit(replace(shot, marksmen=True)).whole for shot in shots] == [4, 3, 3]
    assert [shooting.to_hit(replace(shot, poorly_trained=True)).whole for shot in shots] == [6, 5, 5]
    assert [melee.to_hit(quality).whole for quality in QUALITIES] == [5, 4, 4]
    assert (shooting.save(MUSKET).whole, shooting.save(replace(MUSKET, fortified=True)).whole) == (5, 4)
    assert melee.save().whole == 6


def per_base(fighter: Fighter, contact: Contact, foe: Arm) -> Tally:
    """The dice of one base in contact with this enemy."""
    return melee.per_base(fighter.arm, melee.circumstances_of(fighter, contact, foe))


@pytest.mark.parametrize(
    ("arm", "shoot", "direct", "support"),
    [
        (Arm.INFANTRY, 2.5, 3, 2),
        (Arm.MOUNTED, 1.5, 3, 2),
        (Arm.DISMOUNTED, 2, 2, 0),
        (Arm.SKIRMISHERS, 1.5, 1.5, 0),
        (Arm.UNLIMBERED, 2, 2, 0),
    ],
)
def test_the_combat_dice_table(arm: Arm, shoot: float, direct: float, support: float) -> None:
    """combatdice.infantry, combatdice.cavalry-mounted, combatdice.cavalry-dismounted, combatdice.skirmishers,
    combatdice.artillery"""
    row = combat_dice(arm)
    assert row is not None
    printed = row.shoot, row.melee_direct, row.shoot_support, row.melee_support
    assert printed == (shoot, direct, 0, support)
    assert shooting.dice(Fire(arm=arm, weapon="Smoothbore Musket", range=10, bases=2)).total == 2 * shoot
    assert per_base(Fighter(arm=arm), Contact(), Arm.SKIRMISHERS).total == direct
    supported = Engaged(Fighter(arm=arm, bases=4), (Opponent(0, Contact(bases=2)),))
    assert melee.dice(supported, (Arm.SKIRMISHERS,)).total == 2 * direct + 2 * support


# ------------------------------------------------------------------ melee
@pytest.mark.parametrize(
    ("fighter", "contact", "foe", "dice"),
    [
        ({"charging": True}, {}, Arm.INFANTRY, 4),
        ({}, {"edge": Edge.REAR}, Arm.INFANTRY, 4),
        ({}, {"edge": Edge.FLANK}, Arm.INFANTRY, 3.5),
        ({"arm": Arm.MOUNTED}, {}, Arm.INFANTRY, 3.5),
        ({}, {"enemy_defends": True}, Arm.INFANTRY, 2.5),
        ({}, {"enemy_uphill": True}, Arm.INFANTRY, 2.5),
        ({"disordered": True}, {}, Arm.INFANTRY, 2.5),
        ({"hits": 8}, {}, Arm.INFANTRY, 2.5),
        ({}, {}, Arm.MOUNTED, 2.5),
        ({"hits": 16}, {}, Arm.INFANTRY, 2),
    ],
)
def test_the_modifiers_of_melee_dice(
    fighter: dict[str, Any], contact: dict[str, Any], foe: Arm, dice: float
) -> None:
    """melee.dice.charging, melee.dice.rear, melee.dice.flank, melee.dice.cavalry, melee.dice.obstacle,
    melee.dice.uphill, melee.dice.disordered, melee.dice.worn, melee.dice.infantry-v-cavalry,
    melee.dice.shaken: from 3 dice per base."""
    facts: dict[str, Any] = {"arm": Arm.INFANTRY, "wear": Wear(8, 16, 24)} | fighter
    assert per_base(Fighter(**facts), Contact(**contact), foe).total == dice


def test_extra_dice_in_melee() -> None:
    """leaders.melee.dice, special.elite, action.lead-the-fight, melee.dice.minimum"""
    alone = Engaged(Fighter(bases=4), (Opponent(0, Contact(bases=4)),))
    foes = (Arm.INFANTRY,)
    extra = [
        melee.dice(replace(alone, fighter=replace(alone.fighter, **more)), foes).total
        for more in ({}, {"elite": True}, {"general": Leading.ATTACHED}, {"general": Leading.LEADS_THE_FIGHT})
    ]
    assert extra == [12, 14, 14, 16]
    worst = Fighter(arm=Arm.SKIRMISHERS, wear=Wear(3, 6, 9), hits=6, disordered=True)
    assert per_base(worst, Contact(enemy_uphill=True), Arm.INFANTRY).total == 0.5


def test_the_score_of_a_melee() -> None:
    """melee.score.hits, melee.score.flank, melee.score.size"""
    assert melee_results.EDGE_POINTS == {Edge.FRONT: 0, Edge.FLANK: 2, Edge.REAR: 4}
    assert melee_results.SIZE_POINTS == 2
    assert melee_results._score(3, Edge.REAR, (5, 4)).whole == 3 + 4 + 2


@pytest.mark.parametrize("face", range(1, 7))
def test_dice_of_generals_pursuits_breakthroughs_and_veterans(face: int) -> None:
    """leaders.melee.risk, pursuit.roll, breakthrough.roll, special.veterans"""
    assert thrown(do(danger.survives), face) is (face >= 2)
    for purpose in ("pursuit", "breakthrough"):
        assert thrown(do(_sets_out, purpose), face) is (face >= 4)
    stale = veterans.RecoveryFacts(veterans=True, markers=2, points=0)
    assert veterans.veterans_need(stale).whole == 4
    assert thrown(do(veterans.can_be_ordered, stale), face) is (face >= 4)


async def _sets_out(purpose: str) -> bool:
    return await pursuit.sets_out(purpose, impetuous=False)


# ------------------------------------------------------------------ victory and command points
@pytest.mark.parametrize(("units", "point"), [(2, 1), (3, 2), (4, 2), (5, 3), (9, 5)])
def test_the_break_point_is_half_the_army_rounded_up(units: int, point: int) -> None:
    """victory.break-point"""
    army = tuple(unit(number, 5 + 6 * number, 10, bases=3) for number in range(units))
    assert victory.break_point(battle(*army), 0) == point


def test_victory_points() -> None:
    """victory.vp.broken, victory.vp.shaken, victory.vp.worn, victory.vp.break-point"""
    foes = [unit(number, 36, 20, side=1) for number in range(4)]
    whole = battle(*foes)

    def scored(*changed: Any) -> int:
        scene = whole
        for one in changed:
            scene = scene.with_unit(one)
        return victory.points(scene, 0).whole

    assert scored() == 0
    assert scored(replace(foes[0], hits=8)) == 1
    assert scored(replace(foes[0], hits=16)) == 3
    assert scored(replace(foes[0], broken=True, pose=None)) == 5
    gone = [replace(one, broken=True, pose=None) for one in foes[:2]]
    assert scored(*gone) == 5 + 5 + 10


@pytest.mark.parametrize(
    ("margin", "degree"),
    [(0, "draw"), (5, "draw"), (6, "minor victory"), (12, "minor victory"), (13, "major victory")],
)
def test_the_degrees_of_victory(margin: int, degree: str) -> None:
    """victory.level: by so many WORN enemies, a point for each."""
    foes = [unit(number, 36, 20, side=1, hits=8 if number < margin else 0) for number in range(14)]
    assert victory.outcome(battle(*foes, unit(14, 5, 5))).degree == degree


def test_command_points() -> None:
    """cp.generate, cp.once: one for each brigade and D3; each action costs one."""
    pools = [thrown(do(command_points.generate, BrigadeFacts(brigades=3)), die) for die in (1, 2, 3)]
    assert pools == [4, 5, 6]
    assert command_points.COST == 1


def test_when_each_command_action_may_be_used() -> None:
    """action.lead-the-fight, action.reinforce, action.hold-the-line, action.reform-the-ranks,
    action.direct-order, action.press-the-charge, action.concentrate-fire, action.double-time"""
    phases = {action: when for action, (_, when) in command_points.RULES.items()}
    command, every = (Phase.COMMAND,), (Phase.COMMAND, Phase.SHOOTING, Phase.MELEE)
    assert phases == {
        Action.LEAD_THE_FIGHT: (Phase.MELEE,),
        Action.REINFORCE: command,
        Action.HOLD_THE_LINE: every,
        Action.REFORM_THE_RANKS: command,
        Action.A_DIRECT_ORDER: command,
        Action.PRESS_THE_CHARGE: command,
        Action.CONCENTRATE_FIRE: (Phase.SHOOTING,),
        Action.DOUBLE_TIME: command,
    }


@pytest.mark.parametrize(("die", "hits"), [(1, 5), (2, 4), (3, 3)])
def test_reinforce_needs_one_success_and_gives_back_d3_and_two_hits(die: int, hits: int) -> None:
    """action.reinforce, action.reinforce.when: 8 hits, one success."""
    facts = rally.RallyFacts(wear=Wear(8, 16, 24), hits=8, reinforce=Buying.ALWAYS, points=1)
    assert thrown(do(rally.rally, facts), 4, 1, 1, die).hits == hits


def test_reform_the_ranks_needs_two_successes_and_double_time_adds_a_die() -> None:
    """action.reform-the-ranks, action.double-time"""
    facts = veterans.RecoveryFacts(markers=2, points=1, reform_the_ranks=Buying.ALWAYS)
    assert thrown(do(veterans.can_be_ordered, facts), 4, 1, 1, 1) is False
    assert thrown(do(veterans.can_be_ordered, facts), 4, 4, 1, 1) is True
    afoot = (Arm.INFANTRY, Arm.SKIRMISHERS, Arm.UNLIMBERED, Arm.DISMOUNTED)
    assert {haste(arm) for arm in afoot} == {D3}
    assert [haste(arm) for arm in (Arm.MOUNTED, Arm.LIMBERED)] == [D6, D6]
    assert haste("General") == D6


def test_brigades_have_three_to_six_units() -> None:
    """army.brigades"""
    assert UNITS == (3, 6)


# ------------------------------------------------------------------ army lists
INF, SKI, CAV, ART = "Infantry", "Skirmishers", "Cavalry", "Artillery"
SMOOTH, RIFLED, CARBINE = "Smoothbore Musket", "Rifled Musket", "Carbine"
DETACHED = "Grenadiers Detached"
LISTS: Final[dict[str, tuple[tuple[str, str, str, tuple[int, ...], str, set[str]], ...]]] = {
    "continental": (
        ("Green Militia Regiment", "Militia", INF, (3, 4, 5), SMOOTH, {"Unreliable"}),
        ("Militia Regiment", "Militia", INF, (3, 4, 5), SMOOTH, set()),
        ("Experienced Militia Regiment", "Militia", INF, (3, 4), SMOOTH, {"Brave"}),
        ("Green Continental Regiment", "Regular", INF, (3, 4, 5), SMOOTH, {"Unreliable"}),
        ("Continental Regiment", "Regular", INF, (3, 4, 5), SMOOTH, {"Drilled"}),
        (
            "Experienced Infantry Regiment",
            "Elite",
            INF,
            (3, 4),
            SMOOTH,
            {"Reliable", "Elite", "Veterans", "Drilled"},
        ),
        ("Minutemen", "Militia", SKI, (3, 4), SMOOTH, {"Independent", "Scouts"}),
        ("Riflemen", "Regular", SKI, (3, 4), RIFLED, {"Independent", "Marksmen", "Scouts"}),
        ("Militia Cavalry", "Militia", CAV, (2, 4), CARBINE, {"Independent", "Scouts"}),
        ("Continental Light Dragoons", "Regular", CAV, (2, 4), CARBINE, {"Independent"}),
        ("3pdr Artillery Battery", "Regular", ART, (1, 2, 3), "3pdr Artillery", {"Independent"}),
        ("6pdr Artillery Battery", "Regular", ART, (1, 2, 3), "6pdr Artillery", {"Independent"}),
    ),
    "british": (
        ("Regular Infantry Regiment", "Regular", INF, (3, 4, 5), SMOOTH, {"Drilled", DETACHED}),
        (
            "Highland Infantry Regiment",
            "Regular",
            INF,
            (3, 4, 5),
            SMOOTH,
            {"Tough Fighters", "Drilled", DETACHED},
        ),
        (
            "Grenadier Infantry",
            "Elite",
            INF,
            (3, 4, 5),
            SMOOTH,
            {"Reliable", "Stalwart", "Tough Fighters", "Drilled"},
        ),
        (
            "Guard Infantry",
            "Elite",
            INF,
            (3, 4, 5),
            SMOOTH,
            {"Reliable", "Stalwart", "Stubborn", "Elite", "Drilled", "Veterans", DETACHED},
        ),
        ("Light Infantry", "Regular", SKI, (4, 5), SMOOTH, {"Independent", "Scouts"}),
        ("Queen's Rangers", "Elite", SKI, (3, 4), RIFLED, {"Independent", "Reliable", "Marksmen", "Scouts"}),
        ("Allied Indians", "Regular", SKI, (3, 4), SMOOTH, {"Independent", "Natives", "Scouts"}),
        ("Light Dragoon Regiment", "Regular", CAV, (4, 6), CARBINE, {"Independent"}),
        ("Queen's Rangers Hussars", "Elite", CAV, (2, 4), CARBINE, {"Independent", "Reliable"}),
        ("Legion Cavalry", "Regular", CAV, (2, 4, 6), CARBINE, {"Independent"}),
        ("3pdr Artillery Battery", "Regular", ART, (1, 2, 3), "3pdr Artillery", {"Independent"}),
        ("6pdr Artillery Battery", "Regular", ART, (1, 2, 3), "6pdr Artillery", {"Independent"}),
        ("12pdr Artillery Battery", "Regular", ART, (1, 2, 3), "12pdr Artillery", {"Independent"}),
    ),
    "hessian": (
        ("Musketeer Regiment", "Regular", INF, (4, 5), SMOOTH, {"Drilled"}),
        ("Fusilier Regiment", "Regular", INF, (4, 5), SMOOTH, {"Tough Fighters", "Drilled"}),
        (
            "Grenadier Infantry",
            "Elite",
            INF,
            (4, 5),
            SMOOTH,
            {"Reliable", "Stalwart", "Tough Fighters", "Drilled"},
        ),
        ("Jagers", "Elite", SKI, (3, 4, 5), RIFLED, {"Reliable", "Independent", "Marksmen", "Scouts"}),
        ("6pdr Artillery Battery", "Regular", ART, (1, 2, 3), "6pdr Artillery", {"Independent"}),
        ("12pdr Artillery Battery", "Regular", ART, (1, 2, 3), "12pdr Artillery", {"Independent"}),
    ),
}


class ListRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of an army list as the rulebook shows it."""

    unit: str
    quality: str
    type: str
    bases: tuple[int, ...]
    weapon: str
    special: tuple[str, ...]


@pytest.mark.parametrize("army", LISTS)
def test_the_army_lists(army: str) -> None:
    """army.list.continental, army.list.british, army.list.hessian, army.grenadiers-detached"""
    played = [
        (
            one.unit,
            str(one.quality),
            str(one.type),
            tuple(size.bases for size in one.sizes),
            one.weapon,
            set(map(str, one.special)),
        )
        for one in roster().profiles
        if one.army == army
    ]
    assert played == list(LISTS[army])
    rows = table(f"army.list.{army}", ListRow)
    shown = [(row.unit, row.quality, row.type, row.bases, row.weapon, set(row.special)) for row in rows]
    assert shown == list(LISTS[army])
