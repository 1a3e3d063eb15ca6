"""What is known at compile time to be none, or never in force.

Every state is compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.small import after, small


@pytest.mark.parametrize(
    "effect",
    [
        "none loses",
        "take first (p in Power where no)",
        "give first (p in Power where no) to you",
        "n += (1 if no else none)",
    ],
)
def test_effects_on_nothing_do_nothing(tmp_path: Path, effect: str) -> None:
    start = small(tmp_path, powers={"one": f"after pick: {effect}"}, held=("one", None))

    assert after(start, "0").played.result is None


def test_requirements_that_can_never_be_in_force(tmp_path: Path) -> None:
    """They are switched off by an option of the game."""
    clauses = """
        if option(form) = wild:
          require if possible pick where m = 1
          forbid pick where m = 0
        forbid pick where m = 5
    """
    more = "options: {form: [plain, wild]}"
    start = small(tmp_path, powers={"one": clauses}, held=("one", None), more=more)

    assert start.played.decision is not None
    assert start.played.decision.texts == ("0", "1")
