"""What the names mean that may be used at a place of a text: kind, form, sentence, declaration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from thesmos.check.names.names import CORE, Names
from thesmos.check.names.scope import CORE_NAMES, PERSONS
from thesmos.check.typing.calls import SPECIAL
from thesmos.check.typing.repetition import REPEATS
from thesmos.diagnostics import Location
from thesmos.program.declarations import Card
from thesmos.program.node import Ref
from thesmos.program.types import DIRECTIONS, Type
from thesmos.service.statements import KIND, LOCAL, VALUE, Word
from thesmos.syntax import documents as d
from thesmos.syntax.declaration_reader import FACT
from thesmos.syntax.words import Term

# The sections of the words for sentences, by what a name is.
_SECTIONS = {
    "action": "acts", "event": "acts", "rule": "rules", "step": "steps", "moment": "moments",
    "fact": "facts", "attribute": "attributes", "memory": "memory", "role": "roles",
    "word": "words", KIND: "nouns", "option": "options", "score": "scores",
}  # fmt: skip
_CHOICE = re.compile(r"\[([^|\]]*)[^\]]*\]")  # `[yes|no]` in the words of a name


@dataclass(frozen=True)
class Entry:
    """What a name means.

    kind: action, event, rule, step, moment, fact, attribute, memory, role, local, word, kind,
        person, core (a function of the language), option, score or ground.
    form: how it is used, with its type if that is known.
    place: where it is declared, if that is known.
    owner: what it belongs to: the action of a rule or role, the kind of thing of an attribute, the
        enum of a word.
    card: the slug of the card that declares it; empty for the game and the language.
    """

    name: str
    kind: str
    form: str
    place: Location | None = None
    owner: str = ""
    card: str = ""


class Glossary:
    """The names at a place of a text.

    names: those of the game and of the card whose text it is.
    words: those of the statement, also behind the place.
    path: the keys that lead to the text.
    before: how many of the words are before the place; all, by default.
    types: those of facts and roles, as `types_of` returns them.
    """

    def __init__(
        self,
        names: Names,
        words: list[Word],
        path: tuple[str, ...],
        before: int | None = None,
        types: Mapping[tuple[Ref, str], Type] = {},
    ) -> None:
        self.names = names
        self.types = types
        self.words = words
        self.path = path
        self.before = words if before is None else words[:before]

    def entries(self, use: str) -> list[Entry]:
        """Return what a name that is used in a way can mean; no name twice."""
        every: dict[str, Entry] = {}
        for entry in self._of_use(use):
            every.setdefault(entry.name, entry)
        return list(every.values())

    def find(self, word: Word) -> Entry | None:
        """Return what a word means; None if that is unknown."""
        uses = [word.use] if word.use else [VALUE, "event", "step", "rule", "role", KIND]
        bare = word.text.removesuffix("s") if word.use == KIND else word.text
        for use in uses:
            for entry in self.entries(use):
                if entry.name in (word.text, bare):
                    return entry
        return None

    def words_for(self, entry: Entry) -> str:
        """Return what sentences call a thing, of several ways the first; empty if unknown."""
        section = _SECTIONS.get(entry.kind, "")
        keys = (f"{entry.owner}.{entry.name}", entry.name)
        terms = (term for term in self._terms() if term.section == section and term.key in keys)
        term = next((term for term in terms if not term.fact and term.texts.get("en")), None)
        return "" if term is None else _readable(term.texts["en"])

    def _terms(self) -> Iterator[Term]:
        if self.names.card is not None:
            yield from self.names.card.words
        yield from self.names.game.base.words

    # ---------------------------------------------------------------------------- by use

    def _of_use(self, use: str) -> Iterator[Entry]:
        of_uses = {
            "action": self._actions, "event": self._events, "rule": self._rules,
            "step": self._steps, "moment": self._moments, "score": self._scores,
            "fact": self._facts, "role": self._roles_of_event, KIND: self._kinds,
            LOCAL: self._locals, VALUE: self._values,
        }  # fmt: skip
        if use in of_uses:  # a ground is declared by what is written there
            yield from of_uses[use]()

    def _actions(self) -> Iterator[Entry]:
        yield from map(self._action, self.names.actions.values())

    def _events(self) -> Iterator[Entry]:
        yield from self._actions()
        for name, actions in self.names.events.items():
            yield Entry(name, "event", f"{name}: {' | '.join(actions)}")

    def _moments(self) -> Iterator[Entry]:
        for name in self.names.game.moments:
            yield Entry(name, "moment", f"{name} of …")

    def _scores(self) -> Iterator[Entry]:
        for score in self.names.game.scores:
            yield Entry(score.name, "score", score.name, score.location)

    def _values(self) -> Iterator[Entry]:
        names = self.names
        yield from self._locals()
        yield from (Entry(name, "person", name) for name in (*PERSONS, *CORE_NAMES, REPEATS))
        for memory in names.memory.values():
            name = memory.name.name
            form = f"{name}: {memory.type}"
            yield Entry(name, "memory", form, memory.location, card=self._card_slug)
        for word, (enum, _) in names.words.items():
            yield Entry(word, "word", f"{word}: {enum}", owner=enum.name)
        yield from self._attributes()
        yield from self._facts()
        for name, core in CORE.items():
            takes, gives = ", ".join(core.takes), core.gives.replace("?", " or none")
            yield Entry(name, "core", f"{name}({takes}): {gives}")
        for name in SPECIAL:
            yield Entry(name, "core", f"{name}(…)")
        for option, values in names.game.options.items():
            yield Entry(option, "option", f"{option}: {' | '.join(values)}")
            for value in values:
                yield Entry(value, "word", f"{value}: {option}", owner=option)
        for kind in names.game.pieces:
            for supply in kind.supply:
                if supply.name:
                    yield Entry(supply.name, "word", f"{supply.name}: {kind.name}", owner=kind.name)
        for name in DIRECTIONS:
            yield Entry(name, "word", f"{name}: Direction", owner="Direction")

    def _attributes(self) -> Iterator[Entry]:
        for name, owners in self.names.attrs.items():
            kinds = sorted(owner for owner in owners if owner)
            types = dict.fromkeys(str(attribute.type) for attribute in owners.values())
            form = f"{name}({' | '.join(kinds)})" if kinds else name
            first = next(iter(owners.values()))
            yield Entry(
                name, "attribute", f"{form}: {' | '.join(types)}", first.location, first.name.owner
            )

    def _facts(self) -> Iterator[Entry]:
        names = self.names
        for name, fact in names.facts.items():
            params = ", ".join(f"{param} in {_written(kind)}" for param, kind in fact.params)
            ref = names.fact_ref(name)
            kind = self.types.get((ref, ""))
            form = (f"{name}({params})" if params else name) + (f": {kind}" if kind else "")
            yield Entry(name, "fact", form, fact.location, card=ref.card)

    def _action(self, action: d.ActionDeclaration) -> Entry:
        roles = ", ".join(role.name for role in action.roles)
        card = self.names.action_ref(action.name).card
        return Entry(action.name, "action", f"{action.name}({roles})", action.location, card=card)

    def _rules(self) -> Iterator[Entry]:
        for action in self._actions_nearby():
            for rule in action.rules:
                card = self.names.action_ref(action.name).card
                form = f"rule {rule.name} of {action.name}"
                yield Entry(rule.name, "rule", form, rule.location, action.name, card)

    def _steps(self) -> Iterator[Entry]:
        for name, step in self.names.steps.items():
            card = self.names.step_ref(name).card
            form = f"step {name}: {', '.join(step.actions)}"
            yield Entry(name, "step", form, step.location, card=card)

    def _kinds(self) -> Iterator[Entry]:
        places = {kind.name: kind.location for kind in self.names.game.pieces}
        for name, kind in self.names.types.items():
            yield Entry(name, KIND, f"{name}: {kind.base}", places.get(name))

    # ------------------------------------------------------------------- roles and locals

    def _locals(self) -> Iterator[Entry]:
        for word in self.words:
            if word.use == LOCAL:
                yield Entry(word.text, LOCAL, word.text)
        yield from self._parameters()
        yield from self._roles(self._actions_around())

    def _parameters(self) -> Iterator[Entry]:
        """Yield the parameters of the fact whose definition the text is."""
        for outer, key in zip(self.path, self.path[1:], strict=False):
            match = FACT.match(key) if outer == "facts" else None
            for parameter in (match.group(2) or "").split(",") if match else ():
                name, _, kind = parameter.strip().partition(" in ")
                if kind:
                    yield Entry(name, LOCAL, f"{name}: {kind}")

    def _roles_of_event(self) -> Iterator[Entry]:
        yield from self._roles(self._actions_nearby())

    def _roles(self, actions: Iterable[d.ActionDeclaration]) -> Iterator[Entry]:
        for action in actions:
            ref = self.names.action_ref(action.name)
            for role in action.roles:
                kind = role.type or self.types.get((ref, role.name))
                form = f"{role.name}: {_written(kind)}" if kind else role.name
                yield Entry(role.name, "role", form, role.location, action.name, ref.card)

    def _actions_around(self) -> list[d.ActionDeclaration]:
        """Return the actions whose roles are known by their names.

        In the text of an action, this is it; elsewhere those of the statement, the first of which
        is what it is about.
        """
        names = [
            key for outer, key in zip(self.path, self.path[1:], strict=False) if outer == "actions"
        ]
        about = [word for word in self.words if word.use in ("action", "event")]
        names += [word.text for word in about if not names]
        return self._declared(names)

    def _actions_nearby(self) -> list[d.ActionDeclaration]:
        """Return the actions of the event that was named last: `last(move|build).`."""
        names: list[str] = []
        for word in reversed(self.before):
            if word.use in ("action", "event"):
                names.append(word.text)
            elif names:
                break
        return self._declared(names[::-1])

    def _declared(self, names: Iterable[str]) -> list[d.ActionDeclaration]:
        actions = self.names.actions
        kinds = self.names.actions_of(names)
        return [actions[name] for name in dict.fromkeys(kinds) if name in actions]

    @property
    def _card_slug(self) -> str:
        return "" if self.names.card is None else self.names.card.slug


def types_of(cards: Iterable[Card]) -> dict[tuple[Ref, str], Type]:
    """Return the types of the facts of checked cards, and of the roles of their actions.

    They are by fact and the empty text, and by action and role.
    """
    types: dict[tuple[Ref, str], Type] = {}
    for card in cards:
        types |= {(fact.name, ""): fact.body.type for fact in card.facts}
        types |= {(action.name, r.name): r.type for action in card.actions for r in action.roles}
    return types


def _written(kind: d.WrittenType | Type) -> str:
    if isinstance(kind, Type):
        return str(kind)
    return f"{'set of ' * kind.many}{kind.name}{' or none' * kind.none}"


def _readable(text: str) -> str:
    """Return words with the first of each choice, and without the braces of gaps."""
    plain = _CHOICE.sub(r"\1", text).split(",")[0]
    return re.sub(r"\{([^{}]*?)( or piece)?\}", r"\1", plain).strip()
