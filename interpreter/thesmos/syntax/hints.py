"""The commonest slips in clause text: how they look, what is wrong with them, what to write.

A slip is known by the line in which reading stopped, with HERE in the place where it did.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

HERE = "‸"
MAX_WORD = 30  # characters of a wrong word that a message repeats


class ErrorPattern(NamedTuple):
    """A slip.

    pattern: searched in the line with HERE in it; a group `at` is what is wrong, if that begins
    before HERE. message, hint: the groups of the pattern stand in braces. needs: what has to be
    among the words that may stand at HERE, for this to be meant.
    """

    pattern: str
    message: str
    hint: str
    needs: str = ""


class PatternMatch(NamedTuple):
    """A slip that was found: the column where it begins, what is wrong, what to do.

    line: where it stands, if not in the line where reading stopped.
    """

    column: int
    message: str
    hint: str
    line: int | None = None


def find(
    line: str, accepted: Collection[str], slips: Iterable[ErrorPattern]
) -> PatternMatch | None:
    """The first slip that a line shows.

    line: with HERE in it. accepted: what may stand there, as it is spelled.
    """
    for pattern in slips:
        found = (
            re.search(pattern.pattern, line)
            if not pattern.needs or pattern.needs in accepted
            else None
        )
        if found:
            groups = found.groupdict()
            column = found.start("at") if groups.get("at") else line.index(HERE)
            words = {name: short(word or "") for name, word in groups.items()}
            message, hint = pattern.message.format(**words), pattern.hint.format(**words)
            return PatternMatch(column + 1, message, hint)
    return None


def short(word: str) -> str:
    """A word as messages repeat it: cut off where it is very long."""
    plain = word.replace(HERE, "").strip()
    return plain if len(plain) <= MAX_WORD else plain[: MAX_WORD - 1] + "…"


# Signs and values, as other languages write them.
VALUES = (
    ErrorPattern(
        r"=‸=", "`==` compares nothing here", "write `=`; `:=` gives a value, in an effect"
    ),
    ErrorPattern(r"‸&&?", "`&` joins nothing here", "write `and`"),
    ErrorPattern(r"‸\|", "`|` joins kinds of events, and no conditions", "write `or`", "or"),
    ErrorPattern(r"‸!", "`!` means nothing here", "write `not`; `!=` for what differs"),
    ErrorPattern(r"<‸>", "`<>` compares nothing", "write `!=`"),
    ErrorPattern(r"=‸>", "`=>` compares nothing", "write `>=`"),
    ErrorPattern(r"=‸<", "`=<` compares nothing", "write `<=`"),
    ErrorPattern(r"‸≠", "`≠` can't be read", "write `!=`"),
    ErrorPattern(r"‸≤", "`≤` can't be read", "write `<=`"),
    ErrorPattern(r"‸≥", "`≥` can't be read", "write `>=`"),
    ErrorPattern("‸[–—−]", "this dash is no minus", "write `-`"),
    ErrorPattern(r"‸%", "`%` can't be read", "the remainder of a division is `VALUE mod VALUE`"),
    ErrorPattern(r"\*‸\*|‸\^", "there are no powers of numbers", "multiply with `*`"),
    ErrorPattern(r"‸(//|--|/\*)|-‸-", "this begins no comment", "a comment begins with `#`"),
    ErrorPattern(
        r"‸;", "`;` can't be read", "a line's end closes a clause: write the next one below"
    ),
    ErrorPattern(r"‸\?", "`?` chooses nothing here", "write `VALUE if CONDITION else VALUE`"),
    ErrorPattern(
        "(?P<word>your|opponent|teammate|turn)(?P<at>‸['’]s)\\b",
        "`'s` is not written here",
        "write `{word}` alone, as in `{word} turn` or `{word} KIND`",
    ),
    ErrorPattern(
        r"(?P<word>opponents|teammates|players) *‸",
        "`{word}` means nothing here",
        "write `opponent` or `teammate`, without an `s`, before `turn` or a kind",
    ),
    ErrorPattern("‸['\"`”“‘’]", "nothing is quoted here", "write the bare word"),
    ErrorPattern(r"\bin *‸\[", "a set does not stand in `[…]`", "write it in braces: `{{1, 2}}`"),
    ErrorPattern(
        r"\bin *\([^()]*‸ *,", "a set does not stand in `(…)`", "write it in braces: `{{1, 2}}`"
    ),
    ErrorPattern(r"‸\[", "`[` can't be read", "write `(…)` after a name, `{{…}}` around a set"),
    ErrorPattern(r"\d‸ *\.\.", "a range is no value", "write `LOW <= VALUE and VALUE <= HIGH`"),
    ErrorPattern(r"\d‸\.\d", "numbers are whole", "compare with a whole number"),
    ErrorPattern(r"‸\d{7}", "this number is too large", "the largest that is read is 999999"),
    ErrorPattern(r"‸\d+\w", "a word can't begin with a digit", "write a space, or another name"),
    ErrorPattern(
        r"(?P<at>(?<![\w.])(?P<thing>[a-z_]\w*)‸\.(?P<name>[a-z_]\w*))",
        "`{thing}.{name}` asks for nothing",
        "write `{name}({thing})`; only `last(…)` and `first(…)` are followed by `.ROLE`",
    ),
    ErrorPattern(
        r"‸\. *$", "a full stop closes nothing here", "take it away: the line's end is enough"
    ),
    ErrorPattern(
        r"\b(?P<at>there) is *‸",
        "`there is` can't be read",
        "write `some (NAME in SET where CONDITION)`, or `(KIND at PLACE) exists`",
    ),
    ErrorPattern(r"\bis +‸not +none", "`is not none` can't be read", "write `VALUE exists`"),
    ErrorPattern(r"\bis +‸not\b", "`is not` can't be read", "write `!=`"),
    ErrorPattern(r"\bis +‸", "`is` stands only in `is none`", "write `=` to compare"),
    ErrorPattern(
        r"(?P<at>not) +‸(?P<word>\w+)",
        "`not` after a value goes on with `in`",
        "write `VALUE not in SET`, or `not` before the whole condition",
        "in",
    ),
    ErrorPattern(
        r"[<>=] *[^<>=‸]*‸ *[<>=!]",
        "one comparison can't follow another",
        "join two with `and`, as in `LOW < VALUE and VALUE < HIGH`",
        "and",
    ),
    ErrorPattern(
        r"\b(?P<at>(?P<word>any|exists|exist|all|each|none|for)) ?(\(\w+ in .*‸ *where|‸ *\w+ in )",
        "`{word}` does not search",
        "write `some (…)`, `every (…)` or `no (…)`",
    ),
    ErrorPattern(
        r"\b(?P<word>count) *‸ *\w",
        "what `count` looks through stands in `(…)`",
        "write `count(SET)` or `count (NAME in SET where CONDITION)`",
        "(",
    ),
    ErrorPattern(
        r"\b(?P<word>some|every|those) *‸ *\w",
        "what `{word}` looks through stands in `(…)`",
        "write `{word} (NAME in SET where CONDITION)`",
        "(",
    ),
    ErrorPattern(
        r"\b(?P<word>some|every|those) ?\( *‸ *[A-Z]",
        "what `{word}` looks at has no name",
        "write `{word} (NAME in SET where CONDITION)`",
    ),
    ErrorPattern(
        r"\((?P<word>\w+) in [^()‸]*‸ *[:|,]",
        "the condition of a search follows `where`",
        "write `({word} in SET where CONDITION)`",
        "where",
    ),
    ErrorPattern(
        r"\b(?P<word>sum|min|max) ?\(.*‸",
        "`{word}` goes through a set",
        "write `{word} (VALUE for NAME in SET)`",
        "for",
    ),
    ErrorPattern(
        r"\b(?P<word>last|first|did|times) ?\(.*‸\) *during",
        "`during` stands inside the brackets",
        "write `{word}(ACTION where CONDITION during …)`",
    ),
    ErrorPattern(
        r"\bduring +(your *)?‸",
        "`during` goes on with a turn or a game",
        "write `during this turn`, `during your last turn` or `during game of PLAYER`",
    ),
    ErrorPattern(
        r"\b(last|first|did|times) ?\(.*‸",
        "a question about the past needs its `during`",
        "before its `)`, write `during this turn`, `during your last turn` or "
        "`during game of PLAYER`",
        "during",
    ),
    ErrorPattern(
        r"\b(?P<at>(?P<whose>my|own|their|his|her|enemy|opposing|any|every|the)) *‸ *"
        r"(?P<word>[A-Z]\w*)",
        "`{whose} {word}` can't be read",
        "write `your {word}`, `teammate {word}`, `opponent {word}` or `all {word}`",
    ),
    ErrorPattern(
        r"\b(?P<whose>your|opponent|teammate|all) +‸ *(?P<word>[a-z]\w+)",
        "no kind follows `{whose}`",
        "kinds begin with a capital letter; write `{whose} KIND`",
    ),
    ErrorPattern(
        r"\b(where|and|or|not|=|:=) *(?P<at>if) *‸",
        "an `if` can't begin a value",
        "write `VALUE if CONDITION else VALUE`",
    ),
    ErrorPattern(
        r"(?P<at>\bif\b(?! +possible))[^‸]*‸ *(\)|$)",
        "an `if` inside a value wants an `else`",
        "a condition follows `where`; a value is written `VALUE if CONDITION else VALUE`",
        "else",
    ),
    ErrorPattern(
        r"\bwhere\b.*‸ *where\b",
        "a clause has one `where`",
        "join the conditions with `and`",
        "and",
    ),
    ErrorPattern(r"[A-Z]\w* *‸ *on\b", "`on` can't be read", "write `KIND at PLACE`", "at"),
    ErrorPattern(
        r"(?P<word>and|or|not|where|if|=|<|>) *‸$",
        "the line ends after `{word}`, where a condition or a value has to follow",
        "write it behind; it goes on in the next line only inside `(…)`",
    ),
    ErrorPattern(
        r"\(.*\w *‸ *\w",
        "a `,` is missing here, or something that joins two values",
        "divide arguments by `,`, join conditions with `and` or `or`",
        ",",
    ),
    ErrorPattern(
        r"(?P<at>(?<!\w)(?P<one>[a-z_]\w*) *‸ *(?P<two>(?!(as|where|by|for|of)\b)[a-z_]\w*))",
        "`{two}` can't follow `{one}`",
        "write `{one}({two})`, or what joins them: `=`, `and`, `or`, `in` …",
        "(",
    ),
)
