"""The sentences of a game in one language: clauses, rules, facts, steps and the flow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.check.clauses import Guard, leaves, slug
from thesmos.check.spec import CheckedGame
from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.play.game import Game
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos_rulebook.prose import declarations
from thesmos_rulebook.prose.clauses import clause
from thesmos_rulebook.prose.language import load_language
from thesmos_rulebook.prose.lexicon import Lexicon, core_lexicon
from thesmos_rulebook.prose.steps import describe_step, step_details
from thesmos_rulebook.prose.verbalizer import MissingWords, Verbalizer

Sentence = str  # plain text with a capital at its start and a full stop at its end


class GameSentences:
    """The sentences of a game in one language.

    What has no words is shown as it is written, and recorded. Cards are named by their slugs:
    powers, modes, and the game itself for its base rules. Raises UsageError for an unknown
    language, card, clause or name.
    """

    def __init__(self, game: Game | CheckedGame, language: str) -> None:
        self.checked = game.checked if isinstance(game, Game) else game
        self.language = language
        self._language = load_language(language)
        base = self.checked.written.base
        self._lexicon = Lexicon(self._language, base.words, core_lexicon(self._language))
        self._missing_words = MissingWords()
        self._verbalizers: dict[str, Verbalizer] = {}
        self._clauses = {id: (card, c, g) for card in self.cards for id, c, g in _numbered(card)}

    @property
    def cards(self) -> list[d.CardDocument]:
        """The base rules, the powers, and the modes that have rules of their own."""
        game = self.checked.written
        modes = [mode.card for mode in self.checked.modes.values()]
        powers = [
            c.written for slug, c in self.checked.cards.items() if slug not in self.checked.modes
        ]
        return [game.base, *powers, *modes]

    def clauses(self, card: str) -> dict[str, Sentence]:
        """Return all clauses of a card by id, in their order."""
        document = self._card(card)
        return {id: self.clause(id) for id, _, _ in _numbered(document)}

    def clause(self, id: str) -> Sentence:
        """Return what a clause means, by its id: card, heading and number."""
        if id not in self._clauses:
            raise UsageError(f"there is no clause `{id}`")
        card, declaration, guards = self._clauses[id]
        return self._sentence(clause(self.verbalizer(card.slug), declaration, guards))

    def rule(self, action: str, rule: str, card: str = "") -> Sentence:
        """Return what a rule of an action requires."""
        verbalizer = self.verbalizer(card)
        found = [r for r in self._action(verbalizer, action).rules if r.name == rule]
        if not found:
            raise UsageError(f"the action {action} has no rule `{rule}`")
        return self._sentence(declarations.rule(verbalizer.of_action(action), found[0]))

    def action(self, name: str, card: str = "") -> list[Sentence]:
        """Return what is chosen for an action and what happens; its rules have their own sentences.

        For a power or a mode this includes its steps for the action, because no flow
        describes those.
        """
        verbalizer = self.verbalizer(card)
        result = list(declarations.action(verbalizer, self._action(verbalizer, name)))
        document = self._card(card) if card else self.checked.written.base
        own = () if document is self.checked.written.base else document.steps
        steps = [step for step in own if step.action == name]
        result += step_details(verbalizer, steps, document)
        return [self._sentence(text) for text in result]

    def notation_condition(self, action: str, way: int, card: str = "") -> str:
        """Return when an option is written in one of its ways (from 0): `if …`, or nothing."""
        verbalizer = self.verbalizer(card)
        notation = self._action(verbalizer, action).text[way]
        return self._language.tidied(declarations.notation_condition(verbalizer, action, notation))

    def kinds(self, action: str, card: str = "") -> dict[str, str]:
        """Return the kind of each role of an action, as far as it is known."""
        verbalizer = self.verbalizer(card)
        return declarations.kinds(verbalizer, self._action(verbalizer, action))

    def fact(self, name: str, card: str = "") -> Sentence:
        """Return when a fact holds, or what it is.

        Empty if the fact has no words of its own, or if they say the same as its
        definition.
        """
        verbalizer = self.verbalizer(card)
        if name not in verbalizer.names.facts:
            raise UsageError(f"there is no fact `{name}`")
        return self._sentence(declarations.fact(verbalizer, verbalizer.names.facts[name]))

    def full_fact(self, name: str, card: str = "") -> Sentence:
        """Return a fact as `fact` does, or else its words or its definition: never empty.

        Raises UsageError for an unknown fact.
        """
        verbalizer = self.verbalizer(card)
        text = self.fact(name, card)
        return text or self._sentence(
            declarations.fact_by_words(verbalizer, verbalizer.names.facts[name])
        )

    def supply(self, card: str) -> list[Sentence]:
        """Return the pieces that a card brings, a sentence for each kind."""
        verbalizer = self.verbalizer(card)
        pieces = self._card(card).pieces
        return [self._sentence(declarations.supply(verbalizer, *each)) for each in pieces]

    def step(self, name: str, card: str = "") -> list[Sentence]:
        """Return who decides what in a step, and what follows."""
        verbalizer = self.verbalizer(card)
        if name not in verbalizer.names.steps:
            raise UsageError(f"there is no step `{name}`")
        document = self._card(card) if card else self.checked.written.base
        texts = describe_step(verbalizer, verbalizer.names.steps[name], document)
        return [self._sentence(text) for text in texts]

    def flow(self) -> dict[str, list[Sentence]]:
        """Return the sentences of each flow of the game, by instruction.

        An instruction that leads through several steps has a sentence for each.
        """
        base, verbalizer = self.checked.written.base, self.verbalizer("")
        return {
            name: [
                " ".join(map(self._sentence, declarations.instruction(verbalizer, *each, base)))
                for each in flow
            ]
            for name, flow in self.checked.written.flow.items()
        }

    def all_sentences(self) -> Iterator[tuple[str, Sentence]]:
        """Yield every sentence of the game, with the name of what it describes."""
        for card in self.cards:
            yield from self.clauses(card.slug).items()
            for text in self.supply(card.slug):
                yield f"{card.slug} supply", text
            for fact in card.facts:
                yield f"{card.slug} {fact.name}", self.fact(fact.name, card.slug)
            for action in card.actions:
                for text in self.action(action.name, card.slug):
                    yield f"{card.slug} {action.name}", text
                for rule in action.rules:
                    yield (
                        f"{card.slug} {action.name}.{rule.name}",
                        self.rule(action.name, rule.name, card.slug),
                    )
            for each in card.steps:
                for text in self.step(each.name, card.slug):
                    yield f"{card.slug} step {each.name}", text
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
        document = self._card(card) if card else self.checked.written.base
        if document.slug not in self._verbalizers:
            base = self.checked.written.base
            names = self.checked.names
            lexicon = self._lexicon
            if document is not base:
                names = names.with_card(document)
                lexicon = Lexicon(self._language, document.words, lexicon)
            self._verbalizers[document.slug] = Verbalizer(lexicon, names, self._missing_words)
        return self._verbalizers[document.slug]

    def _card(self, slug: str) -> d.CardDocument:
        found = next((card for card in self.cards if card.slug == slug), None)
        if found is None:
            raise UsageError(f"there is no card `{slug}`")
        return found

    def _action(self, verbalizer: Verbalizer, name: str) -> d.ActionDeclaration:
        if name not in verbalizer.names.actions:
            raise UsageError(f"there is no action `{name}`")
        return verbalizer.names.actions[name]

    def _sentence(self, text: str) -> Sentence:
        self._missing_words.parts = self._missing_words.depth = 0
        text = self._language.tidied(text)
        return f"{text[:1].upper()}{text[1:]}." if text else ""


def _numbered(card: d.CardDocument) -> Iterator[tuple[str, ct.Clause, Sequence[Guard]]]:
    """Yield the clauses of a card with their ids, numbered as `check` does."""
    for block in card.clauses:
        for number, (declaration, guards) in enumerate(leaves(block.clauses, ()), 1):
            yield f"{card.slug}.{slug(block.heading)}.{number}", declaration, guards
