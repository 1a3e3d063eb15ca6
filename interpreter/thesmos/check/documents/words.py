"""Check the words for sentences: their keys, their languages and their gaps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic, listed, suggest
from thesmos.syntax import documents as d
from thesmos.syntax.says import VALUE
from thesmos.syntax.words import GAP, OR_PIECE, Term

FORMS = {
    "nouns": (1, 2),
    "scores": (1, 2),
    "steps": (1, 2),
    "noun": (1, 2),
    "verb": (3, 4),
}  # the least and the greatest number of forms
VALUED = ("attributes", "facts", "memory", "locals")  # what has a value that a text must show
TURN = "turn"  # the gap in the words for a moment


def check_words(card: d.CardDocument, names: Names) -> list[Diagnostic]:
    """Return the errors in the words of a card, or of the game itself."""
    return [diagnostic for word in card.words for diagnostic in _word(word, names)]


def untranslated(words: Iterable[Term], languages: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each text without words in a language; one for a file without any.

    words: of all texts of a game.
    """
    by_file: dict[str, list[Term]] = {}
    for word in words:
        by_file.setdefault(word.location.file, []).append(word)
    for language in languages:
        hint = f"add `{language}: …`"
        for in_file in by_file.values():
            missing = [word for word in in_file if language not in word.texts]
            if len(missing) == len(in_file) > 1:
                text = f"none of the {len(missing)} texts of this file has words in `{language}`"
                yield Diagnostic("W405", text, missing[0].location, hint, "warning")
                continue
            for word in missing:
                text = f"there are no words for `{word.name}` in `{language}`"
                yield Diagnostic("W405", text, word.location, hint, "warning")


def _word(word: Term, names: Names) -> Iterator[Diagnostic]:
    if word.fact:
        yield from _about_events(word, names)
    allowed = _gaps(word, names)
    for language, text in word.texts.items():
        if not _closed(text.replace(f"{OR_PIECE}}}", "}")):
            message = f"a bracket or brace is not closed in the text in `{language}`"
            hint = "write `{name}` and `[yes|no]`, without nesting"
            yield Diagnostic("E404", message, word.places[language], hint)
            continue
        for gap in GAP.findall(text):
            if gap not in allowed:
                hint = suggest(gap, allowed) or _names_hint(allowed)
                at = word.places[language]
                yield Diagnostic("E402", f"unknown gap `{{{gap}}}`", at, hint)
        yield from _forms(word, language, text)
        if VALUE in word.parameters and word.section in VALUED and f"{{{VALUE}" not in text:
            message = f"the text in `{language}` for `{word.form}` does not show the value"
            hint = "write `{value}` where the value belongs: the definition is put there"
            yield Diagnostic("E410", message, word.places[language], hint)


def _gaps(word: Term, names: Names) -> set[str]:
    """Return the gaps that a text may have."""
    if word.section == "moments":
        return {TURN}
    if word.section == "acts":
        return _roles(word.key, names) if word.form == "event" else set()
    return {*word.parameters, *(f"{name}{OR_PIECE}" for name in word.parameters)}


def _roles(action: str, names: Names, computed: bool = False) -> set[str]:
    """Return the open roles of an action, or all of them; none if there is no such action."""
    declared = names.actions.get(action)
    roles = () if declared is None else declared.roles
    return {role.name for role in roles if computed or role.type is not None}


def _about_events(word: Term, names: Names) -> Iterator[Diagnostic]:
    """Report names in words for an action's events that the action does not have."""
    action = names.actions.get(word.key)
    if action is None:
        message = f"the game has no action `{word.key}` that could have words here"
        hint = suggest(word.key, names.actions) or _names_hint(names.actions)
        yield _diagnostic("E401", message, word, hint)
        return
    roles = _roles(word.key, names, computed=True)
    for name in word.parameters:
        if name not in roles:
            message = f"`{name}` is not a role of the action `{word.key}`"
            hint = "a fact can have words for an action if all its parameters are roles of it"
            yield _diagnostic("E401", message, word, hint)
    rules = [rule.name for rule in action.rules]
    for name in word.implied:
        if name not in rules:
            message = f"the action `{word.key}` has no rule `{name}`"
            yield _diagnostic("E401", message, word, suggest(name, rules) or _names_hint(rules))


def _forms(word: Term, language: str, text: str) -> Iterator[Diagnostic]:
    least, most = FORMS.get(word.form or word.section, (1, 0))
    parts = [part.strip() for part in text.split(",")]
    if most and not (least <= len(parts) <= most and all(parts)):
        examples = "`a space, spaces`" if most == FORMS["nouns"][1] else "`move, moves, moved`"
        message = f"the text in `{language}` has too few or too many forms"
        yield Diagnostic("E403", message, word.places[language], f"write them as in {examples}")


def _closed(text: str) -> bool:
    """Return whether all braces and brackets are closed, and brackets are not nested."""
    bare = re.sub(r"\{[a-z_0-9]+\}", "", text)
    return not re.search(r"[{}]", bare) and not re.search(r"[][]", re.sub(r"\[[^][]*\]", "", bare))


def _names_hint(names: Iterable[str]) -> str:
    return f"known here: {listed(sorted(names)) or 'nothing'}"


def _diagnostic(code: str, message: str, word: Term, hint: str | None) -> Diagnostic:
    return Diagnostic(code, message, word.declared, hint)
