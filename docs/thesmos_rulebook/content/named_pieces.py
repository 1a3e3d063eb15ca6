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

    kinds: those that a page describes.
    called: the pieces to which words give a name of their own.
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
        files: dict[Key, str] = {}
        for kind in self.kinds:
            for piece in self.of_kind(kind):
                key = kind, str(piece.name)
                name = file = f"{kind.lower()}/{NOT_IN_FILES.sub('-', key[1]).lower()}"
                number = 1
                while file in files.values():
                    number += 1
                    file = f"{name}-{number}"
                if key in self.called:
                    files[key] = file
        return files

    @cached_property
    def paged(self) -> list[Piece]:
        """The pieces that have pages."""
        every = (piece for kind in self.kinds for piece in self.of_kind(kind))
        return [piece for piece in every if (piece.kind, str(piece.name)) in self.files]

    def beside(self, piece: Piece) -> tuple[Piece | None, Piece | None]:
        """Return the pieces with pages before and after one, of its kind."""
        same = [other for other in self.paged if other.kind == piece.kind]
        at = same.index(piece)
        return (same[at - 1] if at else None), (same[at + 1] if at + 1 < len(same) else None)

    # ----------------------------------------------------------------------- rules

    @cached_property
    def rules(self) -> Mapping[Key, list[Rule]]:
        """The rules that name each piece, or a word that only it has."""
        rules: dict[Key, list[Rule]] = {}
        for card in (self.program.base, *self.program.cards.values()):
            for rule in _rules_of(card):
                words = (node for node in walk(rule) if isinstance(node, Word))
                bases = {(word.type.name, word.word): word.type.base for word in words}
                named_here = {
                    name if base == "piece" else self._owners[name]
                    for name, base in bases.items()
                    if base == "piece" or name in self._owners
                }
                for name in named_here:
                    rules.setdefault(name, []).append(rule)
        return rules

    @cached_property
    def _owners(self) -> dict[Key, Key]:
        """The only piece that has an enum's word, by enum and word.

        Only for enums that are the type of one attribute and of nothing else: their words represent
        pieces, such as what each token is good for.
        """
        attributes = self.linked.game.attributes
        used = Counter(
            attribute.type.name for attribute in attributes if attribute.type.base == "enum"
        )
        used.update(
            kind.name for attribute in attributes for kind in attribute.index if kind.base == "enum"
        )
        used.update(attribute.name.owner for attribute in attributes)
        owners: dict[Key, Key] = {}
        for attribute in attributes:
            enum, kind = attribute.type.name, attribute.name.owner
            if attribute.type.base != "enum" or attribute.type.many or used[enum] != 1:
                continue
            words = self.linked.game.enum_words[enum]
            pieces = self.linked.pieces.get(kind, ())
            values = [*zip(pieces, self.linked.fixed.get(attribute.name, ()), strict=False)]
            for number, word in enumerate(words):
                having = [str(piece.name) for piece, value in values if value == number]
                if len(having) == 1:
                    owners[enum, word.word] = kind, having[0]
        return owners

    # ------------------------------------------------------------------- scenarios

    @cached_property
    def scenarios(self) -> Mapping[str, list[Scenario]]:
        """The scenarios about each piece, by name.

        First those in which something is done with the piece or can't be done, then those with the
        piece in their position; among these, those about the fewest pieces come first.
        """
        names = {str(piece.name) for kind in self.kinds for piece in self.of_kind(kind)}
        done = {test.id: names & {*_names_in(test)} for test in self.tests}
        named = {
            test.id: names & {*_texts(test.given.position)} | done[test.id] for test in self.tests
        }
        few = [test for test in self.tests if len(named[test.id]) <= MANY]
        ranked = [
            (name not in done[test.id], len(named[test.id]), test.id, name, test)
            for test in few
            for name in named[test.id]
        ]
        scenarios: dict[str, list[Scenario]] = {}
        for _, _, _, name, test in sorted(ranked, key=lambda entry: entry[:4]):
            scenarios.setdefault(name, []).append(test)
        return scenarios


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
        for text in (*(option.value for option in step.when), *keys):
            yield from NAME.findall(text)


def _texts(data: object) -> Iterator[str]:
    """Yield the keys and values of a position."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from (str(key), *_texts(value))
    elif isinstance(data, list | tuple):
        for part in data:
            yield from _texts(part)
    else:
        yield str(data)
