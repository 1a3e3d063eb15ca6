"""The verbalizer: turns nodes of the typed program into text, in one language.

`say` turns any node into text: by a declared phrase if there is one, else by its construct.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from thesmos.diagnostics import Location
from thesmos.program.declarations import GameProgram, Parameter
from thesmos.program.effects import Assign, Effect
from thesmos.program.node import Ref
from thesmos.program.types import PLAYER, Type
from thesmos.program.values import (
    AfterDo,
    Along,
    CellOf,
    Compare,
    FactValue,
    IfElse,
    Logic,
    Not,
    Nothing,
    Search,
    Spread,
    Value,
    Variable,
)
from thesmos.syntax.says import VALUE
from thesmos.syntax.words import GAP, OR_PIECE
from thesmos_rulebook.prose.declared_names import DeclaredText
from thesmos_rulebook.prose.language import END, Language
from thesmos_rulebook.prose.lexicon import Lexicon, Noun
from thesmos_rulebook.prose.normal_form import conjuncts, is_small, normal, substituted

MAX_PARTS = 500  # nodes in one sentence
MAX_DEPTH = 60  # levels of nesting
LIST_FROM = 3  # from this many conditions on they become a list
# The forms in which a proper noun has no article.
FORMS_WITHOUT_ARTICLE = ("a", "first", "that", "kind.a", "kind.any", "kind.the", "kind.each")
CHOICE = re.compile(r"\[([^][|]*)(?:\|([^][|]*))?\]")

Gap = str | Callable[[], str]  # the text for a gap, or a function that makes it when needed


@dataclass
class Mention:
    """How to refer to a thing when it is first mentioned, and from then on."""

    first: str | Callable[[], str]
    later: str
    used: bool = False

    def say(self) -> str:
        """Return the thing's name at this point of the text."""
        if self.used:
            return self.later
        self.used = True
        return self.first if isinstance(self.first, str) else self.first()


@dataclass(frozen=True)
class MissingWord:
    """Something that has no words, and the place that needs them."""

    what: str
    location: Location | None


@dataclass
class MissingWords:
    """The words found missing so far, and the size of the sentence being made.

    parts: the number of nodes in the sentence so far.
    depth: how deeply the current one is nested.
    """

    missing: list[MissingWord] = field(default_factory=list)
    parts: int = 0
    depth: int = 0


@dataclass
class Verbalizer:
    """Turns nodes into text, in one language and for one card.

    action: the action whose roles are in scope.
    several: whether there are other actions too, so that only the general words for roles fit.
    mentions: how to refer to the bound names.
    kinds: the kinds of the bound names.
    in_choice: whether this is part of an `or`.
    introduced: the name of a role that the sentence has already introduced, and may call `it`.
    """

    lexicon: Lexicon
    game: GameProgram
    missing_words: MissingWords
    action: Ref | None = None
    several: bool = False
    mentions: dict[str, Mention] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    in_choice: bool = False
    introduced: str = ""

    @property
    def language(self) -> Language:
        """The language of the lexicon."""
        return self.lexicon.language

    # ------------------------------------------------------------------ texts

    def note_missing(self, what: str, location: Location | None, instead: str) -> str:
        """Record that something has no words, and return the text to use instead."""
        self.missing_words.missing.append(MissingWord(what, location))
        return instead

    def render(self, name: str, gender: str = "", **gaps: Gap) -> str:
        """Return a template of the language with its gaps filled, from left to right."""
        return self.fill(self.language.template(name, gender), True, gaps)

    def fill(
        self, text: str, positive: bool, gaps: Mapping[str, Gap]
    ) -> str:  # fmt: skip
        """Return a text with its gaps filled, left to right, and one half of each `[yes|no]`."""

        def half(choice: re.Match[str]) -> str:
            yes, no = choice.group(1), choice.group(2)
            if no is None:
                return "" if positive else yes
            return yes if positive else no

        def value(gap: re.Match[str]) -> str:
            name = gap.group(1)
            got = gaps.get(name) or gaps[name.removesuffix(OR_PIECE)]
            return got if isinstance(got, str) else got()

        return GAP.sub(value, CHOICE.sub(half, text))

    def joined(self, word: str, parts: Sequence[str]) -> str:
        """Return `a, b and c`, with the language's `and` or `or`."""
        if len(parts) <= 1:
            return "".join(parts)
        comma = "; " if any("," in part for part in parts) else ", "
        return f"{comma.join(parts[:-1])} {self.language.template(word)} {parts[-1]}"

    def literal_verb(self, name: str) -> list[str]:
        """Return the forms of a verb for an action that has none, which is recorded."""
        self.note_missing(f"the action {name}", None, "")
        forms = self.render("literal.verb", called=name.replace("_", " "))
        return [form.strip() for form in forms.split(",")]

    def literal_noun(self, what: str, template: str, name: str, form: str) -> str:
        """Return a noun in a form for an action or a step that has none, which is recorded."""
        self.note_missing(what, None, "")
        text = self.render(f"literal.{template}", called=name.replace("_", " "))
        return self.noun_form(form, self.lexicon.noun(text))

    # ------------------------------------------------------------------ nodes

    def say(self, node: Value | Effect) -> str:
        """Return any node as text."""
        if isinstance(node, Variable) and node.name in self.mentions:
            return self.mentions[node.name].say() + END
        missing_words = self.missing_words
        missing_words.parts += 1
        if missing_words.parts > MAX_PARTS or missing_words.depth > MAX_DEPTH:
            return self.note_missing("the rest of a sentence that is too long", node.location, "…")
        missing_words.depth += 1
        text = self.phrase(node)
        text = HANDLERS[type(node)](self, node) if text is None else text
        missing_words.depth -= 1
        return text

    def phrase(self, node: Value | Effect) -> str | None:
        """Return a node by the phrase declared for it; None if there is none."""
        declared = self.declared_text(node)
        if declared is None:
            return None
        gaps = self.deferred(declared.gaps)
        if isinstance(node, Assign) and isinstance(node.value, Nothing):
            nobody = node.target.type.optional() == PLAYER.optional()
            gaps = {**gaps, VALUE: self.render("literal.nobody" if nobody else "literal.none")}
        return self.fill(declared.text, declared.positive, gaps)

    def declared_text(self, node: Value | Effect) -> DeclaredText | None:
        """Return the words that declared names have for a node; None if there are none."""
        return self.lexicon.phrase(node, self.action)

    def action_words(
        self, form: str, actions: tuple[Ref, ...], parts: list[Value]
    ) -> tuple[str | None, list[Value]]:
        """Return the `verb` or `noun` of an action for events with these conditions.

        The conditions that the words don't cover are returned too. The words are None if
        there are none.
        """
        text, rest, value = self.lexicon.action_words(form, actions, parts)
        if text is not None and value is not None:
            text = self.fill(text, True, {VALUE: self.say(value)})
        return text, rest

    def closed(self, node: Value) -> str:
        """Return a value as a part of a text: in brackets if it has a condition at its end."""
        if isinstance(node, (Along, IfElse, Spread)) and self.declared_text(node) is None:
            return self.render("in brackets", value=lambda: self.say(node))
        return self.say(node)

    def deferred(self, gaps: Mapping[str, Value]) -> Mapping[str, Gap]:
        """Return functions that verbalize the contents of gaps only when needed.

        The order matters, since it decides which mention of a thing is the first. A gap
        `{s or piece}` is the piece if a place is given by the piece on it.
        """
        texts: dict[str, Gap] = {}
        for name, node in gaps.items():
            piece = node.piece if isinstance(node, CellOf) else node
            texts[name] = lambda node=node: self.closed(node)  # type: ignore[misc]
            texts[name + OR_PIECE] = lambda piece=piece: self.closed(piece)  # type: ignore[misc]
        return texts

    def condition(self, value: Value, positive: bool = True) -> str:
        """Return a condition, or its opposite, as a clause of a sentence."""
        return self.say(normal(value, positive))

    def unfolded(self, value: Value) -> Value:
        """Return a condition with facts that have no words replaced by their definitions."""
        for _ in range(MAX_DEPTH):
            positive = not isinstance(value, Not)
            condition = value.value if isinstance(value, Not) else value
            body = self.body(condition) if self.declared_text(value) is None else None
            if body is None:
                break
            value = normal(body, positive)
        return value

    def body(self, value: Value) -> Value | None:
        """Return a fact's definition for its arguments; None if it is not a fact, or too large."""
        if not isinstance(value, FactValue):
            return None
        fact = self.game.facts[value.fact]
        names = (parameter.name for parameter in fact.parameters)
        definition: Value = substituted(fact.body, dict(zip(names, value.arguments, strict=True)))
        return definition if is_small(definition) else None

    def conditions(self, parts: Sequence[Value]) -> list[str]:
        """Return conditions that all hold as texts."""
        conditions = [part for part in parts for part in conjuncts(self.unfolded(part))]
        return [
            self.condition_among(part, len(conditions) > 1, at == len(conditions) - 1)
            for at, part in enumerate(conditions)
        ]

    def joined_conditions(self, word: str, texts: Sequence[str]) -> str:
        """Join conditions; a subject that all of them begin with is written once."""
        names = [(text, text) for text in self.role_words()]
        for mention in self.mentions.values():
            if isinstance(mention.first, str):
                names += [(mention.later, mention.later), (mention.first, mention.later)]
        joints = tuple(f"{self.language.template(joint)} " for joint in ("and", "or"))
        for first, later in names:
            again = f"{later}{END} "
            rest = [t.removeprefix(again) for t in texts[1:] if t.startswith(again)]
            alone = not any(text.startswith(joints) for text in rest)
            begins = bool(texts) and texts[0].startswith(f"{first}{END} ")
            if begins and alone and len(rest) == len(texts) - 1:
                return self.joined(word, [texts[0], *rest])
        return self.joined(word, texts)

    def role_words(self) -> list[str]:
        """Return the words for the roles in scope."""
        roles = self.game.actions[self.action].roles if self.action else ()
        return [text for role in roles if (text := self.role(role.name))]

    def is_choice(self, part: Value) -> bool:
        """Return whether a condition is an `or` that no phrase covers."""
        return isinstance(part, Logic) and part.word == "or" and self.declared_text(part) is None

    def condition_among(self, part: Value, among: bool, last: bool = True) -> str:
        """Return a condition as text; among others, one that is open at its end is closed off.

        last: whether nothing follows it. An `or` is introduced by `either`.
        """
        if not among or not isinstance(part, Logic) or not self.is_choice(part):
            text = self.say(part)
            flags = isinstance(part, Compare) and part.left.type.base == "flag"
            several = isinstance(part, Search) and len(conjuncts(part.binder.condition)) > 1
            several |= isinstance(part, AfterDo) and isinstance(part.condition, Logic)
            closed = not among or not (flags or several or ": " in text)
            return text if closed else self.render("in brackets", value=text)
        if last and not self.in_choice:
            return self.choice(part, True)
        return self.render("in brackets", value=lambda: self.choice(part, False))

    def choice(self, e: Logic, among: bool) -> str:
        """Return alternative conditions, with `either` where the text would be ambiguous."""
        parts = [self.unfolded(part) for part in e.parts]
        inside = replace(self, in_choice=True)
        texts = [
            inside.condition_among(part, True, at == len(parts) - 1)
            for at, part in enumerate(parts)
        ]
        plain = self.joined_conditions("or", texts) == self.joined("or", texts)
        apart = len(texts) >= LIST_FROM and plain
        apart |= any(isinstance(part, Logic) and not self.declared_text(part) for part in parts)
        if apart or any(isinstance(part, AfterDo) for part in parts):
            joint = f", {self.language.template('either.or')} "
            return self.render("either", list=joint.join(texts))
        return (
            self.render("either", list=self.joined_conditions("either.or", texts))
            if among
            else self.joined_conditions("or", texts)
        )

    def all_of(self, parts: Sequence[Value]) -> str:
        """Return conditions that all hold as one text: a list if they are many."""
        return self.with_pronoun(self.all_of_texts(self.conditions(parts)))

    def with_pronoun(self, text: str) -> str:
        """Return a text that begins with `it` if it began with what the sentence introduced."""
        subject = f"{self.introduced}{END} "
        if not self.introduced or not text.startswith(subject):
            return text
        return f"{self.language.template('pronoun')} {text.removeprefix(subject)}"

    def all_of_texts(self, texts: Sequence[str]) -> str:
        """Join texts of conditions that all hold: a list if they are many, or one has a comma."""
        if len(texts) < LIST_FROM and not (len(texts) > 1 and any(", " in text for text in texts)):
            return self.joined_conditions("and", texts)
        return self.render("all hold", list="; ".join(texts))

    # ------------------------------------------------------------------ names

    def with_name(self, name: str, mention: Mention, kind: str) -> Verbalizer:
        """Return a verbalizer with a name bound to a thing."""
        mentions, kinds = {**self.mentions, name: mention}, {**self.kinds, name: kind}
        return replace(self, mentions=mentions, kinds=kinds)

    def with_parameters(self, parameters: Sequence[Parameter]) -> Verbalizer:
        """Return a verbalizer with parameters bound; those of one kind get letters."""
        result = self
        parameters = [parameter for parameter in parameters if parameter.type.base != "flag"]
        kinds = [kind_name(parameter.type) for parameter in parameters]
        for at, (parameter, kind) in enumerate(zip(parameters, kinds, strict=True)):
            noun = self.noun(kind)
            mention = Mention(self.noun_form("kind.a", noun), self.noun_form("that", noun))
            if kinds.count(kind) > 1:
                text = self.render(
                    "lettered",
                    noun.gender,
                    one=noun.singular,
                    letter=chr(ord("A") + kinds[:at].count(kind)),
                )
                mention = Mention(text, text)
            result = result.with_name(parameter.name, mention, kind)
        return result

    def mentioned(self) -> set[str]:
        """Return the names that were mentioned so far."""
        return {name for name, mention in self.mentions.items() if mention.used}

    def forget_mentions(self, before: set[str]) -> None:
        """Forget the mentions in a text that is not used.

        before: the names that were mentioned before it.
        """
        for name, mention in self.mentions.items():
            mention.used = name in before

    def all_mentioned(self, parameters: Sequence[Parameter]) -> bool:
        """Return whether all parameters were mentioned so far."""
        return all(
            self.mentions[parameter.name].used
            for parameter in parameters
            if parameter.name in self.mentions
        )

    def of_action(self, *actions: Ref) -> Verbalizer:
        """Return a verbalizer with the roles of these actions in scope."""
        return replace(self, action=actions[0], several=len(actions) > 1)

    def expand_roles(self, part: Any) -> Any:
        """Return a part of a program with computed roles that have no words spelled out."""
        values: dict[str, Value] = {}
        for role in self.game.actions[self.action].roles if self.action else ():
            if role.value is not None and not self._own_role(role.name):
                values[role.name] = substituted(role.value, values)
        return substituted(part, values)

    def expand_roles_in(self, parts: Sequence[Value]) -> list[Value]:
        """Return conditions with roles expanded in those that have no phrase as they are."""
        return [part if self.declared_text(part) else self.expand_roles(part) for part in parts]

    def role(self, name: str) -> str | None:
        """Return the words for a role in scope: its own, or `the piece` if that is clear."""
        ways = self._role_by_kind, self._own_role
        first, second = ways if self.several else reversed(ways)
        return first(name) or second(name)

    def _role_by_kind(self, name: str) -> str | None:
        """Return the words for a role by its kind of thing; None if the kind has no noun.

        The kind is not enough if another role without words is of the same kind.
        """
        roles = self.game.actions[self.action].roles if self.action else ()
        role = next((other for other in roles if other.name == name), None)
        noun = None if role is None else self.lexicon.kind(kind_name(role.type))
        if role is None or noun is None or role.type.base == "int":
            return None
        others = (other for other in roles if other is not role and other.value is None)
        alike = (other for other in others if kind_name(other.type) == kind_name(role.type))
        if any(not self._own_role(other.name) for other in alike) and not self.several:
            return None
        return self.noun_form("kind.the", noun)

    def _own_role(self, name: str) -> str | None:
        return self.lexicon.name("roles", (self.action, name)) if self.action else None

    def noun(self, kind: str, location: Location | None = None) -> Noun:
        """Return the noun of a kind."""
        noun = self.lexicon.kind(kind)
        if noun is None:
            self.note_missing(kind, location, kind)
            return Noun(kind.lower(), f"{kind.lower()}s", "")
        return noun

    def noun_form(self, form: str, noun: Noun) -> str:
        """Return a noun in a form: with an article or an owner (`your.a`, `opponent.none`)."""
        if noun.proper and form in FORMS_WITHOUT_ARTICLE:
            return noun.singular
        return self.render(form, noun.gender, one=noun.singular, many=noun.plural)


def kind_name(kind: Type) -> str:
    """Return the name under which a type has a noun; empty if it has none."""
    return "int" if kind.base == "int" else "" if kind.base == "nothing" else kind.name


NodeHandler = Callable[[Verbalizer, Any], str]
HANDLERS: dict[type, NodeHandler] = {}  # filled by expressions.py, history.py and effects.py
