"""The words that a game has for its steps, cards, pieces and options, beside their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.link.linked import LinkedGame, Piece
from thesmos.link.printed import looks, printed_numbers, written
from thesmos.play.choice import WORD
from thesmos.play.game import Game, load
from thesmos.play.names import (
    attribute_label,
    event_form,
    member_sentences,
    names_of_things,
)
from thesmos.play.options import Option
from thesmos.play.state import Decision
from thesmos.program.declarations import Attribute, Step
from thesmos.program.types import Type
from thesmos.render.phrase import member_key, named
from thesmos.syntax.words import GAP, Term
from thesmos.syntax.yaml_values import ENGLISH

YES = "✓"  # a flag that is set
SET = re.compile(r"\[([^|\]]*)\|[^\]]*\]")  # `[|not ]` in `the door is [|not ]open`
VERB_FORMS = 3  # `draw a card, draws a card, drew a card`
PARTS = re.compile(r"[^\W_]+")  # the words in `lumber_yard`


class DeclaredWords:
    """The words of a game in one language, for one of its match-ups.

    Raises UsageError if the game has nothing in that language.
    """

    def __init__(self, game: Game, linked: LinkedGame, language: str = ENGLISH) -> None:
        self.game, self.linked, self.language = game, linked, language
        languages = {code for titles in self._titles.values() for code in titles}
        if language != ENGLISH and language not in languages:
            listed = ", ".join(sorted(languages))
            raise UsageError(f"{game.slug} has no texts in `{language}`", f"there are: {listed}")

    def option(self, option: Option) -> str:
        """Return an option in words: its notation, and in brackets the names of what it mentions.

        A word such as `lumber_yard` is replaced by its name instead, if only the spelling differs.
        """
        return self._in_words(option.text, option.roles.values())

    def choice(self, notation: str) -> str:
        """Return a choice in words, as far as its text says what was chosen."""
        return self._in_words(notation, ())

    def _in_words(self, notation: str, roles: Iterable[str]) -> str:
        """Return the text of an option in words. roles: further things it names, as written."""
        text = self.text(notation)
        pieces = [word for word in WORD.findall(notation) if word in self._pieces]
        names = dict.fromkeys(self._called.get(value, "") for value in (*roles, *pieces))
        more = ", ".join(words for words in names if words and not _contains(text, words))
        return f"{text} ({more})" if more else text

    def text(self, notation: str) -> str:
        """Replace words such as `lumber_yard` by the name, where only the spelling differs."""

        def name(match: re.Match[str]) -> str:
            written = match[0]
            name = self.names.get(written, written) if written in self._pieces else written
            return name if _alike(written, name) else written

        return WORD.sub(name, notation)

    def step(self, decision: Decision) -> str:
        """Return what is decided: the action, or the step's name; empty if that adds nothing."""
        steps = self._steps_of(decision)
        actions = [action.name for step in steps for action in step.actions]
        named = [self._steps[str(step.name)] for step in steps if str(step.name) in self._steps]
        verbs = [self._acts[name] for name in actions if name in self._acts]
        # Of several steps that are shown alike, the name of one may be wrong for another.
        certain = bool(named) and len(named) == len(steps)
        words = " / ".join(dict.fromkeys(named[:1] if certain and len(verbs) != 1 else verbs))
        # `place` is not repeated as `be placed`.
        alike = any(word.startswith(decision.step) for word in words.split())
        return "" if alike else words

    def event(self, event: Mapping[str, Any]) -> str:
        """Return an event as a sentence; empty if the game has no sentence for it."""
        form, written = self._event_form(event)
        texts = {gap: self._thing(written[gap]) for gap in GAP.findall(form) if gap in written}
        texts = {**self._without_name(event["e"]), **texts}
        if "[" in form or not all(gap in texts for gap in GAP.findall(form)):
            return ""
        return GAP.sub(lambda gap: texts[gap[1]], form)

    def _thing(self, value: str | int) -> str:
        """Return the name of a thing that an event tells; a number is that of a player."""
        return f"player {value}" if isinstance(value, int) else named(value, self.names)

    def deed(self, action: str) -> str:
        """Return what somebody does in an event of an action, `draws a card`; empty if unknown."""
        key = ("acts", action, "verb")
        verbs = (t.texts for t in self._terms_in_play if (t.section, t.key, t.form) == key)
        forms = next(verbs, {}).get(self.language, "").split(", ")
        return forms[1] if len(forms) == VERB_FORMS else ""

    def _without_name(self, action: str) -> dict[str, str]:
        """Return what the pieces are called that an event of an action can't name: `the cart`."""
        actions = (act for act in self.linked.actions.values() if act.name.name == action)
        unnamed = {
            f"{action}.{role.name}": role.name
            for role in next((act.roles for act in actions), ())
            if role.type.base == "piece"
            and not any(piece.name for piece in self.linked.pieces[role.type.name])
        }
        return {
            unnamed[term.key]: term.texts.get(self.language, "")
            for term in self._terms_in_play
            if term.section == "roles" and not term.form and term.key in unnamed
        }

    def worth_telling(
        self, decision: Decision | None, events: Sequence[Mapping[str, Any]]
    ) -> list[Mapping[str, Any]]:
        """Return the events after a decision that tell the reader something new.

        Left out are the event that only repeats what was chosen, and those about pieces without a
        readable name.
        """
        steps = [] if decision is None else self._steps_of(decision)
        chosen_actions = {"skip", *(action.name for step in steps for action in step.actions)}
        chosen = next((event for event in events if event["e"] in chosen_actions), None)
        more = [event for event in events if event is not chosen]
        return [event for event in more if not self._of_unnamed(event)]

    def _of_unnamed(self, event: Mapping[str, Any]) -> bool:
        form, written = self._event_form(event)
        named = {written[gap] for gap in GAP.findall(form) if gap in written}
        return not named.isdisjoint(self._pieces - self.names.keys())

    def _event_form(self, event: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        words = self._terms_in_play
        return event_form(words, self.linked.actions.values(), event, self.language)

    def _steps_of(self, decision: Decision) -> list[Step]:
        """Return the steps of the decision's power, or of the game, that are shown so."""
        steps = [step for step in self.linked.steps if step.shown == decision.step]
        own = [step for step in steps if step.name.card == (decision.power or "")]
        return own or steps

    def pieces(self, typed: str) -> list[Piece]:
        """Return the pieces whose name was typed, in notation or in words."""
        every = (piece for pieces in self.linked.pieces.values() for piece in pieces if piece.name)
        return [
            piece
            for piece in every
            if _bare(typed) in {_bare(str(piece.name)), _bare(self._name(piece.kind, piece.name))}
        ]

    def printed(self, piece: Piece) -> str:
        """Return the name of a piece and the values printed on it, by attribute."""
        called, by_label = self._name(piece.kind, piece.name), dict[str, list[str]]()
        for printed in printed_numbers(self.linked, piece):
            attribute = printed.attribute
            of = [self._value(k, n) for k, n in zip(attribute.index, printed.index, strict=True)]
            value = self._value(attribute.type.one(), printed.number)
            if attribute.type.base == "flag":
                value = "" if of else self._value(attribute.type, printed.number)
            if value != called:
                label = self._label(attribute)
                by_label.setdefault(label, []).append(" ".join([value, *of]).strip())
        values = "; ".join(f"{label}: {', '.join(texts)}" for label, texts in by_label.items())
        kind = self.names.get(piece.kind, piece.kind)
        return f"{called} ({kind}): {values}" if values else f"{called} ({kind})"

    def printed_rules(self) -> Iterator[tuple[str, str, str]]:
        """Yield a title, a heading and a text for each printed text of the game and its cards."""
        checked = self.game.checked
        headings = checked.written.headings
        for card in (checked.base, *(checked.cards[c.card.slug] for c in self.linked.cards)):
            title = self._titles.get(card.written.slug, {})
            for heading, texts in card.written.text.items():
                text = self._in_language(texts)
                if text:
                    name = self._in_language(headings.get(heading, {})) or heading
                    yield self._in_language(title) or card.written.slug, name, text

    def _in_language(self, texts: Mapping[str, str]) -> str:
        return texts.get(self.language) or texts.get(ENGLISH, "")

    def card_text(self, typed: str) -> list[str]:
        """Return the text of each card whose name was typed, by heading."""
        cards = self.game.checked.cards.items()
        texts = [
            card.written.text
            for slug, card in cards
            if _bare(typed) in {_bare(slug), _bare(self._titles[slug].get(self.language, ""))}
        ]
        return [
            by_language.get(self.language) or by_language.get(ENGLISH, "")
            for text in texts
            for by_language in text.values()
        ]

    def _value(self, kind: Type, number: int) -> str:
        word = written(self.linked, kind, number)
        if kind.base == "flag":
            return YES
        return self._name(kind.name, word) if kind.base in ("enum", "piece") else word

    def _name(self, owner: str, word: str | None) -> str:
        return self.names.get(f"{owner}.{word}", named(str(word), self.names))

    def _label(self, attribute: Attribute) -> str:
        key = f"{attribute.name.owner}.{attribute.name.name}"
        terms = (term for term in self._terms if (term.section, term.key) == ("attributes", key))
        return attribute_label(terms, attribute.name.name, self.language)

    @cached_property
    def _titles(self) -> dict[str, Mapping[str, str]]:
        """The titles of the cards, by slug and language; for a draft, also of the cards drafted."""
        games = [self.game, *([load(self.game.around)] if self.game.around is not None else [])]
        cards = {
            slug: card.written.title for game in games for slug, card in game.checked.cards.items()
        }
        return {**cards, self.game.slug: self.game.checked.written.title}

    @cached_property
    def _terms_in_play(self) -> list[Term]:
        """The words of the game and of the cards in play, whose actions may have one name."""
        checked = self.game.checked
        cards = (checked.cards[card.card.slug] for card in self.linked.cards)
        return [word for card in (checked.base, *cards) for word in card.written.words]

    @cached_property
    def _terms(self) -> list[Term]:
        checked = self.game.checked
        cards = (card.written.words for card in checked.cards.values())
        return [term for words in (checked.written.base.words, *cards) for term in words]

    @cached_property
    def _called(self) -> dict[str, str]:
        """The names of named pieces, enum words and cards, by how they are written."""
        titles = {slug: text.get(self.language, "") for slug, text in self._titles.items()}
        return {**titles, **dict(self._texts("words", ""))}

    @cached_property
    def _pieces(self) -> set[str]:
        """How the named pieces and the cards are written."""
        pieces = (str(piece.name) for pieces in self.linked.pieces.values() for piece in pieces)
        return {*pieces, *self._titles}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of everything that the game declares, without articles, as in the book."""
        written = self.game.checked.written
        cards = [card.written.words for card in self.game.checked.cards.values()]
        named = names_of_things(
            [written.base.words, *cards], self.linked.game.position, self.language
        )
        cards_only = {slug: text for slug, text in self._titles.items() if slug != self.game.slug}
        titles = {slug: text.get(self.language, "") for slug, text in cards_only.items()}
        sentences = member_sentences(self._terms_in_play, self.language)
        return {
            **{slug: title for slug, title in titles.items() if title}, **self._flags, **named,
            **{member_key(name): text for name, text in sentences.items()}, **self._looks,
        }  # fmt: skip

    @cached_property
    def _looks(self) -> dict[str, str]:
        """What is printed on each piece without a name, in words, by what positions call it."""
        in_words = {
            piece: [self._called.get(word, "") for word in printed]
            for piece, printed in looks(self.linked).items()
        }
        return {piece: " ".join(words) for piece, words in in_words.items() if all(words)}

    @cached_property
    def _flags(self) -> dict[str, str]:
        """The text for each flag of the game when it is set."""
        texts = {
            term.name: term.texts.get(self.language, "")
            for term in self._terms
            if term.section == "attributes" and not term.form and not term.parameters
        }
        return {name: SET.sub(r"\1", text) for name, text in texts.items() if SET.search(text)}

    @cached_property
    def _steps(self) -> dict[str, str]:
        return dict(self._texts("steps", ""))

    @cached_property
    def _acts(self) -> dict[str, str]:
        """The infinitive of each action."""
        return dict(self._texts("acts", "verb"))

    def _texts(self, section: str, form: str) -> Iterator[tuple[str, str]]:
        for term in self._terms:
            plain = section == "words" or not term.parameters
            if (term.section, term.form) != (section, form) or term.fact or not plain:
                continue
            text = term.texts.get(self.language, "").partition(",")[0]
            if text and "{" not in text and "[" not in text:
                yield term.name, text


def _bare(text: str) -> str:
    """Return a name in lower case, without what is between its words."""
    return re.sub(r"[\W_]", "", text.casefold())


def _alike(written: str, name: str) -> bool:
    """Return whether a name and its notation have the same words, in any order.

    Case, articles and what is between the words do not count.
    """
    notation, called = written.casefold(), name.casefold()
    same = sorted(PARTS.findall(notation)) == sorted(PARTS.findall(called))
    return same or re.sub(r"[^a-z0-9]", "", notation).endswith(re.sub(r"[^a-z0-9]", "", called))


def _contains(notation: str, words: str) -> bool:
    """Return whether a notation already contains the words, ignoring case and articles."""
    text, folded = notation.replace("_", " ").casefold(), words.casefold()
    return folded in text or (" " in folded and folded.partition(" ")[2] in text)
