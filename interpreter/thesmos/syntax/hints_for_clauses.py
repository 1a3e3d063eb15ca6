"""Common errors in the words of clauses and effects, and in their order: see hints.py."""

from __future__ import annotations

from thesmos.syntax.grammar import beginnings, spelling
from thesmos.syntax.hints import ErrorPattern

_EXPRESSIONS = beginnings("expr")
_CLAUSE = "|".join(sorted(map(spelling, beginnings("simple_clause"))))
_EFFECT = "|".join(
    sorted(spelling(word) for word in beginnings("effect") - _EXPRESSIONS if word != "IF")
)
# The beginnings of the clauses that have a body of their own.
_WITH_BODY = "|".join(
    sorted({"on", *map(spelling, beginnings("clauses") - beginnings("simple_clause"))} - {""})
)
_ON_NEXT_LINE = "write it on the next line, indented: what has a body needs a line of its own"
_ROUTE = "a route is all that follows a colon: `after ACTION where CONDITION: next STEP`"
_STANDING = (
    "a clause always holds: put it on a line of its own, and test what has happened with "
    "`if did(ACTION):`"
)


def _wrong_beginning(words: str, hint: str) -> ErrorPattern:
    """Return the pattern for words that can't begin a clause."""
    return ErrorPattern(rf"^ *‸(?P<word>{words})\b", "a clause can't begin with `{word}`", hint)


# Words that can't begin a clause.
BEGINNINGS = (
    ErrorPattern(
        r"^ *‸on\b",
        "`on` must be followed by whose turn it is",
        "write `on your turn: …`, `on teammate turn: …` or `on opponent turn: …`",
    ),
    _wrong_beginning(
        "(your|opponent|teammate) turn",
        "write `on {word}: …`, or `on {word} where CONDITION: …`",
    ),
    ErrorPattern(
        r"^ *(?P<cut>‸- *)",
        "a clause does not begin with `-`",
        "write one clause per line, without a list marker",
    ),
    ErrorPattern(
        r"^ *‸(can|may|could)? *skip\b", "a clause can't begin with `skip`", "write `may skip STEP`"
    ),
    _wrong_beginning(
        "cannot|can't|can not|never|prohibit|prevent|deny|ban|disallow|not|no",
        "write `forbid ACTION where CONDITION`",
    ),
    _wrong_beginning(
        "allow|allows|enable|grant|can",
        "write `permit ACTION waiving RULE where CONDITION`, or `may skip STEP`",
    ),
    _wrong_beginning("must|should|has|have", "write `require if possible ACTION where CONDITION`"),
    _wrong_beginning(
        "when|whenever|once|on|upon",
        "write `if CONDITION: …` around clauses, `after ACTION: …` for what follows from an action",
    ),
    _wrong_beginning(
        "you win|you wins", "write `win NAME for you where CONDITION`; choose any NAME"
    ),
    _wrong_beginning("unless", "write `if not (CONDITION): …`"),
    _wrong_beginning(
        "lose|loses|you lose",
        "losing is an effect: `after ACTION where CONDITION: PLAYER loses`",
    ),
    _wrong_beginning("start|begin|beginning|every|during", "write `at MOMENT of your turn: …`"),
    ErrorPattern(
        r"^ *‸elif\b",
        "`elif` is only used between effects",
        "write `else:` and, indented below it, `if CONDITION:`",
    ),
    ErrorPattern(
        r"^ *‸else\b",
        "this `else` does not belong to an `if`",
        "write it in the same column as its `if`, directly after the block of that `if`",
    ),
    ErrorPattern(r"‸ *next\b", "a clause can't begin with `next`", _ROUTE),
    ErrorPattern(
        rf":.*‸(?P<word>{_WITH_BODY})\b", "`{word}` can't follow on the same line", _ON_NEXT_LINE
    ),
    ErrorPattern(
        rf"(^|:) *‸(({_EFFECT})\b|[a-z_]\w*(\(.*\))? *([:+-]=|loses))",
        "an effect can't be a clause by itself",
        "say when it happens: `after ACTION: …`, `before ACTION: …`, `at MOMENT of your turn: …`",
    ),
)

# Errors after the first word.
CLAUSES = (
    ErrorPattern(
        r"^ *(?P<cut>‸else)\b(?! *(:|if\b))",
        "a `:` is missing after `else`",
        "write `else:`",
        new="else:",
    ),
    ErrorPattern(
        r"^ *(?P<at>end) of ‸",
        "a clause can't begin with `end of`",
        "write `at MOMENT of your turn: …`",
    ),
    ErrorPattern(
        rf":.* (?P<at>(?P<word>{_CLAUSE})) *‸",
        "`{word}` begins a clause, not an effect",
        _STANDING,
        ":=",
    ),
    ErrorPattern(
        rf"^ +(?P<at>(?P<word>{_CLAUSE})) *‸",
        "`{word}` begins a clause, not an effect",
        _STANDING,
        ":=",
    ),
    ErrorPattern(r"(?P<at>\bnext) *‸ *\w", "`next` is not an effect", _ROUTE, ":="),
    ErrorPattern(
        r"\w *(?P<at>‸on (?P<whose>your|teammate|opponent) turn)",
        "whose turn it is stands before a clause",
        "write `on {whose} turn: CLAUSE`",
    ),
    ErrorPattern(
        r"‸ *\{",
        "`{{` does not begin a block",
        "write `:`, and what belongs to it after that, or indented on the lines below",
        ":",
    ),
    ErrorPattern(
        r"^ *(?P<cut>(?P<at>var|const|local|auto|def|set)) +‸(?=\w+ *=)",
        "a name is defined with `let`",
        "write `let NAME = VALUE`",
        ":=",
        "let",
    ),
    ErrorPattern(
        r"^ *(?P<cut>(?P<at>foreach|forall|for)) *‸(?= *\w+ in\b)",
        "a loop begins with `each`",
        "write `each NAME in SET:`, and the effects indented below it",
        ":=",
        "each",
    ),
    ErrorPattern(
        r"[: ](?P<at>(?P<word>return|pass|break|continue|stop|exit)) *‸ *$",
        "`{word}` is not part of the language",
        "remove it: effects end with their block",
        ":=",
    ),
    ErrorPattern(
        r":‸$",
        "nothing follows this colon",
        "write what belongs to it after the colon, or indented on the lines below",
        "_INDENT",
    ),
    ErrorPattern(
        r"^ *end \w+ where\b.*‸ *by\b",
        "what ranks the players comes before `where`",
        "write `end NAME by most SCORE where CONDITION`",
    ),
    ErrorPattern(
        r"\b(?P<at>by) +where\b|\bby\b.*‸ *where\b",
        "the condition comes before `by`",
        "write `permit ACTION waiving RULE where CONDITION by EFFECT`",
    ),
    ErrorPattern(
        r"(?P<cut> *‸then\b( *:)?)", "`then` is not used here", "write `:` instead", ":", ":"
    ),
    *(
        ErrorPattern(
            pattern,
            "a `:` is missing here",
            "write a colon between a condition, or `after …`, and what belongs to it",
            ":",
            new,
        )
        for pattern, new in (
            (rf"(?P<cut> *‸ *)(next|{_EFFECT}|{_CLAUSE}|else)\b", ": "),
            (r"(?P<cut> *‸ *)$", ":"),
        )
    ),
    ErrorPattern(
        r"\bif\b.*?(?P<cut> *‸ *,)",
        "a `,` is not used here",
        "write `:` after the condition",
        ":",
        ":",
    ),
    ErrorPattern(
        r"\belse *‸ *if\b|^ *‸else +if\b",
        "`else if` is not part of the language",
        "between clauses, write `else:` and, indented below it, `if`; between effects, `elif`",
    ),
    ErrorPattern(
        r":.*‸ *else\b",
        "`else` can't be on this line",
        "write `else:` on a line of its own, in the same column as its `if`",
    ),
    ErrorPattern(
        r"^ *permit\b.*‸ *(:(?!=)|do\b|then\b)",
        "the effect of a permitted action is written after `by`",
        "write `permit ACTION waiving RULE by EFFECT`",
        "by",
    ),
    ErrorPattern(
        r"\bnext \w+ *‸ *(if|where|when)\b",
        "the condition of a route comes before the colon",
        "write `after ACTION where CONDITION: next STEP`",
    ),
    ErrorPattern(
        r"‸ *(?P<word>if|when|unless|provided|while)\b",
        "a condition is not written after `{word}` here",
        "write `where CONDITION`",
        "where",
    ),
    ErrorPattern(
        r"‸ *(once|twice)\b",
        "how often is not written here",
        "ask what has happened, as in `where not did(ACTION)`, or count in a memory",
    ),
    ErrorPattern(
        r"\bwaiving .*?(?P<cut> *‸ *and)\b",
        "rules are not joined with `and`",
        "separate them with `,`",
        ",",
        ",",
    ),
    ErrorPattern(
        r"\bwaiving .*‸ *\w",
        "a `,` or a `where` is missing here",
        "write another rule after `,`, or a condition after `where`",
        ",",
    ),
    ErrorPattern(
        r"\b(?P<word>forbid|require|cancel|may)\b.*‸ *waiving\b",
        "only `permit` can waive rules",
        "a `{word}` takes a condition: `where CONDITION`",
    ),
    ErrorPattern(
        r"\bforbid\b.*‸ *by\b",
        "a `forbid` has no effect",
        "write the effect as a clause of its own: `after ACTION where CONDITION: EFFECT`",
    ),
    ErrorPattern(
        r"\b(permit|forbid) (?P<at>(?P<word>waiving|where|by)) *‸",
        "the action is missing before `{word}`",
        "write `permit ACTION waiving RULE` or `forbid ACTION where CONDITION`",
    ),
    ErrorPattern(
        r"\b(forbid skip|may skip|may repeat|next) (?P<at>(?P<word>where|if)) *‸",
        "the step is missing before `{word}`",
        "write `may skip STEP where CONDITION`, or `forbid skip STEP where CONDITION`",
    ),
    ErrorPattern(
        r"\b(after|before|cancel|if possible) (?P<at>(?P<word>where|if)) *‸",
        "the action is missing before `{word}`",
        "write its name before `{word}`",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>permit +skip) *‸ *)(?=\w)",
        "`permit` is about actions, not about skipping",
        "write `may skip STEP where CONDITION`",
        new="may skip ",
    ),
    ErrorPattern(
        r"\bpermit (?P<one>\w+) *‸ *[a-z]",
        "`waiving` or `where` is missing here",
        "write `permit {one} waiving RULE` or `permit {one} where CONDITION`",
        "waiving",
    ),
    ErrorPattern(
        r"\b(?P<cut>(?P<at>may +‸ *not +skip))\b",
        "`may not skip` is not part of the language",
        "write `forbid skip STEP`",
        new="forbid skip",
    ),
    ErrorPattern(
        r"\bmay +‸ *not\b",
        "`may not` is not part of the language",
        "write `forbid ACTION where CONDITION`",
    ),
    ErrorPattern(
        r": *(?P<at>may) +‸repeat\b", "`may repeat` can't follow on the same line", _ON_NEXT_LINE
    ),
    ErrorPattern(
        r"\bmay +‸",
        "`may` is only used in `may skip STEP`",
        "to allow more, write `permit ACTION waiving RULE where CONDITION`",
    ),
    ErrorPattern(
        r"\brequire *‸",
        "`require` must be followed by `if possible`",
        "write `require if possible ACTION where CONDITION`; to rule an option out, use `forbid`",
    ),
    ErrorPattern(
        r"\b(permit|forbid|skip|next|after|before|at) "
        r"(?P<cut>(?P<at>(?P<word>a|an|the|to|your|my|any|every|step)) *‸ *)\w",
        "`{word}` is not used here",
        "write only the name",
    ),
    ErrorPattern(
        r"\bafter [^:]*?(?P<cut> *‸ *(and|or|,))",
        "kinds of events are joined with `|`",
        "write `after ACTION | ACTION: …`",
        "|",
        " |",
    ),
    ErrorPattern(
        r"\b(permit|forbid|skip|after|before|if possible) "
        r"(?P<at>(?P<word>opponent|teammate)(s|'s)?) *‸ *[a-z]",
        "whose turn it is stands before a clause",
        "write `on {word} turn: CLAUSE`, with a body on lines of its own",
    ),
    ErrorPattern(
        r"\b(after|before) [^:]*‸ *by\b",
        "who acts is not written after `by`",
        "write `where active = you`, or put it under `on opponent turn:`",
    ),
    ErrorPattern(
        r"\bbefore \w+ *‸ *(and|or|,|\|)",
        "`before` takes a single action",
        "write one clause for each action",
    ),
    ErrorPattern(
        r"‸",
        "this must say whose turn is meant",
        "write `your turn`, `teammate turn`, `opponent turn` or `any turn`",
        "your turn",
    ),
    ErrorPattern(
        r"\bat \w+ *‸",
        "this must say whose turn is meant",
        "write `at MOMENT of your turn`, `teammate turn`, `opponent turn` or `any turn`",
        "of",
    ),
    ErrorPattern(
        r"\blet \w+ *(?P<cut>‸:=)", "`let` is written with `=`", "write `let NAME = VALUE`", new="="
    ),
    ErrorPattern(
        r"(?P<cut>‸:=)",
        "`:=` assigns a value, it does not compare",
        "write `=` to compare",
        new="=",
    ),
    ErrorPattern(
        r"(?P<cut>‸=(?P<sign>[+-]))",
        "`=+` and `=-` are not operators",
        "write `{sign}=`",
        ":=",
        "{sign}=",
    ),
    ErrorPattern(
        r"(?P<cut>‸==?)", "`=` compares, it does not assign a value", "write `:=`", ":=", ":="
    ),
    ErrorPattern(r"‸ *[+-]", "this is not an effect", "write `+= VALUE` or `-= VALUE`", ":="),
    ErrorPattern(
        r"\bdo (?P<word>\w+) *‸",
        "the roles of `{word}` must be in `(…)`",
        "write `do {word}(ROLE, …)`, or `do {word}()` if it has none",
        "(",
    ),
    ErrorPattern(
        r"\b(you|win) *‸ *(win|for)\b|[: ](?P<at>win) *‸$",
        "a win is not an effect",
        "write a separate clause: `win NAME for PLAYER where CONDITION`",
        ":=",
    ),
    ErrorPattern(
        r": *(?P<at>(?P<word>each|for|if|while)) *‸ *\w",
        "`{word}` can't be on this line",
        "write the effects on the lines below, indented; a loop is `each NAME in SET: EFFECT`",
        ":=",
    ),
    ErrorPattern(
        r"(^|[: ])(?P<at>(?P<word>[a-z_]\w*) ?\(.*\)) *‸ *$",
        "`{word}(…)` by itself changes nothing",
        "write `do {word}(…)` for an action, `{word}(…) := VALUE` to assign a value",
        ":=",
    ),
    ErrorPattern(
        r"(^|[: ])(?P<at>(?P<word>[a-z_]\w*)) *‸ *$",
        "`{word}` by itself changes nothing",
        "write `next {word}` for a step, `do {word}(…)` for an action, `{word} := VALUE` "
        "to assign a value",
        ":=",
    ),
    ErrorPattern(
        r"^ *(?P<at>win (for|if|where|when|you)\b.*‸|win \w+ *‸)",
        "a win needs a name and a player",
        "write `win NAME for PLAYER where CONDITION`; choose any NAME",
    ),
    ErrorPattern(
        r"\b(?P<word>give|share|revoke) \w+ *‸ *\w",
        "`{word}` must say to, with or from which player",
        "write `give POWER to PLAYER`, `share POWER with PLAYER` or `revoke POWER from PLAYER`",
    ),
    ErrorPattern(
        r"(: *|^ *|\bby +)(?P<at>(?P<word>remove|delete|destroy|discard|capture)) *‸ *\w",
        "an effect can't begin with `{word}`",
        "a piece leaves the board with `zone(PIECE) := ZONE`",
        ":=",
    ),
    ErrorPattern(
        r"(: *|^ *|\bby +)(?P<at>(?P<word>move|put|place)) *‸ *\w",
        "an effect can't begin with `{word}`",
        "a piece is put on a cell with `place(PIECE) := CELL`; an action is done by `do ACTION(…)`",
        ":=",
    ),
    ErrorPattern(
        r"(: *|^ *|\bby +)(?P<at>(?P<word>[a-z]\w*)) *‸ *\w",
        "an effect can't begin with `{word}`",
        "write `do ACTION(…)`, `NAME := VALUE`, or `next STEP` alone",
        ":=",
    ),
    ErrorPattern(
        r"\bhide *‸ *[A-Z]",
        "`hide` needs a name for what it hides",
        "write `hide NAME in SET where CONDITION`",
    ),
)
