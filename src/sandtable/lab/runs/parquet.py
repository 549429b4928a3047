"""Results of battles as parquet files, for analysis with other tools.

A row is a battle; ``kind`` is "fought" or "broken", and columns of the other kind are null. It needs ``pip
install sandtable[parquet]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec

from sandtable.game.files.typed_files import BadFile
from sandtable.lab.runs.battle import FinishedBattle, Result

KIND: Final = "kind"
TAG: Final = "type"
"""The key that tells the kinds of results apart in JSON."""
UNIT: Final = ("stands", "state", "deeds")


def is_installed() -> bool:
    """Is pyarrow installed?"""
    return find_spec("pyarrow") is not None


def require_installed(path: Path) -> None:
    """Refuse parquet if pyarrow is not installed."""
    if not is_installed():
        words = "parquet needs pyarrow: run pip install sandtable[parquet]"
        raise BadFile(str(path), "", words)


def write_part(path: Path, results: Iterable[Result]) -> None:
    """Write battles to a file atomically."""
    require_installed(path)
    import pyarrow
    import pyarrow.parquet

    rows = [_row(result) for result in results]
    beside = path.with_suffix(".new")
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=_schema()), beside)
    beside.replace(path)


def read_part(path: Path) -> tuple[Result, ...]:
    """The battles of a file; BadFile if they cannot be read."""
    require_installed(path)
    import pyarrow
    import pyarrow.parquet

    try:
        rows = pyarrow.parquet.read_table(path).to_pylist()
        return tuple(map(_result, rows))
    except (pyarrow.ArrowException, OSError, KeyError, msgspec.ValidationError) as fault:
        raise BadFile(str(path), "", f"cannot be read as battles: {str(fault)[:200]}") from None


# --------------------------------------------------------------------- rows
def _schema() -> Any:
    """The columns of the table."""
    import pyarrow as pa

    unit = pa.struct([("stands", pa.bool_()), ("state", pa.string()), ("deeds", pa.int64())])
    study = pa.struct([("rules", pa.map_(pa.string(), pa.int64())), ("luck", pa.list_(pa.float64()))])
    return pa.schema(
        [
            (KIND, pa.string()),
            ("number", pa.int64()),
            ("seed", pa.int64()),
            ("agents", pa.list_(pa.string())),
            ("winner", pa.int8()),
            ("degree", pa.string()),
            ("rule", pa.string()),
            ("turns", pa.int64()),
            ("decisions", pa.int64()),
            ("throws", pa.int64()),
            ("scores", pa.list_(pa.list_(pa.float64()))),
            ("worn", pa.list_(pa.int64())),
            ("units", pa.list_(unit)),
            ("study", study),
            ("unasked", pa.list_(pa.string())),
            ("words", pa.string()),
            ("record", pa.string()),
            ("trace", pa.string()),
        ]
    )


def _row(result: Result) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(result)
    row[KIND] = row.pop(TAG)
    if isinstance(result, FinishedBattle):
        row["units"] = [dict(zip(UNIT, unit, strict=True)) for unit in row["units"]]
        if row["study"] is not None:
            row["study"]["rules"] = list(row["study"]["rules"].items())
    return row


def _result(row: dict[str, Any]) -> Result:
    fields = ("winner", "study", *(name for name, value in row.items() if value is not None))
    plain = {name: row[name] for name in fields if name != KIND}
    if row[KIND] == "broken":
        del plain["winner"], plain["study"]
    else:
        plain["units"] = [[unit[name] for name in UNIT] for unit in row["units"]]
        if row["study"] is not None:
            plain["study"] = {**row["study"], "rules": dict(row["study"]["rules"])}
    return msgspec.convert({TAG: row[KIND], **plain}, Result)  # type: ignore[no-any-return] # it is given a union
