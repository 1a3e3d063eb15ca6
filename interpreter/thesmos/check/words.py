"""Checks the words for sentences: their keys, their languages and their gaps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from thesmos.check.calls import SPECIAL
from thesmos.check.names import CORE, Names
from thesmos.check.scope import CORE_NAMES, PERSONS
from thesmos.diagnostics import Diagnostic, suggest
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.nodes import all_nodes
from thesmos.syntax.words import GAP, Term

FORMS = {
    "nouns": (1, 2),
    "steps": (1, 2),
    "noun": (1, 2),
    "verb": (3, 3),
}  # the least and the greatest number of forms
TURN = "turn"  # the gap in the words for a moment


def check_words(
    card: d.CardDocument, names: Names, near: Sequence[d.CardDocument]
) -> list[Diagnostic]:
    """Return the errors in the words of a card, or of the game itself.

    near: the cards whose roles and locals these words may use in addition to those of the game.
    """
    actions = {**names.actions, **{a.name: a for each in near for a in each.actions}}
    if not card.words:
        return []
    plain = frozenset(_plain_names(names, near, actions))
    return [diagnostic for word in card.words for diagnostic in _word(word, plain, names, actions)]


def _word(
    word: Term, plain: frozenset[str], names: Names, actions: dict[str, d.ActionDeclaration]
) -> Iterator[Diagnostic]:
    known = _keys(word.section, names, actions)
    if known is not None and word.key not in known:
        hint = suggest(word.key, known) or _listed(known)
        yield _diagnostic(
            "E401", f"the game has no `{word.key}` that could have words here", word, hint
        )
        return
    if word.pattern is not None:
        yield from _pattern(word, {*plain, *word.gaps}, names)
    for language in names.game.title.keys() - word.texts.keys():
        text = f"there are no words for `{word.key}` in `{language}`"
        hint = f"add `{language}: …`"
        yield Diagnostic("W405", text, word.location, hint, "warning")
    allowed = _gaps(word, names)
    for language, text in word.texts.items():
        if not _closed(text):
            message = f"a bracket or brace is not closed in the text in `{language}`"
            yield _diagnostic(
                "E404", message, word, "write `{name}` and `[yes|no]`, without nesting"
            )
            continue
        for gap in GAP.findall(text):
            if gap not in allowed:
                hint = suggest(gap, allowed) or _listed(allowed)
                yield _diagnostic("E402", f"unknown gap `{{{gap}}}`", word, hint)
        yield from _forms(word, language, text)


def _keys(section: str, names: Names, actions: dict[str, d.ActionDeclaration]) -> set[str] | None:
    """Return the names that a section may have words for; None if its keys are not names."""
    if section == "nouns":  # kinds and scores; also tags and parts of positions, as pages show them
        shown = {*names.game.tags, *(entry.key for entry in names.game.position)}
        return {*names.types, *shown, *(score.name for score in names.game.scores)}
    if section == "roles":
        return {
            k for a in actions.values() for r in a.roles for k in (r.name, f"{a.name}.{r.name}")
        }
    if section == "rules":
        return {f"{a.name}.{r.name}" for a in names.actions.values() for r in a.rules}
    if section == "steps":
        return set(names.steps)
    if section == "options":
        options = names.game.options
        return {*options, *(f"{name}.{value}" for name in options for value in options[name])}
    return set(names.game.moments) if section == "moments" else None


def _gaps(word: Term, names: Names) -> set[str]:
    """Return the gaps that a text may have."""
    if word.section == "moments":
        return {TURN}
    made = {n.name for n in all_nodes(word.pattern) if isinstance(n, t.Name)}
    if word.form == "event" and isinstance(word.pattern, t.Past):
        actions = list(map(names.actions.get, names.actions_of(word.pattern.event.kinds)))
        made |= {r.name for a in actions if a for r in a.roles if r.type is not None}
    return made


def _pattern(word: Term, known: set[str], names: Names) -> Iterator[Diagnostic]:
    """Report names in the pattern of a phrase that are neither gaps nor names of the game."""
    for node in all_nodes(word.pattern):
        if isinstance(node, t.Member):
            known.add(node.name)
    for node in all_nodes(word.pattern):
        target = node.target if isinstance(node, t.Assign) else None
        changed = target.name if isinstance(target, (t.Name, t.FunctionCall)) else ""
        if changed in names.facts and changed not in word.gaps:
            message = f"the fact `{changed}` is derived: no text assigns it a value"
            yield _diagnostic("E401", message, word, "remove the phrase")
        found: tuple[str, Iterable[str]] | None = None
        if isinstance(node, t.Name) and node.name not in known:
            found = node.name, known
        elif isinstance(node, t.FunctionCall) and node.name not in (calls := _calls(names)):
            found = f"{node.name}(…)", calls
        elif isinstance(node, (t.AllOf, t.Owned, t.PieceAt)):
            kind = node.name if isinstance(node, t.AllOf) else node.kind
            found = None if names.kind(kind) else (kind, names.types)
        elif isinstance(node, t.EventPattern):
            wrong = [kind for kind in names.actions_of(node.kinds) if kind not in names.actions]
            found = (wrong[0], names.actions) if wrong else None
        if found is not None:
            message = f"unknown name `{found[0]}`, and no text has it in braces"
            yield _diagnostic("E401", message, word, suggest(found[0], found[1]))


def _plain_names(
    names: Names, near: Sequence[d.CardDocument], actions: dict[str, d.ActionDeclaration]
) -> Iterator[str]:
    yield from (*PERSONS, *CORE_NAMES, *names.words, *names.memory, *names.facts, *actions)
    yield from (name for name, owners in names.attrs.items() if "" in owners)
    for action in actions.values():
        yield from (role.name for role in action.roles)
    yield from (word for option, words in names.game.options.items() for word in (option, *words))
    written = tuple((card.clauses, card.actions) for card in near)
    yield from (node.name for node in all_nodes(written) if isinstance(node, t.Let))


def _calls(names: Names) -> set[str]:
    sets = (name for name, attr in names.memory.items() if attr.type.many)
    return {*CORE, *SPECIAL, *names.attrs, *names.facts, *sets}


def _forms(word: Term, language: str, text: str) -> Iterator[Diagnostic]:
    least, most = FORMS.get(word.form or word.section, (1, 0))
    parts = [part.strip() for part in text.split(",")]
    if most and not (least <= len(parts) <= most and all(parts)):
        examples = "`a space, spaces`" if most == FORMS["nouns"][1] else "`move, moves, moved`"
        message = f"the text in `{language}` has too few or too many forms"
        yield _diagnostic("E403", message, word, f"write them as in {examples}")


def _closed(text: str) -> bool:
    """Whether all braces and brackets are closed, and brackets are not nested."""
    bare = re.sub(r"\{[a-z_0-9]+\}", "", text)
    return not re.search(r"[{}]", bare) and not re.search(r"[][]", re.sub(r"\[[^][]*\]", "", bare))


def _listed(known: Iterable[str]) -> str:
    return f"known here: {', '.join(sorted(known)) or 'nothing'}"


def _diagnostic(code: str, message: str, word: Term, hint: str | None) -> Diagnostic:
    return Diagnostic(code, message, word.location, hint)
