"""What follows from skipping a step."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import picks


def test_an_effect_after_a_skip_is_done(tmp_path: Path) -> None:
    """Whether a player declines or the step passes by itself."""
    match = picks(
        tmp_path,
        'roles: {m: 0..3}\ntext: "{m}"\n',
        clauses="may skip pick\nafter skip pick: n += 1\n",
    )

    assert {"n": "2"} == match.start().skip().skip().position()
