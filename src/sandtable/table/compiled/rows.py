"""Rows as compiled kernels have them: where the numbers lie and how many there are, two words.

An array of numba's own is seven words, and whoever hands a leaf a tuple of rows hands over all of them at
each call; larger code is slower where each piece of it runs now and then. A row is never cut, copied or
counted from its end. It is read off an array of numpy's; anything else is refused.
"""

from __future__ import annotations

import operator
from typing import Any, Final

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, lower_builtin, models, register_model, unbox

HEAD: Final = object.__basicsize__ // 8
"""The words with which every object of this Python begins; the last of them says what it is."""
TYPE, DATA, COUNTS, KIND = HEAD - 1, HEAD, HEAD + 2, HEAD + 5
"""Which words of an array say what it is, where its numbers lie, how many there are, and of which kind: numpy
promises them to whatever is built upon it."""
WORD: Final = ir.IntType(64)
ARRAY: Final = "sandtable_array"
KINDS: Final = {types.float64: "sandtable_doubles", types.int64: "sandtable_wholes"}
# Kernels are kept for other processes, in which numpy lies elsewhere: they know it by these names.
binding.add_symbol(ARRAY, id(np.ndarray))
binding.add_symbol(KINDS[types.float64], id(np.dtype(np.float64)))
binding.add_symbol(KINDS[types.int64], id(np.dtype(np.int64)))


class Row(types.Type):
    """Numbers of one kind, one after another."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Row({dtype})")


@register_model(Row)
class _RowModel(models.StructModel):
    def __init__(self, manager: Any, row: Row) -> None:
        super().__init__(manager, row, [("data", types.CPointer(row.dtype)), ("count", types.intp)])


def lean(told: str) -> Any:
    """The signature that was told, with rows where it has arrays."""
    arguments, result = normalize_signature(told)
    return result(*[_lean(each) for each in arguments])


def _lean(kind: Any) -> Any:
    if isinstance(kind, types.Array):
        return Row(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        return types.Tuple([_lean(each) for each in kind.types])  # type: ignore[attr-defined]  # all have them
    return kind


def _row(context: Any, builder: Any, kind: Row, value: Any = None) -> Any:
    return cgutils.create_struct_proxy(kind)(context, builder, value=value)


# ------------------------------------------------------------------ a row of an array
@unbox(Row)
def _unbox(kind: Row, array: Any, c: Any) -> NativeValue:
    builder, row = c.builder, _row(c.context, c.builder, kind)
    words = builder.bitcast(array, WORD.as_pointer())

    def is_at(place: int, name: str) -> Any:
        return builder.icmp_unsigned("==", _word(builder, words, place), _address(builder, name))

    is_row = cgutils.alloca_once_value(builder, cgutils.false_bit)
    with builder.if_then(is_at(TYPE, ARRAY)), builder.if_then(is_at(KIND, KINDS[kind.dtype])):
        row.data = builder.inttoptr(_word(builder, words, DATA), row.data.type)
        counts = builder.inttoptr(_word(builder, words, COUNTS), WORD.as_pointer())
        row.count = _word(builder, counts, 0)
        builder.store(cgutils.true_bit, is_row)
    is_error = builder.not_(builder.load(is_row))
    with builder.if_then(is_error, likely=False):
        c.pyapi.err_set_string("PyExc_TypeError", f"a kernel was not handed a row of {kind.dtype}")
    return NativeValue(row._getvalue(), is_error=is_error)


def _word(builder: Any, words: Any, place: int) -> Any:
    return builder.load(builder.gep(words, [WORD(place)]))


def _address(builder: Any, name: str) -> Any:
    """Where the thing of that name lies in the process that runs the kernel."""
    named = builder.module.globals.get(name) or cgutils.add_global_variable(builder.module, WORD, name)
    return builder.ptrtoint(named, WORD)


# ------------------------------------------------------------------ what kernels do with a row
@infer_global(operator.getitem)
class _Read(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        row, index = arguments
        if isinstance(row, Row) and isinstance(index, types.Integer):
            return signature(row.dtype, row, types.intp)
        return None


@lower_builtin(operator.getitem, Row, types.Integer)
def _read(context: Any, builder: Any, told: Any, given: Any) -> Any:
    row, index = given
    data = _row(context, builder, told.args[0], row).data
    return builder.load(builder.gep(data, [index], inbounds=True))


@infer_global(operator.setitem)
class _Write(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        row, index, _ = arguments
        if isinstance(row, Row) and isinstance(index, types.Integer):
            return signature(types.none, row, types.intp, row.dtype)
        return None


@lower_builtin(operator.setitem, Row, types.Integer, types.Any)
def _write(context: Any, builder: Any, told: Any, given: Any) -> Any:
    row, index, number = given
    data = _row(context, builder, told.args[0], row).data
    builder.store(number, builder.gep(data, [index], inbounds=True))
    return context.get_dummy_value()


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        (row,) = arguments
        return signature(types.intp, row) if isinstance(row, Row) else None


@lower_builtin(len, Row)
def _length(context: Any, builder: Any, told: Any, given: Any) -> Any:
    return _row(context, builder, told.args[0], given[0]).count
