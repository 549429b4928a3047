"""The story of a battle, compared with the log it is made from."""

from __future__ import annotations

from xml.etree import ElementTree

from sandtable.game.battle.log import Decided, Happened, Thrown
from sandtable.game.present.painting import Card
from sandtable.game.story.calls import boundaries, figured_calls
from sandtable.game.story.names import Names
from sandtable.report import ReportedBattle
from sandtable.report.page.account import SentenceWriter, account
from sandtable.report.page.markup import tag
from sandtable.report.story.from_log import story_of
from sandtable.report.story.story import Passage, PlayerTurn, Response, Roll, Sentence, TurnPhase


def test_a_player_turn_ends_where_turn_or_side_changes(palms: ReportedBattle) -> None:
    turns = story_of(palms).turns
    first = palms.game.checkpoints[0].battle
    assert (turns[0].number, turns[0].side) == (first.turn, first.active) == (1, 1)
    seen = [(turn.number, turn.side) for turn in turns]
    assert len(set(seen)) == len(seen)
    assert [number for number, _ in seen] == sorted(number for number, _ in seen)
    assert [side for _, side in seen] == [1 - place % 2 for place in range(len(seen))]


def test_turns_follow_one_another_without_a_gap(palms: ReportedBattle) -> None:
    story = story_of(palms)
    assert story.start == palms.game.checkpoints[0].battle
    for before, after in zip(story.turns, story.turns[1:], strict=False):
        assert before.end == after.start
    assert story.end == palms.game.battle


def test_a_duel_that_changes_sides_all_the_time_is_told_bout_by_bout(duel: ReportedBattle) -> None:
    turns = story_of(duel).turns
    attacks = [
        entry for entry in duel.game.log if isinstance(entry, Decided) and entry.question.decision == "attack"
    ]
    assert len(turns) == len(attacks)
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert turns[-1].end.outcome is not None


def test_all_dice_that_fell_are_told_once_and_in_order(palms: ReportedBattle) -> None:
    told = [
        line.thrown
        for turn in story_of(palms).turns
        for passage in turn.passages
        for line in passage.lines
        if isinstance(line, Roll)
    ]
    fell = [entry for entry in palms.game.log if isinstance(entry, Thrown) and entry.fell]
    assert [thrown.number for thrown in told if thrown.fell] == [thrown.number for thrown in fell]


def test_a_move_leads_from_where_a_unit_stood_to_where_it_stands(palms: ReportedBattle) -> None:
    moved = 0
    for turn in story_of(palms).turns:
        for move in turn.moves:
            assert move.poses[0] == turn.start.units[move.unit].pose
            end = turn.end.units[move.unit].pose
            assert end is None or move.poses[-1] == end
            moved += 1
        still = {unit.id for unit in turn.start.units} - {move.unit for move in turn.moves}
        assert all(turn.end.units[unit].pose in (None, turn.start.units[unit].pose) for unit in still)
    assert moved


def test_the_swings_of_all_sentences_add_up_to_the_change_of_score(palms: ReportedBattle) -> None:
    story = story_of(palms)
    told = [line for turn in story.turns for passage in turn.passages for line in passage.told]
    (left, right), (was_left, was_right) = story.turns[-1].scores, story.scores
    assert sum(line.swing for line in told) == (left - right) - (was_left - was_right)


def test_what_the_other_side_chose_is_told_and_what_the_acting_side_chose_is_not(
    duel: ReportedBattle,
) -> None:
    for turn in story_of(duel).turns:
        chosen = [line for passage in turn.passages for line in passage.lines if isinstance(line, Response)]
        assert all(line.seat != turn.side for line in chosen)
        assert all(line.words.endswith((": Parry", ": Dodge")) for line in chosen)


def test_a_battle_broken_off_is_told_as_far_as_it_went(half_fought: ReportedBattle) -> None:
    story = story_of(half_fought)
    assert story.end == half_fought.game.battle
    assert story.end.outcome is None


# --------------------------------------------------------------------- hearing
def test_every_volley_is_heard_with_the_figures_it_was_thrown_by(palms: ReportedBattle) -> None:
    volleys = [call for call in figured_calls(palms.game) if "to hit" in dict(call.tallies)]
    throws = [
        entry for entry in palms.game.log if isinstance(entry, Thrown) and entry.throw.purpose == "to hit"
    ]
    assert len(volleys) == len(throws) > 0
    for call, thrown in zip(volleys, throws, strict=True):
        assert dict(call.tallies)["dice"].whole == thrown.throw.dice  # type: ignore[attr-defined] # a count
        assert palms.game.log[call.at] is thrown


def test_the_figures_of_a_passage_cite_their_rules(palms: ReportedBattle) -> None:
    passages = [passage for turn in story_of(palms).turns for passage in turn.passages if passage.figures]
    assert passages
    for passage in passages:
        assert {rule for _, tally in passage.figures for rule in tally.rules} <= set(passage.rules)


def test_procedures_cover_the_log(palms: ReportedBattle) -> None:
    spans = boundaries(palms.game)
    assert [at for start, end in spans for at in range(start, end)] == list(range(len(palms.game.log)))


# --------------------------------------------------------------------- names
def cards(*names: str) -> tuple[Card, ...]:
    return tuple(Card(name, "foot", "steady") for name in names)


def test_a_longer_name_is_not_taken_for_a_shorter_one_within_it() -> None:
    names = Names(cards("Guards", "Guards, left", "7th"))
    assert names.units("Guards, left shoots at 7th") == (1, 2)
    assert names.units("the 77th are not the 7th") == (2,)
    assert names.units("Safeguards are no Guards") == (0,)


def test_a_name_that_two_units_share_names_neither() -> None:
    names = Names(cards("Militia", "Militia", "Rifles"))
    assert names.units("Militia flee from Rifles") == (2,)


def test_a_unit_is_named_once_however_often_a_sentence_says_so() -> None:
    assert Names(cards("A", "B")).units("A and B and A") == (0, 1)


def test_only_sentences_that_name_two_enemies_draw_a_line(
    palms: ReportedBattle, duel: ReportedBattle
) -> None:
    events = [entry for entry in palms.game.log if isinstance(entry, Happened)]
    assert events
    assert [turn.shots for turn in story_of(palms).turns if turn.shots] == [], (
        "toy sentences name one company each"
    )
    assert [turn.shots for turn in story_of(duel).turns if turn.shots] == []


# --------------------------------------------------------------------- the account
WRITER = SentenceWriter(
    Names(cards("Rifles", "Guards", "Guns")), (0, 0, 1), ("light", "dark"), ("Blue", "Red")
)


def written(*passages: Passage) -> list[str]:
    """The items of an account of one phase, in plain text."""
    turn = PlayerTurn(
        number=1,
        side=0,
        phases=(TurnPhase("Orders", passages),),
        start=None,
        end=None,
        moves=(),
        shots=(),
        changes=(),
        scores=(),
    )
    tree = ElementTree.fromstring(tag("div", account(turn, WRITER)))
    return ["".join(item.itertext()) for item in tree.iter("li")]


def told(*sentences: str, rules: tuple[str, ...] = ()) -> Passage:
    return Passage(tuple(map(Sentence, sentences)), rules)


def test_what_is_told_of_three_units_alike_is_told_once() -> None:
    items = written(told("Rifles hold"), told("Guards hold"), told("Guns hold"))
    assert items == ["Rifles, Guards and Guns: each hold."]
    assert written(told("Rifles hold"), told("Guards hold")) == ["Rifles hold.", "Guards hold."]
    assert written(told("Rifles hold", "Guards hold", "Guns hold")) == ["Rifles, Guards and Guns: each hold."]


def test_sentences_about_no_unit_share_a_line() -> None:
    items = written(told("charges"), told("orders"), told("Guns fire"), told("the end"))
    assert items == ["Charges. Orders.", "Guns fire.", "The end."]


def test_a_rule_is_cited_where_a_phase_first_rests_on_it() -> None:
    items = written(told("Guns fire", rules=("fire.dice",)), told("Guns flee", rules=("fire.dice", "nerve")))
    assert items == ["Guns fire.fire.dice", "Guns flee.nerve"]
