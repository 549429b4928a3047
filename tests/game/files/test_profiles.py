"""Profiles: read from a file in its order, found by their ids, and written out if a scenario brings them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec import Struct

from sandtable.game.files.profiles import NotOnRoster, Profiles, read_profiles
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.files.typed_files import BadFile


class Troop(Struct, frozen=True):
    """A kind of troops."""

    id: str
    men: int = 10


class Troops(Profiles[Troop], frozen=True, kw_only=True):
    """Troops that have men."""

    def contradictions(self, profile: Troop) -> Iterable[tuple[str, str]]:
        """None without men."""
        if not profile.men:
            yield "men", "troops have men"


def read(folder: Path, text: str) -> Troops:
    """The troops in a file of this text."""
    file = folder / "troops.toml"
    file.write_text(text)
    return read_profiles(file, Troops)


def refusal(folder: Path, text: str) -> tuple[str, str]:
    """Where and why a file of this text is refused."""
    with pytest.raises(BadFile) as caught:
        read(folder, text)
    return caught.value.problem.key, caught.value.problem.words


LINE, GUARD = '[[profile]]\nid = "line"\n', '[[profile]]\nid = "guard"\nmen = 12\n'


def test_profiles_are_read_in_the_order_of_the_file(tmp_path: Path) -> None:
    troops = read(tmp_path, LINE + GUARD)
    assert troops.unit_ids == ("line", "guard")
    assert troops.profile("guard") == Troop("guard", 12)
    with pytest.raises(NotOnRoster, match="did you mean guard"):
        troops.profile("gard")


def test_a_file_of_profiles_has_no_other_keys_no_id_twice_and_nothing_against_the_rules(
    tmp_path: Path,
) -> None:
    assert refusal(tmp_path, "colour = 1\n" + LINE)[0] == "colour"
    assert refusal(tmp_path, LINE + GUARD + LINE) == ("profile[2].id", 'the id "line" is used twice')
    assert refusal(tmp_path, LINE + GUARD.replace("12", "0")) == ("profile[1].men", "troops have men")


def test_a_profile_of_a_scenario_is_named_by_its_text_and_found_by_it(tmp_path: Path) -> None:
    troops, giants = read(tmp_path, LINE + GUARD), Troop("giants", 3)
    assert troops.id_in_battle(Troop("line")) == "line"
    text = troops.id_in_battle(giants)
    assert text == '{"id":"giants","men":3}'
    assert troops.profile(text) == giants


class OwnTroops(Scenario, frozen=True, kw_only=True):
    """A scenario that may bring its own."""

    profiles: tuple[Troop, ...] = ()


def test_the_profiles_of_a_scenario_follow_those_of_the_lists(tmp_path: Path) -> None:
    troops = read(tmp_path, LINE + GUARD)
    assert troops.for_scenario(OwnTroops(units=())) is troops
    both = troops.for_scenario(OwnTroops(units=(), profiles=(Troop("giants", 3),)))
    assert both.unit_ids == ("line", "guard", "giants")
    assert both.id_in_battle(Troop("giants", 3)) == "giants"
