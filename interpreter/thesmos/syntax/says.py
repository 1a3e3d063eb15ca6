"""What a declared name is called in sentences: the key `says` where it is declared.

`says` is a text for each language, or a text for each form. Which forms a thing has depends on what
it is; each is what a sentence asks of the name: its value, whether it equals something, that it
changes. Each form becomes a word (syntax/words.py) whose key is made of the name alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from thesmos.diagnostics import Diagnostic
from thesmos.syntax.clause_parser import parse_expr_or_effect
from thesmos.syntax.words import ACT_FORMS, GAP, Term, act_pattern, name_word
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText

PLAIN = ""  # the form of a text that is given without the name of a form
OR_PIECE = " or piece"  # `{a or piece}`: also the piece on a place, if the place is named by it
IT, VALUE, ONE, OTHER = "it", "value", "a", "b"  # the gaps of forms

# The forms of a value, and what is asked with each: `{}` is the value, `{a}` and `{b}` are the
# value of two things.
ASKED: Mapping[str, str] = {
    "none": "{} is none",
    "equals": "{} = value",
    "has": "value in {}",
    "same": "{a} = {b}",
    "more": "{a} > {b}",
    "less": "{a} < {b}",
}
# The forms of what can change, and the effect that each tells.
CHANGED: Mapping[str, str] = {
    "becomes": "{} := value",
    "set": "{} := yes",
    "unset": "{} := no",
    "cleared": "{} := none",
    "rises": "{} += value",
    "falls": "{} -= value",
    "one more": "{} += 1",
    "one less": "{} -= 1",
}
# The forms of a role of past events, and which event is meant.
EVENTS: Mapping[str, str] = {
    "last": "last({})",
    "first": "first({})",
    "last turn": "last({} during your last turn)",
}


class SaysReader:
    """Collects the words of one document, and the errors in them."""

    def __init__(self) -> None:
        self.words: list[Term] = []
        self.diagnostics: list[Diagnostic] = []

    def name(self, section: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of what only has a name in sentences: a kind, a role, a rule, a step."""
        for form, texts in self._forms(node, key):
            if form:
                self._wrong_form(form, key, [])
            else:
                self.words.append(name_word(section, key.value, texts, key.location))

    def value(
        self, key: YamlText, node: YamlNode | None, parameters: Sequence[str], changes: bool
    ) -> None:
        """Read `says` of a fact, an attribute or a memory.

        A fact about the roles of an action can give words for the events that it holds for, under
        the name of the action: `move: {verb: …}`.

        parameters: the names of what it is asked of. changes: whether effects can change it.
        """
        forms = {**ASKED, **(CHANGED if changes else {})}
        for act, words in node.items if isinstance(node, YamlMap) else ():
            if isinstance(words, YamlMap) and any(words.get(form) for form in ACT_FORMS):
                self.action(act, words, _call(key.value, parameters))
        for form, texts in self._forms(node, key):
            if form in forms:
                self._asked(key, forms[form], texts, parameters)
            elif form == PLAIN:
                self._phrase(key, _call(key.value, parameters), texts, parameters)
            else:
                self._wrong_form(form, key, list(forms))

    def word(self, key: YamlText, node: YamlNode | None, asked_of: Sequence[str]) -> None:
        """Read `says` of a word of an enum, or of a zone.

        asked_of: what can have this value, with the gap `it`: `sort(it)`, `zone(it)`.
        """
        for form, texts in self._forms(node, key):
            if form == PLAIN:
                self._phrase(key, key.value, texts, ())
            elif form in ("equals", "becomes"):
                sign = "=" if form == "equals" else ":="
                for one in asked_of:
                    self._phrase(key, f"{one} {sign} {key.value}", texts, (IT,))
            else:
                self._wrong_form(form, key, ["equals", "becomes"])

    def option(self, option: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of a value of an option."""
        for form, texts in self._forms(node, key):
            if form == PLAIN:
                name = f"{option}.{key.value}"
                self.words.append(name_word("options", name, texts, key.location))
            elif form == "equals":
                self._phrase(key, f"option({option}) = {key.value}", texts, ())
            else:
                self._wrong_form(form, key, ["equals"])

    def role(self, action: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of a role of an action."""
        for form, texts in self._forms(node, key):
            if form == PLAIN:
                name = f"{action}.{key.value}"
                self.words.append(name_word("roles", name, texts, key.location))
            elif form in EVENTS:
                asked = f"{EVENTS[form].format(action)}.{key.value}"
                self._phrase(key, asked, texts, ())
            elif form == "holds":
                self._phrase(key, key.value, texts, ())
            elif form == "equals":
                self._phrase(key, f"{key.value} = {VALUE}", texts, (VALUE,))
            else:
                self._wrong_form(form, key, [*EVENTS, "equals", "holds"])

    def action(self, key: YamlText, node: YamlNode | None, where: str = "") -> None:
        """Read `says` of an action; of its events for which a condition holds."""
        for form, texts in self._forms(node, key):
            if form in ACT_FORMS:
                act = f"{key.value} where {where}" if where else key.value
                pattern = act_pattern(YamlText(key.location, act), self.diagnostics)
                self.words.append(
                    Term(
                        section="acts",
                        key=act,
                        form=form,
                        texts=texts,
                        pattern=pattern,
                        location=key.location,
                    )
                )
            else:
                self._wrong_form(form, key, list(ACT_FORMS))

    # -------------------------------------------------------------------------- parts

    def _forms(self, node: YamlNode | None, key: YamlText) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield each form with its texts; a bare scalar is English."""
        if isinstance(node, YamlText):
            yield PLAIN, {"en": node.value}
        items = node.items if isinstance(node, YamlMap) else ()
        plain = {
            name.value: value.value
            for name, value in items
            if isinstance(value, YamlText) and _is_text(name, value)
        }
        if plain:
            yield PLAIN, plain
        for name, value in items:
            nested = isinstance(value, YamlMap) and any(value.get(form) for form in ACT_FORMS)
            if not nested and not _is_text(name, value):
                yield from ((name.value, texts) for _, texts in self._forms(value, key))

    def _asked(
        self, key: YamlText, form: str, texts: dict[str, str], parameters: Sequence[str]
    ) -> None:
        if "{a}" in form:  # two things, of which the last parameter is the one that differs
            one, other = ([*parameters[:-1], gap] for gap in (ONE, OTHER))
            asked = form.format(a=_call(key.value, one), b=_call(key.value, other))
            self._phrase(key, asked, texts, (*parameters[:-1], ONE, OTHER))
        else:
            asked = form.format(_call(key.value, parameters))
            self._phrase(key, asked, texts, (*parameters, VALUE))

    def _phrase(
        self, key: YamlText, asked: str, texts: dict[str, str], gaps: Sequence[str]
    ) -> None:
        """Add the words for a value or an effect, and those for the pieces on its places."""
        marked = {gap for text in texts.values() for gap in GAP.findall(text) if OR_PIECE in gap}
        pieces = sorted(gap.removesuffix(OR_PIECE) for gap in marked)
        bare = {code: text.replace(OR_PIECE + "}", "}") for code, text in texts.items()}
        for count in range(len(pieces) + 1):
            for chosen in combinations(pieces, count):
                names = "|".join(chosen) or "$^"
                form = re.sub(rf"\b({names})\b", r"place(\1)", asked)
                made, wrong = parse_expr_or_effect(YamlText(key.location, form))
                self.diagnostics += [replace(one, location=key.location) for one in wrong]
                known = frozenset(gaps)
                self.words.append(
                    Term(
                        section="phrases",
                        key=form,
                        form="",
                        texts=bare,
                        pattern=made,
                        location=key.location,
                        parameters=known,
                    )
                )

    def _wrong_form(self, form: str, key: YamlText, known: Sequence[str]) -> None:
        hint = f"write a text for each language, or one of: {', '.join(known)}"
        self.diagnostics.append(
            Diagnostic("E409", f"`{key.value}` has no form `{form}`", key.location, hint)
        )


def _is_text(name: YamlText, value: YamlNode) -> bool:
    """Whether an entry is a text in a language, whose code has two letters."""
    return len(name.value) == len("en") and isinstance(value, YamlText)


def _call(name: str, arguments: Sequence[str]) -> str:
    return f"{name}({', '.join(arguments)})" if arguments else name
