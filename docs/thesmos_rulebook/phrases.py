"""The book's own phrases in English, and in the languages of the catalogs.

The texts of a game itself are in its spec.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from thesmos import resources
from thesmos.diagnostics import Location
from thesmos_rulebook.prose.language import ENGLISH, language_codes
from thesmos_rulebook.resources import catalogs_dir
from thesmos_rulebook.translations.catalog import catalog_file, languages_in, stamp
from thesmos_rulebook.translations.corpus import Corpus, TranslatedText
from thesmos_rulebook.translations.updates import catalog_of

FILE = "phrases.py"
HINT = "translate it in the catalog of that language"

PHRASES: dict[str, str] = {
    "name": "English",
    "rules": "Rules",
    "all powers": "Powers",
    "modes": "Ways to play",
    "pieces": "Piece by piece",
    "pieces lead": "What is printed on each card and token that has a name, side by side. A name "
    "that is a link leads to the page of the piece. An empty cell is 0, or not so.",
    "piece": "Piece",
    "printed": "Printed on it",
    "value": "Value",
    "related": "Pieces related to it",
    "in rules": "Rules that name it",
    "scenarios with it": "Scenarios with it",
    "previous": "Before it",
    "next": "After it",
    "where they lie": "Where they lie",
    "face down": "Each row covers the lower edge of the one above it. What is dark and in brackets "
    "begins face down.",
    "begin": "Your first game",
    "beginner": "Your first game",
    "beginner lead": "Everything for a first game, on one page. [The rules]({rules}) say all of it "
    "exactly.",
    "in the box": "What is in the box",
    "box board": "A board of {count} {cells}",
    "box pieces": "{pieces}: {count}",
    "in short": "The rules in short",
    "first turn": "A first turn, step by step",
    "first turn lead": "The first picture shows the game after the set-up; in each of the others a "
    "choice was made.",
    "begin with": "What to begin with",
    "from to": "from {origin} to {cells}",
    "many": "and {count} more",
    "option count": "as written ({count})",
    "recorded": "Recorded decisions",
    "recorded lead": "The decisions of recorded games that rulings cite, each before and after the "
    "choice. The number after the name of the game counts its decisions from 0.",
    "data": "Data for programs",
    "data lead": "The cards, bans, rulings and scenarios as JSON, with all texts in this language. "
    "Each file is an array, and its JSON Schema stands beside it. Ids and slugs never change.",
    "first entry": "The first entry",
    "changes": "Changes",
    "changes lead": "What each edition changed in the one before it, card by card, and the rulings "
    "that were made for it. An edition is named by its date.",
    "changes new": "New: {cards}.",
    "changes gone": "No longer: {cards}.",
    "changes page": "on its page",
    "changed in": "Changed by the editions",
    "ruling": "Ruling",
    "bans": "Bans",
    "glossary": "Glossary",
    "coverage": "How well the rules are tested",
    "rulings": "Rulings",
    "together": "Two cards together",
    "together lead": "Pick two cards to see both, whether they may be in one game, where their "
    "texts touch, the rulings on both, and the scenarios with both.",
    "first card": "First card",
    "second card": "Second card",
    "pick two": "Pick two cards.",
    "every pair": "All {count} pairs",
    "may meet": "Both may be in one game (players: {players}).",
    "may meet any": "Both may be in one game.",
    "never by players": "Never in the same game: they are for different numbers of players.",
    "no reason": "The list of bans names this pair; no source gives a reason.",
    "where are": "where they are: {what}",
    "texts touch": "Their texts touch, in what one changes and the other asks for",
    "texts apart": "Their texts do not touch: neither asks for what the other changes.",
    "no ruling on both": "There is no ruling on both: each is played as it says.",
    "no test of both": "No scenario has both.",
    "tests": "Scenarios",
    "as files": "Here they are as files, by the folder that they are in.",
    "never together": "Never in the same game.",
    "card of": "Card",
    "edition": "Edition",
    "players": "Players",
    "order": "Order",
    "kind": "Kind",
    "power": "Power",
    "powers": "Powers",
    "card": "The card",
    "exactly": "What it means exactly",
    "exactly lead": "Generated from the rules that the program plays, clause by clause; the "
    "small name after each is a permanent link to it.",
    "edit in playground": "Change it and play it",
    "open playground": "Write a card and play it",
    "source": "The clauses as written",
    "terms": "Terms on this card",
    "examples": "Examples",
    "ruling lead": "Where the rules as played add to the card, or differ from it.",
    "says": "The card, in our words",
    "own words": "Cards are in our own words; a printed card may read differently.",
    "played": "As played",
    "evidence": "Evidence",
    "decided by": "Clauses",
    "shown by": "Shown by",
    "in play": "In play",
    "meant for": "Meant for {players} players.",
    "any players": "For any number of players.",
    "may start": "Number {order} in the order of powers: the player with the lower number is "
    "advised to begin.",
    "begins always": "Whoever holds it is player 1, and so comes first in what the players do "
    "one after the other before the first turn.",
    "begins never": "Whoever holds it is never player 1, and so never comes first in what the "
    "players do one after the other before the first turn.",
    "begins last": "Whoever holds it is player 2, and so comes last in what the players do one "
    "after the other before the first turn.",
    "no order": "It has no place in the order of powers.",
    "banned with": "Never in the same game as",
    "not banned": "Not banned with any other power.",
    "always": "Applies to everyone, in every game.",
    "scenarios": "Scenarios that test it",
    "scenarios lead": "Each is a position, with what is legal in it, what is not, and by "
    "which clause. Any implementation of the rules can be tested with them.",
    "no scenarios": "No scenario cites a clause of this card yet.",
    "heading": "Heading",
    "headings": "Headings",
    "kinds": "Kinds of powers",
    "things": "Things and their names",
    "sayings": "What the sentences mean",
    "meaning": "Meaning",
    "term": "Term",
    "tag": "Tag",
    "clause": "Clause",
    "cited": "Scenarios that cite it",
    "asserted": "Fails without it",
    "mutants": "Changes to it that the suite detects",
    "coverage lead": "A rule that no test checks could say anything. For each clause, this "
    "page shows how many scenarios cite it and, where measured, how many small changes to it "
    "the suite detects.",
    "total clauses": "{clauses} clauses, {cited} of them cited by {scenarios} scenarios.",
    "powers lead": "{count} powers. The number of players says which games a card is meant for.",
    "filter": "Show only",
    "any": "any",
    "name filter": "Name or words",
    "shown": "{n} of {all} shown",
    "bans lead": "{count} pairs of powers are never used in the same game. A dot marks such "
    "a pair; each power's list is below.",
    "rulings lead": "{count} rulings, listed by question. Each comes with its evidence: a "
    "recorded game and a decision in it, or a section of the pages of facts.",
    "by edition": "Rulings of edition {edition}",
    "base rules": "The rules of the actions",
    "base rules lead": "Cards change these rules by name.",
    "flow setup": "Before the first turn",
    "flow turn": "A turn",
    "valid": "What always holds",
    "valid lead": "In every position that play can reach. A position that breaks one of these is "
    "impossible.",
    "lifted lead": "With this card in the game, whoever has it, this does not always hold:",
    "lifted by": "(Except with one of these in the game: {cards}.)",
    "facts": "What the words mean; cards may change it",
    "as written": "As written",
    "replaced": "Different in this mode",
    "replaced lead": "In place of what the game says, this holds here.",
    "editions": "In other editions",
    "editions lead": "What differs there from what this page says.",
    "edition without": "This card is not in that edition.",
    "edition allows": "May also be played with: {cards}.",
    "edition bans": "May not be played with: {cards}.",
    "edition silent": "{heading}: nothing.",
    "edition parts": "Also different: {parts}.",
    "edition facts": "what its words mean",
    "edition steps": "the steps of a turn",
    "edition memory": "what is remembered",
    "edition actions": "what its actions do",
    "edition pieces": "its pieces",
    "edition other": "other details",
    "options": "Options of the game",
    "options lead": "Where the rules leave a question open, you can choose. The first value "
    "is the default.",
    "mode lead": "{players} players on {sides} sides.",
    "mode lead alone": "{players} players, each alone.",
    "mode lead one": "One player.",
    "first named": "Player {first} takes the first turn.",
    "first drawn": "Chance decides who takes the first turn.",
    "first settled": "Who takes the first turn is decided beforehand.",
    "side": "Side {side}: players {players}.",
    "needs": "Also needed: {needs}.",
    "board of": "Board",
    "player": "player {player}",
    "chance": "chance",
    "Player": "Player {player}",
    "Chance": "Chance",
    "decides": "{who} decides: **{step}**.",
    "may skip": "The step may be skipped.",
    "offered": "On offer",
    "no options": "Nothing is on offer.",
    "why not": "Not on offer",
    "not so": "required: {what}",
    "over": "The game is over: {who} won.",
    "over many": "The game is over: players {players} won.",
    "event skip": "skipped",
    "event player": "player {player}",
    "event power lost": "{who} loses {power}",
    "event power gained": "{who} gets {power}",
    "event lose": "{who} loses the game",
    "event eliminated": "{who} is out",
    "event additional turn": "an additional turn for {who}",
    "event cancelled": "the turn is cancelled",
    "agreed": "Everything is decided: the game can begin.",
    "nothing yet": "Nothing here yet.",
    "nobody": "nobody",
    "if": "If {what}",
    "beside": "Not on the board",
    "who holds": "Player {player}: {powers}.",
    "without": "no power",
    "walk back": "Back",
    "walk on": "Next",
    "walk all": "All steps",
    "walk one": "Step by step",
    "walk of": "Step {n} of {all}",
    "key": "How to read the boards",
    "key stack": "As many squares as its height, and the height as a digit.",
    "key cap": "A round roof: {words}.",
    "key pawn": "With the number of the owner: {words}. Player 1's are filled, player 2's hollow.",
    "key pawn of three": "With the number of the owner: {words}. Player 1's are filled, player 2's "
    "hollow, player 3's ringed.",
    "key variant": "Distinguished by shape: {words}.",
    "key secret": "Dashed: not visible to everyone.",
    "key chip": "A small disc with the first letter of its name: {words}.",
    "key figure": "A hexagon with the first letter of its name: {words}.",
    "key mark": "A star: {words}.",
    "key stop": "Hatched: {words}.",
    "key card": "A card face up, and one face down.",
    "key target": "A frame with a filled corner: an option leads here.",
    "key barred": "A cross with a number: not an option; the list beside the board says why.",
    "key changed": "Thick corners: something changed here. An arrow: something moved there.",
    "play": "Play",
    "play start": "Play on this page",
    "play again": "Begin again",
    "showing start": "Watch a game",
    "showing stop": "Stop",
    "showing go on": "Go on",
    "showing take": "Play it yourself",
    "door read": "Read the rules",
    "door write": "Write a card",
    "door test": "Test your engine",
    "play here": "Play from here",
    "undo": "Undo",
    "undo stops": "This can't be undone: {who} has learned something from it.",
    "redo": "Redo",
    "skip": "Skip",
    "concede": "Give up: nothing is possible",
    "moves so far": "What happened",
    "what is known": "Known",
    "seat person": "a person",
    "seat search": "the computer thinks",
    "seat random": "the computer plays at random",
    "no card": "no card",
    "choose a cell": "Choose {cells}.",
    "choose of many cells": "Choose one of {count} places.",
    "choose an option": "Choose below.",
    "copy link": "Copy a link to this position",
    "copied": "Copied",
    "link tells": "Whoever opens the link can see everything, also what is hidden from players.",
    "set up": "Set up a position",
    "set up lead": "Choose what to place, then click cells.",
    "set up rest": "Hands, and all else that is not on the board",
    "set up done": "Done: play from here",
    "cancel": "Cancel",
    "remove": "remove",
    "to begin": "to begin",
    "thinking": "{who} is thinking …",
    "all options": "All {count} options in words",
    "pass on": "Pass the device to {who}. Nobody else looks.",
    "uncover": "I am {who}: show my things",
    "unknown choice": "decided, unseen",
    "cell chosen": "chosen",
    "cell choosable": "can be chosen",
    "cell empty": "empty",
    "closed without reason": "That is no option here.",
    "choose first": "{cell} can't be chosen first. Choose {cells}.",
    "docs": "Documentation",
    "to default": "Switch to light mode",
    "to slate": "Switch to dark mode",
    "to system": "Follow the system's setting",
    "list or": "or",
    "list and": "and",
    "everywhere": "Terms used on all pages",
    "word opponent": "**Opponent**: a player of another side.",
    "word teammate": "**Teammate**: another player of the same side.",
    "word done": "**Something was done**: anything happened this turn, or a step was skipped.",
    "word dead end": "**Dead end**: a turn in which something was done, and now a step must "
    "be taken but nothing can be chosen. The turn has to be played differently; a player who "
    "can't do that loses.",
    "word additional turn": "**Additional turn**: another turn for the same player, right "
    "after this one.",
    "word used up": "**Used up**: the power works only once; it has been used, and is lost.",
    "written lead": "Options are written as in these examples:",
    "written skip": "the step is skipped",
    "written as": "Written as {ways}.",
    "search": "Search",
    "nothing found": "Nothing was found.",
    "not found": "There is no such page.",
    "unofficial": "An unofficial rule book: the games belong to their authors and publishers. Made "
    "with Thesmos, which is free software under the MIT License.",
    "in english": "This page is not translated yet.",
    "english only": "This page is in English only.",
}


def phrases(language: str) -> Mapping[str, str]:
    """Return the phrases of a language, one of `book_languages`.

    A phrase without a translation in the language's catalog is in English.
    """
    if language == ENGLISH:
        return PHRASES
    return _translated(language, stamp(catalog_file(catalogs_dir(), language)))


def book_languages() -> tuple[str, ...]:
    """Return the languages a book can be in, English first: those with sentences and a catalog."""
    supported = language_codes()
    return (
        ENGLISH,
        *(language for language in languages_in(catalogs_dir()) if language in supported),
    )


def corpus_of_phrases() -> Corpus:
    """Return the phrases as texts to be translated."""
    folder = resources.folder("docs/thesmos_rulebook")
    location = Location(str(folder / FILE), 1, 1)
    texts = (
        TranslatedText(FILE, key, key, {ENGLISH: text}, location, HINT)
        for key, text in PHRASES.items()
    )
    return Corpus(folder, tuple(texts))


@functools.lru_cache(maxsize=16)
def _translated(language: str, _stamp: object) -> Mapping[str, str]:
    """Return the phrases of a catalog; cached until the catalog is written again."""
    corpus = corpus_of_phrases()
    catalog = catalog_of(corpus, language)
    entries = {text.key: catalog.get(corpus.place(text)) for text in corpus.texts}
    return PHRASES | {
        key: entry.translation for key, entry in entries.items() if entry and entry.translation
    }
