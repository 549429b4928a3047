from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.dice import (
    AVERAGE,
    D3,
    D6,
    D20,
    Cast,
    Count,
    Die,
    FairHand,
    KeepingHand,
    Paired,
    commitment,
    new_secret,
    numbered,
    verify,
)

SECRET = bytes(range(32))
PLAYERS = (b"heads or tails", b"nine of clubs")


def test_the_commitment_and_the_faces_are_those_of_sha256_worked_out_apart() -> None:
    """The digests were made with another program; the first bytes of the second are ac e6 33 e0 f2 79."""
    assert commitment(SECRET) == "03eadbad00058f2616bfedb8bf449caa394d82b3898e16734067a2a1a544bcf1"
    # 172, 230, 51, 224, 242, 121 leave 4, 2, 3, 2, 2, 1 when divided by six.
    assert FairHand(SECRET, PLAYERS, number=5).cast(D6, 6, "to hit") == (5, 3, 4, 3, 3, 2)


def test_the_same_secret_gives_the_same_throws() -> None:
    one, other = FairHand(SECRET, PLAYERS), FairHand(SECRET, PLAYERS)
    assert [one.cast(D6, 5, "saves") for _ in range(9)] == [other.cast(D6, 5, "saves") for _ in range(9)]


def test_everything_that_goes_into_a_throw_changes_it() -> None:
    throws = [
        FairHand(SECRET, PLAYERS).cast(D6, 20, "to hit"),
        FairHand(SECRET, PLAYERS).cast(D6, 20, "saves"),
        FairHand(SECRET, PLAYERS, number=1).cast(D6, 20, "to hit"),
        FairHand(SECRET, PLAYERS[:1]).cast(D6, 20, "to hit"),
        FairHand(SECRET, PLAYERS[::-1]).cast(D6, 20, "to hit"),
        FairHand(SECRET, (PLAYERS[0] + PLAYERS[1],)).cast(D6, 20, "to hit"),
        FairHand(bytes(32), PLAYERS).cast(D6, 20, "to hit"),
        FairHand(SECRET, PLAYERS).cast(D6, 21, "to hit")[:20],
        FairHand(SECRET, PLAYERS).cast(Die("other", (1, 2, 3, 4, 5, 6, 7)), 20, "to hit"),
    ]
    assert len(set(throws)) == len(throws)


def test_text_cannot_move_from_one_contribution_into_the_next() -> None:
    assert FairHand(SECRET, (b"12345678a", b"b2345678")).cast(D6, 20, "") != FairHand(
        SECRET, (b"12345678", b"ab2345678")
    ).cast(D6, 20, "")


def test_a_hand_goes_on_where_another_one_stopped() -> None:
    hand = FairHand(SECRET, PLAYERS)
    throws = [hand.cast(D20, 2, "morale") for _ in range(6)]
    resumed = FairHand(SECRET, PLAYERS, number=4)
    assert [resumed.cast(D20, 2, "morale") for _ in range(2)] == throws[4:]
    assert (hand.number, resumed.number) == (6, 6)


def test_no_dice_are_no_throw() -> None:
    hand = FairHand(SECRET)
    assert Count(0, at_least=4).cast(hand) == 0
    assert hand.number == 0


def chi_square(die: Die, throws: int, dice: int) -> float:
    hand = FairHand(SECRET, PLAYERS)
    faces = [face for _ in range(throws) for face in hand.cast(die, dice, "uniform")]
    return sum(
        (faces.count(face) - expected) ** 2 / expected
        for face in dict.fromkeys(die.faces)
        for expected in [len(faces) * die.faces.count(face) / len(die.faces)]
    )


@pytest.mark.parametrize(
    ("die", "one_in_a_thousand"),
    [(D3, 13.82), (D6, 20.52), (AVERAGE, 16.27), (D20, 43.82), (numbered(300), 381.4)],
    ids=str,
)
def test_all_sides_come_up_equally_often(die: Die, one_in_a_thousand: float) -> None:
    """With a fixed secret this either always passes or never; the bound is the 0.1 % point of chi-square."""
    assert chi_square(die, throws=600, dice=50) < one_in_a_thousand


def test_dice_of_one_throw_and_of_the_next_do_not_go_together() -> None:
    hand = FairHand(SECRET, PLAYERS)
    throws = [hand.cast(D6, 2, "pairs") for _ in range(7200)]
    successive = [(a[0], b[0]) for a, b in pairwise(throws)]
    for pairs in (throws, successive):
        expected = len(pairs) / 36
        deviation = sum(
            (pairs.count((one, two)) - expected) ** 2 / expected for one in D6.faces for two in D6.faces
        )
        assert deviation < 66.6


def recorded() -> list[Cast]:
    hand = KeepingHand(FairHand(SECRET, PLAYERS))
    for _ in range(5):
        Count(4, at_least=4, purpose="to hit").cast(hand)
        Paired(6, purpose="fatigue").cast(hand)
    return list(hand.take())


def test_an_honest_record_is_verified() -> None:
    assert verify(commitment(SECRET), SECRET, PLAYERS, recorded()) == ()


def test_a_changed_face_is_found_and_named() -> None:
    record = recorded()
    faces = record[2].faces
    changed = (faces[0] % 6 + 1, *faces[1:])
    record[2] = replace(record[2], faces=changed)
    (fault,) = verify(commitment(SECRET), SECRET, PLAYERS, record)
    assert fault.startswith("Throw 2 (")
    assert " ".join(map(str, changed)) in fault
    assert " ".join(map(str, faces)) in fault


def test_a_throw_that_was_left_out_or_renamed_is_found() -> None:
    record = recorded()
    assert verify(commitment(SECRET), SECRET, PLAYERS, record[1:])
    assert verify(commitment(SECRET), SECRET, PLAYERS, [replace(record[0], purpose="saves"), *record[1:]])


def test_an_epoch_gives_every_throw_other_faces_and_epoch_nought_those_of_old() -> None:
    assert FairHand(SECRET, PLAYERS, number=5, epoch=0).cast(D6, 6, "to hit") == (5, 3, 4, 3, 3, 2)
    faces = {FairHand(SECRET, PLAYERS, number=5, epoch=epoch).cast(D6, 20, "to hit") for epoch in range(20)}
    assert len(faces) == 20


def test_an_epoch_is_framed_so_that_it_passes_for_no_other_figure() -> None:
    """An epoch, the number of a throw and the number of dice are not confused with one another."""
    one = FairHand(SECRET, PLAYERS, number=2, epoch=1).cast(D6, 20, "to hit")
    other = FairHand(SECRET, PLAYERS, number=1, epoch=2).cast(D6, 20, "to hit")
    assert one != other


def test_throws_of_several_epochs_are_verified_by_the_epoch_of_each() -> None:
    hands = [FairHand(SECRET, PLAYERS, number=number, epoch=number // 2) for number in range(4)]
    thrown = [Cast(D6, hand.cast(D6, 9, "to hit"), "to hit") for hand in hands]
    assert verify(commitment(SECRET), SECRET, PLAYERS, thrown, epochs=(0, 0, 1, 1)) == ()
    (fault,) = verify(commitment(SECRET), SECRET, PLAYERS, thrown, epochs=(0, 0, 1, 2))
    assert fault.startswith("Throw 3 (")
    assert len(verify(commitment(SECRET), SECRET, PLAYERS, thrown)) == 2


def test_epochs_are_numbered_from_nought() -> None:
    with pytest.raises(ValueError, match="there is no epoch -1"):
        FairHand(SECRET, epoch=-1)


def test_a_part_of_a_record_is_verified_from_its_first_number() -> None:
    assert verify(commitment(SECRET), SECRET, PLAYERS, recorded()[3:], number=3) == ()


def test_another_secret_than_the_one_committed_to_is_found() -> None:
    faults = verify(commitment(bytes(32)), SECRET, PLAYERS, recorded())
    assert faults == ("The secret is not the one that was committed to.",)


def test_a_record_with_an_impossible_secret_is_reported_and_raises_nothing() -> None:
    assert verify("", b"short", (), []) == ("The secret has 5 bytes instead of 32.",)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_thirty_two_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"The secret has {length} bytes instead of 32"):
        FairHand(bytes(length))
    with pytest.raises(ValueError, match="instead of 32"):
        commitment(bytes(length))


@pytest.mark.parametrize("length", [0, 7, 65])
def test_a_contribution_has_eight_to_sixty_four_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"Contribution 2 has {length} bytes; it must have 8 to 64"):
        FairHand(SECRET, (b"12345678", bytes(length)))


def test_throws_are_numbered_from_nought() -> None:
    with pytest.raises(ValueError, match="cannot be number -1"):
        FairHand(SECRET, number=-1)


def test_a_new_secret_is_new() -> None:
    assert new_secret() != new_secret()
    assert len(new_secret()) == 32


def test_a_hand_does_not_show_its_secret() -> None:
    shown = repr(FairHand(SECRET, PLAYERS)) + str(FairHand(SECRET, PLAYERS))
    assert repr(SECRET)[2:-1] not in shown
    assert SECRET.hex() not in shown


@given(st.integers(2, 1000), st.integers(1, 40), st.text(max_size=20))
@settings(max_examples=60, deadline=None)
def test_every_face_is_on_the_die(sides: int, count: int, purpose: str) -> None:
    faces = FairHand(SECRET).cast(numbered(sides), count, purpose)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


def test_the_browser_checks_its_own_dice_against_the_casts_of_today() -> None:
    path = Path(__file__).parents[2] / "web" / "fixtures" / "fair" / "dice.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    contributions = [bytes.fromhex(one) for one in kept["contributions"]]
    casts = kept["casts"]
    thrown = [
        Cast(Die(cast["die"], tuple(cast["sides"])), tuple(cast["faces"]), cast["purpose"]) for cast in casts
    ]
    secret, epochs = bytes.fromhex(kept["secret"]), [cast["epoch"] for cast in casts]
    found = verify(kept["commitment"], secret, contributions, thrown, number=7, epochs=epochs)
    assert found == (), "the derivation has changed: run `python web/fixtures/make_dice.py`"
    assert {0, 1, 300} <= set(epochs)
