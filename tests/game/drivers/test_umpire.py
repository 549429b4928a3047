"""The table-side driver: people throw their own dice, type the faces, and are led through a resolution."""

from __future__ import annotations

import pytest

from sandtable.dice import D6, Count, Deck, Draw, FacesWanted, RerollFailures, Single
from sandtable.game.ask.questions import Choose, Event, do, tell
from sandtable.game.ask.refusal import Refused
from sandtable.game.battle.battle import Battle
from sandtable.game.drivers.umpire import Umpire
from sandtable.table.space import Body, Field


async def volley(muskets: int) -> int:
    """Hits that are not saved."""
    hits = await Count(muskets, at_least=4, purpose="to hit")
    return hits - await Count(hits, at_least=5, purpose="saves")


async def stand(muskets: int) -> tuple[int, str]:
    """A volley, the choice of those it hit, and perhaps a die for their nerve."""
    lost = await do(volley, muskets)
    if lost == 0:
        return lost, "unhurt"
    choice = await Choose("nerve", 1, ("flee", "stand"), about=(lost,))
    if choice == "flee":
        return lost, "fled"
    return lost, "stood" if await Single(purpose="nerve") >= 4 else "broke"


def wanted(umpire: Umpire[object]) -> tuple[str, int, str]:
    """The dice that are wanted: which, how many, and what for."""
    assert isinstance(umpire.wanted, FacesWanted)
    return str(umpire.wanted.die), umpire.wanted.count, umpire.wanted.purpose


def test_people_are_led_from_throw_to_decision_to_throw() -> None:
    umpire: Umpire[object] = Umpire(do(stand, 4))
    assert wanted(umpire) == ("D6", 4, "to hit")
    umpire.faces(6, 4, 3, 1)
    assert wanted(umpire) == ("D6", 2, "saves")
    umpire.faces(5, 2)
    assert umpire.wanted == Choose("nerve", 1, ("flee", "stand"), about=(1,))
    umpire.answer("stand")
    assert wanted(umpire) == ("D6", 1, "nerve")
    assert umpire.result is None
    umpire.faces(4)
    assert umpire.wanted is None
    assert umpire.result == (1, "stood")


def test_every_throw_read_so_far_is_listed_with_its_result() -> None:
    umpire = Umpire(do(stand, 4))
    umpire.faces(6, 4, 3, 1)
    assert [(one.throw, one.result) for one in umpire.thrown] == [(Count(4, at_least=4, purpose="to hit"), 2)]
    assert [cast.faces for cast in umpire.thrown[0].fell] == [(6, 4, 3, 1)]
    umpire.faces(1, 1)
    assert [one.result for one in umpire.thrown] == [2, 0]


def test_no_dice_are_asked_for_where_there_are_none_to_throw() -> None:
    umpire = Umpire(do(stand, 2))
    umpire.faces(1, 2)
    assert umpire.wanted is None
    assert umpire.result == (0, "unhurt")


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ((4, 4, 4), "2D6 are thrown for 'to hit', but 3 faces were given"),
        ((4,), "2D6 are thrown for 'to hit', but 1 faces were given"),
        ((), "2D6 are thrown for 'to hit', but 0 faces were given"),
        ((4, 7), "Die 2 for 'to hit' shows 7, which is not on D6"),
        ((0, 4), "Die 1 for 'to hit' shows 0, which is not on D6"),
    ],
)
def test_faces_that_cannot_be_are_refused_and_nothing_has_happened(
    faces: tuple[int, ...], words: str
) -> None:
    umpire: Umpire[object] = Umpire(do(stand, 2))
    with pytest.raises(Refused, match=words):
        umpire.faces(*faces)
    assert wanted(umpire) == ("D6", 2, "to hit")
    assert umpire.thrown == []
    umpire.faces(4, 1)
    assert wanted(umpire) == ("D6", 1, "saves")


def test_a_decision_that_is_not_offered_is_refused() -> None:
    umpire = Umpire(do(stand, 1))
    umpire.faces(6)
    umpire.faces(1)
    with pytest.raises(Refused, match='"charge" is not offered here'):
        umpire.answer("charge")
    umpire.answer("flee")
    assert umpire.result == (1, "fled")


def test_dice_are_no_answer_to_a_decision_and_a_decision_none_to_dice() -> None:
    umpire = Umpire(do(stand, 1))
    with pytest.raises(Refused, match="the rule does not ask for a decision now"):
        umpire.answer("flee")
    umpire.faces(6)
    umpire.faces(1)
    with pytest.raises(Refused, match="the rule does not ask for dice now"):
        umpire.faces(6)
    umpire.answer("flee")
    with pytest.raises(Refused, match="the rule does not ask for dice now"):
        umpire.faces(6)
    with pytest.raises(Refused, match="the rule does not ask for a decision now"):
        umpire.answer("flee")


def test_what_was_said_last_can_be_taken_back_step_by_step_to_the_start() -> None:
    umpire: Umpire[object] = Umpire(do(stand, 2))
    umpire.faces(6, 6)
    umpire.faces(1, 1)
    umpire.answer("flee")
    assert umpire.result == (2, "fled")
    umpire.undo()
    assert umpire.result is None
    assert umpire.wanted == Choose("nerve", 1, ("flee", "stand"), about=(2,))
    umpire.undo()
    assert wanted(umpire) == ("D6", 2, "saves")
    umpire.undo()
    assert wanted(umpire) == ("D6", 2, "to hit")
    with pytest.raises(Refused, match="there is nothing to take back yet"):
        umpire.undo()
    umpire.faces(1, 1)
    assert umpire.result == (0, "unhurt")


async def second_chance() -> int:
    """A throw in two stages."""
    return await RerollFailures(Count(3, at_least=4, purpose="drill"))


def test_a_throw_in_two_stages_is_asked_for_stage_by_stage() -> None:
    umpire: Umpire[object] = Umpire(do(second_chance))
    umpire.faces(6, 1, 2)
    assert wanted(umpire) == ("D6", 2, "drill: again")
    umpire.faces(4, 3)
    assert umpire.result == 2


async def draw() -> str:
    """A card."""
    return await Draw(Deck.of(["drums", "colours", "powder"]).left, purpose="order")


def test_a_card_that_people_drew_is_told_by_its_place_in_the_list() -> None:
    umpire = Umpire(do(draw))
    assert isinstance(umpire.wanted, FacesWanted)
    assert umpire.wanted.die != D6
    umpire.faces(3)
    assert umpire.result == "powder"


class NightFell(Event[Battle[Body]], frozen=True):
    """Night has fallen."""

    def apply(self, battle: Battle[Body]) -> Battle[Body]:
        """The turn after it."""
        return Battle(battle.field, battle.units, battle.turn + 1)


async def night(battle: Battle[Body]) -> int:
    """An event between two throws."""
    before = await Single()
    battle = await tell(battle, NightFell())
    return battle.turn * 10 + before - await Single()


def test_events_happen_at_the_table_side_too() -> None:
    umpire = Umpire(do(night, Battle(Field(100, 100), ())))
    umpire.faces(5)
    umpire.faces(1)
    assert umpire.result == 24
