"""Clauses that compare the slots of all players with a number, which is more than a slot holds.

In turn less, too. They are about `pick` of small.py, with a role `m` and a state `large`.
"""

from __future__ import annotations

_BEGIN = """\
after pick: seen(you) += 1
after pick where m > 2: large += 150
"""
LIMITS = [
    f"{_BEGIN}forbid pick where some (p in Players where seen(p) > large * large + m)",
    f"{_BEGIN}forbid pick where some (p in Players where seen(p) + large * large <= m - 4)",
]
