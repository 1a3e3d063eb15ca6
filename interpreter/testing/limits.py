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

# Pieces with a set each, more than a register has bits: which of them have a member is asked of one
# slot in three.
MARKED = f"""\
enums: {{Sign: [red, blue, green]}}
zones: [bag]
pieces:
  Stone:
    attributes:
      size: {{is: 0..99}}
      signs: {{is: set of Sign}}
    supply:
{chr(10).join(f"      - {{zone: bag, size: {size}}}" for size in range(70))}
"""
MARKING = """\
after pick where m >= 0:
  each s in Stone where size(s) mod 8 = m: signs(s, blue) := yes
after pick where m < 0:
  each s in Stone where size(s) mod 8 = 0 - m: signs(s, green) := yes
forbid pick where count(those (s in Stone where blue in signs(s))) mod 8 = m
forbid pick where some (s in Stone where size(s) = 60 + m and green in signs(s))
"""
