"""The named pieces of a game: which have pages, and which rules and scenarios are about each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from thesmos.link.linked import LinkedGame, Piece
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Action, Card, Fact, GameProgram
from thesmos.program.node import walk
from thesmos.program.values import Word
from thesmos.scenario.reader import Scenario
from thesmos.syntax.yaml_nodes import YamlMap

Rule = Clause | Fact | Action
Key = tuple[str, str]  # a kind and a name
NOT_IN_FILES = re.compile(r"[^A-Za-z0-9_-]+")
MANY = 12  # a scenario with more pieces is not about any one of them
NAME = re.compile(r"[^\s,;:(){}\[\]]+")  # a possible name in the text of an option


@dataclass(frozen=True)
class NamedPieces:
    """The pieces with names, by kind.

    kinds: those that a page describes. called: the pieces to which words give a name of their own.
    """

    program: GameProgram
    linked: LinkedGame
    kinds: tuple[str, ...]
    called: frozenset[Key]
    tests: tuple[Scenario, ...] = ()

    def of_kind(self, kind: str) -> list[Piece]:
        """Return the pieces of a kind that have names, in their order."""
        return [piece for piece in self.linked.pieces.get(kind, ()) if piece.name is not None]

    @cached_property
    def files(self) -> dict[Key, str]:
        """The file name of each piece's page, below the folder of all pieces; no name occurs twice.

        A piece has a page if words give it a name: a piece with only a letter and a number is
        described in a table. Some systems ignore the case of letters in file names.
        """
        made: dict[Key, str] = {}
        for kind in self.kinds:
            for piece in self.of_kind(kind):
                key = kind, str(piece.name)
                name = file = f"{kind.lower()}/{NOT_IN_FILES.sub('-', key[1]).lower()}"
                number = 1
                while file in made.values():
                    number += 1
                    file = f"{name}-{number}"
                if key in self.called:
                    made[key] = file
        return made

    @cached_property
    def paged(self) -> list[Piece]:
        """The pieces that have pages."""
        every = (piece for kind in self.kinds for piece in self.of_kind(kind))
        return [piece for piece in every if (piece.kind, str(piece.name)) in self.files]

    def beside(self, piece: Piece) -> tuple[Piece | None, Piece | None]:
        """Return the pieces with pages before and after one, of its kind."""
        same = [one for one in self.paged if one.kind == piece.kind]
        at = same.index(piece)
        return (same[at - 1] if at else None), (same[at + 1] if at + 1 < len(same) else None)

    # ----------------------------------------------------------------------- rules

    @cached_property
    def rules(self) -> Mapping[Key, list[Rule]]:
        """The rules that name each piece, or a word that only it has."""
        made: dict[Key, list[Rule]] = {}
        for card in (self.program.base, *self.program.cards.values()):
            for rule in _rules_of(card):
                words = (node for node in walk(rule) if isinstance(node, Word))
                found = {(one.type.name, one.word): one.type.base for one in words}
                named_here = {
                    name if base == "piece" else self._owners[name]
                    for name, base in found.items()
                    if base == "piece" or name in self._owners
                }
                for name in named_here:
                    made.setdefault(name, []).append(rule)
        return made

    @cached_property
    def _owners(self) -> dict[Key, Key]:
        """The only piece that has an enum's word, by enum and word.

        Only for enums that are the type of one attribute and of nothing else: their words represent
        pieces, such as what each token is good for.
        """
        attributes = self.linked.game.attributes
        used = Counter(each.type.name for each in attributes if each.type.base == "enum")
        used.update(kind.name for each in attributes for kind in each.index if kind.base == "enum")
        used.update(each.name.owner for each in attributes)
        made: dict[Key, Key] = {}
        for each in attributes:
            enum, kind = each.type.name, each.name.owner
            if each.type.base != "enum" or each.type.many or used[enum] != 1:
                continue
            words = self.linked.game.enum_words[enum]
            pieces = self.linked.pieces.get(kind, ())
            values = [*zip(pieces, self.linked.fixed.get(each.name, ()), strict=False)]
            for number, word in enumerate(words):
                having = [str(piece.name) for piece, value in values if value == number]
                if len(having) == 1:
                    made[enum, word.word] = kind, having[0]
        return made

    # ------------------------------------------------------------------- scenarios

    @cached_property
    def scenarios(self) -> Mapping[str, list[Scenario]]:
        """The scenarios about each piece, by name.

        First those in which something is done with the piece or can't be done, then those with the
        piece in their position; among these, those about the fewest pieces come first.
        """
        names = {str(piece.name) for kind in self.kinds for piece in self.of_kind(kind)}
        done = {one.id: names & {*_names_in(one)} for one in self.tests}
        there = {one.id: names & {*_texts(one.given.position)} | done[one.id] for one in self.tests}
        few = [one for one in self.tests if len(there[one.id]) <= MANY]
        found = [
            (name not in done[one.id], len(there[one.id]), one.id, name, one)
            for one in few
            for name in there[one.id]
        ]
        made: dict[str, list[Scenario]] = {}
        for _, _, _, name, one in sorted(found, key=lambda each: each[:4]):
            made.setdefault(name, []).append(one)
        return made


def _rules_of(card: Card) -> Iterator[Rule]:
    yield from card.clauses
    yield from card.facts
    yield from card.actions


def _names_in(scenario: Scenario) -> Iterator[str]:
    """Yield possible names in the options that a scenario chooses, or says are not on offer."""
    steps = [*scenario.steps, *(step for branch in scenario.branches for step in branch.steps)]
    for step in steps:
        barred = step.then.get("illegal") if step.then is not None else None
        keys = [key.value for key, _ in barred.items] if isinstance(barred, YamlMap) else []
        for text in (*(one.value for one in step.when), *keys):
            yield from NAME.findall(text)


def _texts(data: object) -> Iterator[str]:
    """Yield the keys and values of a position."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from (str(key), *_texts(value))
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _texts(one)
    else:
        yield str(data)
