"""Classes with many fields are constructed by keyword."""

from __future__ import annotations

import inspect
from dataclasses import is_dataclass

from thesmos.syntax import documents

MANY = 6  # fields: with more, positional arguments are unreadable
CLASSES = [one for _, one in inspect.getmembers(documents, is_dataclass)]
WIDE = [one for one in CLASSES if len(inspect.signature(one).parameters) > MANY]


def test_classes_with_many_fields_are_constructed_by_keyword() -> None:
    def kinds(made: type) -> set[object]:
        return {one.kind for one in inspect.signature(made).parameters.values()}

    assert [] == [one for one in WIDE if kinds(one) != {inspect.Parameter.KEYWORD_ONLY}]
