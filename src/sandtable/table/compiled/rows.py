"""Rows as compiled kernels hold them: the address of the numbers and their count, two words.

An array of numba is seven words, and a tuple of arrays passes all of them to a leaf at each call; rows make
that code smaller and so faster. A row is never sliced, copied or indexed from its end. It is made from a
numpy array; anything else is refused.
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
"""The number of words in the head of every Python object; the last of them is its type."""
TYPE, DATA, COUNTS, KIND = HEAD - 1, HEAD, HEAD + 2, HEAD + 5
"""The words of an array that hold its type, the address of its numbers, their count and their kind. They are
part of the stable binary interface of numpy."""
WORD: Final = ir.IntType(64)
ARRAY: Final = "sandtable_array"
KINDS: Final = {types.float64: "sandtable_doubles", types.int64: "sandtable_wholes"}
# Compiled kernels are cached for other processes, where numpy has other addresses: they use these names.
binding.add_symbol(ARRAY, id(np.ndarray))
binding.add_symbol(KINDS[types.float64], id(np.dtype(np.float64)))
binding.add_symbol(KINDS[types.int64], id(np.dtype(np.int64)))


class Row(types.Type):
    """The numba type of a row: numbers of one kind, one after another."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Row({dtype})")


@register_model(Row)
class _RowModel(models.StructModel):
    def __init__(self, manager: Any, row: Row) -> None:
        super().__init__(manager, row, [("data", types.CPointer(row.dtype)), ("count", types.intp)])


def with_rows(signature_text: str) -> Any:
    """A numba signature with rows in place of its arrays."""
    arguments, result = normalize_signature(signature_text)
    return result(*[_with_rows(each) for each in arguments])


def _with_rows(kind: Any) -> Any:
    if isinstance(kind, types.Array):
        return Row(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        return types.Tuple([_with_rows(each) for each in kind.types])  # type: ignore[attr-defined]  # all have them
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
    """The address of a named symbol in the process that runs the kernel."""
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
def _read(context: Any, builder: Any, kind: Any, values: Any) -> Any:
    row, index = values
    data = _row(context, builder, kind.args[0], row).data
    return builder.load(builder.gep(data, [index], inbounds=True))


@infer_global(operator.setitem)
class _Write(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        row, index, _ = arguments
        if isinstance(row, Row) and isinstance(index, types.Integer):
            return signature(types.none, row, types.intp, row.dtype)
        return None


@lower_builtin(operator.setitem, Row, types.Integer, types.Any)
def _write(context: Any, builder: Any, kind: Any, values: Any) -> Any:
    row, index, number = values
    data = _row(context, builder, kind.args[0], row).data
    builder.store(number, builder.gep(data, [index], inbounds=True))
    return context.get_dummy_value()


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, arguments: Any, named: Any) -> Any:
        (row,) = arguments
        return signature(types.intp, row) if isinstance(row, Row) else None


@lower_builtin(len, Row)
def _length(context: Any, builder: Any, kind: Any, values: Any) -> Any:
    return _row(context, builder, kind.args[0], values[0]).count
