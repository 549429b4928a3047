"""Compiled and plain kernels are one text and give the same answers to the bit."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable import table
from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.compiled.running import sources_of
from sandtable.table.measure import distances, distances_from, distances_to_ground, gap, ground_under_bases
from sandtable.table.sight import SightTerms, Veil, eyes_of, fire_arc, sightings
from sandtable.table.space import Layers, Scene
from sandtable.table.space.kernels.boxes import gap_between

MakeScene = Callable[[int, int, int], Scene]

TERMS = (
    SightTerms(
        veils=(
            Veil(("wood",), obscures=True, blocks_beyond=200),
            Veil(("field", "fence"), obscures=True, seen_over=True),
            Veil(("house",), blocks_beyond=0),
        ),
        layers=Layers(covering="later", under=("hill",)),
    ),
    SightTerms(
        veils=(Veil(("wood", "house"), blocks_beyond=150, reach="ends"), Veil(("fence",), blocks_beyond=0)),
        bodies="footprint",
        lower_counts_within=300,
        points=("nearest", "centre"),
        target="footprint",
    ),
    SightTerms(
        veils=(Veil(("hill", "house"), blocks_beyond=0, spares_own=True),),
        lower="counts",
        higher_ground="clear",
        points=("corners", "centre"),
        layers=Layers(covering=("road",)),
    ),
    SightTerms(bodies="none", crest="hill", points=("corners",)),
)


@pytest.fixture(autouse=True)
def _restore() -> Iterator[None]:
    before = compiled.mode()
    yield
    compiled.use(before)


def in_both(answer: Callable[[], object]) -> tuple[object, object]:
    """The same question put to plain and to compiled kernels."""
    found: list[object] = []
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for mode in modes:
        compiled.use(mode)
        found.append(answer())
    return found[0], found[1]


def test_all_distances_are_the_same_to_the_bit_on_thousands_of_tables(random_scene: MakeScene) -> None:
    for seed in range(2500):
        scene = random_scene(seed, 6, 0)
        plain, compiled = in_both(lambda scene=scene: distances(scene))  # type: ignore[misc]  # bound now, not later
        assert plain == compiled, seed


def test_distances_to_bodies_and_ground_are_the_same_to_the_bit(random_scene: MakeScene) -> None:
    for seed in range(300):
        scene = random_scene(seed, 5, 6)

        def answer(scene: Scene = scene) -> object:
            present = [body for body in scene.bodies if body.pose is not None]
            return [
                (
                    distances_from(body, scene, "footprint"),
                    distances_to_ground(body, scene.field),
                    gap(body, present[0]),
                )
                for body in present
            ]

        plain, compiled = in_both(answer)
        assert plain == compiled, seed


def test_the_ground_under_bases_is_the_same(random_scene: MakeScene) -> None:
    for seed in range(300):
        scene = random_scene(seed, 5, 6)

        def answer(scene: Scene = scene) -> object:
            return [ground_under_bases(body, scene.field) for body in scene.bodies if body.pose is not None]

        plain, compiled = in_both(answer)
        assert plain == compiled, seed


@pytest.mark.parametrize("terms", TERMS)
def test_looks_at_all_targets_are_the_same_to_the_bit(terms: SightTerms, random_scene: MakeScene) -> None:
    for seed in range(60):
        scene = random_scene(seed, 6, 5)
        viewer = next(body for body in scene.bodies if body.pose is not None)

        def answer(scene: Scene = scene, viewer: int = viewer.id) -> object:
            body = scene.bodies[viewer]
            targets = [number for number in range(6) if number != viewer]
            eyes, arc = eyes_of(body, "base centres"), fire_arc(body, 450)
            return sightings(scene, viewer, targets, terms, eyes, arc, reach=2000.0, see_through=(5,))

        plain, compiled = in_both(answer)
        assert plain == compiled, seed


def test_only_compiled_and_plain_are_ways_to_run_kernels() -> None:
    with pytest.raises(ValueError, match="'compiled' or 'plain', not 'fast'"):
        compiled.use("fast")  # type: ignore[arg-type]  # what a file or a command line may say


def test_compiled_kernels_are_refused_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match=r"use\('plain'\) does without"):
        compiled.use("compiled")


def test_a_kernel_that_cannot_be_compiled_says_so() -> None:
    @compiled.kernel("int64(int64)")
    def impossible(number: int) -> int:
        """Formats a number, which no compiled kernel can."""
        return len(f"{number!r:>20}".encode("rot13")) + number

    compiled.use("compiled")
    with pytest.raises(Exception, match="not supported"):
        impossible(3)


def test_a_second_process_takes_the_compiled_kernel_from_the_cache() -> None:
    ask = """
from sandtable.table import compiled
from sandtable.table.space.kernels.boxes import gap_between
compiled.use("compiled")
gap_between(compiled.zeros(8), compiled.zeros(8))
stats = gap_between.compiled().stats
print(len(stats.cache_hits), len(stats.cache_misses))
"""
    runs = [
        subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    assert runs[1] == ["1", "0"]


def test_the_collector_of_garbage_looks_more_seldom_unless_it_was_told_how_often() -> None:
    ask = """
import gc
from sandtable.table import compiled
from sandtable.table.space.kernels.boxes import gap_between
{said}
compiled.use("compiled")
gap_between(compiled.zeros(8), compiled.zeros(8))
print(gc.isenabled(), *gc.get_threshold())
"""
    runs = [
        subprocess.run(
            [sys.executable, "-c", ask.format(said=said)], capture_output=True, text=True, check=True
        ).stdout.split()
        for said in ("", "gc.set_threshold(500, 20, 10)")
    ]
    assert runs[0][:2] == ["True", "100000"]
    assert runs[1] == ["True", "500", "20", "10"]


def test_a_kernel_is_stamped_with_every_source_that_it_takes_something_from() -> None:
    top = Path(table.__path__[0])
    for found in pkgutil.walk_packages(table.__path__, f"{table.__name__}."):
        if ".kernels." not in found.name:
            continue
        module = importlib.import_module(found.name)
        stamped = set(sources_of(Path(module.__file__ or "")))
        homes = {getattr(thing, "__module__", None) or "" for thing in vars(module).values()}
        taken = {Path(sys.modules[home].__file__ or "") for home in homes if home.startswith(table.__name__)}
        assert taken <= stamped
    zones = set(sources_of(top / "movement" / "kernels" / "zones.py"))
    own = ("movement/kernels/zones.py", "compiled/running.py", "space/lengths.py")
    assert {top / name for name in own} <= zones
    assert top / "charge" / "kernels" / "turn_then_advance.py" not in zones


@pytest.mark.parametrize("wrong", [[0.0] * 8, (0.0,) * 8, None, 3.0, "no row"])
def test_a_compiled_kernel_refuses_what_is_no_row(wrong: Any) -> None:
    compiled.use("compiled")
    with pytest.raises(TypeError, match="not handed a row of float64"):
        gap_between(compiled.zeros(8), wrong)


def test_a_compiled_kernel_refuses_a_row_of_other_numbers() -> None:
    compiled.use("compiled")
    wholes: Any = compiled.whole_zeros(8)
    with pytest.raises(TypeError, match="not handed a row of float64"):
        gap_between(wholes, compiled.zeros(8))


def test_rows_are_read_written_and_counted_alike() -> None:
    @compiled.kernel("int64(Tuple((float64[::1], int64[::1])), int64)")
    def shift(rows: tuple[list[float], list[int]], by: int) -> int:
        """Moves numbers up by some places and writes down how many were left where they are."""
        numbers, told = rows
        for place in range(len(numbers) - 1, by - 1, -1):
            numbers[place] = numbers[place - by] + place
        numbers[0] += by
        told[1] = by > 1
        told[0] = len(numbers)
        return len(told) - by

    def answer() -> object:
        rows = compiled.floats([1.5, -2.0, 3.25, 4.0]), compiled.wholes([7, 8, 9])
        return shift(rows, 2), compiled.listed(rows[0]), compiled.listed(rows[1])

    plain, fast = in_both(answer)
    assert plain == fast == (1, [3.5, -2.0, 3.5, 1.0], [4, 1, 9])
