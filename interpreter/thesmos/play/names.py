"""Names of the things that a game declares, without articles, for lists, tables and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from thesmos.program.declarations import Action
from thesmos.program.positions import Cells, Digits, GameValue, Map, PositionEntry
from thesmos.program.values import CellOf, Variable
from thesmos.syntax.says import LABEL
from thesmos.syntax.words import Term

ARTICLE = re.compile(r"^(?:the number of|el número de|an?|the|una?|el|la|los|las) ", re.IGNORECASE)
OF_SOMETHING = re.compile(r"(\w+ \w+(?: \w+ \w+)?)(?: \w+ \{\w+\})+")
CHOICE = re.compile(r"\[[^][]*\]")  # of a condition: `{it} is [|not ]open`
MEMBER = "has"  # the form of the words for being in a set
NOUNS = "nouns"
SCORES = "scores"
THINGS = (NOUNS, SCORES, "steps", "words", "facts", "memory", "attributes", "locals")


def names_of_things(
    words: Sequence[Iterable[Term]], entries: Iterable[PositionEntry], language: str
) -> dict[str, str]:
    """Return the names of everything that has words in a language, by key, also in small letters.

    words: those of the game and of its cards; the first that have a key count.
    entries: of the positions; a picture shows what one of them has by its attribute.
    """
    names = {
        form: name
        for several in reversed(words)
        for key, name in thing_names(several, language)
        for form in (key, key.lower())
    }
    # A word of an enum may have the name of something else, so it has its full one, too.
    for several in reversed(words):
        for word in several:
            if word.section == "words" and not word.form and language in word.texts:
                names[word.key] = ARTICLE.sub("", word.texts[language].partition(",")[0])
    for entry in entries:
        if isinstance(entry, Digits | Cells | Map | GameValue) and entry.path[-1] in names:
            names.setdefault(entry.attribute.name, names[entry.path[-1]])
    return names


def thing_names(words: Iterable[Term], language: str) -> list[tuple[str, str]]:
    """Return the key and the name, without its article, of each thing that has words.

    Nouns come last, so that a thing is called by its noun if another word has the same key; scores
    before them, as a part of positions may have the name of a score. What is only called "the level
    of {it}" comes first, as the level; then labels.
    """
    words = [*words]
    of_something = [
        (word.name, ARTICLE.sub("", match[1]))
        for word in words
        if word.section == "attributes" and not word.form
        if (match := OF_SOMETHING.fullmatch(word.texts.get(language, "")))
        and ARTICLE.match(match[1])
    ]
    labels = [
        (word.name, word.texts[language])
        for word in words
        if word.form == LABEL and language in word.texts
    ]
    return (
        of_something
        + labels
        + [
            (word.name, ARTICLE.sub("", word.texts[language].partition(",")[0]))
            for word in sorted(words, key=lambda w: (w.section == NOUNS, w.section == SCORES))
            if (is_name(word) or (word.section, word.form, word.fact) == ("acts", "noun", ""))
            and language in word.texts
            and not CHOICE.search(word.texts[language])  # not a condition
        ]
    )


def attribute_label(words: Iterable[Term], attribute: str, language: str) -> str:
    """Return the heading for the values of an attribute: its label, else its name, else its key.

    words: those of the attribute.
    """
    words = [*words]
    labels = [word.texts[language] for word in words
              if word.form == LABEL and language in word.texts]  # fmt: skip
    labels += [name for _, name in thing_names(words, language)]
    return labels[0] if labels else attribute.replace("_", " ")


def member_sentences(words: Iterable[Term], language: str) -> dict[str, str]:
    """Return the sentence that something is in a set, by the attribute: `{value} knows {it}`."""
    return {
        word.name: CHOICE.sub(lambda choice: choice[0][1:-1].partition("|")[0], text)
        for word in words
        if (word.section, word.form) == ("attributes", MEMBER) and not word.fact
        if (text := word.texts.get(language))
    }


def event_form(
    words: Iterable[Term], actions: Iterable[Action], event: Mapping[str, Any], language: str
) -> tuple[str, dict[str, Any]]:
    """Return the sentence for an event of an action, and the values of its gaps, as written.

    words, actions: of the game and the cards that can have the event. A piece is named by where it
    was, because that is what the event contains. The text is empty if there is none.
    """
    name = event["e"]
    key = ("acts", name, "event", "")
    texts = (term.texts for term in words if (term.section, term.key, term.form, term.fact) == key)
    roles = next((action.roles for action in actions if action.name.name == name), ())
    places = {
        role.value.piece.name: str(event[role.name])
        for role in roles
        if isinstance(role.value, CellOf) and role.name in event
        if isinstance(role.value.piece, Variable)
    }
    return next(texts, {}).get(language, ""), {**places, **event}


def is_name(word: Term) -> bool:
    """Return whether a word is a name that can stand alone, unlike `level of {it}`."""
    alone = word.section == "words" or not word.parameters
    return word.section in THINGS and not word.form and alone
