"""Spanish."""

from __future__ import annotations

from thesmos_rulebook.prose.language import END, Language
from thesmos_rulebook.prose.languages.es.clauses import BOOK, CLAUSES, EFFECTS
from thesmos_rulebook.prose.languages.es.values import CORE, FORMS, LITERAL, NOUNS, PAST, TEXTS

SUBJUNCTIVES = {  # `cada ficha que esté`
    "cuenta": "cuente", "es": "sea", "está": "esté", "ha": "haya", "hay": "haya",
    "necesita": "necesite", "puede": "pueda", "queda": "quede", "tiene": "tenga",
    "toca": "toque", "va": "vaya",
}  # fmt: skip

SECOND_PERSON = {  # after `tú`, which is then left out
    "tiene": "tienes", "es": "eres", "está": "estás", "puede": "puedes", "ha": "has",
    "sigue": "sigues",
}  # fmt: skip

LANGUAGE = Language(
    code="es",
    articles={"un": "m", "una": "f"},
    indefinite={"el": "un", "la": "una"},
    subjunctives=SUBJUNCTIVES,
    templates=FORMS | TEXTS | PAST | CLAUSES | EFFECTS | BOOK | LITERAL,
    core=CORE,
    nouns=NOUNS,
    numbers=("ningún", "un", "dos", "tres", "cuatro", "cinco", "seis"),
    agreements=(
        (rf"\ble (\w+) a tú{END}", r"te \1"),
        *(
            (
                rf"(?<!a )(?<!de )(?<!para )\btú{END} ((?:ya |aún )?(?:no )?){third}\b",
                rf"\1{second}",
            )
            for third, second in SECOND_PERSON.items()
        ),
    ),
    repeated=(("el jugador en turno", "ese jugador", r"jugador(?:es)?|rival(?:es)?|compañeros?"),),
    corrections=(
        (r",(?=[,.;:)])|,$", ""),
        (r"\b(a|de|hacia|para) tú\b", r"\1 ti"),
        (r"\b(?:el|la) (\w+(?: de \w+)?) de ti\b", r"tu \1"),
        (r"\b(de|a)l (\w+) de ti\b", r"\1 tu \2"),
        (r"\bun (\w+) de ti\b", r"un \1 tuyo"),
        (r"\buna (\w+) de ti\b", r"una \1 tuya"),
        (r"\b([Uu]n|[Nn]ingun|[Aa]lgun|[Pp]rimer)o de las\b", r"\1a de las"),
        (r"\b([Uu]n|[Nn]ingun|[Aa]lgun|[Pp]rimer)a de los\b", r"\1o de los"),
        (r"\b([Tt]ras) una (\w+) de (?=una?\b)", r"\1 la \2 de "),
        (r"\b([Tt]ras) un (\w+) de (?=una?\b)", r"\1 el \2 de "),
        (r"\bsi cuando\b", "si, cuando"),
        (r"\b([Dd])e el\b", r"\1el"),
        (r"\b([Aa]) el\b", r"\1l"),
        (r"\b(ning(?:ún|un[oa]?) \w+ que) sigue\b", r"\1 siga"),
        (r"\by (?=h?i[^aeo])", "e "),
        (r"\bo (?=h?o)", "u "),
        (r"\buna? (?=otr[oa]\b)", ""),
        (r"\bDespués,? desde ahora,", "A partir de entonces,"),
        (r"\bdespués,? desde ahora,", "a partir de entonces,"),
        (r"\b([Dd])espués (?=(?:si|para cada|mientras) )", r"\1espués, "),
    ),
    negations="no|ni|nadie|nada|ning(?:ún|un[oa])",
    negates_twice=True,
)
