"""The switch between compiled and plain kernels, and the rows of numbers both run over."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Generic, Literal, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")
N = TypeVar("N", int, float)
Leaf = TypeVar("Leaf", bound=Callable[..., object])

Mode = Literal["compiled", "plain"]
Floats: TypeAlias = list[float]
"""A flat row of doubles: a list in plain mode; in compiled mode a float64 array stands in for it."""
Wholes: TypeAlias = list[int]
"""A flat row of whole numbers: a list in plain mode; in compiled mode an int64 array stands in for it."""

_leaves: Final[list[Callable[..., object]]] = []
_known_to_numba: Final[list[Callable[..., object]]] = []
_kernels: Final[list[Kernel[Any, Any]]] = []
_USUAL_THRESHOLD: Final = gc.get_threshold()
_THRESHOLD: Final = 100_000
"""The threshold of the garbage collector, unless the program has set another."""
ROWS: Final = "sandtable.table.compiled.rows"
"""The module that defines rows for numba; it imports numba, so it is imported when a kernel is compiled."""
_DOUBLE: Final = np.dtype(np.float64)
_WHOLE: Final = np.dtype(np.int64)
_IMPORTS: Final = re.compile(r"^from sandtable\.table\.([\w.]+) import", re.MULTILINE)


def _has_numba() -> bool:
    """Is numba installed? It is not imported to find out."""
    try:
        return importlib.util.find_spec("numba") is not None
    except ModuleNotFoundError:
        return False


class _Now:
    """How kernels run now: compiled wherever numba is installed, unless ``use`` said otherwise."""

    __slots__ = ("mode",)

    def __init__(self) -> None:
        self.mode: Mode = "compiled" if _has_numba() else "plain"


now: Final = _Now()


def use(wanted: Mode) -> None:
    """Run kernels compiled or plainly from now on."""
    if wanted not in ("compiled", "plain"):
        raise ValueError(f"kernels run 'compiled' or 'plain', not {wanted!r}")
    if wanted == "compiled" and not _has_numba():
        raise ModuleNotFoundError(
            "compiled kernels need numba, which is not installed; use('plain') does without"
        )
    now.mode = wanted
    for each in _kernels:
        each.forget_mode()


def mode() -> Mode:
    """How kernels run now; code that asks often reads ``now.mode``."""
    return now.mode


def floats(numbers: Iterable[float]) -> Floats:
    """A row of doubles as kernels read it in the present mode."""
    if now.mode == "plain":
        return list(numbers)
    row: Any = np.array(numbers if isinstance(numbers, list) else tuple(numbers), _DOUBLE)
    return row  # type: ignore[no-any-return]  # an array stands in for a list


def wholes(numbers: Iterable[int]) -> Wholes:
    """A row of whole numbers as kernels read it in the present mode."""
    if now.mode == "plain":
        return list(numbers)
    row: Any = np.array(numbers if isinstance(numbers, list) else tuple(numbers), _WHOLE)
    return row  # type: ignore[no-any-return]  # an array stands in for a list


def zeros(count: int) -> Floats:
    """A row of zeros, as doubles, for a kernel to write into."""
    if now.mode == "plain":
        return [0.0] * count
    row: Any = np.zeros(count)
    return row  # type: ignore[no-any-return]  # an array stands in for a list


def blanks(wanted: Mode) -> Callable[[int], Floats]:
    """A function that makes rows of doubles with any content, for kernels that write all of a row."""
    made: Any = _zeros if wanted == "plain" else np.empty
    return made  # type: ignore[no-any-return]  # an array stands in for a list


def _zeros(count: int) -> Floats:
    return [0.0] * count


def whole_zeros(count: int) -> Wholes:
    """A row of zeros, as whole numbers, for a kernel to write into."""
    if now.mode == "plain":
        return [0] * count
    row: Any = np.zeros(count, _WHOLE)
    return row  # type: ignore[no-any-return]  # an array stands in for a list


def listed(numbers: list[N]) -> list[N]:
    """What a kernel has written, as a list of ordinary numbers."""
    if numbers.__class__ is list:
        return numbers
    row: Any = numbers
    return row.tolist()  # type: ignore[no-any-return]  # an array stands in for a list


def leaf(function: Leaf) -> Leaf:
    """Mark a small function over plain numbers that kernels may call; it stays an ordinary function."""
    _leaves.append(function)
    return function


class Kernel(Generic[P, R]):
    """One question's inner loop, run as the present mode says.

    Each kernel has a class of its own. While kernels run compiled, its ``__call__`` is the compiled code
    itself, because a Python call in between costs as much as many kernels take.
    """

    def __init__(self, plain: Callable[P, R], signature: str) -> None:
        self.plain = plain
        self.signature = signature
        self._compiled: Callable[P, R] | None = None
        _kernels.append(self)
        self.__doc__ = plain.__doc__
        self.__name__ = plain.__name__

    def __call__(self, *numbers: P.args, **named: P.kwargs) -> R:
        if now.mode == "plain":
            return self.plain(*numbers, **named)
        # The dispatcher of numba would check every argument first, which takes longer than most kernels run.
        # Unboxing checks enough: rows check their arrays (see ``rows``), all else is converted to a number.
        dispatcher: Any = self.compiled()
        entry: Callable[P, R] = next(iter(dispatcher.overloads.values())).entry_point
        type(self).__call__ = entry  # type: ignore[assignment, method-assign]  # it binds no self
        return entry(*numbers, **named)

    def forget_mode(self) -> None:
        """Read the mode again at the next call."""
        if "__call__" in type(self).__dict__:
            del type(self).__call__

    def compiled(self) -> Callable[P, R]:
        """The compiled form, made at its first use or taken from the cache beside the source."""
        if self._compiled is None:
            self._compiled = _compile(self.plain, self.signature)
        return self._compiled


def kernel(signature: str) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Mark a function as a kernel with its numba signature, such as ``"float64(float64[::1], int64)"``."""

    def marked(plain: Callable[P, R]) -> Kernel[P, R]:
        own: type[Kernel[P, R]] = type(plain.__name__, (Kernel,), {})
        return own(plain, signature)

    return marked


def _compile(plain: Callable[P, R], signature: str) -> Callable[P, R]:
    """Compile without fast maths, and cache under a stamp of all sources it is made from."""
    numba = importlib.import_module("numba")
    extending = importlib.import_module("numba.extending")
    for function in _leaves[len(_known_to_numba) :]:
        extending.register_jitable(function)
        _known_to_numba.append(function)
    # Kernels make no arrays, so references need no counting: without _nrt=False numba counts those to the
    # arrays inside tuples at every leaf, which takes ten times as long as the geometry.
    dispatcher: Any = numba.njit(cache=True, error_model="numpy", _nrt=False)(plain)
    # numba stamps a cached kernel with its own file only; a changed leaf in another file must count as well.
    dispatcher._cache._cache_file._source_stamp = _stamp(Path(plain.__code__.co_filename))
    dispatcher.compile(importlib.import_module(ROWS).with_rows(signature))
    dispatcher.disable_compile()
    # Numba and what it compiles are hundreds of thousands of objects that live as long as the program, so
    # they are frozen. Frozen values of a battle form no cycles: with the usual threshold of 700 the collector
    # takes a tenth of the time of a battle, with 20,000 still a twentieth.
    gc.freeze()
    if gc.isenabled() and gc.get_threshold() == _USUAL_THRESHOLD:
        gc.set_threshold(_THRESHOLD)
    return cast(Callable[P, R], dispatcher)


def sources_of(kernel_source: Path) -> tuple[Path, ...]:
    """The source of a kernel, all sources of the table that it imports directly or not, and that of rows.

    The cached form is stamped with these, so a kernel that does not depend on a changed file keeps it.
    """
    table = Path(__file__).parents[1]
    sources: set[Path] = set()
    waiting = [kernel_source, Path(__file__).with_name("rows.py")]
    while waiting:
        source = waiting.pop()
        if source not in sources:
            sources.add(source)
            for module in _IMPORTS.findall(source.read_text(encoding="utf-8")):
                place = table.joinpath(*module.split("."))
                waiting.append(place / "__init__.py" if place.is_dir() else place.with_suffix(".py"))
    return tuple(sorted(sources))


def _stamp(kernel_source: Path) -> str:
    """A digest of all sources of a kernel."""
    return sha256(b"\0".join(source.read_bytes() for source in sources_of(kernel_source))).hexdigest()
