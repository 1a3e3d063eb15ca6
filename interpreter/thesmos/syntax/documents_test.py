"""Documents with many parts say which part is which where they are made."""

from __future__ import annotations

import inspect
from dataclasses import is_dataclass

import pytest

from thesmos.engine.board import Grid
from thesmos.syntax import documents as document

MANY = 6  # parts, from which on a place in a row tells nothing
RECORDS = [one for _, one in inspect.getmembers(document, is_dataclass)]
WIDE = [one for one in (*RECORDS, Grid) if len(inspect.signature(one).parameters) > MANY]


@pytest.mark.parametrize("record", WIDE)
def test_a_record_of_many_parts_is_made_by_their_names(record: type) -> None:
    kinds = {one.kind for one in inspect.signature(record).parameters.values()}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}
