"""The words in reach of a card: its own, then the game's, then the language's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from thesmos.book.prose.match import Found, match, take
from thesmos.book.prose.normal import conjuncts, normal
from thesmos.book.prose.tongue import Tongue
from thesmos.check.walk import nodes
from thesmos.fault import Place
from thesmos.load import tree as t
from thesmos.load.clause import parse_expr
from thesmos.load.marked import Text
from thesmos.load.words import GAP, Word

HERE = Place("", 1, 1)


@dataclass(frozen=True)
class Noun:
    """What a kind is called: one, several, the gender that its article tells; proper has none."""

    one: str
    many: str
    gender: str
    proper: bool = False


@dataclass(frozen=True)
class Form:
    """A form with gaps and its text; `positive` tells which of a text's two halves is meant."""

    layer: int
    size: int
    node: t.Node
    gaps: frozenset[str]
    text: str
    positive: bool


@dataclass(frozen=True)
class _ActForm:
    layer: int
    kinds: tuple[str, ...]
    parts: tuple[t.Expr, ...]
    texts: dict[str, str] = field(hash=False)


class Lexicon:
    """Looks words up. `layers` are words from the nearest to the farthest."""

    def __init__(self, tongue: Tongue, layers: Sequence[Iterable[Word]]) -> None:
        self.tongue = tongue
        self._names: dict[tuple[str, str], str] = {}
        self._forms: dict[type, list[Form]] = {}
        self._acts: list[_ActForm] = []
        for layer, words in enumerate(layers):
            for word in words:
                self._add(layer, word)
        self._add_core(len(layers))
        for forms in self._forms.values():
            forms.sort(key=lambda form: (form.layer, -form.size))
        self._acts.sort(key=lambda act: (-len(act.parts), act.layer))

    def _add(self, layer: int, word: Word) -> None:
        text = word.texts.get(self.tongue.code)
        if text is None:
            return
        if word.section == "phrases" and word.pattern is not None:
            self._add_form(layer, word.pattern, word.gaps, text)
        elif word.section == "acts" and isinstance(word.pattern, t.History):
            self._add_act(layer, word, word.pattern.event, text)
        else:
            self._names.setdefault((word.section, word.key), text)

    def _add_form(self, layer: int, node: t.Node, gaps: frozenset[str], text: str) -> None:
        size = sum(not (isinstance(n, t.Name) and n.name in gaps) for n in nodes(node))
        ways = (True, False) if "[" in text and isinstance(node, t.Expr) else (True,)
        for positive in ways:
            made = normal(node, positive) if isinstance(node, t.Expr) else node
            form = Form(layer, size, made, gaps, text, positive)
            self._forms.setdefault(type(made), []).append(form)

    def _add_act(self, layer: int, word: Word, event: t.Event, text: str) -> None:
        parts = tuple(conjuncts(event.condition))
        for act in self._acts:
            if act.layer == layer and act.kinds == event.kinds and act.parts == parts:
                act.texts[word.form] = text
                return
        self._acts.append(_ActForm(layer, event.kinds, parts, {word.form: text}))

    def _add_core(self, layer: int) -> None:
        for kind, text in self.tongue.nouns.items():
            self._names.setdefault(("nouns", kind), text)
        for key, text in self.tongue.phrases.items():
            node, faults = parse_expr(Text(HERE, key))
            assert node is not None, faults
            self._add_form(layer, node, frozenset(GAP.findall(text)), text)

    def name(self, section: str, key: str) -> str | None:
        """The text under a key that is a name."""
        return self._names.get((section, key))

    def noun(self, text: str) -> Noun:
        """`a space, spaces` in its parts; without a plural, the one form serves for both."""
        one, _, many = (part.strip() for part in text.partition(","))
        first, _, rest = one.partition(" ")
        gender = self.tongue.articles.get(first)
        bare = one if gender is None else rest
        return Noun(bare, many or bare, gender or "", gender is None)

    def kind(self, name: str) -> Noun | None:
        """The noun of a kind, whose name may stand in the plural."""
        text = self.name("nouns", name) or self.name("nouns", name.removesuffix("s"))
        return None if text is None else self.noun(text)

    def phrase(self, node: t.Node) -> tuple[Form, Found] | None:
        """The nearest and most telling form that a node is of."""
        for form in self._forms.get(type(node), ()):
            found = match(form.node, node, form.gaps)
            if found is not None:
                return form, found
        return None

    def joint(self, parts: Sequence[t.Expr]) -> tuple[Form, Found, list[t.Expr]] | None:
        """A form of several conditions at once that stand among these, and what is left."""
        for form in self._forms.get(t.Logic, ()):
            if isinstance(form.node, t.Logic) and form.node.word == "and":
                found = take(form.node.parts, parts, form.gaps)
                if found is not None:
                    return form, *found
        return None

    def act(
        self, form: str, kinds: tuple[str, ...], parts: list[t.Expr]
    ) -> tuple[str | None, list[t.Expr]]:
        """The `verb`, `noun` or `event` of an action for events with these conditions.

        With it the conditions that it leaves out; None if there are no such words.
        """
        for act in self._acts:
            if act.kinds == kinds and form in act.texts:
                found = take(act.parts, parts, frozenset())
                if found is not None:
                    return act.texts[form], found[1]
        return None, parts
