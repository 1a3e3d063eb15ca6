"""Hints about what a schema does not allow: what to write instead, and no more than one error."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import write
from thesmos.check.reading import read

TYPES = (
    "`0..3`, `flag`, a kind, `Kind or none`, `set of Kind`; "
    "words of your own are a kind, under `enums`."
)


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("n: {is: 0..9}", "n: number", TYPES),
        ("n: {is: 0..9}", "n: {is: int}", TYPES),
        ("n: {is: 0..9}", "n: 9", f"write `0..9`; {TYPES}"),
        ("n: {is: 0..9}", "n: {is: list of Cell}", f"write `set of Cell`; {TYPES}"),
        ("n: {is: 0..9}", "n: Cell?", f"write `Cell or none`; {TYPES}"),
        ("n: {is: 0..9}", "n: {is: black or white}", TYPES),
        (
            "n: {is: 0..9}",
            "n: {is: [black, white]}",
            "words of your own are a kind: declare it under `enums`, and write its name here",
        ),
        (
            "low(c in Cell): height",
            "low(c, d): height",
            "write a name, or its parameters too: `free(s in Square)`",
        ),
        (
            "pick: {action: pick,",
            "pick: {action: [pick, walk],",
            "for several, write `actions: [pick, walk]`",
        ),
        (
            "pick: {action: pick, skip: yes}",
            "pick: [pick, walk]",
            "write `KEY: VALUE` on the lines below, indented; without `- `",
        ),
        (
            "    supply:\n      - {for each: side, owner: side, count: 2, zone: hand}",
            "    supply: {table: pawns.yaml}",
            "write `table: pawns.yaml` in place of `supply`",
        ),
    ],
)
def test_a_hint_says_what_to_write(old: str, new: str, hint: str, tmp_path: Path) -> None:
    write(tmp_path, changes={old: new})
    wrong = [one for one in read(str(tmp_path))[2] if one.code.startswith("E12")]
    assert [one.hint for one in wrong] == [hint]
