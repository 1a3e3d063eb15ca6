"""The commonest slips in what clauses and effects are made of: their words, and their order."""

from __future__ import annotations

from thesmos.syntax.hints import ErrorPattern

# How each clause and effect is written, by its first word.
FORMS = {
    "permit": "permit ACTION waiving RULE where CONDITION by EFFECT",
    "forbid": "forbid ACTION where CONDITION",
    "forbid skip": "forbid skip STEP where CONDITION",
    "may": "may skip STEP where CONDITION",
    "require": "require if possible ACTION where CONDITION else EFFECT",
    "cancel": "cancel ACTION where CONDITION",
    "hide": "hide NAME in SET where CONDITION",
    "treat": "treat FACT(NAME) as VALUE where CONDITION",
    "win": "win NAME for PLAYER where CONDITION",
    "veto": "veto where CONDITION",
    "spent": "spent when CONDITION",
    "after": "after ACTION where CONDITION: …",
    "before": "before ACTION where CONDITION: EFFECT",
    "at": "at MOMENT of your turn where CONDITION: …",
    "extra": "extra turn where CONDITION: EFFECT",
    "next": "next STEP",
    "let": "let NAME = VALUE",
    "do": "do ACTION(ROLE, …)",
    "give": "give POWER to PLAYER",
    "share": "share POWER with PLAYER",
    "revoke": "revoke POWER from PLAYER",
    "each": "each NAME in SET where CONDITION: EFFECT",
}

_CLAUSE = "permit|forbid|may|require|cancel|hide|treat|win|veto|spent"
_EFFECT = "do|let|take|give|share|revoke|drop|counts|each|while"
_ROUTE = "a route stands alone behind a colon: `after ACTION where CONDITION: next STEP`"
_STANDING = (
    "clauses always stand; give it a line of its own, and ask for what happened with "
    "`if did(ACTION during this turn):`"
)

# The first word of a clause, in words that are none of the language.
BEGINNINGS = (
    ErrorPattern(
        r"^ *‸-", "a clause does not begin with `-`", "write one clause a line, with no sign before"
    ),
    ErrorPattern(
        r"^ *‸(can|may|could)? *skip\b", "`skip` begins no clause", "write `may skip STEP`"
    ),
    ErrorPattern(
        r"^ *‸(?P<word>cannot|can't|can not|never|prohibit|prevent|deny|ban|disallow|not|no)\b",
        "`{word}` begins no clause",
        "write `forbid ACTION where CONDITION`",
    ),
    ErrorPattern(
        r"^ *‸(?P<word>allow|allows|enable|grant|can)\b",
        "`{word}` begins no clause",
        "write `permit ACTION waiving RULE where CONDITION`, or `may skip STEP`",
    ),
    ErrorPattern(
        r"^ *‸(?P<word>must|should|has|have)\b",
        "`{word}` begins no clause",
        "write `require if possible ACTION where CONDITION`",
    ),
    ErrorPattern(
        r"^ *‸(?P<word>when|whenever|once|on|upon)\b",
        "`{word}` begins no clause",
        "write `if CONDITION: …` around clauses, `after ACTION: …` for what an action leads to",
    ),
    ErrorPattern(r"^ *‸unless\b", "`unless` begins no clause", "write `if not (CONDITION): …`"),
    ErrorPattern(
        r"^ *‸(?P<word>lose|loses|you lose)\b",
        "`{word}` begins no clause",
        "losing is an effect: `after ACTION where CONDITION: PLAYER loses`",
    ),
    ErrorPattern(
        r"^ *‸(?P<word>start|end|begin|beginning|every|during)\b",
        "`{word}` begins no clause",
        "write `at MOMENT of your turn: …`",
    ),
    ErrorPattern(
        r"^ *‸elif\b",
        "`elif` stands only among effects",
        "write `else:`, and indented below it `if CONDITION:`",
    ),
    ErrorPattern(
        r"^ *‸else\b",
        "this `else` follows no `if`",
        "write it in the column of its `if`, with nothing between their blocks",
    ),
    ErrorPattern(r"‸ *next\b", "`next` begins no clause", _ROUTE),
    ErrorPattern(
        rf"^ *‸(({_EFFECT})\b|[a-z_]\w*(\(.*\))? *([:+-]=|loses))",
        "an effect is no clause of its own",
        "say when it is done: `after ACTION: …`, `before ACTION: …`, `at MOMENT of your turn: …`",
    ),
)

# What follows it.
CLAUSES = (
    ErrorPattern(
        rf":.* (?P<at>(?P<word>{_CLAUSE})) *‸",
        "`{word}` is a clause, and no effect",
        _STANDING,
        ":=",
    ),
    ErrorPattern(
        rf"^ +(?P<at>(?P<word>{_CLAUSE})) *‸",
        "`{word}` is a clause, and no effect",
        _STANDING,
        ":=",
    ),
    ErrorPattern(r"(?P<at>\bnext) *‸ *\w", "`next` is no effect", _ROUTE, ":="),
    ErrorPattern(
        r":‸$",
        "nothing belongs to this colon",
        "write what follows from it behind the colon, or on the lines below, indented",
        "_INDENT",
    ),
    ErrorPattern(
        r"\b(?P<at>by) +where\b|\bby\b.*‸ *where\b",
        "the condition stands before `by`",
        "write `permit ACTION waiving RULE where CONDITION by EFFECT`",
    ),
    ErrorPattern(r"‸ *then\b", "`then` can't be read", "write `:` in its place", ":"),
    ErrorPattern(
        rf"‸ *((next|{_EFFECT}|{_CLAUSE}|else)\b|$)",
        "a `:` is missing here",
        "a colon stands between a condition, or `after …`, and what belongs to it",
        ":",
    ),
    ErrorPattern(r"\bif\b.*‸ *,", "a `,` can't stand here", "write `:` after the condition", ":"),
    ErrorPattern(
        r"\belse *‸ *if\b",
        "`else if` can't be read",
        "among clauses, write `if` on a line below `else:`, indented; among effects, write `elif`",
    ),
    ErrorPattern(
        r":.*‸ *else\b",
        "`else` can't stand in this line",
        "write `else:` on a line of its own, in the column of its `if`",
    ),
    ErrorPattern(
        r"^ *permit\b.*‸ *(:(?!=)|do\b|then\b)",
        "an effect of a permitted action follows `by`",
        "write `permit ACTION waiving RULE by EFFECT`",
        "by",
    ),
    ErrorPattern(
        r"\bnext \w+ *‸ *(if|where|when)\b",
        "a route has its condition before the colon",
        "write `after ACTION where CONDITION: next STEP`",
    ),
    ErrorPattern(
        r"‸ *(?P<word>if|when|unless|provided|while)\b",
        "a condition does not follow `{word}` here",
        "write `where CONDITION`",
        "where",
    ),
    ErrorPattern(
        r"\bwaiving .*‸ *and\b", "`and` does not join rules", "write `,` between them", ","
    ),
    ErrorPattern(
        r"\bwaiving .*‸ *\w",
        "a `,` or a `where` is missing here",
        "another rule follows `,`, a condition follows `where`",
        ",",
    ),
    ErrorPattern(
        r"\b(?P<word>forbid|require|cancel|may)\b.*‸ *waiving\b",
        "only `permit` waives rules",
        "a `{word}` has a condition: `where CONDITION`",
    ),
    ErrorPattern(
        r"\bforbid\b.*‸ *by\b",
        "nothing is done where something is forbidden",
        "write the effect in a clause of its own: `after ACTION where CONDITION: EFFECT`",
    ),
    ErrorPattern(
        r"\b(permit|forbid) (?P<at>(?P<word>waiving|where|by)) *‸",
        "the action is missing before `{word}`",
        "write `permit ACTION waiving RULE`, `forbid ACTION where CONDITION`",
    ),
    ErrorPattern(
        r"\bpermit (?P<one>\w+) *‸ *[a-z]",
        "`waiving` or `where` is missing here",
        "write `permit {one} waiving RULE` or `permit {one} where CONDITION`",
        "waiving",
    ),
    ErrorPattern(
        r"\bmay +‸ *not +skip\b", "`may not skip` can't be read", "write `forbid skip STEP`"
    ),
    ErrorPattern(
        r"\bmay +‸ *not\b", "`may not` can't be read", "write `forbid ACTION where CONDITION`"
    ),
    ErrorPattern(
        r"\bmay +‸",
        "`may` stands only in `may skip STEP`",
        "to allow more, write `permit ACTION waiving RULE where CONDITION`",
    ),
    ErrorPattern(
        r"\brequire *‸",
        "`require` goes on with `if possible`",
        "write `require if possible ACTION where CONDITION`; `forbid` rules an option out",
    ),
    ErrorPattern(
        r"\b(permit|forbid|skip|next|after|before|at) "
        r"(?P<at>(?P<word>a|an|the|your|my|any|every|step)) *‸ *\w",
        "`{word}` can't be read here",
        "write the name alone",
    ),
    ErrorPattern(
        r"\bafter [^:]*‸ *(and|or|,)",
        "kinds of events are joined by `|`",
        "write `after ACTION | ACTION: …`",
        "|",
    ),
    ErrorPattern(
        r"\bbefore \w+ *‸ *(and|or|,|\|)",
        "a `before` is about one action",
        "write a clause for each",
    ),
    ErrorPattern(
        r"‸",
        "whose turn is meant has to stand here",
        "write `your turn`, `teammate turn`, `opponent turn` or `any turn`",
        "your turn",
    ),
    ErrorPattern(
        r"\bat \w+ *‸",
        "whose turn is meant has to stand here",
        "write `at MOMENT of your turn`, `teammate turn`, `opponent turn` or `any turn`",
        "of",
    ),
    ErrorPattern(r"\blet \w+ *‸ *:=", "a `let` takes `=`", "write `let NAME = VALUE`"),
    ErrorPattern(r"‸:=", "`:=` gives a value, and compares nothing", "write `=` to compare"),
    ErrorPattern(r"‸=\+|‸=-", "`=+` and `=-` give no value", "write `+=` or `-=`", ":="),
    ErrorPattern(r"‸=", "`=` compares, and gives no value", "write `:=`", ":="),
    ErrorPattern(r"‸ *[+-]", "this alone changes nothing", "write `+= VALUE` or `-= VALUE`", ":="),
    ErrorPattern(
        r"\bdo (?P<word>\w+) *‸",
        "the roles of `{word}` do not stand in `(…)`",
        "write `do {word}(ROLE, …)`, or `do {word}()` if it has none",
        "(",
    ),
    ErrorPattern(
        r"\b(you|win) *‸ *(win|for)\b|[: ](?P<at>win) *‸$",
        "a win is no effect",
        "write a clause of its own: `win NAME for PLAYER where CONDITION`",
        ":=",
    ),
    ErrorPattern(
        r": *(?P<at>(?P<word>each|for|if|while)) *‸ *\w",
        "`{word}` can't stand in this line",
        "write the effects on lines below, indented; loop with `each NAME in SET: EFFECT`",
        ":=",
    ),
    ErrorPattern(
        r"[: ](?P<at>(?P<word>[a-z_]\w*) ?\(.*\)) *‸ *$",
        "`{word}(…)` alone changes nothing",
        "write `do {word}(…)` for an action, `{word}(…) := VALUE` to give a value",
        ":=",
    ),
    ErrorPattern(
        r"[: ](?P<at>(?P<word>[a-z_]\w*)) *‸ *$",
        "`{word}` alone changes nothing",
        "write `next {word}` for a step, `do {word}(…)` for an action, `{word} := VALUE` "
        "to give a value",
        ":=",
    ),
    ErrorPattern(
        r"^ *(?P<at>win (for|if|where|when|you)\b.*‸|win \w+ *‸)",
        "a win needs a name, and a player whose it is",
        "write `win NAME for PLAYER where CONDITION`; NAME is yours to choose",
    ),
    ErrorPattern(
        r"\b(?P<word>give|share|revoke) \w+ *‸ *\w",
        "it is not told to whom, with whom or from whom",
        "write `give POWER to PLAYER`, `share POWER with PLAYER` or `revoke POWER from PLAYER`",
    ),
    ErrorPattern(
        r"(: *|^ +|\bby +)(?P<at>(?P<word>[a-z]\w*)) *‸ *\w",
        "`{word}` begins no effect",
        "write `do ACTION(…)`, `NAME := VALUE`, or `next STEP` alone",
        ":=",
    ),
    ErrorPattern(
        r"\bhide *‸ *[A-Z]",
        "what `hide` looks at has no name",
        "write `hide NAME in SET where CONDITION`",
    ),
)
