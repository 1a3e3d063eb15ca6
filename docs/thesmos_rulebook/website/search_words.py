"""What readers call things in a search: words that say nothing, and words with one meaning.

Of words with one meaning the rules use the first. They are written without accents; `_` is a space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict


class SearchWords(TypedDict):
    """The words of a language."""

    empty: list[str]
    same: list[list[str]]


def _words(empty: str, *same: str) -> SearchWords:
    groups = [[word.replace("_", " ") for word in group.split()] for group in same]
    return {"empty": empty.split(), "same": groups}


SEARCH_WORDS: Mapping[str, SearchWords] = {
    "en": _words(
        "a an the i me my myself you your yourself it its itself can could may do does did is are"
        " am be to of in on at by if when what who whom how why which where there with and or not"
        " he she him her they them this that one happens happen allowed was were has have get gets"
        " from for too also any someone somebody place places opponent opponents power card god"
        " gods worker workers",
        "force push shove pushed pushes pushing shoved",
        "beneath under below underneath feet",
        "forced swap exchange switch swapped swaps trade",
        "climb climbs up upstairs",
        "second twice again",
        "edge perimeter border rim outside",
        "lose loses lost losing",
        "win wins winning victory",
        "block floor storey",
        "remove kill removes kills killed",
        "unoccupied free empty vacant",
        "stuck blocked trapped",
    ),
    "es": _words(
        "un una unos unas el la los las lo yo me mi mis tu tus te se su sus puedo puede puedes"
        " pueden poder es son soy ser a al de del en con por para si que quien como cuando cual"
        " donde y o no mismo misma mio sitio rival este esta eso hay ha he cuantas cuantos carta"
        " dios poderes trabajador trabajadores",
        "pies debajo abajo",
        "empujarlo empujar empuja empujo empujado",
        "forzado intercambiar cambiar intercambia intercambio",
        "subir sube subo escalar",
        "segunda dos veces otra_vez",
        "borde perimetro orilla",
        "pierde perder pierdo",
        "gana ganar gano victoria",
    ),
}
