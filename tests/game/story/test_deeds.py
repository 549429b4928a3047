"""A deed: which sentences belong to it, who acts in it, and which sentence is its title or its result."""

from __future__ import annotations

from sandtable.dice import PlannedHand
from sandtable.game.present.figures import DiceRow
from sandtable.game.rules.tally import Tally
from sandtable.game.story.chronicle import Deed, LogEntry, Sentence
from tests.game.skirmish import begin

BATTLE = begin(PlannedHand(())).battle
DICE = DiceRow(purpose="to hit", faces=(6,))
CARD = DiceRow(purpose="next", card="King")


def said(
    words: str,
    *parties: int,
    side: int | None = None,
    after_dice: bool = False,
    aside: bool = False,
    detail: bool = False,
) -> Sentence:
    """A sentence about bodies."""
    return Sentence(
        words=words,
        parties=parties,
        side=side,
        is_after_dice=after_dice,
        is_aside=aside,
        is_detail=detail,
    )


def deed(*sentences: Sentence, dice: tuple[DiceRow, ...] = ()) -> Deed:
    """A deed of these sentences and dice."""
    found = Deed(3, BATTLE)
    found.sentences += sentences
    found.dice += dice
    return found


def entry(found: Deed) -> LogEntry:
    """The deed as an entry of the log."""
    told = found.entry("Fire")
    assert told is not None
    return told


def test_a_deed_of_which_nothing_is_known_is_not_told() -> None:
    assert deed().entry("Fire") is None
    assert deed(said("Red fires", 0)).entry("Fire") is not None
    assert deed(dice=(DICE,)).entry("Fire") is not None


def test_the_side_of_a_deed_is_that_of_who_acts_or_the_one_it_names_or_the_active_one() -> None:
    assert deed(said("Blue fires", 1), said("Red stands", 0)).side == 1
    assert deed(said("Hurrah"), said("Blue has the turn", side=1)).side == 1
    assert deed(said("It rains")).side == BATTLE.active == 0


def test_the_first_of_the_weightiest_sentence_acts_and_every_party_is_named_once() -> None:
    found = deed(said("Red is worn", 0), said("Blue fires at Red", 1, 0), said("Red falls back", 0))
    assert found.parties == (1, 0)
    assert deed().parties == ()


def test_the_title_is_the_first_sentence_with_two_parties_and_no_detail() -> None:
    told = entry(
        deed(
            said("Red shifts to fire at Blue", 0, 1, detail=True),
            said("Red is worn", 0),
            said("Blue fires at Red", 1, 0),
            said("All fire at all", 1, 0, 2),
        )
    )
    assert told.title == "Blue fires at Red"
    assert told.words == ("Red shifts to fire at Blue", "Red is worn", "All fire at all")
    assert told.result == ""


def test_the_last_sentence_after_the_dice_is_the_result() -> None:
    fired, lost = said("Red fires at Blue", 0, 1), said("Blue loses a man", 1, after_dice=True)
    told = entry(deed(fired, said("Smoke", aside=True), lost, dice=(DICE,)))
    assert (told.title, told.words, told.result) == ("Red fires at Blue", ("Smoke",), "Blue loses a man")
    assert entry(deed(lost, dice=(DICE,))).result == ""


def test_dice_without_a_sentence_are_titled_by_their_purpose() -> None:
    told = entry(deed(dice=(DICE,)))
    assert (told.title, told.words, told.result) == ("To hit", (), "")


def test_a_deed_concerns_a_body_or_has_dice_and_all_else_is_a_note() -> None:
    assert entry(deed(said("Red fires", 0))).kind == "deed"
    assert entry(deed(said("It rains"), dice=(DICE,))).kind == "deed"
    assert entry(deed(said("It rains"))).kind == "note"
    assert (entry(deed(said("It rains"))).step, entry(deed(said("It rains"))).phase) == (3, "Fire")


def test_a_deed_has_ended_once_something_came_of_its_dice() -> None:
    assert not deed().has_ended
    assert not deed(said("Red fires", 0)).has_ended
    assert deed(said("Red fires", 0), said("Blue falls", 1, after_dice=True)).has_ended


def test_a_drawn_card_is_no_dice() -> None:
    assert deed(dice=(CARD,)).is_bare
    assert deed().is_bare
    assert not deed(dice=(CARD, DICE)).is_bare


def test_an_aside_belongs_only_to_a_deed_of_asides_without_dice() -> None:
    rain = said("It rains", aside=True)
    assert deed(rain).goes_on_with(rain)
    assert deed(dice=(CARD,)).goes_on_with(rain)
    assert not deed(rain, said("Red fires", 0)).goes_on_with(rain)
    assert not deed(rain, dice=(DICE,)).goes_on_with(rain)


def test_a_sentence_in_which_another_body_acts_upon_one_begins_a_deed_after_dice() -> None:
    fired = said("Red fires at Blue", 0, 1)
    back = said("Blue fires at Red", 1, 0)
    assert deed(fired).goes_on_with(back)
    assert not deed(fired, dice=(DICE,)).goes_on_with(back)
    assert deed(fired, dice=(DICE,)).goes_on_with(said("Red charges Blue", 0, 1))
    assert deed(fired, dice=(DICE,)).goes_on_with(said("Blue falls back", 1))
    assert deed(dice=(DICE,)).goes_on_with(back)


def test_figures_are_told_with_their_rules_unless_there_are_secrets() -> None:
    found = deed(said("Red fires", 0), dice=(DICE,))
    found.figures.append(("dice", Tally.of(3, "muskets", "fire.dice").plus(-1, "worn", "")))
    found.rules += ["fire.who", "", "fire.dice"]
    assert entry(found).rules == ("fire.who", "fire.dice")
    assert [tally.name for tally in entry(found).tallies] == ["dice"]
    found.has_secrets = True
    assert entry(found).tallies == ()
