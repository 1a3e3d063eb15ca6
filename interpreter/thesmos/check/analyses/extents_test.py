"""Texts that are too long or too deep once the facts are written out in them are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked, codes
from thesmos.check.analyses.extents import LONGEST

TOO_LONG = ["E357"]


def facts(text: str, count: int) -> str:
    """Facts of a card, each of which asks the one before it."""
    lines = [f"  f{n}: {text.format(f'f{n - 1}')}\n" for n in range(1, count + 1)]
    return "facts:\n  f0: 1\n" + "".join(lines)


@pytest.mark.parametrize(
    ("text", "count", "expected"),
    [
        ("{0} + {0}", 8, []),
        ("{0} + {0}", 10, TOO_LONG),
        ("{0} + {0}", 99, TOO_LONG),
        ("{0}", 90, []),
        ("{0} + 0 * 1", 90, TOO_LONG),
        ("count (c in Cell where {0} = 1)", 6, []),
        ("count (c in Cell where {0} = 1)", 9, TOO_LONG),
    ],
)
def test_facts_are_written_out(text: str, count: int, expected: list[str], tmp_path: Path) -> None:
    clauses = f"forbid walk where f{count} = 1"
    found = codes(tmp_path, clauses, facts(text, count))
    assert sorted({code for code in found if code == "E357"}) == expected


def test_the_error_is_where_it_becomes_too_long(tmp_path: Path) -> None:
    """Each fact is two of those before it, which are named, and their sum."""
    _, found = checked(tmp_path, "forbid walk where f20 = 1", facts("{0} + {0}", 20))
    (error,) = [one for one in found if one.code == "E357"]
    sizes = [1]
    while sizes[-1] <= LONGEST:
        sizes.append(2 * (sizes[-1] + 1) + 1)
    assert error.message == f"with the facts that it asks, this is {sizes[-1]} values long"


def test_clauses_that_treat_a_fact_count(tmp_path: Path) -> None:
    treats = "".join(f"treat low(c) as f8 = {n}\n" for n in range(2))
    found = codes(tmp_path, treats + "forbid walk where low(to)", facts("{0} + {0}", 8))
    assert [code for code in found if code == "E357"] == TOO_LONG


@pytest.mark.parametrize(
    "loop", ["sum ({} for x{} in {{you}})", "count({{first (x{1} in {{you}} by most {0})}})"]
)
@pytest.mark.parametrize(("loops", "expected"), [(8, []), (9, TOO_LONG)])
def test_loops_inside_what_is_counted_in_a_loop(
    loop: str, loops: int, expected: list[str], tmp_path: Path
) -> None:
    text = "n"
    for number in range(loops):
        text = loop.format(text, number)
    found = codes(tmp_path, f"forbid walk where {text} > 3")
    assert [code for code in found if code == "E357"] == expected


@pytest.mark.parametrize(("loops", "expected"), [(7, []), (9, TOO_LONG)])
def test_loops_inside_each_other_count(loops: int, expected: list[str], tmp_path: Path) -> None:
    lines = [f"{'  ' * n}each c{n} in Player:" for n in range(1, loops)]
    lines.append("  " * loops + "n += count (c in Player where c = you)")
    found = codes(tmp_path, "after walk:\n" + "\n".join(lines))
    assert [code for code in found if code == "E357"] == expected


@pytest.mark.parametrize(("count", "expected"), [(8, []), (9, TOO_LONG)])
def test_an_action_has_few_open_roles(count: int, expected: list[str], tmp_path: Path) -> None:
    roles = ", ".join(f"r{n}: 0..1" for n in range(count))
    assert codes(tmp_path, more=f"actions: {{act: {{roles: {{{roles}}}}}}}\n") == expected
