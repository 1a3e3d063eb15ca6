"""The state of telling: the words in reach, what has been mentioned, and what has no words.

`say` turns any node into words: by a declared form if there is one, else by its construct.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from thesmos.check.names import Names
from thesmos.diagnostics import Location
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.words import GAP
from thesmos_rulebook.prose.language import Language
from thesmos_rulebook.prose.lexicon import Lexicon, Noun
from thesmos_rulebook.prose.normal_form import conjuncts, normal, small, substituted

MAX_SAID = 500  # parts of one sentence
MAX_DEPTH = 60  # of parts inside each other
LISTED = 3  # conditions from this number on are told one by one
ALONE = ("a", "first", "that", "kind.a", "kind.any", "kind.the", "kind.each")  # of a proper noun
CHOICE = re.compile(r"\[([^][|]*)(?:\|([^][|]*))?\]")


@dataclass
class Mention:
    """A thing that a text speaks of: what it is called first, and from then on."""

    first: str | Callable[[], str]
    later: str
    used: bool = False

    def say(self) -> str:
        """Its name at this point of the text."""
        if self.used:
            return self.later
        self.used = True
        return self.first if isinstance(self.first, str) else self.first()


@dataclass(frozen=True)
class MissingWord:
    """Something without words, at the place that needs them."""

    what: str
    location: Location | None


@dataclass
class MissingWords:
    """What sentences leave behind: what had no words. And how much of one was said, how deeply."""

    missing: list[MissingWord] = field(default_factory=list)
    said: int = 0
    depth: int = 0


@dataclass
class Verbalizer:
    """Says nodes in one language, for one card.

    action: whose roles are in reach; several: whether it stands for others, too, so that only the
    general words for roles fit.
    mentions: what the names bound so far are called; kinds: what they are.
    """

    lexicon: Lexicon
    names: Names
    missing_words: MissingWords
    action: str = ""
    several: bool = False
    mentions: dict[str, Mention] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)

    @property
    def language(self) -> Language:
        """The language."""
        return self.lexicon.language

    # ------------------------------------------------------------------ texts

    def note_missing(self, what: str, location: Location | None, instead: str) -> str:
        """Note that there are no words for something; go on with what stands there."""
        self.missing_words.missing.append(MissingWord(what, location))
        return instead

    def render(self, name: str, gender: str = "", **given: str | Callable[[], str]) -> str:
        """A text of the language with its gaps filled, from left to right."""
        return self.fill(self.language.template(name, gender), True, given)

    def fill(
        self, text: str, positive: bool, given: dict[str, str | Callable[[], str]]
    ) -> str:  # fmt: skip
        """A text with one half of each `[yes|no]` kept and its gaps filled, from left to right."""

        def half(found: re.Match[str]) -> str:
            yes, no = found.group(1), found.group(2)
            if no is None:
                return "" if positive else yes
            return yes if positive else no

        def value(found: re.Match[str]) -> str:
            got = given[found.group(1)]
            return got if isinstance(got, str) else got()

        return GAP.sub(value, CHOICE.sub(half, text))

    def joined(self, word: str, parts: Sequence[str]) -> str:
        """`a, b and c`, by the language's `and` or `or`."""
        if len(parts) <= 1:
            return "".join(parts)
        comma = "; " if any("," in part for part in parts) else ", "
        return f"{comma.join(parts[:-1])} {self.language.template(word)} {parts[-1]}"

    # ------------------------------------------------------------------ nodes

    def say(self, node: t.Node) -> str:
        """Any node in words."""
        if isinstance(node, t.Name) and node.name in self.mentions:
            return self.mentions[node.name].say()
        missing_words = self.missing_words
        missing_words.said += 1
        if missing_words.said > MAX_SAID or missing_words.depth > MAX_DEPTH:
            return self.note_missing("all of a sentence as long as this", node.location, "…")
        missing_words.depth += 1
        text = self.phrase(node)
        text = HANDLERS[type(node)](self, node) if text is None else text
        missing_words.depth -= 1
        return text

    def phrase(self, node: t.Node) -> str | None:
        """A node by the form that is declared for it, if there is one."""
        hit = self.lexicon.phrase(node)
        if hit is None:
            return None
        form, found = hit
        return self.fill(form.text, form.positive, self.lazy(found))

    def lazy(self, found: dict[str, t.Node]) -> dict[str, str | Callable[[], str]]:
        """What stands in gaps, said when its turn comes: what is mentioned first depends on it."""
        return {name: (lambda node=node: self.say(node)) for name, node in found.items()}  # type: ignore[misc]

    def condition(self, expr: t.Expr, positive: bool = True) -> str:
        """A condition, or its opposite, as a clause of a sentence."""
        return self.say(normal(expr, positive))

    def unfolded(self, expr: t.Expr) -> t.Expr:
        """A condition that is a fact without words of its own: what it is made of."""
        for _ in range(MAX_DEPTH):
            positive = not (isinstance(expr, t.Unary) and expr.word == "not")
            asked = expr.value if isinstance(expr, t.Unary) and not positive else expr
            body = self.body(asked) if self.lexicon.phrase(expr) is None else None
            if body is None:
                break
            expr = normal(body, positive)
        return expr

    def body(self, asked: t.Expr) -> t.Expr | None:
        """What a fact is made of, for what it is asked about; None if it is none, or too large."""
        if not isinstance(asked, (t.FunctionCall, t.Name)) or asked.name in self.mentions:
            return None
        fact = self.names.facts.get(asked.name)
        given = asked.arguments if isinstance(asked, t.FunctionCall) else ()
        if fact is None or len(fact.params) != len(given):
            return None
        names = (name for name, _ in fact.params)
        result: t.Expr = substituted(fact.body, dict(zip(names, given, strict=True)))
        return result if small(result) else None

    def conditions(self, parts: Sequence[t.Expr]) -> list[str]:
        """Conditions that all hold, each in words; several at once where a form says so."""
        left = [part for each in parts for part in conjuncts(self.unfolded(each))]
        wording: list[tuple[int, str]] = []
        while hit := self.lexicon.joint_phrase(left):
            form, found, rest = hit
            where = next(i for i, part in enumerate(left) if part not in rest)
            wording.append((where, self.fill(form.text, form.positive, self.lazy(found))))
            left = rest
        result = [self.part(part, len(left) + len(wording) > 1) for part in left]
        for where, text in wording:
            result.insert(where, text)
        return result

    def both(self, word: str, wording: Sequence[str]) -> str:
        """Conditions joined; what they all begin with is said once."""
        names = [(text, text) for text in self.role_words()]
        for mention in self.mentions.values():
            if isinstance(mention.first, str):
                names += [(mention.later, mention.later), (mention.first, mention.later)]
        it = self.language.template("pronoun")
        names += [(it, it)] if it else []
        joints = tuple(f"{self.language.template(each)} " for each in ("and", "or"))
        for first, later in names:
            rest = [t.removeprefix(f"{later} ") for t in wording[1:] if t.startswith(f"{later} ")]
            alone = not any(text.startswith(joints) for text in rest)
            if (
                wording
                and wording[0].startswith(f"{first} ")
                and alone
                and len(rest) == len(wording) - 1
            ):
                return self.joined(word, [wording[0], *rest])
        return self.joined(word, wording)

    def role_words(self) -> list[str]:
        """What the roles in reach are called."""
        roles = self.names.actions[self.action].roles if self.action else ()
        return [text for role in roles if (text := self.role(role.name))]

    def part(self, part: t.Expr, among: bool) -> str:
        """A condition, as one among others where it is: then a choice is told as one."""
        if not among or not isinstance(part, t.Logic) or part.word != "or":
            return self.say(part)
        return self.say(part) if self.lexicon.phrase(part) else self.choice(part, True)

    def choice(self, e: t.Logic, among: bool) -> str:
        """Conditions of which one holds; `either` tells so where more stands beside or in them."""
        parts = [self.unfolded(part) for part in e.parts]
        text = [self.say(part) for part in parts]
        many = len(text) >= LISTED and self.both("or", text) == self.joined("or", text)
        if many or any(
            isinstance(part, t.Logic) and not self.lexicon.phrase(part) for part in parts
        ):
            joint = f", {self.language.template('either.or')} "
            return self.render("either", list=joint.join(text))
        return (
            self.render("either", list=self.both("either.or", text))
            if among
            else self.both("or", text)
        )

    def all_of(self, parts: Sequence[t.Expr]) -> str:
        """Conditions that all hold, as one text; from LISTED on as a list."""
        return self.together(self.conditions(parts))

    def together(self, wording: Sequence[str]) -> str:
        """Conditions that all hold, joined; as a list if they are many, or one holds a pause."""
        if len(wording) < LISTED and not (
            len(wording) > 1 and any(", " in text for text in wording)
        ):
            return self.both("and", wording)
        return self.render("all hold", list="; ".join(wording))

    # ------------------------------------------------------------------ names

    def with_name(self, name: str, mention: Mention, kind: str) -> Verbalizer:
        """The same speaker, with a name bound to something."""
        mentions, kinds = {**self.mentions, name: mention}, {**self.kinds, name: kind}
        return replace(self, mentions=mentions, kinds=kinds)

    def with_params(self, params: Sequence[tuple[str, d.WrittenType]]) -> Verbalizer:
        """The same speaker, told of things of some kinds; those of one kind get letters."""
        result = self
        kinds = [typed.name for _, typed in params]
        for at, (name, typed) in enumerate(params):
            noun = self.noun(typed.name)
            mention = Mention(self.noun_form("kind.a", noun), self.noun_form("that", noun))
            if kinds.count(typed.name) > 1:
                text = self.render(
                    "lettered",
                    noun.gender,
                    one=noun.one,
                    letter=chr(ord("A") + kinds[:at].count(typed.name)),
                )
                mention = Mention(text, text)
            result = result.with_name(name, mention, typed.name)
        return result

    def of_action(self, *actions: str) -> Verbalizer:
        """The same speaker, with the roles of actions in reach."""
        return replace(self, action=actions[0], several=len(actions) > 1)

    def expand_roles(self, node: Any) -> Any:
        """A node where computed roles without words for this action are what they are made of."""
        action = self.names.actions[self.action]
        values: dict[str, t.Expr] = {}
        for role in action.roles:
            if role.expr is not None and not self.lexicon.name(
                "roles", f"{self.action}.{role.name}"
            ):
                values[role.name] = substituted(role.expr, values)
        return substituted(node, values)

    def expand_roles_in(self, parts: Sequence[t.Expr]) -> list[t.Expr]:
        """Conditions about roles, those that have no words as they stand told plainly."""
        known = self.lexicon.phrase
        return [part if known(part) else self.expand_roles(part) for part in parts]

    def role(self, name: str) -> str | None:
        """The words for a role in reach: those for this action, else those for all."""
        own = None if self.several else self.lexicon.name("roles", f"{self.action}.{name}")
        return own or self.lexicon.name("roles", name)

    def noun(self, kind: str, location: Location | None = None) -> Noun:
        """The noun of a kind, in the singular or the plural."""
        found = self.lexicon.kind(kind)
        if found is None:
            self.note_missing(kind, location, kind)
            return Noun(kind.lower(), kind.lower(), "")
        return found

    def noun_form(self, form: str, noun: Noun) -> str:
        """A noun with its article, or as one of somebody's: `the`, `your.a`, `opponent.none`."""
        if noun.proper and form in ALONE:
            return noun.one
        return self.render(form, noun.gender, one=noun.one, many=noun.many)


NodeHandler = Callable[[Verbalizer, Any], str]
HANDLERS: dict[type, NodeHandler] = {}  # things.py, past.py and effects.py fill it
