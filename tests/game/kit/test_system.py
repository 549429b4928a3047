"""The contract: how every system reads and checks scenarios, without code of its own."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.dice import Count, PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.files.typed_files import BadFile
from sandtable.game.rules.resolution import Resolution
from sandtable.game.rules.rulebook import Readings
from sandtable.game.rules.tally import Tally
from tests.conformance.toy.system import SYSTEM as TOY
from tests.game.skirmish import SKIRMISH, MenLost, SkirmishSystem

HEARTHRUG = Path(__file__).parents[2] / "conformance" / "toy" / "scenarios" / "hearthrug.toml"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of a scenario, to be changed."""
    file = tmp_path / "mine.toml"
    file.write_bytes(HEARTHRUG.read_bytes())
    return file


def changed(file: Path, old: str, new: str) -> Path:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    return file


def test_a_system_finds_its_rulebook_and_its_scenarios_in_its_package() -> None:
    assert TOY.rulebook().system == "toy"
    assert TOY.rulebook() is TOY.rulebook(), "a rulebook is read once"
    assert TOY.scenarios() == ("hearthrug", "potted-palms")
    assert [TOY.scenario(id).id for id in TOY.scenarios()] == list(TOY.scenarios())


def test_a_scenario_nobody_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadFile, match=r"there is no such scenario; allowed are hearthrug, potted-palms"):
        TOY.scenario("hearthrag")


def test_a_file_of_ones_own_is_read_like_one_that_comes_with_the_system(own: Path) -> None:
    assert TOY.read_scenario(own) == TOY.scenario("hearthrug")
    assert TOY.scenario_problems(own) == ()


def test_a_file_that_cannot_be_fought_is_refused_and_all_its_problems_are_told(own: Path) -> None:
    changed(own, "turn_limit = 5", "turn_limit = 0")
    changed(own, "x = 8, y = 6", "x = 1, y = 6")
    with pytest.raises(BadFile, match=r"mine\.toml: turn_limit: .* \(and 1 more problems\)"):
        TOY.read_scenario(own)
    assert [(problem.path, problem.key) for problem in TOY.scenario_problems(own)] == [
        (str(own), "turn_limit"),
        (str(own), "units[0]"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("turn_limit = 5", "turn_limt = 5", "turn_limt", "there is no such key here"),
        ("turn_limit = 5", "turn_limit = 10_001", "turn_limit", "1 or more, and at most 10000"),
        ('id = "hearthrug"', 'id = "../hearthrug"', "id", "must be a text of the form"),
        ('id = "hearthrug"', f'id = "{"x" * 101}"', "id", "must be a text of the form"),
        ('profile = "company"', 'profile = "platoon"', "units[0].profile", "allowed are company"),
        (
            "sides = [",
            'leaders = [{ id = "l", side = "red", name = "L" }]\nsides = [',
            "leaders",
            "have none",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_told_by_its_key(
    own: Path, old: str, new: str, key: str, words: str
) -> None:
    first = TOY.scenario_problems(changed(own, old, new))[0]
    assert first.key == key
    assert words in first.words


def test_a_scenario_file_that_would_have_no_room_in_a_record_is_not_read(own: Path) -> None:
    changed(own, "Nobody knows any more who began it.", "It was them. " * 25_000)
    (problem,) = TOY.scenario_problems(own)
    assert problem.words == "the file is too large; at most 262,144 bytes are read"


def test_long_lists_are_refused_before_their_rows_are_compared(own: Path) -> None:
    rows = ",\n".join(f'{{ id = "s{number}", text = "" }}' for number in range(301))
    (problem,) = TOY.scenario_problems(changed(own, "sides = [", f"special = [\n{rows}\n]\nsides = ["))
    assert (problem.key, problem.words) == ("special", "301 rows are too many; at most 300 are read")


def test_ground_of_thousands_of_points_is_refused_before_it_is_measured(own: Path) -> None:
    ring = ", ".join(f"[{2 + place / 10}, {1 + place % 2}]" for place in range(100))
    rows = ",\n".join(f'{{ id = "w{number}", kind = "wood", polygon = [{ring}] }}' for number in range(21))
    (problem,) = TOY.scenario_problems(changed(own, "sides = [", f"terrain = [\n{rows}\n]\nsides = ["))
    assert problem.key == "terrain"
    assert "2100 points of ground and objectives are too many; at most 2000" in problem.words


def test_a_scenario_is_plain_data_and_comes_back_equal() -> None:
    scenario = TOY.scenario("potted-palms")
    assert TOY.convert_scenario(msgspec.json.decode(msgspec.json.encode(scenario))) == scenario
    plain = msgspec.to_builtins(scenario)
    assert TOY.convert_scenario(plain) == scenario
    with pytest.raises(BadFile, match=r"^a\.json: units\[0\]\.x: must be a number"):
        TOY.convert_scenario(plain | {"units": [plain["units"][0] | {"x": "left"}]}, "a.json")


def test_a_system_says_what_keys_its_scenarios_have_besides_the_common_ones() -> None:
    raw = msgspec.to_builtins(SKIRMISH.scenario("endless"))
    assert raw["men"] == 9_999
    with pytest.raises(BadFile, match="men: there is no such key here"):
        TOY.convert_scenario(raw)


def test_a_system_without_army_lists_in_files_says_so(own: Path) -> None:
    with pytest.raises(BadFile, match="toy keeps no army lists in files"):
        TOY.read_roster(own)


def test_a_system_without_secrets_shows_everything_to_everybody() -> None:
    battle = SKIRMISH.muster(SKIRMISH.scenario("copse"), Readings())
    lost = MenLost(0, 1)
    for seat in (0, 1, None):
        assert SKIRMISH.seen_by(battle, seat) is battle
        assert lost.seen_by(seat) is lost
        assert SKIRMISH.is_open(Count(3, at_least=4), seat)
    assert SKIRMISH.imagine(battle, 0, PlannedHand(())) is battle


def test_a_call_has_the_figures_of_the_resolution_that_it_is() -> None:
    class Aim(msgspec.Struct, frozen=True):
        """The facts of a shot."""

        dice: int

    async def shoot(aim: Aim) -> int:
        return await Count(aim.dice, at_least=4)

    async def other(aim: Aim) -> int:
        return aim.dice

    class Shooting(SkirmishSystem):
        """A skirmish with one resolution."""

        def resolutions(self) -> tuple[Resolution, ...]:
            """A shot."""
            dice = {"dice": Tally.of(3, "muskets", "fire.dice")}
            return (
                Resolution("shot", "A shot", Aim, shoot, tallies=lambda facts: dice, summary=lambda *_: ()),
            )

    system = Shooting()
    assert list(system.figures(do(shoot, Aim(3)))) == ["dice"]
    assert system.figures(do(other, Aim(3))) == {}
