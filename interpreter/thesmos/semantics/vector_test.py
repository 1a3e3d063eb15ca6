"""How a state is written as integers, by the semantics as by generated code."""

from __future__ import annotations

from pathlib import Path

from testing.small import after, small


def test_a_set_of_words_that_there_are_none_of_is_empty(tmp_path: Path) -> None:
    """It has no slots, whether a power remembers it or a piece has it."""
    start = small(
        tmp_path,
        powers={
            "one": "after pick where count(worn) = 0: n += 1\n---\nmemory: {worn: set of Mark}"
        },
        held=("one", None),
        clauses="after pick:\n"
        "  each s in Stone:\n"
        "    marks(s, first (x in Mark where yes)) := yes\n"
        "    if count(marks(s)) = 0: n += 2",
        more="""
            enums: {Mark: []}
            zones: [bag]
            pieces:
              Stone: {attributes: {marks: {is: set of Mark}}, supply: [{zone: bag, count: 2}]}
        """,
    )

    assert after(start, "0").position()["n"] == "5"
