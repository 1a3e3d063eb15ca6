"""§8, §4.8: questions about nobody, and facts treated by several holders."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.small import after, small


@pytest.mark.parametrize("given", ["", " with m = 0"])
def test_nobody_has_done_anything(tmp_path: Path, given: str) -> None:
    """A question about nobody is answered as if there had been nothing."""
    nobody = "first (p in Player where seen(p) = 50)"
    start = small(
        tmp_path,
        clauses=f"after pick where times(reply{given} during game of {nobody}) = 0: n += 1\n"
        f"after pick where not did(reply{given} during game of {nobody}): n += 2\n"
        f"after pick where last(reply{given} during game of {nobody}).m is none: n += 4",
    )

    assert after(start, "0").position()["n"] == "7"


def test_of_several_holders_the_last_one_treats_a_fact(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={
            "both": """
                at start of your turn where n = 0:
                  share self with next_player(you)
                  n := 10
                  seen(next_player(you)) := 7
                treat worth() as seen(you) where n > 0
            """
        },
        held=("both", None),
        clauses="after pick: n := worth",
        more="facts:\n  worth: seen(active)\n",
    )

    assert after(start, "0").position()["n"] == "7"


def test_a_condition_is_about_the_time_of_the_event(tmp_path: Path) -> None:
    """A piece that is large when it is picked stays so in the past, whatever becomes of it."""
    start = small(
        tmp_path,
        actions='pick: {roles: {s: Stone}, text: "{s}"}',
        clauses="after pick:\n  size(s) := 0\n"
        "  if did(pick with s = s where size(s) = 2 during game of active): n += 1",
        more="""
            zones: [bag]
            pieces:
              Stone:
                attributes: {size: {is: 0..2}}
                supply: [{name: small, zone: bag, size: 1}, {name: large, zone: bag, size: 2}]
        """,
    )

    once = after(start, "large")

    assert once.position()["n"] == "1"
    assert after(once, "small", "large").position()["n"] == "2"
