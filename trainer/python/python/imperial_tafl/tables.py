"""Tables of exports, with the same types whatever the format of their files is.

Parquet holds its types. CSV and JSON Lines hold texts, whose types would be guessed otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow

_TEXTS = (
    "game_id",
    "play_id",
    "kin_id",
    "start_position",
    "final_position",
    "moves",
    "position",
    "board",
    "move",
)
#: Texts of which there are few; dictionaries in the tables.
_NAMES = (
    "source",
    "rules",
    "rules_hash",
    "attackers_agent",
    "defenders_agent",
    "first",
    "result",
    "cause",
    "engine_version",
    "to_move",
    "search",
)
_FLAGS = ("duplicate", "cut_off", "in_opening")
_COUNTS = ("board_width", "board_height", "opening_plies", "plies", "ply", "legal_moves", "plies_left")
#: Numbers of 64 bits.
_LARGE = ("seed", "game", "root_visits")
_LISTS = ("search_moves", "search_visits", "search_policy")
#: Columns that may have empty cells.
_MAYBE_EMPTY = ("sampled", "root_value", "absolute_value")

#: Endings of the files that are read, the best first: those of CSV have to be read in two steps.
ENDINGS = (".parquet", ".jsonl", ".csv")

#: Bytes that are read at once. No row may be longer.
_BLOCK = 1 << 24

#: A name that a spreadsheet would take for a formula, behind the apostrophe that guards it.
_GUARDED = r"^'('*[=+\-@\t\r])"


def read(paths: list[Path]) -> pyarrow.Table:
    """The rows of files, one after the other."""
    import pyarrow

    readers = {".parquet": _read_parquet, ".jsonl": _read_jsonl, ".csv": _read_csv}
    return pyarrow.concat_tables([readers[path.suffix](path) for path in paths])


def _read_parquet(path: Path) -> pyarrow.Table:
    from pyarrow import parquet

    return parquet.read_table(path, read_dictionary=list(_NAMES))


def _field(name: str, found: pyarrow.DataType) -> pyarrow.Field:
    """A column as Parquet has it; of type `found` where an export of a later version has added it."""
    import pyarrow as pa

    def items(kind: pyarrow.DataType) -> pyarrow.DataType:
        return pa.list_(pa.field("item", kind, nullable=False))

    types = {
        **dict.fromkeys(_TEXTS, pa.string()),
        **dict.fromkeys(_NAMES, pa.dictionary(pa.int32(), pa.string())),
        **dict.fromkeys(_FLAGS, pa.bool_()),
        **dict.fromkeys(_COUNTS, pa.uint32()),
        **dict.fromkeys(_LARGE, pa.uint64()),
        "sampled": pa.bool_(),
        "root_value": pa.float32(),
        "absolute_value": pa.float32(),
        "z": pa.int8(),
        "search_moves": items(pa.string()),
        "search_visits": items(pa.uint32()),
        "search_policy": items(pa.float32()),
    }
    if name not in types:
        return pa.field(name, found)
    return pa.field(name, types[name], nullable=name in _MAYBE_EMPTY)


def _read_as(names: list[str], texts: Iterable[str]) -> dict[str, pyarrow.DataType]:
    """What the known ones of the columns `names` are read as; `texts` as plain texts."""
    import pyarrow

    fields = (_field(name, pyarrow.null()) for name in names)
    types = {field.name: field.type for field in fields if field.type != pyarrow.null()}
    return {**types, **{name: pyarrow.string() for name in texts if name in types}}


def _typed(table: pyarrow.Table, names: list[str]) -> pyarrow.Table:
    """The columns `names` in order, with the types that Parquet has."""
    import pyarrow

    table = table.select(names)
    return table.cast(pyarrow.schema([_field(one.name, one.type) for one in table.schema]))


def _read_jsonl(path: Path) -> pyarrow.Table:
    import pyarrow
    from pyarrow import json as lines

    with path.open(encoding="utf-8") as file:
        names = list(json.loads(file.readline()))
    schema = pyarrow.schema(_read_as(names, _NAMES).items())
    table = lines.read_json(
        path,
        lines.ReadOptions(block_size=_BLOCK),
        lines.ParseOptions(explicit_schema=schema, newlines_in_values=False),
    )
    return _typed(table, names)


def _read_csv(path: Path) -> pyarrow.Table:
    import pyarrow
    from pyarrow import compute, csv

    with path.open(encoding="utf-8") as file:
        names = file.readline().rstrip("\n").split(",")
    # Lists are split, and guards against formulas taken off, before texts get their types.
    kinds = _read_as(names, (*_NAMES, *_LISTS))
    table = csv.read_csv(
        path,
        csv.ReadOptions(block_size=_BLOCK),
        csv.ParseOptions(newlines_in_values=True),
        csv.ConvertOptions(column_types=kinds),
    )
    columns = {name: table[name] for name in names}
    for name in names:
        if name in _NAMES:
            columns[name] = compute.replace_substring_regex(columns[name], _GUARDED, r"\1")
        elif name in _LISTS:
            kind = _field(name, pyarrow.null()).type
            parts = [_split(part, kind) for part in columns[name].chunks]
            columns[name] = pyarrow.chunked_array(parts, kind)
    return _typed(pyarrow.table(columns), names)


def _split(cells: pyarrow.Array, kind: pyarrow.DataType) -> pyarrow.Array:
    """Lists from texts with `;` between the values. An empty text is an empty list, not one with an empty value."""
    import pyarrow
    from pyarrow import compute

    is_full = compute.not_equal(cells, "")
    lengths = compute.add(compute.count_substring(cells, ";"), 1)
    lengths = compute.if_else(is_full, lengths, pyarrow.scalar(0, lengths.type))
    ends = compute.cumulative_sum(lengths.cast(pyarrow.int32()))
    offsets = pyarrow.concat_arrays([pyarrow.array([0], pyarrow.int32()), ends])
    values = compute.split_pattern(cells.filter(is_full), ";").flatten()
    return pyarrow.ListArray.from_arrays(offsets, values.cast(kind.value_type), type=kind)
