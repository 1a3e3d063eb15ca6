"""Type what holds in every position: facts for all values of their parameters, and short forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos.check.names.scope import Scope
from thesmos.check.typing.calls import fact_value
from thesmos.check.typing.expressions import type_flag
from thesmos.diagnostics import Location, suggest
from thesmos.program import values as v
from thesmos.program.declarations import Lifted, ValidCondition
from thesmos.program.types import Type
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t

PIECE = "it"  # the variable of `one KIND on a cell`
ALONE = f"{{{PIECE}}} is [|not ]the only KIND there"  # its sentence


def type_valid(written: d.CardDocument, scope: Scope) -> tuple[ValidCondition, ...]:
    """Return the meaning of what a text says of every position. Errors are reported to the scope.

    written: the text, whose words for facts make the sentences.
    """
    return tuple(_conditions(written, scope.plain()))


def type_lifts(written: d.CardDocument, scope: Scope) -> tuple[Lifted, ...]:
    """Return which conditions of the game a text lifts. Unknown ones are reported to the scope."""
    conditions = [declared.name for declared in scope.names.game.base.valid]
    for name, at in written.lifts:
        if name not in conditions:
            text = f"the game does not say that `{name}` always holds"
            hint = suggest(name, conditions) or f"it says: {', '.join(conditions) or 'nothing'}"
            scope.report("E350", text, at, hint)
    return tuple(Lifted(name, location=at) for name, at in written.lifts if name in conditions)


def _conditions(written: d.CardDocument, scope: Scope) -> Iterator[ValidCondition]:
    for declared in written.valid:
        typed = _alone(declared, scope) if declared.kind else _of_fact(declared, scope)
        if typed is not None:
            says = (
                ALONE.replace("KIND", _noun(declared.kind, scope))
                if declared.kind
                else _sentence(declared.name, written, scope)
            )
            if not says:
                text = f"`{declared.name}` has no sentence that says what always holds"
                hint = "give the fact `says` in English, with `[holds|does not hold]`"
                scope.report("E350", text, declared.location, hint)
            for name, kind in zip(typed.names, typed.over, strict=True):
                gap = f"{{{name}}}"
                says = says.replace(gap, f"{_prefix(kind, scope)}{gap}")
            yield ValidCondition(declared.name, typed, says, location=declared.location)


def _of_fact(declared: d.ValidDeclaration, scope: Scope) -> v.Compared | None:
    """Return the value of a fact for all values of its parameters."""
    facts, name, at = scope.names.facts, declared.name, declared.location
    if name not in facts:
        hint = suggest(name, facts) or "name a fact, or write `one KIND on a cell`"
        scope.report("E350", f"there is no fact `{name}`", at, hint)
        return None
    names = tuple(parameter for parameter, _ in facts[name].params)
    over = tuple(scope.names.type_of(kind) for _, kind in facts[name].params)
    value = fact_value(t.Name(at, name), name, _variables(names, over, at), scope)
    if value.type.base != "flag" or value.type.many:
        text = f"`{name}` is {value.type}, and what always holds is a condition"
        scope.report("E350", text, at, "name a fact that is `yes` or `no`")
        return None
    if wrong := next((kind for kind in over if kind.many or kind.none), None):
        text = f"`{name}` is about {wrong}, and what always holds is said of single things"
        scope.report("E350", text, at, "give the fact parameters that are neither sets nor none")
        return None
    return v.Compared(names, over, value)


def _alone(declared: d.ValidDeclaration, scope: Scope) -> v.Compared | None:
    """Return, for each piece of a kind, that it is nowhere or the first of its kind on its cell."""
    at = declared.location
    kinds = {kind.name: kind for kind in scope.names.game.pieces}
    if declared.kind not in kinds:
        hint = suggest(declared.kind, kinds) or f"kinds of pieces: {', '.join(kinds)}"
        scope.report("E350", f"there is no kind `{declared.kind}`", at, hint)
        return None
    inner = scope.inner()
    piece = Type("piece", declared.kind)
    inner.bind(PIECE, piece)
    place = t.FunctionCall(at, "place", (t.Name(at, PIECE),))
    first = t.Binary(at, "=", t.PieceAt(at, declared.kind, place), t.Name(at, PIECE))
    alone = t.Logic(at, "or", (t.Unary(at, "is none", place), first))
    return v.Compared((PIECE,), (piece,), type_flag(alone, inner))


def _variables(
    names: Iterable[str], over: Iterable[Type], location: Location
) -> tuple[v.Value, ...]:
    return tuple(
        v.Variable(name, False, location=location, type=kind)
        for name, kind in zip(names, over, strict=True)
    )


def _sentence(name: str, written: d.CardDocument, scope: Scope) -> str:
    """Return the English sentence of a fact; empty if it has none."""
    words = (*written.words, *scope.names.game.base.words)
    texts = (
        term.texts.get("en", "")
        for term in words
        if term.section == "facts" and term.key == name and not term.form
    )
    return next(filter(None, texts), "")


def _prefix(kind: Type, scope: Scope) -> str:
    """Return the words before a value of a type in a sentence: `the piece `, `player `."""
    if kind.base == "piece":
        return f"the {_noun(kind.name, scope)} "
    return f"{kind.base} " if kind.base in ("player", "side") else ""


def _noun(kind: str, scope: Scope) -> str:
    """Return what a piece of a kind is called in English, without an article."""
    terms = (term for term in scope.names.game.base.words if term.section == "nouns")
    texts = (term.texts.get("en", "") for term in terms if term.key == kind and not term.form)
    noun = next(filter(None, texts), kind).partition(",")[0]
    return noun.removeprefix("an ").removeprefix("a ").removeprefix("the ")
