"""Tables that are made from a file of records: CSV, and Parquet by pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pencilp.batches.out import records_in
from pencilp.batches.run import flat
from pencilp.batches.tasks import TASKS, Settings
from pencilp.cli.records import row
from pencilp.errors import SolverError, install
from pencilp.formats.reading import BYTE_ORDER_MARK
from pencilp.formats.writing import Replacement

TEXT, WHOLE, NUMBER, TRUTH = "string", "int64", "float64", "bool"
TYPES = {
    "key": TEXT, "id": TEXT, "file": TEXT, "line": WHOLE, "number": WHOLE, "genre": TEXT, "rows": WHOLE, "cols": WHOLE,
    "clues": WHOLE, "settings": TEXT, "solver": TEXT, "status": TEXT, "found": WHOLE, "equal": TRUTH, "same_as": TEXT,
    "first": TEXT, "turned": TEXT, "canonical": TEXT, "complete": TRUTH,
    "settled": WHOLE, "places": WHOLE, "kept": WHOLE, "needless": WHOLE, "rating": NUMBER, "level": TEXT,
    "finished": TRUTH, "hardest": TEXT, "cost": NUMBER, "steps": WHOLE, "chains": WHOLE, "longest": NUMBER,
    "trials": WHOLE, "bottlenecks": WHOLE, "ms_read": NUMBER, "ms_state": NUMBER,
    "ms_solve": NUMBER, "ms_total": NUMBER, "link": TEXT, "text": TEXT, "failed": TEXT, "error": TEXT,
}  # fmt: skip
"""The columns of a table in order, with their types as pyarrow names them."""
OF_SOME_TASKS = {name for task in TASKS.values() for name in task.columns}
"""The columns that only tasks with such an entry have (``Task.columns``)."""
OF_DUPLICATES = ("same_as", "first", "turned", "canonical")
"""The columns that a table has only if duplicates were looked for."""
ROWS_AT_ONCE = 5000
"""The number of rows that are in memory at once."""


def columns_of(settings: Settings) -> list[str]:
    """Return the columns of the table of a run with these settings."""
    left_out = OF_SOME_TASKS.difference(TASKS[settings.task].columns)
    if not settings.dedupe:
        left_out.update(OF_DUPLICATES)
    return [name for name in TYPES if name not in left_out]


def write_csv(records: str, path: str, settings: Settings) -> None:
    r"""Write a line for each record of the file ``records``; line ends in texts are written as ``\n``."""
    file = Replacement(path)
    columns = columns_of(settings)
    # without this mark Excel assumes another encoding
    file.write(BYTE_ORDER_MARK + row(columns).encode())
    for record in map(flat, records_in(records)):
        values = [record.get(name) for name in columns]
        cells = [each.replace("\n", "\\n") if isinstance(each, str) else each for each in values]
        file.write(row(cells).encode(errors="backslashreplace"))
    file.finish()


def import_parquet() -> Any:
    """Return pyarrow with its module ``parquet``. Raise SolverError if it is not installed."""
    try:
        import pyarrow.parquet  # an extra
    except ImportError:
        raise SolverError(f"a .parquet file needs pyarrow: {install('tables')}") from None
    return pyarrow


class _Sink:
    """A file that pyarrow writes into a ``Replacement``."""

    closed = False

    def __init__(self, file: Replacement) -> None:
        self._file = file

    def write(self, content: Any) -> int:
        """Write a piece."""
        self._file.write(bytes(content))
        return len(content)

    def flush(self) -> None:
        """Do nothing: the replacement flushes at its end."""

    def close(self) -> None:
        """Do nothing: the replacement is finished by its owner."""


def write_parquet(records: str, path: str, settings: Settings) -> None:
    """Write the records of the file ``records`` as a Parquet file with the columns of the table."""
    pyarrow = import_parquet()
    columns = columns_of(settings)
    schema = pyarrow.schema([(name, pyarrow.type_for_alias(TYPES[name])) for name in columns])
    file = Replacement(path)
    rows: Iterator[dict[str, Any]] = map(flat, records_in(records))
    with pyarrow.parquet.ParquetWriter(pyarrow.PythonFile(_Sink(file), "w"), schema) as writer:
        while part := list(islice(rows, ROWS_AT_ONCE)):
            chosen = [{name: each.get(name) for name in columns} for each in part]
            writer.write_table(pyarrow.Table.from_pylist(chosen, schema))
    file.finish()
