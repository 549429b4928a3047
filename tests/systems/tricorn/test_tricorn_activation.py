"""Cards and activations: what a turned card does, handing over, declining and rolling, the turn's end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.activation import Bid, card_step, commanded, handovers, is_turn_over
from sandtable.systems.tricorn.battle import (
    RESHUFFLE,
    Allowance,
    Command,
    Officer,
    Removal,
    Step,
    TricornBattle,
)
from sandtable.systems.tricorn.book import rulebook
from sandtable.systems.tricorn.command_events import CardSpent, MeleesBarred, MoveDeclined
from sandtable.systems.tricorn.events import ActivationBegan, ActivationEnded, CardTurned
from sandtable.systems.tricorn.muster import deck_of, first_deck
from sandtable.systems.tricorn.officer_decisions import Errand
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.system import SYSTEM
from tests.systems.tricorn.parade_ground import HORSE, battle, officer, play, scenario, unit
from tests.systems.tricorn.worked import figures

OTHER = rulebook().choose({Reading.TRANSFER: 1})


def at_cards(
    *units: object, officers: tuple[Officer, ...], drawn: tuple[str, ...] = (), **state: object
) -> TricornBattle:
    """A battle whose next card is to be turned; some cards have been."""
    deck = deck_of([one.card for one in officers])
    for card in drawn:
        deck = deck.after(card)
    commands = tuple(
        Command(f"command-{one.command}", one.side, one.id, 1) for one in officers if one.command is not None
    )
    fought: dict[str, object] = {"activation": None, "step": Step.CARD, "deck": deck, "commands": commands}
    return battle(*units, officers=officers, **{**fought, **state})  # type: ignore[arg-type] # plain keywords


def face(fought: TricornBattle, card: str) -> int:
    """The face that turns a card."""
    return fought.deck.left.index(card) + 1


CHIEF = officer(0, 10, 10, rating=Rating.GOOD, chief=True)
GENERAL = officer(1, 20, 10, command=0)
SECOND = officer(2, 30, 10, command=1)
ENEMY = officer(3, 30, 40, side=1, command=2)
STAFF = (CHIEF, GENERAL, SECOND, ENEMY)
UNITS = (unit(0, 20, 12, command=0), unit(1, 30, 12, command=1), unit(2, 30, 38, 180, side=1, command=2))


# --------------------------------------------------------------------- the deck
def test_the_deck_of_blenheim_has_eleven_cards() -> None:
    """deck-size; cards.deck, cards.reshuffle.count, cards.cc.own-command"""
    case = figures("deck-size")
    fought = SYSTEM.muster(scenario("blenheim-1704"), Readings())
    left = first_deck(fought.officers, fought.commands).left
    assert len(left) == case["deck"] == 11
    assert sum(card != RESHUFFLE for card in left) == case["command_cards"] == 9
    assert fought.deck.left == left
    assert left.count("Marshal Tallard") == 1


def test_the_turned_card_leaves_the_deck_and_its_general_is_asked() -> None:
    """turn.draw, turn.pass-or-roll, turn.sequence"""
    fought = at_cards(*UNITS, officers=STAFF)
    done = play(card_step, fought, answers=(Bid.ROLL,), faces=(face(fought, "Officer 1"), 3))
    assert done.asked == ("card.pass-or-roll",)
    assert done.events[0] == CardTurned("Officer 1")
    assert "Officer 1" not in done.battle.deck.left
    assert done.battle.deck.drawn == ("Officer 1",)
    assert done.battle.activation is not None
    assert done.battle.activation.officer == 1
    assert done.battle.step is Step.MOVEMENT
    assert done.battle.active == 0


def test_the_first_reshuffle_card_is_laid_aside_and_the_second_ends_the_turn_at_once() -> None:
    """cards.reshuffle.first, turn.end.condition, turn.end.second-reshuffle"""
    fought = at_cards(*UNITS, officers=STAFF)
    first = play(card_step, fought, faces=(face(fought, RESHUFFLE),)).battle
    assert first.step is Step.CARD
    assert not is_turn_over(first)
    second = play(card_step, first, faces=(face(first, RESHUFFLE),)).battle
    assert is_turn_over(second)
    assert play(card_step, second).battle.step is Step.END


def test_the_turn_ends_when_the_last_command_card_has_been_played() -> None:
    """turn.end.condition, turn.end.all-drawn: the Re-Shuffle Cards that are left are not drawn"""
    cards = tuple(one.card for one in STAFF)
    assert not is_turn_over(at_cards(*UNITS, officers=STAFF, drawn=cards[:-1]))
    over = at_cards(*UNITS, officers=STAFF, drawn=cards)
    assert over.deck.left == (RESHUFFLE, RESHUFFLE)
    done = play(card_step, over)
    assert done.battle.step is Step.END
    assert done.told(CardTurned) == ()


def test_the_card_of_a_lost_general_counts_as_drawn_without_effect() -> None:
    """cards.lost-general"""
    staff = (CHIEF, officer(1, command=0, lost=True), SECOND, ENEMY)
    fought = at_cards(*UNITS, officers=staff)
    done = play(card_step, fought, faces=(face(fought, "Officer 1"),))
    assert done.told(CardSpent) == (CardSpent(1, "cards.lost-general"),)
    assert done.battle.step is Step.CARD
    assert done.battle.activated == ()
    assert handovers(fought, CHIEF) == (2,)


# --------------------------------------------------------------------- the roll
@pytest.mark.parametrize(
    ("rating", "die", "allowance"),
    [
        (Rating.EXCELLENT, 2, Allowance.FULL),
        (Rating.GOOD, 1, Allowance.HALF),
        (Rating.AVERAGE, 3, Allowance.FULL),
        (Rating.AVERAGE, 2, Allowance.HALF),
        (Rating.POOR, 3, Allowance.FULL),
    ],
)
def test_the_roll_gives_a_full_or_a_half_move(rating: Rating, die: int, allowance: Allowance) -> None:
    """turn.initiative.pass, turn.initiative.fail.half-move, turn.initiative.roll, command.rating"""
    staff = (CHIEF, officer(1, 20, 10, command=0, rating=rating), SECOND, ENEMY)
    fought = at_cards(*UNITS, officers=staff)
    done = play(card_step, fought, answers=(Bid.ROLL,), faces=(face(fought, "Officer 1"), die))
    assert done.battle.activation is not None
    assert done.battle.activation.allowance is allowance


def test_the_units_of_a_poor_general_who_fails_start_no_melee_for_the_rest_of_the_turn() -> None:
    """command.poor.no-melee"""
    staff = (CHIEF, officer(1, 20, 10, command=0, rating=Rating.POOR), SECOND, ENEMY)
    fought = at_cards(*UNITS, officers=staff, turn=4)
    failed = play(card_step, fought, answers=(Bid.ROLL,), faces=(face(fought, "Officer 1"), 2))
    assert failed.told(MeleesBarred) == (MeleesBarred(0),)
    assert failed.battle.commands[0].no_melee == 4
    passed = play(card_step, fought, answers=(Bid.ROLL,), faces=(face(fought, "Officer 1"), 3))
    assert passed.battle.commands[0].no_melee == 0
    average = at_cards(*UNITS, officers=STAFF)
    missed = play(card_step, average, answers=(Bid.ROLL,), faces=(face(average, "Officer 1"), 1))
    assert missed.told(MeleesBarred) == ()


def test_a_general_who_declines_goes_straight_on_to_firing() -> None:
    """turn.passed-move, turn.pass-or-roll: no roll is made, and nobody moves"""
    fought = at_cards(*UNITS, officers=STAFF)
    done = play(card_step, fought, answers=(Bid.DECLINE,), faces=(face(fought, "Officer 1"),))
    assert done.told(MoveDeclined) == (MoveDeclined(1),)
    assert done.battle.step is Step.FIRE
    assert done.battle.activation is not None
    assert done.battle.activation.allowance is Allowance.NONE
    assert done.battle.declined == (1,)
    assert [one.id for one in done.battle.active_units()] == [0]


def test_command_is_measured_to_the_nearest_point_and_its_border_is_in() -> None:
    """command-out-of-radius; command.radius.measure, command.radius.effect, command.rating.average

    The front of a unit that looks south lies nearest to an officer south of it.
    """
    near = unit(0, 20, 18, 180, profile=HORSE, command=0)
    far = unit(1, 20, 18.4, 180, profile=HORSE, command=0)
    for one, is_in in ((near, True), (far, False)):
        alone = at_cards(unit(0, 60, 40, command=0), one, officers=(officer(0, 20, 10, command=0),))
        assert (one.id in commanded(alone, alone.officers[0])) is is_in


def test_units_that_are_still_to_arrive_count_as_in_command() -> None:
    """setup.arrivals"""
    coming = replace(unit(0, 20, 0, command=0), pose=None)
    fought = at_cards(coming, officers=(officer(0, command=0),))
    assert commanded(fought, fought.officers[0]) == (0,)


# --------------------------------------------------------------------- the Commander in Chief
def test_a_chief_may_hand_his_activation_to_a_general_whose_card_is_in_the_deck() -> None:
    """cards.cc.transfer, cards.cc.transfer.cost, cards.cc.transfer.roll: he rolls with his own rating"""
    fought = at_cards(*UNITS, officers=STAFF)
    done = play(card_step, fought, answers=(2, Bid.ROLL), faces=(face(fought, "Officer 0"), 2))
    assert done.asked == ("card.cc-transfer", "card.pass-or-roll")
    (began,) = done.told(ActivationBegan)
    assert began.activation.officer == 2
    assert began.activation.by_chief == 0
    assert began.activation.command == 1
    assert began.activation.allowance is Allowance.HALF, (
        "2 is enough for a Good chief, not for an Average General"
    )
    assert done.battle.activated == (0, 2)


def test_the_card_of_a_general_set_in_motion_has_no_effect_later() -> None:
    """deck-transfer-spent; cards.spent, turn.once-each, cards.cc.transfer.cost"""
    case = figures("deck-transfer-spent")
    fought = at_cards(*UNITS, officers=STAFF, drawn=("Officer 0",), activated=(0, 2))
    done = play(card_step, fought, faces=(face(fought, "Officer 2"),))
    assert done.told(CardSpent) == (CardSpent(2, "cards.spent"),)
    assert done.asked == ()
    assert done.battle.activated.count(2) == case["x_activations"] == 1
    assert done.battle.step is Step.CARD


@pytest.mark.parametrize("rating", [Rating.AVERAGE, Rating.POOR])
def test_an_average_or_poor_chief_hands_nothing_over(rating: Rating) -> None:
    """deck-transfer-average; cards.cc.transfer, command.rating"""
    chief = officer(0, 10, 10, rating=rating, chief=True)
    fought = at_cards(*UNITS, officers=(chief, GENERAL, SECOND, ENEMY))
    assert bool(handovers(fought, chief)) is bool(figures("deck-transfer-average")["allowed"]) is False
    done = play(card_step, fought, answers=(Errand.STAY,), faces=(face(fought, "Officer 0"),))
    assert done.asked == ("move.officer",)


def test_only_a_general_on_the_table_whose_card_is_still_in_the_deck_can_be_set_in_motion() -> None:
    """cards.cc.transfer.timing"""
    drawn = at_cards(*UNITS, officers=STAFF, drawn=("Officer 1",), activated=(1,))
    assert handovers(drawn, CHIEF) == (2,)
    away = at_cards(*UNITS, officers=(CHIEF, officer(1, command=0), SECOND, ENEMY))
    assert handovers(away, CHIEF) == (2,)
    assert handovers(drawn, GENERAL) == (), "a General is no Commander in Chief"


@pytest.mark.parametrize(("readings", "allowed"), [(Readings(), False), (OTHER, True)])
def test_by_the_other_reading_a_general_who_passed_can_be_set_in_motion(
    readings: Readings, *, allowed: bool
) -> None:
    """reading-transfer-after-pass; cards.cc.transfer.timing, cards.cc.transfer.roll"""
    assert figures("reading-transfer-after-pass")["allowed"] is True
    fought = at_cards(
        *UNITS, officers=STAFF, drawn=("Officer 1",), activated=(1,), declined=(1,), readings=readings
    )
    assert (1 in handovers(fought, CHIEF)) is allowed
    moved = at_cards(*UNITS, officers=STAFF, drawn=("Officer 1",), activated=(1,), readings=readings)
    assert 1 not in handovers(moved, CHIEF), "he has had a move"


def test_a_chief_without_a_command_rides_without_a_roll_and_nobody_fires_on_his_card() -> None:
    """cards.cc.no-command"""
    fought = at_cards(*UNITS, officers=STAFF)
    done = play(card_step, fought, answers=(None, Errand.STAY), faces=(face(fought, "Officer 0"),))
    assert done.asked == ("card.cc-transfer", "move.officer")
    assert isinstance(done.events[-1], ActivationEnded)
    assert done.battle.step is Step.CARD
    assert done.battle.activation is None


def test_a_chief_who_leads_units_is_their_general() -> None:
    """cards.cc.own-command: he declines or rolls; if he hands over, his own units are not active"""
    leading = officer(0, 10, 10, rating=Rating.GOOD, chief=True, command=2)
    staff = (leading, GENERAL, SECOND)
    units = (*UNITS[:2], unit(2, 10, 12, command=2))
    fought = at_cards(*units, officers=staff)
    own = play(card_step, fought, answers=(None, Bid.ROLL), faces=(face(fought, "Officer 0"), 6)).battle
    assert [one.id for one in own.active_units()] == [2]
    given = play(card_step, fought, answers=(1, Bid.ROLL), faces=(face(fought, "Officer 0"), 6)).battle
    assert [one.id for one in given.active_units()] == [0]
    assert 0 in given.activated


def test_a_general_without_units_may_still_move_himself() -> None:
    """cards.no-units"""
    gone = replace(UNITS[0], pose=None, removed=Removal.ELIMINATED)
    fought = at_cards(gone, *UNITS[1:], officers=STAFF)
    done = play(card_step, fought, answers=(Errand.STAY,), faces=(face(fought, "Officer 1"),))
    assert done.asked == ("move.officer",)
    assert done.battle.step is Step.CARD


def test_nobody_else_can_be_named() -> None:
    fought = at_cards(*UNITS, officers=STAFF)
    with pytest.raises(Refused):
        play(card_step, fought, answers=(3,), faces=(face(fought, "Officer 0"),))
