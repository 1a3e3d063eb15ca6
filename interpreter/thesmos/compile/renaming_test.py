"""No text of a spec is part of generated code: other names, even hostile ones, change no byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from thesmos.compile.compiler import compiled, explanation
from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.wasm.printer import printed as wasm
from thesmos.compile.python.printer import Module
from thesmos.diagnostics import Location
from thesmos.link.linker import link
from thesmos.play.game import load
from thesmos.program import clauses as c
from thesmos.program import declarations as d
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.node import AttributeRef, Ref, walk

OF_THE_LANGUAGE = {"owner", "", "none", "yes", "no"}
NAMES_WORDS = (v.Word, d.EnumWord)  # elsewhere, `word` is a word of the language
NOT_NAMES = {
    "word", "function", "question", "whose", "lasts", "base", "each", "when_empty", "chooser",
    "edition", "ground", "reason", "id", "heading",
}  # fmt: skip
UNUSED = ("position", "stages")  # not compiled, or words of the language


def declared(game: d.GameProgram) -> set[str]:
    """Return every name that a game declares or binds."""
    names = {*game.moments, *game.cards, *game.modes, game.slug}
    for node in walk((game, *game.cards.values(), *game.modes.values())):
        match node:
            case Ref(card=card, name=name):
                names |= {card, name}
            case (
                AttributeRef(name=name)
                | v.Binder(name=name)
                | v.Along(name=name)
                | v.Spread(name=name)
                | e.Let(name=name)
            ):
                names.add(name)
            case d.Enum() | d.Board() | d.Zone() | d.Kind() | d.Role() | d.Rule() | d.Parameter():
                names.add(node.name)
            case d.EnumWord(word=word):
                names.add(word)
            case v.Variable(name=name):
                names.add(name)
            case c.Treat():
                names |= {*node.parameters}
        if isinstance(node, d.Board):
            names |= {*node.cells}
        if isinstance(node, d.Card):
            names |= {node.slug, *node.tags}
    return names - OF_THE_LANGUAGE


def renamed(part: Any, names: dict[str, str]) -> Any:
    """Return the same part of a program with other names."""
    if isinstance(part, str):
        return names.get(part, part)
    if isinstance(part, tuple):
        return tuple(renamed(one, names) for one in part)
    if isinstance(part, dict):
        return {names.get(key, key): renamed(one, names) for key, one in part.items()}
    if not is_dataclass(part) or isinstance(part, (type, Location)):
        return part
    changed = {}
    for field in fields(part):
        old = getattr(part, field.name)
        word = field.name in NOT_NAMES and isinstance(old, str)
        named = field.name == "word" and isinstance(part, NAMES_WORDS)
        window = field.name == "owner" and isinstance(part, v.Query)
        if not window and field.name not in UNUSED and (named or not word):
            changed[field.name] = renamed(old, names)
    return replace(part, **changed)


def everything(program: ir.AnyProgram) -> Iterator[object]:
    """Yield everything that is printed."""
    module = Module(program)
    yield module.exported
    yield from map(module.printed, module.numbers)


@pytest.mark.parametrize("powers", [(None, None), ("hermes", "chaos"), ("persephone", "gaea")])
def test_other_names_change_no_byte(powers: tuple[str | None, ...]) -> None:
    game = load("santorini").program
    names = {  # in the same order: cards of a reserve are numbered by name
        name: f'"); raise SystemExit #{number:04}\n\\{name[::-1]}'
        for number, name in enumerate(sorted(declared(game)))
    }
    hostile = renamed(game, names)
    assert hostile.actions.keys().isdisjoint(game.actions)
    mode = next(mode for mode in game.modes if len(game.modes[mode].sides) == len(powers))
    texts = [
        f"{[*everything(compiled(linked))]}{[*everything(explanation(linked))]}{wasm(linked).hex()}"
        for one, chosen, slug in (
            (game, powers, mode),
            (hostile, [names.get(p or "") for p in powers], names[mode]),
        )
        for linked in [link(one, chosen, one.modes[slug], {}, ())]
    ]
    assert texts[0] == texts[1]
    assert not any(name in texts[0] for name in names if len(name) > 6)
