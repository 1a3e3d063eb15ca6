"""Words that mean something else than an option, wherever a choice is written or typed.

No option may have one of them as its text (semantics §4.10): a record, a scenario or a message
could not tell them apart, and in `thesmos play` nobody could type the option.
"""

from __future__ import annotations

from unicodedata import normalize

# Choices other than options, as written in records, scenarios, messages and on the command line.
SKIP = "skip"
CONCEDE = "concede"
# Commands of `thesmos play`.
RANDOM = "random"
UNDO = "undo"
HINT = "hint"
HISTORY = "history"
RULES = "rules"
BOARD = "board"
OPTIONS = "options"
HELP = "help"
QUIT = ("quit", "q", "exit")
SHORT_HELP = "?"  # wins over an option: it stands for what is unknown, and may be all of a text
# Commands of `thesmos play` with something after a blank.
WHY = "why"
WHAT = "what"
SAVE = "save"

WHOLE_TEXTS = (SKIP, CONCEDE, RANDOM, UNDO, HINT, HISTORY, RULES, BOARD, OPTIONS, HELP, *QUIT)
FIRST_WORDS = (WHY, WHAT, SAVE)


def as_typed(text: str) -> str:
    """Return a text as it is read where people type it, with single blanks, and only inside.

    Every white space counts as a blank. No two options of a decision are the same as typed (4.10).
    """
    return " ".join(text.split())


def in_any_case(text: str) -> str:
    """Return a text as typed, the same for capital and small letters.

    A letter with its accent is the same as both typed apart.
    """
    return normalize("NFC", as_typed(text).casefold())


LINE = "line"  # the notation of positions that every game has
