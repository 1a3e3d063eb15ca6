"""Every value and effect of the language can be compiled."""

from __future__ import annotations

from testing.programs import constructs
from thesmos.compile.lower.effects import _EFFECTS
from thesmos.compile.lower.values import _MEANINGS
from thesmos.program import effects as e
from thesmos.program import values as p


def test_every_value_and_effect_is_compiled() -> None:
    made = {*constructs().values()}

    assert {kind for kind in made if issubclass(kind, p.Value)} == {*_MEANINGS}
    assert {kind for kind in made if issubclass(kind, e.Effect)} == {*_EFFECTS}
