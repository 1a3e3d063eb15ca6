"""Common errors in clause text: how to recognize them, what is wrong, and what to write instead.

A pattern is matched against the line where parsing stopped, with the character HERE at that point.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

HERE = "‸"
MAX_WORD = 30  # longest word that a message repeats, in characters


class ErrorPattern(NamedTuple):
    """A common error and the message for its author.

    pattern: a regular expression, searched in the line with HERE in it. If it has a group `at`, the
        error begins there instead of at HERE. If it has a group `cut`, there is one right mend: to
        write `new` in its place.
    message, hint, new: templates for the groups of the pattern.
    needs: a word that the grammar must accept at HERE for the pattern to apply.
    """

    pattern: str
    message: str
    hint: str
    needs: str = ""
    new: str = ""


class TextChange(NamedTuple):
    """A change of a line: the columns, from 1, between which a text is put, and that text."""

    begin: int
    end: int
    text: str


class PatternMatch(NamedTuple):
    """An error that was recognized: the column where it begins (from 1), what is wrong, what to do.

    line: its line, if it is not the one in which parsing stopped.
    change: what mends it, if there is one right way.
    """

    column: int
    message: str
    hint: str
    line: int | None = None
    change: TextChange | None = None


def find(
    line: str, accepted: Collection[str], patterns: Iterable[ErrorPattern]
) -> PatternMatch | None:
    """Return the first error that matches a line; None if there is none.

    line: the line with HERE in it.
    accepted: the words that the grammar accepts there.
    """
    for pattern in patterns:
        match = (
            re.search(pattern.pattern, line)
            if not pattern.needs or pattern.needs in accepted
            else None
        )
        if match:
            groups = match.groupdict()
            column = match.start("at") if groups.get("at") else line.index(HERE)
            words = {name: short(word or "") for name, word in groups.items()}
            words["word_as_kind"] = words.get("word", "").capitalize()
            message, hint = pattern.message.format(**words), pattern.hint.format(**words)
            change = None
            if "cut" in groups:
                # The mend is of the text itself, in which HERE is no character.
                begin, end = (at - (at > line.index(HERE)) for at in match.span("cut"))
                change = TextChange(begin + 1, end + 1, pattern.new.format(**words))
            return PatternMatch(column + 1, message, hint, change=change)
    return None


def short(word: str) -> str:
    """Shorten a word for a message, since it may be very long."""
    plain = word.replace(HERE, "").strip()
    return plain if len(plain) <= MAX_WORD else plain[: MAX_WORD - 1] + "…"


# Operators and values as other languages write them.
VALUES = (
    ErrorPattern(
        r"\bafter *\( *‸[a-z]",
        "what would be after an event begins with `do`",
        "write `after (do ACTION(…) where CONDITION)`",
        "do",
    ),
    ErrorPattern(
        r"(?P<cut>(?P<at>=‸=))",
        "`==` is not an operator",
        "write `=` to compare; in an effect, `:=` assigns a value",
        new="=",
    ),
    ErrorPattern(r"(?P<cut> *‸ *&&? *)", "`&` is not an operator", "write `and`", new=" and "),
    ErrorPattern(
        r"(?P<cut> *‸ *\|\|? *)",
        "`|` joins kinds of events, not conditions",
        "write `or`",
        "or",
        " or ",
    ),
    ErrorPattern(r"‸!", "`!` is not an operator", "write `not`, or `!=` to compare"),
    *(
        ErrorPattern(
            rf"(?P<cut>(?P<at>{wrong[0]}‸{wrong[1]}))",
            f"`{wrong}` is not an operator",
            f"write `{right}`",
            new=right,
        )
        for wrong, right in (("<>", "!="), ("=>", ">="), ("=<", "<="))
    ),
    *(
        ErrorPattern(
            f"(?P<cut>‸{wrong})", f"`{wrong}` is not an operator", f"write `{right}`", new=right
        )
        for wrong, right in (("≠", "!="), ("~=", "!="), ("≤", "<="), ("≥", ">="))
    ),
    ErrorPattern("(?P<cut>‸[–—−])", "this dash is not a minus sign", "write `-`", new="-"),
    ErrorPattern(
        r"‸%", "`%` is not an operator", "write `VALUE mod VALUE` for the remainder of a division"
    ),
    ErrorPattern(r"\*‸\*|‸\^", "there is no operator for powers", "multiply with `*`"),
    ErrorPattern(
        r"(?P<cut>(?P<at>‸(//|--)|-‸-|/‸/))(?!.*\*/)",
        "this does not start a comment",
        "a comment starts with `#`",
        new="#",
    ),
    ErrorPattern(r"‸/\*", "this does not start a comment", "a comment starts with `#`"),
    ErrorPattern(
        r"(?P<cut>‸;)(?= *$)",
        "`;` does not end a clause",
        "remove it: a clause ends with its line",
    ),
    ErrorPattern(
        r"‸;",
        "`;` does not separate clauses",
        "a clause ends with its line: write the next one below",
    ),
    ErrorPattern(r"‸\?", "`?` is not an operator", "write `VALUE if CONDITION else VALUE`"),
    ErrorPattern(
        "(?P<word>your|opponent|teammate|turn)(?P<at>(?P<cut>‸['’]s))\\b",
        "`'s` is not used here",
        "write `{word}` alone, as in `{word} turn` or `{word} KIND`",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>(?P<word>(?P<one>opponent|teammate)s))) *‸",
        "`{word}` is not a word of the language",
        "write `{one}`, in the singular, before `turn` or a kind",
        new="{one}",
    ),
    ErrorPattern(
        r"(?P<word>players) *‸",
        "`{word}` is not a word of the language",
        "write `opponent` or `teammate`, in the singular, before `turn` or a kind",
    ),
    ErrorPattern("‸['\"`”“‘’]", "quotation marks are not used here", "write the word without them"),
    ErrorPattern(r"\bin *‸\[", "a set is not written in `[…]`", "write it in braces: `{{1, 2}}`"),
    ErrorPattern(
        r"\bin *\([^()]*‸ *,", "a set is not written in `(…)`", "write it in braces: `{{1, 2}}`"
    ),
    ErrorPattern(
        r"‸\[", "`[` is not used here", "write `(…)` after a name, or `{{…}}` around a set"
    ),
    ErrorPattern(r"\d‸ *\.\.", "a range is not a value", "write `LOW <= VALUE and VALUE <= HIGH`"),
    ErrorPattern(
        r"\d‸\.\d",
        "only whole numbers can be used",
        "write a whole number; where there are halves, count twice as much of everything",
    ),
    ErrorPattern(r"‸\d{7}", "this number is too large", "the largest number allowed is 999999"),
    ErrorPattern(
        r"‸\d+\w", "a name can't begin with a digit", "add a space, or choose another name"
    ),
    ErrorPattern(
        r"(?P<cut>(?P<at>(?<![\w.])(?P<thing>[a-z_]\w*)‸\.(?P<name>[a-z_]\w*)))",
        "`{thing}.{name}` does not read an attribute",
        "write `{name}({thing})`; only `last(…)` and `first(…)` are followed by `.ROLE`",
        new="{name}({thing})",
    ),
    ErrorPattern(
        r"(?P<cut>‸\. *)$",
        "a clause does not end with a full stop",
        "remove it: a clause ends with its line",
    ),
    ErrorPattern(
        r"\b(?P<at>there) is *‸",
        "`there is` is not part of the language",
        "write `some (NAME in SET where CONDITION)`, or `(KIND at PLACE) exists`",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>is +‸))(?=(not +)?in\b)",
        "`is` is only used in `is none`",
        "write `VALUE in SET` or `VALUE not in SET`, without it",
    ),
    ErrorPattern(
        r"(?P<cut>‸(isn|aren|doesn)['’]t)\b",
        "this is not part of the language",
        "write `!=`",
        new="!=",
    ),
    ErrorPattern(
        r"‸between\b",
        "`between` is not part of the language",
        "write `LOW <= VALUE and VALUE <= HIGH`",
    ),
    ErrorPattern(
        r"‸(contains?|includes?)\b",
        "a set is written after what may be in it",
        "write `VALUE in SET`",
    ),
    ErrorPattern(
        r"\w *‸ *(?P<word>has|have|owns?)\b",
        "`{word}` is not part of the language",
        "count what belongs to a player, as in `count(your KIND) > 0`",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>is +‸not +none\b))",
        "`is not none` is not part of the language",
        "write `VALUE exists`",
        new="exists",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>is +‸not\b))",
        "`is not` is not part of the language",
        "write `!=`",
        new="!=",
    ),
    ErrorPattern(
        r"\b(?P<at>is) +‸(?=[a-z_]\w* *($|\)|and\b|or\b))(?!yes\b|no\b)",
        "`is` is only used in `is none`",
        "write `VALUE = VALUE` to compare; what something is like, a fact tells: `FACT(VALUE)`",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>is)) +‸",
        "`is` is only used in `is none`",
        "write `=` to compare",
        new="=",
    ),
    ErrorPattern(
        r"(?P<at>not) +‸(?P<word>\w+)",
        "`not` after a value must be followed by `in`",
        "write `VALUE not in SET`, or `not` before the whole condition",
        "in",
    ),
    ErrorPattern(
        r"[<>=] *[^<>=‸]*‸ *[<>=!]",
        "comparisons can't be chained",
        "join two with `and`, as in `LOW < VALUE and VALUE < HIGH`",
        "and",
    ),
    ErrorPattern(
        r"\b(?P<at>(?P<word>any|exists|exist|all|each|none|for)) ?"
        r"(\(\w+ in .*‸ *(where|[:|])|‸ *\w+ in )",
        "`{word}` does not search a set",
        "write `some (…)`, `every (…)` or `no (…)`",
    ),
    ErrorPattern(
        r"\b(?P<at>exists) +‸ *\w",
        "`exists` is written after what it is about",
        "write `VALUE exists`",
    ),
    ErrorPattern(
        r"\b(?P<word>count) *‸ *\w",
        "what `count` counts must be in `(…)`",
        "write `count(SET)` or `count (NAME in SET where CONDITION)`",
        "(",
    ),
    ErrorPattern(
        r"\b(?P<word>some|every|those) *‸ *\w",
        "what `{word}` searches must be in `(…)`",
        "write `{word} (NAME in SET where CONDITION)`",
        "(",
    ),
    ErrorPattern(
        r"\b(?P<word>some|every|those) ?\( *‸ *[A-Z]",
        "`{word}` needs a name for the members of the set",
        "write `{word} (NAME in SET where CONDITION)`",
    ),
    ErrorPattern(
        r"\bcount ?\((?P<at>[A-Z]\w*) *‸ *in\b",
        "`count` needs a name for the members of the set",
        "write `count (NAME in SET where CONDITION)`",
    ),
    ErrorPattern(
        r"\((?P<word>\w+) in [^()‸]*(?P<cut>‸ *[:|,])",
        "the condition of a search is written after `where`",
        "write `({word} in SET where CONDITION)`",
        "where",
        " where",
    ),
    ErrorPattern(
        r"\b(?P<word>sum|min|max) ?\(.*‸",
        "`{word}` takes the members of a set",
        "write `{word} (VALUE for NAME in SET)`",
        "for",
    ),
    ErrorPattern(
        r"\b(?P<word>last|first|did|times) ?\([^‸]*\) *‸during",
        "`during` belongs inside the parentheses",
        "write `{word}(ACTION where CONDITION during …)`, or nothing for this turn",
    ),
    ErrorPattern(
        r"\b(last|first|did|times) ?\(.*?(?P<cut>( *during +‸| *‸ *(in +)?)this +turn\b)",
        "a question about the past is about this turn, unless it says otherwise",
        "remove `during this turn`; `thesmos fmt` does so in a whole file",
    ),
    ErrorPattern(
        r"\bduring +(your *)?‸",
        "`during` must be followed by a turn or a game",
        "write `during your last turn` or `during game of PLAYER`; for this turn, leave it out",
    ),
    ErrorPattern(
        r"(?P<cut>‸or_in)\b",
        "`or_in` is called `union` now",
        "write `SET union SET`; `thesmos fmt` does so in a whole file",
        new="union",
    ),
    ErrorPattern(
        r"\b(?P<at>(?P<whose>my|own|their|his|her|enemy|opposing|any|every|the)) *‸ *"
        r"(?P<word>[A-Z]\w*)",
        "`{whose}` is not used before a kind",
        "write `your {word}`, `teammate {word}`, `opponent {word}` or `all {word}`",
    ),
    ErrorPattern(
        r"\b(?P<whose>your|opponent|teammate) +(?P<cut>‸ *(?P<word>[a-z]\w+))",
        "`{whose}` must be followed by a kind",
        "kinds begin with a capital letter: write `{whose} {word_as_kind}`",
        new="{word_as_kind}",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>no +‸)(?P<thing>[A-Z]\w* at [\w()]+))",
        "`no` is followed by `(NAME in SET where CONDITION)`",
        "write `{thing} is none`",
        new="{thing} is none",
    ),
    ErrorPattern(
        r"\ball +‸ *(?P<word>[a-z]\w+)",
        "`all` must be followed by a kind",
        "kinds begin with a capital letter: write `all KIND`",
    ),
    ErrorPattern(
        r"\b(where|and|or|not|=|:=) *(?P<at>if) *‸",
        "a value can't begin with `if`",
        "write `VALUE if CONDITION else VALUE`",
    ),
    ErrorPattern(
        r"(?P<at>\bif\b(?! +possible))[^‸]*‸ *(\)|$)",
        "an `if` inside a value needs an `else`",
        "write `where CONDITION` for a condition, `VALUE if CONDITION else VALUE` for a value",
        "else",
    ),
    ErrorPattern(
        r"\bwhere\b.*‸ *where\b",
        "a clause has only one `where`",
        "join the conditions with `and`",
        "and",
    ),
    ErrorPattern(
        r"[A-Z]\w* *(?P<cut>‸on)\b", "`on` is not used here", "write `KIND at PLACE`", "at", "at"
    ),
    ErrorPattern(
        r"(?P<word>and|or|not|where|if|=|<|>) *‸$",
        "the line ends after `{word}`, but a condition or a value must follow",
        "write it on this line; a new line can begin with `and`, `or`, `where`, `by`, `else`, `+`",
    ),
    ErrorPattern(
        r"\(.*\w *‸ *\w",
        "a `,` or an operator is missing here",
        "separate arguments with `,`; join conditions with `and` or `or`",
        ",",
    ),
    ErrorPattern(
        r"(?P<at>(?<!\w)(?P<one>[a-z_]\w*) *‸ *(?P<two>(?!(as|where|by|for|of)\b)[a-z_]\w*))",
        "`{two}` can't follow `{one}`",
        "write `{one}({two})`, or put an operator between them: `=`, `and`, `or`, `in` …",
        "(",
    ),
)
