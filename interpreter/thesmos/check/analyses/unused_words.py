"""Find unused words under `says`: those that no sentence and no page can show.

A future card may use the names of the game's own file. So the plain words of that file, and those
of its actions, count as used if the game has powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from thesmos.check.text.questions import HOLDS, Head, Key, head_of, name_of, questions
from thesmos.diagnostics import Diagnostic
from thesmos.kept import AFRESH, Kept
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.declarations import Action, Card, Fact, Step, Supply
from thesmos.program.node import AttributeRef, Ref, inside, walk
from thesmos.program.positions import ByPlayer, GameValue
from thesmos.syntax.says import ASKED, CHANGED, LABEL, PLAIN
from thesmos.syntax.words import Term

Words = Mapping[Key, Term]

BY_EVENTS = "acts"
ALWAYS = ("nouns", "scores", "steps", "moments", "options", "facts", "roles", BY_EVENTS)  # if plain
BY_NAME = ("memory", "attributes", "words")  # if plain: their names can be used alone
VERBS = (c.Permit, c.Forbid, c.Require)


def unused_words(
    written: Sequence[tuple[Card, tuple[Term, ...]]],
    others: Iterable[Any],
    printed: Iterable[Supply],
    open_files: tuple[str, ...],
    kept: Kept = AFRESH,
) -> list[Term]:
    """Return the words that are not used.

    written: the game's own text and its cards, each with its words.
    others: further parts of the program that use names.
    printed: the named pieces; pages show what is printed on each.
    open_files: the beginnings of the names of files whose names future cards may use.
    kept: what is known of single cards.
    """
    (base, words), *cards = written
    shared = _words_by_key(base, words, True, kept)
    used = set[Term]()
    for card, terms in written:
        own = shared if card is base else _words_by_key(card, terms, False, kept)
        used |= kept.of("words used", partial(_used_in, card, shared, own), card, shared, own)
    for part in others:
        _WordMarker(shared, used).visit(part, None)
    for supply in printed:
        _WordMarker(shared, used).supply(supply)
    by_key = {
        key: word
        for card, terms in cards
        for key, word in _words_by_key(card, terms, False, kept).items()
    }
    return [
        word
        for (section, _, form), word in {**shared, **by_key}.items()
        if word not in used
        and not _always(section, form, word)
        and not (
            word.declared.file.startswith(open_files) and (form == PLAIN or section == BY_EVENTS)
        )
    ]


def unused(word: Term) -> Diagnostic:
    """Return the warning that a word is not used."""
    form = f"`{word.form}`" if word.form else "text"
    text = f"no sentence can show the {form} under `says` of `{word.name}`"
    hint = "remove it, or use the name in this form"
    return Diagnostic("W409", text, word.location, hint, "warning")


def _words_by_key(card: Card, words: tuple[Term, ...], of_game: bool, kept: Kept) -> Words:
    def by_key() -> Words:
        return {(word.section, name_of(word, card, of_game), word.form): word for word in words}

    return kept.of("words by key", by_key, card, words, of_game)


def _used_in(card: Card, shared: Words, own: Words) -> set[Term]:
    """Return the words that a card uses, of the game's and its own."""
    used = set[Term]()
    _WordMarker({**shared, **own}, used).card(card)
    return used


def _always(section: str, form: str, word: Term) -> bool:
    """Return whether a page always shows such words."""
    if section == "rules":
        return form == HOLDS
    if section == BY_EVENTS:
        return not word.fact
    if form != PLAIN:
        return False
    return section in ALWAYS or section == "words" or (section in BY_NAME and not word.parameters)


class _WordMarker:
    """Marks the words that the text of one card uses.

    names: the words that it may use.
    used: the words marked so far, by this and other markers.
    """

    def __init__(self, names: Words, used: set[Term]) -> None:
        self.names, self.used = names, used

    def card(self, card: Card) -> None:
        """Mark the words that a card uses."""
        for action in card.actions:
            self._action(action)
        for fact in card.facts:
            self._fact(fact)
        for step in card.steps:
            self._step(step)
        for clause in card.clauses:
            self._clause(clause)
        for supply in card.supply:
            self.supply(supply)
        self.visit(card.scores, None)

    # --------------------------------------------------------------------- declarations

    def _action(self, action: Action) -> None:
        for role in action.roles:
            if role.value is not None:
                self._anything(role.value, action.name)
        parts = (action.roles, action.rules, action.effects, action.notations)
        self.visit((*parts, action.weight, action.suggested), action.name)

    def _fact(self, fact: Fact) -> None:
        body = fact.body
        self._anything(body, None)
        self.visit(body, None)

    def _step(self, step: Step) -> None:
        for action in step.actions:
            self.visit(step.when_one, action)
            if not isinstance(step.chooser, str):
                self.visit(step.chooser, action)

    def supply(self, supply: Supply) -> None:
        """Mark the words for attributes of the pieces of a supply, and for their values."""
        for value in supply.values:
            attribute = AttributeRef(supply.kind, value.attribute)
            self._forms("attributes", attribute)
            self._mark(("attributes", attribute, LABEL))
            self._equal_words(value.words)
        self._equal_words((supply.zone,))

    def _equal_words(self, words: Iterable[object]) -> None:
        for (section, name, form), word in self.names.items():
            if section == "words" and form == "equals" and isinstance(name, tuple):
                self.used |= {word} if name[1] in words else set()

    def _clause(self, clause: c.Clause) -> None:
        action = getattr(clause, "action", None)
        if isinstance(clause, c.Permit):
            for rule in clause.waives:
                self._mark(("rules", (clause.action, rule), PLAIN))
        if isinstance(action, Ref):
            self._events(action, clause, ("verb",) if isinstance(clause, VERBS) else ("noun",))
        self.visit(clause, action)

    def _events(self, action: Ref, part: Any, forms: tuple[str, ...]) -> None:
        """Mark an action's words for the facts and roles that a part of a program uses."""
        for node in walk(part):
            for form in forms:
                if isinstance(node, v.FactValue):
                    self._mark((BY_EVENTS, (action, node.fact), form))
                elif isinstance(node, v.Variable):
                    self._mark(("roles", (action, node.name), form))

    # ---------------------------------------------------------------------------- nodes

    def visit(self, part: Any, action: Ref | None) -> None:
        """Mark the words that a part of a program uses.

        action: the action whose roles are in scope.
        """
        if isinstance(part, (tuple, dict)) or not isinstance(part, (v.Value, e.Effect)):
            if isinstance(part, (ByPlayer, GameValue)):  # a picture has a heading for it
                self._mark(("attributes", part.attribute, LABEL))
            if isinstance(part, v.EventPattern):
                action = part.action
                self._events(action, part, ("verb", "noun"))
            for child in inside(part) if part is not None else ():
                self.visit(child, action)
            return
        arguments = self._words_declared_for(part, action)
        for child in inside(part) if arguments is None else arguments:
            self.visit(child, action)
        if arguments is None:
            self._spelled_out(part, action)

    def _words_declared_for(
        self, node: v.Value | e.Effect, action: Ref | None
    ) -> tuple[v.Value, ...] | None:
        """Mark the words declared for a node, and return the values in their gaps.

        Return None if the node may also be worded otherwise.
        """
        if isinstance(node, v.FactValue):
            self._mark(("facts", node.fact, "one"))
        condition = isinstance(node, v.Value) and node.type.base == "flag" and not node.type.many
        for section, name, form, _, arguments in questions(node, action):
            word = self.names.get((section, name, form))
            if word is None:
                continue
            self.used.add(word)
            if not condition or all("[" in text for text in word.texts.values()):
                return arguments
        return None

    def _spelled_out(self, node: v.Value | e.Effect, action: Ref | None) -> None:
        """Mark what a node may use if it is worded by its parts."""
        match node:
            case v.FactValue(arguments=arguments):  # its definition may be shown for its arguments
                for argument in arguments:
                    self._anything(argument, action)
            case v.Compare(left=left, right=right):
                for side, other_side in ((left, right), (right, left)):
                    if isinstance(other_side, (v.Variable, v.FactValue)):  # may stand for any value
                        self._anything(side, action)
            case v.IsIn(of=of):
                self._anything(of, action)
            case e.Assign(target=target, value=v.IfElse(then=then, otherwise=otherwise) as value):
                for branch in (then, otherwise):
                    self._words_declared_for(
                        e.Assign(target, node.word, branch, location=value.location), action
                    )
                    self._becomes(target)
            case e.Assign(target=target):
                self._becomes(target)
            case e.Let(value=value):
                self._anything(value, action)

    def _becomes(self, target: v.Value) -> None:
        """Mark the words for the values that a target may be assigned."""
        for key in self.names:
            if key[0] == "words" and key[2] == "becomes" and key[1][0] == target.type.name:  # type: ignore[index]
                self._mark(key)

    def _anything(self, value: v.Value, action: Ref | None) -> None:
        """Mark all words for a value of which any may be shown."""
        head = head_of(value, action)
        if head is not None:
            self._forms(head.section, head.name, head)
        if value.type.base == "enum":
            for key in self.names:
                if key[0] == "words" and key[2] == "equals" and key[1][0] == value.type.name:  # type: ignore[index]
                    self._mark(key)

    def _forms(self, section: str, name: Any, head: Head | None = None) -> None:
        if head is not None and head.form != PLAIN:
            self._mark((section, name, head.form))
            return
        for form in (PLAIN, HOLDS, *ASKED, *(CHANGED if section == "roles" else ())):
            self._mark((section, name, form))

    def _mark(self, key: Key) -> None:
        word = self.names.get(key)
        if word is not None:
            self.used.add(word)
