"""A hash of the rules under which a state was saved.

It depends on what the rules say, and not on how the code is arranged: renaming a class or a field
leaves old saves readable.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass, replace
from typing import Any

from thesmos.check.text.program_text import clause_lines, effect_lines, value_text
from thesmos.link.linked import LinkedGame
from thesmos.program.clauses import Clause
from thesmos.program.effects import Effect
from thesmos.program.flow import Instruction
from thesmos.program.values import Value


def rules_of(game: LinkedGame) -> str:
    """Hash everything that a saved state depends on: the rules in play, and the layout of a state.

    It does not depend on where the files are, on cards that take no part, on how positions are
    written, or on which are possible.
    """
    base = replace(game.game.base, valid=(), lifts=())
    played = replace(game.game, base=base, cards={}, modes={}, position=())
    cards = [[replace(c.card, valid=(), lifts=()), c.holder, c.common] for c in game.cards]
    layout = [
        [entry.meaning, entry.things, entry.width, entry.low, entry.high]
        for entry in game.layout.entries
    ]
    parts = [played, game.mode, game.settings, cards, layout]
    text = json.dumps(_content(parts), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _content(part: Any) -> Any:
    """Return the content of a part of a program: its text, or its fields' content, in order."""
    if isinstance(part, Value):
        return {"value": value_text(part)}
    if isinstance(part, Effect):
        return {"effect": effect_lines((part,))}
    if isinstance(part, Clause):
        return {"clause": clause_lines([part]), "guards": _content(part.guards), "card": part.card}
    if isinstance(part, (tuple, list)):
        return [_content(member) for member in part]
    if isinstance(part, dict):
        return {key: _content(member) for key, member in part.items()}
    if is_dataclass(part):
        word = [part.word] if isinstance(part, Instruction) else []
        names = (field.name for field in fields(part) if field.name != "location")
        return [*word, *(_content(getattr(part, name)) for name in names)]
    return part
