"""Random cards: memories, facts, actions, steps, tokens and clauses, as powers and modes have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from testing.random_specs.clauses import Clauses
from testing.random_specs.draw import Draw
from testing.random_specs.effects import Effects
from testing.random_specs.scope import SpecScope
from testing.random_specs.texts import ClauseText, Document
from testing.random_specs.values import RandomExpressions
from testing.random_specs.vocabulary import (
    ActionName,
    AttributeName,
    FactName,
    StepName,
    Vocabulary,
    written,
)
from thesmos.program.types import FLAG, PLAYER, SIDE, Type, number

RARE = "Wisp"  # a kind of pieces that only cards may bring, or a mode may take away


class Cards:
    """Makes documents, or parts of them. prefix: of the names that each declares."""

    def __init__(self, draw: Draw, rewinds: bool) -> None:
        self.draw = draw
        self.rewinds = rewinds
        self.values = RandomExpressions(draw)
        self.effects = Effects(draw, self.values)

    def card(
        self, slug: str, names: Vocabulary, kind: str = "power", adds: Document | None = None
    ) -> Document:
        """A power or a mode, with whatever it declares. It is not always given everything.

        adds: what it adds to its game, which the names have already.
        """
        made: Document = {"thesmos": kind, "slug": slug, "title": {"en": slug.capitalize()}}
        prefix = slug[0]
        if adds is not None:
            made["adds"] = adds
        memory, names = self.memory(prefix, names)
        if self.draw.chance(30) and names.on:
            made["supply"] = [self._more_pieces(names)]
        facts, names = self.facts(prefix, names, 0, 1)
        actions, names = self.actions(prefix, names, 0, 1)
        steps, names = self.steps(prefix, names, holder=kind == "power")
        clauses = self.clauses(SpecScope(names), names.headings, 1, 3, [*steps])
        for key, value in (("facts", facts), ("actions", actions), ("steps", steps)):
            if value:
                made[key] = value
        text = str((facts, actions, steps, clauses))
        used = {name: each for name, each in memory.items() if re.search(rf"\b{name}\b", text)}
        if used:
            made["memory"] = used
        made["clauses"] = clauses
        return made

    # ------------------------------------------------------------------------ what there is

    def type(self, names: Vocabulary, sets: int = 20) -> Type:
        """The type of an attribute or a memory. sets: per cent of sets."""
        if self.draw.chance(35):
            low = self.draw.one((0, 0, 0, 1, -3))
            kind = number(low, self.draw.between(max(low, 0) + 1, 9))
        elif self.draw.chance(25):
            kind = FLAG
        else:
            enums = [kind for kind in names.kinds if kind.base == "enum"]
            kind = self.draw.one((*enums, *names.kinds))
        if kind.base != "flag" and self.draw.chance(sets):
            if kind.base == "int":
                kind = number(0, kind.high)
            return kind.set()
        return kind.optional(self.draw.chance(45) or self._may_be_empty(kind, names))

    def _may_be_empty(self, kind: Type, names: Vocabulary) -> bool:
        """Whether a type may be without members in a match-up; at times it is said not to be."""
        match kind.base:
            case "piece":
                return not names.pieces.get(kind.name) and self.draw.chance(70)
            case "power":
                return self.draw.chance(90)
            case "enum":
                return not names.words[kind.name]
        return False

    def attribute(self, kind: Type, names: Vocabulary, memory: bool = False) -> Document:
        """The declaration of an attribute of a type."""
        made: Document = {"is": written(kind)}
        if not kind.many and self.draw.chance(30):
            if kind.base == "int":
                made["start"] = str(self.draw.between(kind.low, kind.high))
            elif kind.base == "enum" and names.words[kind.name]:
                made["start"] = self.draw.one(names.words[kind.name])
            elif kind.base == "flag":
                made["start"] = self.draw.one(("yes", "no"))
        if memory:
            if self.draw.chance(30):
                made["lasts"] = "turn"
            if not names.supposes and self.draw.chance(20):
                made |= {"secret": "yes"}
        return made

    def for_each(self, kind: Type, made: Document, names: Vocabulary) -> str:
        """Give an attribute a value for each of something, at times; returns of what."""
        if kind.many or self.draw.chance(75):
            return ""
        words = {enum: words for enum, words in names.words.items() if words}
        index = self.draw.one((*words, *names.boards, "Player", "Side", "Direction"))
        made["for"] = index
        if index in words and "start" in made and self.draw.chance(50):
            made["start"] = {self.draw.one(words[index]): made["start"]}
        return index

    def memory(self, prefix: str, names: Vocabulary) -> tuple[Document, Vocabulary]:
        """What a card remembers."""
        made: Document = {}
        for n in range(1, self.draw.between(1, 2) + 1):
            name, kind = f"{prefix}_mem{n}", self.type(names)
            made[name] = self.attribute(kind, names, memory=True)
            names = names.with_attributes(AttributeName(name, None, kind))
        return made, names

    def supply(self, kind: str, names: Vocabulary) -> list[Document]:
        """The pieces of a kind that a game has: first those that texts can name.

        None of the rare kind has a name, and often there is none at all.
        """
        if kind == RARE:
            nameless = self._whereabouts(kind, names) | self.starting(kind, names)
            return [nameless] if self.draw.chance(50) else []
        rows = []
        for n in range(1, max(self.draw.between(1, 4), len(names.pieces.get(kind, ()))) + 1):
            row: Document = {"name": f"{kind[0].lower()}{n}"} | self._whereabouts(kind, names)
            rows.append(row | self.starting(kind, names))
        if self.draw.chance(25):
            row = self._whereabouts(kind, names)
            if self.draw.chance(40):
                row |= {"for each": self.draw.one(("side", "player"))}
            if "place" in row:
                row |= {"place": ["A1"] * self.draw.between(1, 2)}
            else:
                row |= {"count": str(self.draw.between(1, 3))}
            rows.append(row | self.starting(kind, names))
        return rows

    def _whereabouts(self, kind: str, names: Vocabulary) -> Document:
        """Where a piece is at first; every board of these games has an A1."""
        there = names.on[kind] and self.draw.chance(30)
        return {"place": "A1"} if there else {"zone": self.draw.one(names.zones)}

    def _more_pieces(self, names: Vocabulary) -> Document:
        """Pieces that a card brings."""
        kind = self.draw.one(tuple(names.on))
        made: Document = {"kind": kind, "zone": self.draw.one(names.zones)}
        made["name"] = f"extra{self.draw.below(1000)}"
        return made | self.starting(kind, names)

    def starting(self, kind: str, names: Vocabulary) -> Document:
        """First values of some attributes of a piece."""
        made: Document = {}
        for each in names.attributes:
            if each.owner == kind and not each.type.many and self.draw.chance(40):
                if each.type.base == "enum" and names.words[each.type.name]:
                    made[each.name] = self.draw.one(names.words[each.type.name])
                elif each.type.base == "int":
                    made[each.name] = str(self.draw.between(each.type.low, each.type.high))
            if each.name in made and each.index:
                of = names.words.get(each.index, ()) or ("1",)
                if each.index in names.words or each.index in ("Player", "Side"):
                    made[each.name] = {self.draw.one(of): made[each.name]}
                else:
                    del made[each.name]
        return made

    def facts(
        self, prefix: str, names: Vocabulary, least: int, most: int, card: bool = True
    ) -> tuple[Document, Vocabulary]:
        """Facts, each of which may ask those before it."""
        made: Document = {}
        for n in range(1, self.draw.between(least, most) + 1):
            name, scope = f"{prefix}_fact{n}", SpecScope(names, asking=False, card=card)
            scope = replace(scope, closed=self.draw.chance(20))
            takes = [self.draw.one(names.kinds) for _ in range(self.draw.below(3))]
            if self.draw.chance(15):
                takes = [number(0, 4)]
            for index, kind in enumerate(takes):
                scope = scope.with_local("ab"[index], kind)
            wanted = self.draw.one((FLAG, FLAG, number(0, 9), None, None))
            wanted = wanted or self.values.some_kind(scope)
            value = self.values.value(wanted, scope, 1)
            if self.draw.chance(15) and wanted.base != "flag":
                value = self.values.set(wanted.set(), scope, 1)
            if value.type.base == "nothing":
                continue
            form = ", ".join(f"{'ab'[i]} in {written(kind)}" for i, kind in enumerate(takes))
            made[f"{name}({form})" if takes else name] = value.text
            names = names.with_fact(FactName(name, tuple(takes), value.type, scope.closed))
        return made, names

    # ------------------------------------------------------------------- what can be done

    def actions(
        self, prefix: str, names: Vocabulary, least: int, most: int, card: bool = True
    ) -> tuple[Document, Vocabulary]:
        """Actions; each may be followed, by `do`, by those made before it."""
        made: Document = {}
        before = names.actions
        mine: list[ActionName] = []
        for n in range(1, self.draw.between(least, most) + 1):
            document, action = self._action(f"{prefix}_act{n}", names, mine, card)
            made[action.name] = document
            mine.insert(0, action)
            names = replace(names, actions=(*mine, *before))
        return made, names

    def _action(
        self, name: str, names: Vocabulary, doing: Sequence[ActionName], card: bool
    ) -> tuple[Document, ActionName]:
        scope = SpecScope(names, card=card)
        open_roles, computed, roles = self._roles(scope)
        inner = scope.about({**open_roles, **computed})
        rules = {
            f"rule{n}": self.values.likely(inner) for n in range(self.draw.one((0, 0, 0, 1, 2)))
        }
        if names.supposes and doing and self.draw.chance(90):
            event, condition = self.effects.event(inner, doing), self.values.condition(inner, 1)
            rules["supposing"] = f"after ({event} where {condition})"
        made: Document = {}
        if roles:
            made["roles"] = roles
        if rules:
            made["rules"] = rules
        if self.draw.chance(75):
            made["do"] = [ClauseText(tuple(self.effects.block(inner, doing)))]
        text = " ".join((name, *(f"{{{role}}}" for role in open_roles)))
        made["text"] = text
        if self.draw.chance(15):
            condition = self.values.condition(inner, 1)
            made["text"] = [{"when": condition, "text": f"{text}!"}, {"text": text}]
        if self.draw.chance(15):
            made["suggested"] = self.values.condition(inner, 1)
        if self.draw.chance(15):
            made["shows"] = {"worth": self.values.value(number(-9, 99), inner, 1).text}
        if self.draw.chance(15):
            made["weight"] = self.values.value(number(1, 9), inner, 1).text
        if self.draw.chance(10):
            made["silent"] = "yes"
        if self.draw.chance(20):
            secret = not names.supposes and self.draw.chance(50)
            made["secret" if secret else "public"] = "yes"
        return made, ActionName(name, open_roles, computed, tuple(rules))

    def _roles(self, scope: SpecScope) -> tuple[dict[str, Type], dict[str, Type], Document]:
        """Open and computed roles, and how they are written."""
        open_roles: dict[str, Type] = {}
        computed: dict[str, Type] = {}
        roles: Document = {}
        kinds = [k for k in scope.names.kinds if k != SIDE]
        for n in range(self.draw.one((0, 1, 1, 1, 2, 2))):
            kind = self.draw.one([*kinds, *kinds, number(0, self.draw.between(1, 4)), FLAG])
            name = f"{kind.base}{n}"
            if kind.base == "int":
                kind = number(0, kind.high)
            open_roles[name], roles[name] = kind, written(kind)
        for n in range(self.draw.one((0, 0, 1, 2))):
            inner = replace(scope.about({**open_roles, **computed}), asking=False)
            value = self.values.value(self.values.some_kind(inner), inner, 1)
            name = f"{value.type.base}_c{n}"
            if value.type.base != "nothing":
                computed[name] = value.type
                roles[name] = value.text if value.text[0].islower() else f"({value.text})"
        return open_roles, computed, roles

    def steps(
        self, prefix: str, names: Vocabulary, holder: bool, least: int = 0
    ) -> tuple[Document, Vocabulary]:
        """Steps for the actions that this text declares, each followed by one made before it."""
        mine = [action for action in names.actions if action.name.startswith(f"{prefix}_")]
        made: Document = {}
        before = names.steps
        own: list[StepName] = []
        for n, action in enumerate(self.draw.some(mine, least, 4), 1):
            name = f"{prefix}_step{n}"
            others = [other.name for other in mine if other != action]
            more = self.draw.some(others, 1, 2) if others and self.draw.chance(25) else []
            offered = (action.name, *more)
            made[name] = self._step(
                offered, SpecScope(names, card=holder), [s.name for s in own], holder
            )
            own.insert(0, StepName(name, offered))
            names = replace(names, steps=(*own, *before))
        return made, names

    def _step(
        self, actions: Sequence[str], scope: SpecScope, following: Sequence[str], holder: bool
    ) -> Document:
        made: Document = {"action": actions[0]} if len(actions) == 1 else {"actions": [*actions]}
        choosers = ["holder", "holder"] if holder else ["active"]
        if self.draw.chance(60):
            chooser = self.draw.one([*choosers, "chance", ""])
            made["chooser"] = chooser or self.values.value(PLAYER, scope, 2).text
        made["when empty"] = self.draw.one((*["pass"] * 14, "ask", "ask", "stuck"))
        if made.get("chooser") == "chance":
            made["when empty"] = "pass"
        for word, percent in (("filter", 85), ("judge", 40), ("skip", 45), ("last", 20)):
            if self.draw.chance(percent):
                made[word] = "yes"
        if self.draw.chance(15):
            made["do when one"] = self.values.condition(scope, 1)
        if following and self.draw.chance(60):
            made["then"] = self.draw.one(following)
        if following and self.draw.chance(25):
            made["after skip"] = self.draw.one(following)
        return made

    # -------------------------------------------------------------------------- clauses

    def clauses(
        self, scope: SpecScope, headings: Sequence[str], least: int, most: int, steps: Sequence[str]
    ) -> dict[str, list[ClauseText]]:
        """Clauses, by heading. steps: those that a route should lead to."""
        maker = Clauses(self.draw, self.values, self.effects, self.rewinds)
        made: dict[str, list[ClauseText]] = {}
        for step in steps[-1:]:
            made[headings[0]] = [ClauseText(tuple(maker.way_to(step, scope)))]
        for _ in range(self.draw.between(least, most)):
            heading = self.draw.one(headings)
            made.setdefault(heading, []).append(ClauseText(tuple(maker.clause(scope))))
        return made
