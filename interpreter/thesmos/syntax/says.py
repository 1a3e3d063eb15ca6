"""Read how a declared name is worded in sentences: the key `says` of its declaration.

`says` has a text for each language, or such texts for each form. A form is what a sentence asks
about the name: its value, whether it equals something, that it changes; which forms there are
depends on the kind of name. Each form becomes a word (syntax/words.py), found by name and form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import yaml_values as y
from thesmos.syntax.words import ACT_FORMS, Term
from thesmos.syntax.yaml_nodes import YamlNode, YamlText

SAYS = "says"
PLAIN = ""  # the form of a text that is given without the name of a form
IT, FOR, VALUE, ONE, OTHER = "it", "for", "value", "a", "b"  # the gaps of forms

COMPARED = ("equals", "above", "below")  # compared with `{value}`
# The forms of a value.
ASKED = ("none", "has", "same", "more", "less", "one", *COMPARED)
# The forms of what can change.
CHANGED = ("becomes", "set", "unset", "cleared", "rises", "falls", "one more", "one less")
# The forms of a role in past events.
EVENTS = ("last", "first", "last turn")
ROLE = (*EVENTS, *COMPARED, "holds")
LABEL = "label"  # of an attribute: the heading of its values where pieces are compared
GAPS = {  # the gaps of forms, besides the parameters of the name
    **dict.fromkeys(("has", "becomes", "rises", "falls", *COMPARED), (VALUE,)),
    **dict.fromkeys(("same", "more", "less"), (ONE, OTHER)),
}
IMPLIES = "implies"


@dataclass(frozen=True)
class _Wording:
    """The words of one form: texts by language, and the location of the first one."""

    form: str
    texts: tuple[tuple[YamlText, YamlText], ...]
    location: Location


class SaysReader:
    """Collects the words of one document, and the errors in them.

    In all methods, `key` and `node` are those of a declaration, whose `says` is read if it has one.
    """

    def __init__(self) -> None:
        self.words: list[Term] = []
        self.diagnostics: list[Diagnostic] = []

    def name(self, section: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of a thing that sentences only name: a kind, a step, a moment."""
        self._read(section, key.value, key, node)

    def rule(self, action: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of a rule of an action."""
        self._read("rules", f"{action}.{key.value}", key, node, ("holds",))

    def value(
        self,
        section: str,
        key: YamlText,
        node: YamlNode | None,
        parameters: Sequence[str] = (),
        owner: str = "",
    ) -> None:
        """Read `says` of a fact, an attribute, a memory or a local.

        A fact about the roles of an action can have words for the events for which it holds, under
        the name of the action: `move: {verb: …}`.

        parameters: those of a fact.
        owner: for an attribute, the kind of thing that has it.
        """
        fact = section == "facts"
        for act, words in y.pairs(y.get(node, SAYS)) if fact else ():
            if _is_act(words):
                self._acts(act, words, key.value, parameters)
        forms = ASKED if fact else (*ASKED, *CHANGED)
        forms = (*forms, LABEL) if section == "attributes" else forms
        name = f"{owner}.{key.value}" if section == "attributes" else key.value
        self._read(section, name, key, node, forms, parameters)

    def word(self, enum: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of a word of an enum, or of a zone."""
        forms = ("equals", "becomes")
        self._read("words", f"{enum}.{key.value}", key, node, forms, (IT,))

    def option(self, option: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of a value of an option."""
        self._read("options", f"{option}.{key.value}", key, node, ("equals",))

    def role(self, action: str, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of a role of an action.

        It can have words for the events in which it has a value, `{value}`, as a verb or a noun.
        """
        self._read("roles", f"{action}.{key.value}", key, node, (*ROLE, "verb", "noun"))

    def action(self, key: YamlText, node: YamlNode | None) -> None:
        """Read `says` of an action."""
        self._acts(key, y.get(node, SAYS))

    # -------------------------------------------------------------------------- parts

    def _acts(
        self,
        key: YamlText,
        said_of: YamlNode | None,
        fact: str = "",
        parameters: Sequence[str] = (),
    ) -> None:
        """Read the words of an action, or of its events for which a fact about its roles holds.

        parameters: those of the fact, which are roles.
        """
        implied = y.get(said_of, IMPLIES)
        names = (y.text(implied),) if isinstance(implied, YamlText) else y.words(implied)
        for wording in self._forms(said_of):
            if wording.form in ACT_FORMS:
                self._add("acts", key.value, key, wording, parameters, fact, names)
            elif wording.form != IMPLIES or not fact:
                self._wrong_form(wording, key, ACT_FORMS)

    def _read(
        self,
        section: str,
        name: str,
        key: YamlText,
        node: YamlNode | None,
        forms: Sequence[str] = (),
        parameters: Sequence[str] = (),
    ) -> None:
        for wording in self._forms(y.get(node, SAYS)):
            if wording.form == PLAIN or wording.form in forms:
                self._add(section, name, key, wording, parameters)
            else:
                self._wrong_form(wording, key, forms)

    def _add(
        self,
        section: str,
        name: str,
        key: YamlText,
        wording: _Wording,
        parameters: Sequence[str],
        fact: str = "",
        implied: tuple[str, ...] = (),
    ) -> None:
        form = wording.form
        if form == LABEL:  # has no gaps
            parameters = ()
        elif form in ("same", "more", "less"):  # of two things, which differ in the last parameter
            parameters = parameters[:-1]
        elif section == "roles" and form in ("verb", "noun"):
            parameters = (VALUE,)
        gaps = parameters if section in ("words", "options") else (*parameters, *GAPS.get(form, ()))
        self.words.append(
            Term(
                section=section,
                key=name,
                form=form,
                texts={language.value: text.value for language, text in wording.texts},
                places={language.value: text.location for language, text in wording.texts},
                declared=key.location,
                parameters=tuple(gaps),
                fact=fact,
                implied=implied,
            )
        )

    def _forms(self, node: YamlNode | None) -> Iterator[_Wording]:
        """Yield the words of each form; a bare scalar is English."""
        if isinstance(node, YamlText):
            english = YamlText(node.location, y.ENGLISH)
            yield _Wording(PLAIN, ((english, node),), node.location)
        items = y.pairs(node)
        plain = tuple(
            (name, value)
            for name, value in items
            if isinstance(value, YamlText) and _is_text(name, value)
        )
        if plain:
            yield _Wording(PLAIN, plain, plain[0][1].location)
        for name, value in items:
            if name.value == IMPLIES:
                yield _Wording(IMPLIES, (), name.location)
            elif not _is_act(value) and not _is_text(name, value):
                yield from (replace(wording, form=name.value) for wording in self._forms(value))

    def _wrong_form(self, wording: _Wording, key: YamlText, forms: Sequence[str]) -> None:
        hint = f"write a text for each language, or one of: {', '.join(forms)}"
        if not forms:
            hint = "write a text for each language"
        message = f"`{key.value}` has no form `{wording.form}`"
        if not wording.form:
            message = f"a text alone does not say what form of `{key.value}` it is"
        self.diagnostics.append(Diagnostic("E409", message, wording.location, hint))


def _is_act(node: YamlNode) -> bool:
    """Return whether the entry of a name in `says` has a verb or a noun of an action."""
    return any(y.get(node, form) for form in ACT_FORMS)


def _is_text(name: YamlText, value: YamlNode) -> bool:
    """Return whether an entry is a text in a language, whose code has two letters."""
    return len(name.value) == len("en") and isinstance(value, YamlText)
