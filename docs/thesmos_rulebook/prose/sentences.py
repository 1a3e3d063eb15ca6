"""The sentences of a game in one language: clauses, rules, facts, steps and the flow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.text.program_text import value_text
from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.link.linked import LinkedGame, Piece
from thesmos.play.game import Game
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Action, Attribute, Card, Fact, Rule, Step
from thesmos.program.node import Ref, walk
from thesmos.program.values import Past, Value
from thesmos_rulebook.prose import declarations
from thesmos_rulebook.prose.clauses import clause
from thesmos_rulebook.prose.declared_names import DeclaredNames
from thesmos_rulebook.prose.language import ENGLISH, load_language
from thesmos_rulebook.prose.lexicon import Lexicon
from thesmos_rulebook.prose.notes import Note, Notes, counts
from thesmos_rulebook.prose.pieces import (
    PrintedValue,
    called,
    label,
    of_one_thing,
    printed_on,
    this_one,
)
from thesmos_rulebook.prose.steps import describe_step, step_details
from thesmos_rulebook.prose.verbalizer import MissingWords, Verbalizer

Sentence = str  # plain text with a capital at its start and a full stop at its end

ENDINGS = ("concede", "last standing")  # of every game, as explanations name them

Named = TypeVar("Named", bound=Action | Fact | Step)


class GameSentences:
    """The sentences of a game in one language.

    Anything without words is shown as it is written, and recorded. Cards are named by their slugs:
    powers, modes, and the game itself for its base rules. Raises UsageError for an unknown
    language, card, clause or name.
    """

    def __init__(self, game: Game | CheckedGame, language: str) -> None:
        self.checked = game.checked if isinstance(game, Game) else game
        self.language = language
        self._language = load_language(language)
        self._missing_words = MissingWords()
        self._verbalizers: dict[str, Verbalizer] = {}

    @property
    def cards(self) -> list[Card]:
        """The base rules, the powers, and the modes that have rules of their own."""
        game = self.checked.program
        powers = [card for slug, card in game.cards.items() if slug not in game.modes]
        modes = [game.cards[mode.card] for mode in game.modes.values() if mode.card is not None]
        return [game.base, *powers, *modes]

    def clauses(self, card: str) -> dict[str, Sentence]:
        """Return the sentences of all clauses of a card by id, in order."""
        return {id: self.clause(id) for id in dict.fromkeys(c.id for c in self._card(card).clauses)}

    def clause(self, id: str) -> Sentence:
        """Return the sentence of a clause, by its id: card, heading and number."""
        if id not in self._clauses:
            raise UsageError(f"there is no clause `{id}`")
        clauses = self._clauses[id]
        verbalizer = self.verbalizer(clauses[0].card)
        text = clause(verbalizer, clauses)
        beside = self._notes.beside(clauses[0])
        if beside is not None:
            text = verbalizer.render("beside", card=self._title(beside), what=text)
        return self._sentence(text)

    def notes(self, card: str) -> dict[str, list[Note]]:
        """Return the notes of each clause of a card that has a sentence of its own.

        The other clauses are notes: they matter only with one other card.
        """
        result: dict[str, list[Note]] = {}
        for id, under in self._notes.under(self._card(card).slug).items():
            notes = [Note(clause, self.clause(clause)) for clause in under]
            if counts(self._clauses[id][0]):
                text = self.verbalizer(card).render("counting")
                notes.insert(0, Note("", self._sentence(text)))
            result[id] = notes
        return result

    @cached_property
    def _notes(self) -> Notes:
        return Notes(self.cards)

    def _title(self, slug: str) -> str:
        """Return the title of a power or a mode."""
        modes = self.checked.modes
        written = modes[slug] if slug in modes else self.checked.cards[slug].written
        return written.title.get(self.language) or written.title.get(ENGLISH) or slug

    @cached_property
    def _clauses(self) -> dict[str, list[Clause]]:
        """The clauses of each id: several for a clause that is written about several actions."""
        result: dict[str, list[Clause]] = {}
        for card in self.cards:
            for declaration in card.clauses:
                result.setdefault(declaration.id, []).append(declaration)
        return result

    def rule(self, action: str, rule: str, card: str = "") -> Sentence:
        """Return what a rule of an action requires."""
        declaration = self._action(action, card)
        rules = [declared for declared in declaration.rules if declared.name == rule]
        if not rules:
            raise UsageError(f"the action {action} has no rule `{rule}`")
        inner = self.verbalizer(card).of_action(declaration.name)
        return self._sentence(declarations.rule(inner, rules[0]))

    def value(self, id: str, written: str, card: str = "") -> str:
        """Return what a value is called that a rule or a clause reads; empty if it has none such.

        id: of the clause; or `move.climb`, the action and the rule. written: the value in the
            clause language, such as `rise`. card: whose action it is, if it is not the game's.
        """
        if id in self._clauses:
            texts: list[Clause | Rule] = [*self._clauses[id]]
            card, actions = self._clauses[id][0].card, _actions_of(self._clauses[id])
        else:
            *_, action, rule = ["", *id.split(".")]
            declaration = self._action(action, card)
            texts = [declared for declared in declaration.rules if declared.name == rule]
            actions = [declaration.name]
        inner = self.verbalizer(card)
        inner = inner.of_action(*actions) if actions else inner
        for node in walk(tuple(texts)):
            counted = isinstance(node, Past) and node.query.question == "times"
            if isinstance(node, Value) and not counted and value_text(node) == written:
                return self._language.tidied(inner.say(node))
        return ""

    def action(self, name: str, card: str = "") -> list[Sentence]:
        """Return what is chosen for an action and what happens; its rules have their own sentences.

        For a power or a mode this includes its steps for the action, because no flow
        describes those.
        """
        verbalizer, declaration = self.verbalizer(card), self._action(name, card)
        result = list(declarations.action(verbalizer, declaration))
        text = self._card(card)
        steps_of_card = () if text is self.checked.program.base else text.steps
        steps = [step for step in steps_of_card if declaration.name in step.actions]
        result += step_details(verbalizer, steps, text)
        return [self._sentence(text) for text in result]

    def effects(self, name: str, parts: Collection[str], card: str = "") -> Sentence:
        """Return what an action does to some parts of a position; empty if it does nothing to them.

        parts: kinds of pieces, and attributes such as `Player.score`.
        """
        text = declarations.effects_on(self.verbalizer(card), self._action(name, card), parts)
        return self._sentence(text)

    def notation_condition(self, action: str, way: int, card: str = "") -> str:
        """Return when an option is written in its notation number `way` (from 0): `if …` or ''."""
        verbalizer, declaration = self.verbalizer(card), self._action(action, card)
        notation = declaration.notations[way]
        text = declarations.notation_condition(verbalizer, declaration, notation)
        return self._language.tidied(text)

    def fact(self, name: str, card: str = "") -> Sentence:
        """Return when a fact holds, or what it is; empty if it has no words of its own."""
        return self._sentence(declarations.fact(self.verbalizer(card), self._fact(name, card)))

    def full_fact(self, name: str, card: str = "") -> Sentence:
        """Return a fact as `fact` does; without words of its own its definition: never empty.

        Raises UsageError for an unknown fact.
        """
        words = declarations.fact_by_definition
        text = self.fact(name, card)
        return text or self._sentence(words(self.verbalizer(card), self._fact(name, card)))

    def valid(self, card: str) -> list[Sentence]:
        """Return what a card says of every position, in its order."""
        verbalizer = self.verbalizer(card)
        conditions = self._card(card).valid
        return [self._sentence(declarations.valid(verbalizer, each)) for each in conditions]

    def lifted(self, card: str) -> list[Sentence]:
        """Return what the game says of every position that need not hold with a card."""
        names = {lifted.name for lifted in self._card(card).lifts}
        verbalizer, conditions = self.verbalizer(""), self._card("").valid
        return [
            self._sentence(declarations.valid(verbalizer, condition))
            for condition in conditions
            if condition.name in names
        ]

    def supply(self, card: str) -> list[Sentence]:
        """Return the pieces that a card brings, a sentence for each kind."""
        verbalizer = self.verbalizer(card)
        supplies = self._card(card).supply
        return [self._sentence(declarations.supply(verbalizer, supply)) for supply in supplies]

    def piece(self, linked: LinkedGame, piece: Piece) -> tuple[str, list[Sentence]]:
        """Return the name of a piece, and what is printed on it."""
        verbalizer = self.verbalizer("")
        statements = [printed.phrase for printed in printed_on(verbalizer, linked, piece)]
        texts = of_one_thing(verbalizer, this_one(verbalizer, piece.kind), statements)
        return self.piece_name(piece), [self._sentence(text) for text in texts]

    def piece_name(self, piece: Piece) -> str:
        """Return the name of a piece, capitalized."""
        return self._sentence(called(self.verbalizer(""), piece)).removesuffix(".")

    def printed(self, linked: LinkedGame, piece: Piece) -> list[PrintedValue]:
        """Return each value printed on a named piece, its sentence, and its text in a cell."""
        return [
            replace(
                printed,
                phrase=self._sentence(printed.phrase),
                text=self._language.tidied(printed.text),
            )
            for printed in printed_on(self.verbalizer(""), linked, piece)
        ]

    def label(self, attribute: Attribute) -> str:
        """Return the heading for the values of an attribute, capitalized."""
        text = label(self.verbalizer(""), attribute)
        return f"{text[:1].upper()}{text[1:]}"

    def kind(self, name: str) -> str:
        """Return the plural noun for the pieces of a kind."""
        many = self.verbalizer("").noun(name).plural
        return f"{many[:1].upper()}{many[1:]}"

    def step(self, name: str, card: str = "") -> list[Sentence]:
        """Return who decides what in a step, and what follows."""
        step = _named(name, self._card(card).steps, self.checked.program.base.steps)
        if step is None:
            raise UsageError(f"there is no step `{name}`")
        texts = describe_step(self.verbalizer(card), step, self._card(card))
        return [self._sentence(text) for text in texts]

    def ending(self, name: str) -> Sentence:
        """Return how a game ends in every game: by `concede`, or for the one `last standing`."""
        if name not in ENDINGS:
            raise UsageError(f"no game ends by `{name}`")
        return self._sentence(self.verbalizer("").render(f"ending.{name}"))

    def flow(self) -> dict[str, list[Sentence]]:
        """Return the sentences of each flow of the game, by instruction.

        An instruction that leads through several steps has a sentence for each.
        """
        game, verbalizer = self.checked.program, self.verbalizer("")
        return {
            name: [
                " ".join(
                    map(
                        self._sentence, declarations.instruction(verbalizer, instruction, game.base)
                    )
                )
                for instruction in flow
            ]
            for name, flow in {"setup": game.setup, "turn": game.turn}.items()
            if flow
        }

    def all_sentences(self) -> Iterator[tuple[str, Sentence]]:
        """Yield every sentence of the game, with the name of what it describes."""
        for card in self.cards:
            yield from self.clauses(card.slug).items()
            for id, notes in self.notes(card.slug).items():
                yield from ((f"{id} note", note.text) for note in notes if not note.clause)
            for text in self.supply(card.slug):
                yield f"{card.slug} supply", text
            for name in (fact.name.name for fact in card.facts):
                yield f"{card.slug} {name}", self.fact(name, card.slug)
            for action in card.actions:
                name = action.name.name
                for text in self.action(name, card.slug):
                    yield f"{card.slug} {name}", text
                for rule in action.rules:
                    yield f"{card.slug} {name}.{rule.name}", self.rule(name, rule.name, card.slug)
            for name in (step.name.name for step in card.steps):
                for text in self.step(name, card.slug):
                    yield f"{card.slug} step {name}", text
        for name, texts in self.flow().items():
            for text in texts:
                yield f"flow {name}", text

    def untranslated(self) -> list[Diagnostic]:
        """Return a warning for everything in the game that has no words in this language."""
        self._missing_words.missing.clear()
        for _ in self.all_sentences():
            pass
        noted = dict.fromkeys((m.what, m.location) for m in self._missing_words.missing)
        return [
            Diagnostic(
                "W405", f"there are no words for {what} in `{self.language}`", location,
                "add them under `words`", "warning",
            )
            for what, location in noted
        ]  # fmt: skip

    def verbalizer(self, card: str) -> Verbalizer:
        """Return the verbalizer for a card; an empty name is the game itself."""
        slug = self._card(card).slug
        if slug not in self._verbalizers:
            self._verbalizers[slug] = Verbalizer(
                self._lexicon(slug), self.checked.program, self._missing_words
            )
        return self._verbalizers[slug]

    def _lexicon(self, slug: str) -> Lexicon:
        """Return the words of a card, or of the game itself."""
        checked, card, declared = self.checked, self._card(slug), DeclaredNames()
        is_game = card is checked.program.base
        written = checked.written.base if is_game else checked.cards[slug].written
        declared.add(written, card, checked.program, self.language)
        return Lexicon(self._language, declared, None if is_game else self.verbalizer("").lexicon)

    def _card(self, slug: str) -> Card:
        if not slug:
            return self.checked.program.base
        card = next((card for card in self.cards if card.slug == slug), None)
        if card is None:
            raise UsageError(f"there is no card `{slug}`")
        return card

    def _action(self, name: str, card: str) -> Action:
        action = _named(name, self._card(card).actions, self.checked.program.base.actions)
        if action is None:
            raise UsageError(f"there is no action `{name}`")
        return action

    def _fact(self, name: str, card: str) -> Fact:
        fact = _named(name, self._card(card).facts, self.checked.program.base.facts)
        if fact is None:
            raise UsageError(f"there is no fact `{name}`")
        return fact

    def _sentence(self, text: str) -> Sentence:
        self._missing_words.parts = self._missing_words.depth = 0
        text = self._language.tidied(text)
        return f"{text[:1].upper()}{text[1:]}." if text else ""


def _actions_of(clauses: Sequence[Clause]) -> list[Ref]:
    """Return the actions that clauses are about."""
    return [ref for part in clauses if isinstance(ref := getattr(part, "action", None), Ref)]


def _named(name: str, of_card: Sequence[Named], of_game: Sequence[Named]) -> Named | None:
    """Return the thing with a name: the card's own, else the game's; None if there is none."""
    return next((declared for declared in (*of_card, *of_game) if declared.name.name == name), None)
