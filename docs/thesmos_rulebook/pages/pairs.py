"""What is known of each two powers of a game: bans, where their texts touch, rulings, scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from thesmos.program.node import AttributeRef, Ref
from thesmos.program.touching import Subject, Touching
from thesmos.scenario.reader import Scenario
from thesmos_rulebook.content.book_source import BookSource, Ruling
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.prose.language import ENGLISH

LEAST = 2  # powers


@dataclass(frozen=True)
class KnownPair:
    """What is known of two powers.

    banned: whether they are never in one game. players: the numbers of players that both are for.
    subjects: what one of them reads and the other changes, in words.
    """

    powers: tuple[str, str]
    banned: bool
    players: tuple[int, ...]
    subjects: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    scenarios: tuple[Scenario, ...]


def has_pairs(source: BookSource) -> bool:
    """Return whether there is anything to say about two powers of a game."""
    ruled = (ruling.cards for ruling in source.rulings)
    tested = (scenario.given.powers for scenario in source.scenarios)
    banned = any(card.banned for card in source.powers.values())
    return banned or any(powers_together(source, cards) for cards in (*ruled, *tested))


def powers_together(source: BookSource, cards: Iterable[str | None]) -> tuple[str, ...]:
    """Return the powers among some cards, each once; none if there are fewer than two."""
    powers = source.powers
    together = tuple(dict.fromkeys(card for card in cards if card is not None and card in powers))
    return together if len(together) >= LEAST else ()


def known_pairs(localizer: Localizer) -> Iterator[KnownPair]:
    """Yield what is known of each two powers, by their titles."""
    source = localizer.source
    touching = Touching(source.program)
    ruled, tested = _by_pair(source), _scenarios_by_pair(source)
    for pair in combinations(sorted(source.powers, key=localizer.title), LEAST):
        power, other = pair
        cards = source.powers[power], source.powers[other]
        banned = any(slug in pair for card in cards for slug, _ in card.banned if slug != card.slug)
        players = tuple(number for number in cards[0].players if number in cards[1].players)
        key = frozenset(pair)
        subjects = {subject_words(localizer, what) for what in touching.subjects(power, other)}
        yield KnownPair(
            (power, other),
            banned,
            players,
            tuple(sorted(subjects - {""})),
            tuple(ruled.get(key, ())),
            tuple(tested.get(key, ())),
        )


def subject_words(localizer: Localizer, subject: Subject) -> str:
    """Return what two texts share, in words; empty if it has none."""
    match subject:
        case ("event", Ref() as action):
            return localizer.action_name(str(action))
        case ("place", str() as kind) if localizer.sentences is not None:
            return localizer.phrase("where are", what=localizer.sentences.kind(kind))
        case ("attribute", AttributeRef() as name) if localizer.sentences is not None:
            declared = (held for held in localizer.source.program.attributes if held.name == name)
            attribute = next(declared, None)
            return "" if attribute is None else localizer.sentences.label(attribute)
        case _:
            return ""


def _by_pair(source: BookSource) -> dict[frozenset[str], list[Ruling]]:
    """Return the rulings that are about both powers of a pair, or name them."""
    titles = {slug: card.title.get(ENGLISH, slug) for slug, card in source.powers.items()}
    names = {slug: re.compile(rf"\b{re.escape(title)}\b") for slug, title in titles.items()}
    result: dict[frozenset[str], list[Ruling]] = {}
    for ruling in source.rulings:
        text = f"{ruling.title.get(ENGLISH, '')} {ruling.played.get(ENGLISH, '')}"
        named = [slug for slug, name in names.items() if name.search(text)]
        for pair in combinations(powers_together(source, (*ruling.cards, *named)), LEAST):
            result.setdefault(frozenset(pair), []).append(ruling)
    return result


def _scenarios_by_pair(source: BookSource) -> dict[frozenset[str], list[Scenario]]:
    """Return the scenarios in which both powers of a pair are held, or their clauses decide."""
    result: dict[frozenset[str], list[Scenario]] = {}
    for scenario in source.scenarios:
        deciding = (clause.value.partition(".")[0] for clause in scenario.clauses)
        cards = (*scenario.given.powers, *deciding)
        for pair in combinations(powers_together(source, cards), LEAST):
            result.setdefault(frozenset(pair), []).append(scenario)
    return result
