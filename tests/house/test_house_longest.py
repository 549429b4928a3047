"""The longest functions are listed with their place, and the files over the limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.longest import main, report


def module(path: Path, *lengths: int) -> Path:
    """A module of functions of given lengths, named after them."""
    bodies = ("\n".join([f"def lines_{length}():", *["    x = 1"] * (length - 1)]) for length in lengths)
    path.write_text("\n\n\n".join(bodies) + "\n", encoding="utf-8")
    return path


def test_the_longest_function_comes_first_with_its_lines_and_place(tmp_path: Path) -> None:
    path = module(tmp_path / "drill.py", 3, 12)
    first, second, third = report([path]).splitlines()
    assert "2 longest" in first
    assert second == f"    12  {path.as_posix()}:6 lines_12"
    assert third == f"     3  {path.as_posix()}:1 lines_3"


def test_no_more_than_ten_are_shown(tmp_path: Path) -> None:
    lines = report([module(tmp_path / "drill.py", *range(2, 15))]).splitlines()
    assert len(lines) == 11
    assert lines[1].endswith("lines_14")
    assert lines[10].endswith("lines_5")


def test_methods_and_async_procedures_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "volley.py"
    path.write_text(
        "class Volley:\n    def hits(self):\n        return 1\n\n\nasync def fire():\n    return 2\n",
        encoding="utf-8",
    )
    assert [line.split()[-1] for line in report([path]).splitlines()[1:]] == ["hits", "fire"]


def test_only_files_over_the_limit_are_named(tmp_path: Path) -> None:
    at_the_limit, over = tmp_path / "at.py", tmp_path / "over.py"
    at_the_limit.write_text("x = 1\n" * 600, encoding="utf-8")
    over.write_text("x = 1\n" * 601, encoding="utf-8")
    lines = report([at_the_limit, over]).splitlines()
    assert lines[-1] == f"   601  {over.as_posix()}"
    assert not any(line.endswith(at_the_limit.as_posix()) for line in lines)


def test_a_module_that_does_not_parse_is_named_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module(tmp_path / "drill.py", 4)
    (tmp_path / "wild.py").write_text("x = 1\ndef (:\n", encoding="utf-8")
    main([str(tmp_path)])
    shown = capsys.readouterr().out.splitlines()
    assert f"{(tmp_path / 'wild.py').as_posix()}:2 does not parse" in shown[0]
    assert shown[-1].endswith("drill.py:1 lines_4")
