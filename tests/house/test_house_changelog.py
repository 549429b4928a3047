"""Fragments become one release of the changelog, above the earlier ones, and are removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.changelog import ChangelogError, gather, main

OPENING = "# Changelog\n\nNewest first.\n"
ONE_RELEASE = OPENING + "\n## 0.1.0\n\n### Added\n\n- Dice.\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with a changelog of one release and an empty changes folder with its README."""
    (tmp_path / "CHANGELOG.md").write_text(ONE_RELEASE, encoding="utf-8")
    (tmp_path / "changes").mkdir()
    (tmp_path / "changes" / "README.md").write_text("How to write a fragment.\n", encoding="utf-8")
    return tmp_path


def put(house: Path, name: str, text: str) -> Path:
    """Write one fragment."""
    path = house / "changes" / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_release_stands_above_the_earlier_ones_and_is_grouped_by_kind(house: Path) -> None:
    put(house, "wheels.fixed.md", "A wheel no longer\nslips.\n")
    put(house, "smoke.added.md", "Smoke drifts.\n")
    put(house, "ammunition.fixed.md", "Limbers are counted.\n")
    gather(house, "0.2.0", None)
    assert (house / "CHANGELOG.md").read_text(encoding="utf-8") == (
        OPENING + "\n## 0.2.0\n"
        "\n### Added\n\n- Smoke drifts.\n"
        "\n### Fixed\n\n- Limbers are counted.\n- A wheel no longer slips.\n"
        "\n## 0.1.0\n\n### Added\n\n- Dice.\n"
    )


def test_the_first_release_follows_the_opening(house: Path) -> None:
    (house / "CHANGELOG.md").write_text(OPENING, encoding="utf-8")
    put(house, "dice.added.md", "Dice.")
    gather(house, "0.1.0", None)
    assert (house / "CHANGELOG.md").read_text(encoding="utf-8") == ONE_RELEASE


def test_a_date_is_written_as_it_is_given(house: Path) -> None:
    put(house, "dice.added.md", "Average dice.")
    assert gather(house, "0.2.0", "18 June 1815").startswith("## 0.2.0, 18 June 1815\n")


def test_gathered_fragments_are_gone_and_the_leaflet_stays(house: Path) -> None:
    put(house, "dice.added.md", "Average dice.")
    gather(house, "0.2.0", None)
    assert [path.name for path in (house / "changes").iterdir()] == ["README.md"]


def test_a_long_fragment_is_folded_under_its_bullet(house: Path) -> None:
    put(house, "odds.added.md", "word " * 40)
    lines = gather(house, "0.2.0", None).splitlines()
    assert lines[4].startswith("- word")
    assert lines[5].startswith("  word")
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("name", ["odds.md", "odds.new.md", "odds.added.txt", "added.md"])
def test_a_misnamed_fragment_is_refused_by_name(house: Path, name: str) -> None:
    wrong = put(house, name, "Odds.")
    with pytest.raises(ChangelogError, match=r"<topic>\.<kind>\.md.*added, changed, fixed, removed"):
        gather(house, "0.2.0", None)
    assert wrong.exists()


def test_an_empty_fragment_is_refused(house: Path) -> None:
    put(house, "odds.added.md", " \n")
    with pytest.raises(ChangelogError, match=r"odds\.added\.md: the fragment is empty"):
        gather(house, "0.2.0", None)


def test_a_release_is_written_once(house: Path) -> None:
    kept = put(house, "odds.added.md", "Odds.")
    with pytest.raises(ChangelogError, match=r"already has a release 0\.1\.0"):
        gather(house, "0.1.0", "a day")
    assert kept.exists()
    assert (house / "CHANGELOG.md").read_text(encoding="utf-8") == ONE_RELEASE


def test_nothing_to_tell_is_no_release(house: Path) -> None:
    with pytest.raises(ChangelogError, match="holds no fragment"):
        gather(house, "0.2.0", None)


def test_the_command_answers_a_missing_version_with_a_sentence(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(house, "odds.added.md", "Odds.")
    monkeypatch.chdir(house)
    assert main([""]) == 2
    assert "is not a version" in capsys.readouterr().err
    assert main(["0.2.0", "--date", "today"]) == 0
    assert capsys.readouterr().out == "## 0.2.0, today\n\n### Added\n\n- Odds.\n"


def test_every_fragment_waiting_in_the_house_can_be_gathered(tmp_path: Path) -> None:
    ours = Path(__file__).parents[2]
    (tmp_path / "changes").mkdir()
    (tmp_path / "CHANGELOG.md").write_text(
        (ours / "CHANGELOG.md").read_text(encoding="utf-8"), encoding="utf-8"
    )
    waiting = [path for path in sorted((ours / "changes").iterdir()) if path.name != "README.md"]
    for path in waiting:
        put(tmp_path, path.name, path.read_text(encoding="utf-8"))
    if not waiting:
        pytest.skip("nothing waits to be released")
    assert gather(tmp_path, "999.0.0", None).count("\n- ") == len(waiting)
