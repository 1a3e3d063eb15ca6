"""The table of a game in one language: what a board on a page needs beside the match itself.

The drawings of boards and pieces, names, sentences of clauses and rules with links to them, the
words of options and events, card texts, and the book's own phrases. The boards of the book and the
playground use the same table; the playground makes the part anew that is made from the game's own
text, when that is edited.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.play.names import member_sentences
from thesmos.program.values import CellOf, Variable
from thesmos.render.drawing_table import drawing_table
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.prose.language import load_language

Table = dict[str, Any]
BOARD_PHRASES = (
    "player", "chance", "over", "nobody", "not so", "card of", "board of", "undo", "undo stops",
    "redo", "play again", "moves so far", "seat person", "seat search", "seat random", "no card",
    "showing stop", "showing go on", "showing take",
    "choose a cell", "choose an option", "thinking", "skip", "concede", "all options", "pass on",
    "uncover", "unknown choice", "cell chosen", "cell choosable", "cell empty",
    "closed without reason", "choose first", "choose of many cells", "copy link", "copied",
    "link tells", "set up", "set up lead", "set up rest", "set up done", "cancel", "remove",
    "to begin", "what is known",
)  # fmt: skip


def game_table(localizer: Localizer, game: LinkedGame, links: Mapping[str, str]) -> Table:
    """Return the table of a game in the localizer's language, as data for JSON.

    game: a match that has all cards that can be chosen. links: the pages of clauses and rules, by
    id, as paths below the folder of the language.
    """
    written = written_table(localizer, game, [*localizer.source.cards])
    ids = written["sentences"]
    words = phrases(localizer.language)
    shown = {key: words[key] for key in BOARD_PHRASES if key in words}
    shown |= {key: text for key, text in words.items() if key.startswith("event ")}
    return {
        **written,
        "tidy": _tidying(localizer.language),
        "links": {id: links[id] for id in ids if id in links},
        "phrases": shown,
    }


def written_table(localizer: Localizer, game: LinkedGame, cards: Sequence[str]) -> Table:
    """Return the part of the table that is made from the game's own text.

    It needs no catalog of the book. cards: the slugs of those whose texts and sentences it has.
    """
    source = localizer.source
    of = {**{id: card for id, (card, _) in source.clauses.items()}}
    of |= {id: card or source.slug for id, (_, _, card) in source.rules.items()}
    known = {*cards, source.slug, source.document.base.slug}
    ids = [id for id, card in of.items() if card in known]
    return {
        "game": source.slug,
        "language": localizer.language,
        "title": localizer.title(source.slug),
        "drawing": drawing_table(game, localizer.names),
        "names": dict(localizer.names),
        "articles": _articles(localizer),
        "steps": {step.name: localizer.step_name(step.name) for step in _steps(localizer)},
        "says": _event_words(localizer),
        "members": _member_sentences(localizer),
        "sentences": {id: text for id in ids if (text := localizer.sentence(id))},
        "cards": {
            slug: {
                "title": localizer.title(slug),
                "text": [
                    [localizer.heading(heading), localizer.text(texts)]
                    for heading, texts in card.text.items()
                ],
            }
            for slug, card in source.cards.items()
            if slug in known
        },
    }


def _steps(localizer: Localizer) -> list[Any]:
    return [step for card in localizer.source.cards.values() for step in card.steps]


def _articles(localizer: Localizer) -> dict[str, str]:
    """Return names with their articles, where they have one."""
    named = ((word, localizer.name_with_article(word)) for word in localizer.names)
    return {word: text for word, text in named if text}


def _member_sentences(localizer: Localizer) -> dict[str, str]:
    """Return the sentences of what is in a set, such as `{value} knows {it}`, by attribute."""
    checked = localizer.source.game.checked
    words = [
        word for card in (checked.base, *checked.cards.values()) for word in card.written.words
    ]
    return member_sentences(words, localizer.language)


def _event_words(localizer: Localizer) -> dict[str, Table]:
    """Return, by action, the sentence for its event, and the roles that are said by a place.

    A gap for a piece is filled by the cell that the event gives for it.
    """
    checked, result = localizer.source.game.checked, dict[str, Table]()
    cards = [checked.base, *checked.cards.values()]
    texts = {
        word.key: word.texts[localizer.language]
        for card in reversed(cards)
        for word in card.written.words
        if (word.section, word.form, word.fact) == ("acts", "event", "")
        and localizer.language in word.texts
    }
    for card in reversed(cards):
        for action in card.program.actions:
            name = action.name.name
            if name not in texts:
                continue
            places = {
                role.value.piece.name: role.name
                for role in action.roles
                if isinstance(role.value, CellOf) and isinstance(role.value.piece, Variable)
            }
            result[name] = {"says": texts[name], "places": places}
    return result


def _tidying(language: str) -> list[list[str]]:
    """Return what is replaced in a finished sentence: patterns and texts for JavaScript."""
    replaced = load_language(language).corrections
    return [[pattern, re.sub(r"\\(\d)", r"$\1", instead)] for pattern, instead in replaced]
