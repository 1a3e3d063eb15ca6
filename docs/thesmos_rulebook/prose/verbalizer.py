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
from thesmos_rulebook.prose.language import Tongue
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
class Missing:
    """Something without words, at the place that needs them."""

    what: str
    location: Location | None


@dataclass
class Ledger:
    """What sentences leave behind: what had no words. And how much of one was said, how deeply."""

    missing: list[Missing] = field(default_factory=list)
    said: int = 0
    depth: int = 0


@dataclass
class Speaker:
    """Says nodes in one language, for one card.

    action: whose roles are in reach; several: whether it stands for others, too, so that only the
    general words for roles fit.
    mentions: what the names bound so far are called; kinds: what they are.
    """

    lexicon: Lexicon
    names: Names
    ledger: Ledger
    action: str = ""
    several: bool = False
    mentions: dict[str, Mention] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)

    @property
    def tongue(self) -> Tongue:
        """The language."""
        return self.lexicon.tongue

    # ------------------------------------------------------------------ texts

    def lack(self, what: str, location: Location | None, instead: str) -> str:
        """Note that there are no words for something; go on with what stands there."""
        self.ledger.missing.append(Missing(what, location))
        return instead

    def frame(self, name: str, gender: str = "", **given: str | Callable[[], str]) -> str:
        """A text of the language with its gaps filled, from left to right."""
        return self.fill(self.tongue.frame(name, gender), True, given)

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
        return f"{comma.join(parts[:-1])} {self.tongue.frame(word)} {parts[-1]}"

    # ------------------------------------------------------------------ nodes

    def say(self, node: t.Node) -> str:
        """Any node in words."""
        if isinstance(node, t.Name) and node.name in self.mentions:
            return self.mentions[node.name].say()
        ledger = self.ledger
        ledger.said += 1
        if ledger.said > MAX_SAID or ledger.depth > MAX_DEPTH:
            return self.lack("all of a sentence as long as this", node.location, "…")
        ledger.depth += 1
        told = self.phrase(node)
        told = SAYERS[type(node)](self, node) if told is None else told
        ledger.depth -= 1
        return told

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

    def flag(self, expr: t.Expr, positive: bool = True) -> str:
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
        made: t.Expr = substituted(fact.body, dict(zip(names, given, strict=True)))
        return made if small(made) else None

    def conditions(self, parts: Sequence[t.Expr]) -> list[str]:
        """Conditions that all hold, each in words; several at once where a form says so."""
        left = [part for each in parts for part in conjuncts(self.unfolded(each))]
        told: list[tuple[int, str]] = []
        while hit := self.lexicon.joint(left):
            form, found, rest = hit
            where = next(i for i, part in enumerate(left) if part not in rest)
            told.append((where, self.fill(form.text, form.positive, self.lazy(found))))
            left = rest
        made = [self.part(part, len(left) + len(told) > 1) for part in left]
        for where, text in told:
            made.insert(where, text)
        return made

    def both(self, word: str, told: Sequence[str]) -> str:
        """Conditions joined; what they all begin with is said once."""
        names = [(text, text) for text in self.role_words()]
        for mention in self.mentions.values():
            if isinstance(mention.first, str):
                names += [(mention.later, mention.later), (mention.first, mention.later)]
        it = self.tongue.frame("pronoun")
        names += [(it, it)] if it else []
        joints = tuple(f"{self.tongue.frame(each)} " for each in ("and", "or"))
        for first, later in names:
            rest = [t.removeprefix(f"{later} ") for t in told[1:] if t.startswith(f"{later} ")]
            alone = not any(text.startswith(joints) for text in rest)
            if told and told[0].startswith(f"{first} ") and alone and len(rest) == len(told) - 1:
                return self.joined(word, [told[0], *rest])
        return self.joined(word, told)

    def role_words(self) -> list[str]:
        """What the roles in reach are called."""
        roles = self.names.actions[self.action].roles if self.action else ()
        return [told for role in roles if (told := self.role(role.name))]

    def part(self, part: t.Expr, among: bool) -> str:
        """A condition, as one among others where it is: then a choice is told as one."""
        if not among or not isinstance(part, t.Logic) or part.word != "or":
            return self.say(part)
        return self.say(part) if self.lexicon.phrase(part) else self.choice(part, True)

    def choice(self, e: t.Logic, among: bool) -> str:
        """Conditions of which one holds; `either` tells so where more stands beside or in them."""
        parts = [self.unfolded(part) for part in e.parts]
        told = [self.say(part) for part in parts]
        many = len(told) >= LISTED and self.both("or", told) == self.joined("or", told)
        if many or any(
            isinstance(part, t.Logic) and not self.lexicon.phrase(part) for part in parts
        ):
            joint = f", {self.tongue.frame('either.or')} "
            return self.frame("either", list=joint.join(told))
        return (
            self.frame("either", list=self.both("either.or", told))
            if among
            else self.both("or", told)
        )

    def all_of(self, parts: Sequence[t.Expr]) -> str:
        """Conditions that all hold, as one text; from LISTED on as a list."""
        return self.together(self.conditions(parts))

    def together(self, told: Sequence[str]) -> str:
        """Conditions that all hold, joined; as a list if they are many, or one holds a pause."""
        if len(told) < LISTED and not (len(told) > 1 and any(", " in text for text in told)):
            return self.both("and", told)
        return self.frame("all hold", list="; ".join(told))

    # ------------------------------------------------------------------ names

    def with_name(self, name: str, mention: Mention, kind: str) -> Speaker:
        """The same speaker, with a name bound to something."""
        mentions, kinds = {**self.mentions, name: mention}, {**self.kinds, name: kind}
        return replace(self, mentions=mentions, kinds=kinds)

    def with_params(self, params: Sequence[tuple[str, d.WrittenType]]) -> Speaker:
        """The same speaker, told of things of some kinds; those of one kind get letters."""
        made = self
        kinds = [typed.name for _, typed in params]
        for at, (name, typed) in enumerate(params):
            noun = self.noun(typed.name)
            mention = Mention(self.formed("kind.a", noun), self.formed("that", noun))
            if kinds.count(typed.name) > 1:
                told = self.frame(
                    "lettered",
                    noun.gender,
                    one=noun.one,
                    letter=chr(ord("A") + kinds[:at].count(typed.name)),
                )
                mention = Mention(told, told)
            made = made.with_name(name, mention, typed.name)
        return made

    def of_action(self, *actions: str) -> Speaker:
        """The same speaker, with the roles of actions in reach."""
        return replace(self, action=actions[0], several=len(actions) > 1)

    def plain(self, node: Any) -> Any:
        """A node where computed roles without words for this action are what they are made of."""
        action = self.names.actions[self.action]
        values: dict[str, t.Expr] = {}
        for role in action.roles:
            if role.expr is not None and not self.lexicon.name(
                "roles", f"{self.action}.{role.name}"
            ):
                values[role.name] = substituted(role.expr, values)
        return substituted(node, values)

    def plainly(self, parts: Sequence[t.Expr]) -> list[t.Expr]:
        """Conditions about roles, those that have no words as they stand told plainly."""
        known = self.lexicon.phrase
        return [part if known(part) else self.plain(part) for part in parts]

    def role(self, name: str) -> str | None:
        """The words for a role in reach: those for this action, else those for all."""
        own = None if self.several else self.lexicon.name("roles", f"{self.action}.{name}")
        return own or self.lexicon.name("roles", name)

    def noun(self, kind: str, location: Location | None = None) -> Noun:
        """The noun of a kind, in the singular or the plural."""
        found = self.lexicon.kind(kind)
        if found is None:
            self.lack(kind, location, kind)
            return Noun(kind.lower(), kind.lower(), "")
        return found

    def formed(self, form: str, noun: Noun) -> str:
        """A noun with its article, or as one of somebody's: `the`, `your.a`, `opponent.none`."""
        if noun.proper and form in ALONE:
            return noun.one
        return self.frame(form, noun.gender, one=noun.one, many=noun.many)


Sayer = Callable[[Speaker, Any], str]
SAYERS: dict[type, Sayer] = {}  # things.py, past.py and effects.py fill it
