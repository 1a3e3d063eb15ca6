"""The words of a game for sentences: what its things, acts and conditions are called.

Each word has a key: a name, or a piece of the clause language with gaps. A gap is a name that
occurs in braces in one of the texts: `s` in `vacant(s)`, whose text is `{s} is unoccupied`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_expr, parse_expr_or_effect
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText

GAP = re.compile(r"\{([^{}]*)\}")
NAMED = ("nouns", "roles", "rules", "steps", "moments", "options")  # sections whose keys are names
ACT_FORMS = ("verb", "noun", "event")


@dataclass(frozen=True, kw_only=True)
class Term:
    """What one thing is called: a text for each language.

    form: which of the texts of an act this is. pattern: the syntax tree of the key of a phrase or
    an act; None if the key is a name. parameters: the names in the pattern that stand for anything.
    """

    section: str
    key: str
    form: str
    texts: dict[str, str] = field(hash=False)
    pattern: t.Node | None = field(hash=False)
    location: Location = field(compare=False, repr=False)
    parameters: frozenset[str] = frozenset()

    @property
    def gaps(self) -> frozenset[str]:
        """The parameters of what has a name, and the names in braces in any of the texts."""
        found = {name for text in self.texts.values() for name in GAP.findall(text)}
        return self.parameters | found


def name_word(section: str, key: str, texts: dict[str, str], location: Location) -> Term:
    """Return the word for something that only has a name in sentences."""
    return Term(section=section, key=key, form="", texts=texts, pattern=None, location=location)


def read_words(node: YamlNode | None) -> tuple[tuple[Term, ...], list[Diagnostic]]:
    """Read the words under a key `words` that is valid against its schema.

    Returns the words, and the errors in their keys.
    """
    diagnostics: list[Diagnostic] = []
    made: list[Term] = []
    for section, entries in node.items if isinstance(node, YamlMap) else ():
        for key, value in entries.items if isinstance(entries, YamlMap) else ():
            if section.value in NAMED:
                made.append(name_word(section.value, key.value, _texts(value), key.location))
            elif section.value == "acts":
                made += _act(key, value, diagnostics)
            elif section.value == "phrases":
                pattern = _phrase(key, diagnostics)
                made.append(
                    Term(
                        section="phrases",
                        key=key.value,
                        form="",
                        texts=_texts(value),
                        pattern=pattern,
                        location=key.location,
                    )
                )
    return tuple(made), diagnostics


def _texts(node: YamlNode | None) -> dict[str, str]:
    """Read a text for each language; a bare scalar is English."""
    if isinstance(node, YamlText):
        return {"en": node.value}
    items = node.items if isinstance(node, YamlMap) else ()
    return {key.value: value.value for key, value in items if isinstance(value, YamlText)}


def _act(key: YamlText, node: YamlNode, diagnostics: list[Diagnostic]) -> Iterator[Term]:
    """Read the words for an act: an action, or its events for which a condition holds."""
    pattern = act_pattern(key, diagnostics)
    for form in ACT_FORMS:
        value = node.get(form) if isinstance(node, YamlMap) else None
        if value is not None:
            yield Term(
                section="acts",
                key=key.value,
                form=form,
                texts=_texts(value),
                pattern=pattern,
                location=key.location,
            )


def act_pattern(key: YamlText, diagnostics: list[Diagnostic]) -> t.Past | None:
    """Parse `move where rise > 0` as the question whether there was such an event."""
    asked = YamlText(key.location, f"did({key.value})")
    made, wrong = parse_expr(asked)
    diagnostics += [replace(diagnostic, location=key.location) for diagnostic in wrong]
    return made if isinstance(made, t.Past) else None


def _phrase(key: YamlText, diagnostics: list[Diagnostic]) -> t.Node | None:
    """Parse the key of a phrase: an expression, or else one effect."""
    made, wrong = parse_expr_or_effect(key)
    diagnostics += wrong
    return made
