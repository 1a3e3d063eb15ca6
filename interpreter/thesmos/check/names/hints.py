"""Hints for semantic errors: the intended name, or how to get a value of the right type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from thesmos.check.names.names import CORE, Names, core_type
from thesmos.check.names.scope import CORE_NAMES, Scope
from thesmos.diagnostics import Mend, listed, suggest
from thesmos.program.types import DIRECTIONS, FLAG, INT, Type

CELL = re.compile(r"[A-Z]{1,2}[0-9]{1,2}")
MAX_FUNCTIONS = 3  # functions that a hint suggests

# Hints for words that authors expect but the language does not have.
FOREIGN_WORDS = {
    "true": Mend("write `yes`", "true", "yes"),
    "false": Mend("write `no`", "false", "no"),
    "null": Mend("write `none`, and test with `is none` or `exists`", "null", "none"),
    **dict.fromkeys(
        ("me", "i", "self_player", "player", "holder"),
        "`you` is the holder of the card, `active` the player whose turn it is",
    ),
    **dict.fromkeys(
        ("opponent", "opponents", "enemy", "teammate"),
        "write `opponent` or `teammate` before a kind, as in `PLAYER in opponent Players`",
    ),
    **dict.fromkeys(("random", "dice"), "let chance choose in a step: `chooser: chance`"),
    "turn": "test whose turn it is with `active = you` or `active in opponent Players`",
}

SETS = "sets are `all KIND`, `your KIND`, `those (NAME in SET where CONDITION)`, `{A, B}`"
EXAMPLES = {  # how to write values of a type
    "player": "players are `you`, `active`, `chooser` and `actor`",
    "int": "a number is written as digits, `count(SET)` or an attribute that is a number",
    "power": "`self` is the power of this card",
}


def nearest_names(word: str, candidates: Iterable[str]) -> str | None:
    """Suggest the most similar name, or list all of them; None if there are no names."""
    names = list(dict.fromkeys(candidates))
    return suggest(word, names) or (f"known here: {listed(names)}" if names else None)


def unknown_name_hint(word: str, scope: Scope) -> str | None:
    """Suggest what an unknown name may mean."""
    names = scope.names
    if word in FOREIGN_WORDS:
        return FOREIGN_WORDS[word]
    if hint := argument_hint(word, names) or option_hint(word, names) or score_hint(word, names):
        return hint
    actions = [a.name for a in names.actions.values() if any(r.name == word for r in a.roles)]
    if actions and not scope.locals:
        last = f"`last(ACTION).{word}`"
        use = f"write {last}, or use it in the `where` of such a question"
        return f"it is a role of {listed(actions)}: {use}"
    if any(names.cell(word.upper())):
        return Mend(f"cells are written with capitals: `{word.upper()}`", word, word.upper())
    kind = word.capitalize()
    if kind in names.types and not actions:
        return Mend(f"kinds begin with a capital letter: `{kind}`", word, kind)
    near = suggest(word, [*scope.known(), *CORE_NAMES])
    if near is None and not scope.locals:
        some = f"`some ({word} in KIND where …)`"
        return f"name what you speak of: {some}; a fact declares it: `FACT({word} in KIND)`"
    if not scope.locals or (near and not actions):
        # What needs an argument can't just be written in the place of the word.
        return str(near) if near is not None and _arguments_of(near.new, names) else near
    others = f"it is a role of {listed(actions)}; " if actions else ""
    return f"{others}known here: {listed(scope.locals)}"


def unknown_function_hint(word: str, scope: Scope) -> str | None:
    """Suggest what an unknown name before `(…)` may mean."""
    names = scope.names
    if word in scope.locals or word in names.words or word in names.memory:
        return f"write `{word}` without `(…)`: it has no arguments"
    if word in names.actions:
        return f"an action is performed by an effect: `do {word}(…)`"
    if word in DIRECTIONS:
        return f"the next cell in a direction is `step(CELL, {word})`"
    if hint := score_hint(word, names):
        return hint
    near = suggest(word, [*CORE, *names.attrs, *names.facts])
    if word in ("len", "length", "size", "number"):
        near = Mend("write `count(SET)`", word, "count")
    parameterless = [*(n for n in names.attrs if not names.attr_of(n, "")), *names.facts]
    return (
        near or f"the game has: {listed(parameterless)}; for functions, see the language reference"
    )


def option_hint(word: str, names: Names) -> str | None:
    """Suggest how to ask for an option of the game, or whether a value of it was chosen."""
    if word in names.game.options:
        return Mend(f"an option is asked for with `option({word})`", word, f"option({word})")
    of = [name for name, values in names.game.options.items() if word in values]
    return f"it is a value of an option: write `option({of[0]}) = {word}`" if of else None


def score_hint(word: str, names: Names) -> str | None:
    """Suggest what to write in place of a score, which only `end … by` names."""
    if all(score.name != word for score in names.game.scores):
        return None
    fact = f"`{word}_of(p in Player)`"
    return f"a score is only named after `by`: give its value a name under `facts`, such as {fact}"


def cell_hint(word: str, names: Names) -> str | None:
    """Say which cells there are, if a word looks like the name of one."""
    if not CELL.fullmatch(word):
        return None
    boards = ((board.name, board.cells()) for board in names.game.boards)
    shown = [f"{board} has the cells {cells[0]} to {cells[-1]}" for board, cells in boards if cells]
    return "; ".join(shown) or None


def argument_hint(word: str, names: Names) -> str | None:
    """Suggest the arguments of a function, attribute or fact that is written without them."""
    arguments = _arguments_of(word, names)
    return f"it needs an argument: write `{word}({arguments})`" if arguments else None


def _arguments_of(word: str, names: Names) -> str:
    """Return the kinds of arguments of a function, attribute or fact; empty if there are none."""
    if word in CORE:
        return ", ".join(CORE[word].takes)
    if word in names.attrs:
        return " or ".join(owner for owner in names.attrs[word] if owner)
    fact = names.facts.get(word)
    return ", ".join(kind.name for _, kind in fact.params) if fact is not None else ""


def conversion_hint(kind: Type, wanted: Type, names: Names) -> str | None:
    """Suggest how to get from a value of one type to one of another; None without a suggestion."""
    if kind.base == "nothing":
        return "`{}` is an empty set: write `none`" if kind.is_nothing and kind.many else None
    if hint := numbered_hint(kind, wanted):
        return hint
    if kind.many and not wanted.many:
        if kind.one().fits(wanted):
            return "use `in`, or take one member: `first (NAME in SET where CONDITION)`"
        return "use `count(SET)` or `some (NAME in SET where CONDITION)`"
    if wanted.many:
        return SETS
    if wanted.base == FLAG.base:
        test = "compare it, as in `… = VALUE`"
        return f"test `… exists`, or {test}" if kind.none and kind.base != "int" else test
    if kind.base == "cell" and wanted.base == "piece":
        return f"write `{wanted.name if wanted.name in names.types else 'KIND'} at …`"
    if ways := list(_conversions(kind, wanted, names))[:MAX_FUNCTIONS]:
        target = INT if wanted.base == INT.base else without_none(wanted)
        return f"from {without_none(kind)} to {target}: {' or '.join(ways)}"
    words = [word for word, (enum, _) in names.words.items() if enum == without_none(wanted)]
    return f"`{wanted.name}` has: {listed(words)}" if words else EXAMPLES.get(wanted.base)


def comparison_hint(first: Type, second: Type, names: Names) -> str | None:
    """Suggest how to compare values of different types: by something that both have."""
    if any(_conversions(second, first, names)):
        return conversion_hint(second, first, names)
    if hint := numbered_hint(first, second) or numbered_hint(second, first):
        return hint
    for kind in (first, *names.types.values()):
        of_first, of_second = (
            next(_conversions(first, kind, names), None),
            next(_conversions(second, kind, names), None),
        )
        if of_first and of_second:
            return f"compare {of_first} of the one with {of_second} of the other"
    wanted, kind = (first, second) if first.base == "enum" else (second, first)
    return conversion_hint(kind, wanted, names) or conversion_hint(wanted, kind, names)


def numbered_hint(kind: Type, wanted: Type) -> str | None:
    """Suggest how to name the player, or the side, that a number stands for."""
    if kind.base != "int" or not kind.low == kind.high > 0:
        return None
    named = {"player": f"player {kind.low}", "side": f"side(player {kind.low})"}
    if wanted.base not in named:
        return None
    form = named[wanted.base]
    return Mend(f"write `{form}`", str(kind.low), form)


def limit_hint(kind: Type, wanted: Type) -> str:
    """Suggest how to keep a number in a range."""
    ways = []
    if kind.high > wanted.high:
        ways.append(f"`min(…, {wanted.high})` is at most {wanted.high}")
    if kind.low < wanted.low:
        ways.append(f"`max(…, {wanted.low})` is at least {wanted.low}")
    return f"widen the range, or limit the number: {', '.join(ways)}"


def without_none(kind: Type) -> Type:
    """Return a type without `none`, as an author would write it."""
    return replace(kind, none=False)


def _conversions(kind: Type, wanted: Type, names: Names) -> Iterator[str]:
    """Yield the functions and attributes that lead from one type to another."""
    for attr in names.all_attrs():
        owner = names.types.get(attr.name.owner)
        if owner is not None and owner.fits(kind) and attr.type.fits(wanted):
            yield f"`{attr.name.name}(…)`"
    for name, core in CORE.items():
        takes = core.takes[0]
        if len(core.takes) != 1 or takes != kind.base:
            continue
        if core_type(core.gives, names, kind).fits(wanted):
            yield f"`{name}(…)`"
