"""The modes of a game without files of modes: one for each number of players, without teams."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.diagnostics import Location
from thesmos.syntax import yaml_values as y
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

TITLES = {
    "en": (
        "One player", "Two players", "Three players", "Four players", "Five players",
        "Six players", "Seven players", "Eight players", "Nine players",
    ),
    "es": (
        "Un jugador", "Dos jugadores", "Tres jugadores", "Cuatro jugadores", "Cinco jugadores",
        "Seis jugadores", "Siete jugadores", "Ocho jugadores", "Nueve jugadores",
    ),
}  # fmt: skip


def plain_modes(game: YamlMap) -> Iterator[YamlMap]:
    """Yield the documents of the modes for a game's numbers of players.

    game: its valid document. The slug of a mode is its English title, such as `two-players`; it has
    a title in each language of the game's title for which there is one in `TITLES`.
    """
    players, numbers = game.key("players"), game.get("players")
    if players is None:
        return
    languages = y.table(game.get("title"))
    translated = [language for language in TITLES if language in ("en", *languages)]
    least, most = (y.number(y.get(numbers, key), 1) for key in ("min", "max"))
    for number in range(least, most + 1):
        yield _mode(number, translated, players.location)


def _mode(number: int, languages: list[str], at: Location) -> YamlMap:
    def text(value: object) -> YamlText:
        return YamlText(at, str(value))

    def table(**items: YamlNode) -> YamlMap:
        return YamlMap(at, tuple((text(key), value) for key, value in items.items()))

    titles = {language: text(TITLES[language][number - 1]) for language in languages}
    return table(
        thesmos=text("mode"),
        slug=text(TITLES["en"][number - 1].lower().replace(" ", "-")),
        title=table(**titles),
        players=text(number),
        sides=YamlList(at, tuple(text(side) for side in range(1, number + 1))),
        first=text(1),
    )
