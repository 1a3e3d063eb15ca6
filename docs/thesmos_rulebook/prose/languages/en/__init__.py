"""English."""

from __future__ import annotations

from thesmos_rulebook.prose.language import END, Language
from thesmos_rulebook.prose.languages.en.clauses import BOOK, CLAUSES, EFFECTS
from thesmos_rulebook.prose.languages.en.values import CORE, FORMS, LITERAL, NOUNS, PAST, TEXTS

LANGUAGE = Language(
    code="en",
    articles={"a": "", "an": ""},
    indefinite={"the": "a"},
    subjunctives={},
    templates=FORMS | TEXTS | PAST | CLAUSES | EFFECTS | BOOK | LITERAL,
    core=CORE,
    nouns=NOUNS,
    numbers=("no", "one", "two", "three", "four", "five", "six"),
    agreements=tuple(
        (
            rf"(?<!to )(?<!of )(?<!for )\b(you){END}( no longer| still)? {singular}\b",
            rf"\1\2 {plural}",
        )
        for singular, plural in (
            ("has", "have"),
            ("is", "are"),
            ("was", "were"),
            ("does", "do"),
            ("holds", "hold"),
            ("sees", "see"),
        )
    ),
    negations="not|no|none|nobody|nothing|cannot|neither",
    repeated=(("the player whose turn it is", "that player", r"players?|opponents?|teammates?"),),
    corrections=(
        (r",(?=[,.;:)])|,$", ""),
        (r"\bthe (\w+) of you\b", r"your \1"),
        (r"\b(an?) (\w+) of you\b", r"\1 \2 of yours"),
        (r"\bthat that\b", "which that"),
        (r"\bif where\b", "if, where"),
        (r"(\ba|^A) (?=[aeiouAEIOU])", r"\1n "),
        (r"\b([Aa])n (?=(?:one|uni))", r"\1 "),
        (r"\b([Aa])n other\b", r"\1nother"),
        (r"\bThen from now on,", "From then on,"),
        (r"\bthen from now on,", "from then on,"),
        (r"\b([Tt])hen (?=(?:if|for each|as long as) )", r"\1hen, "),
    ),
)
