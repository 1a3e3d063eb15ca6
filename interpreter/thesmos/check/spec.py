"""Check a whole spec, a game with its cards and modes. The result is the typed program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from thesmos.check.analyses.loops import check_loops
from thesmos.check.analyses.presence import check_presence
from thesmos.check.analyses.unused_words import unused, unused_words
from thesmos.check.analysis import GoOn, analyse
from thesmos.check.attribution import with_errors_at_their_causes
from thesmos.check.documents.checked_game import CheckedCard, CheckedGame
from thesmos.check.documents.declarations import check_declared, modes_with
from thesmos.check.documents.flow import check_rewind, check_routes
from thesmos.check.documents.game import has_rules, reserve_of, supply_of
from thesmos.check.documents.words import check_words
from thesmos.check.names.names import Names, names_of, treats_in
from thesmos.check.names.scope import Scope
from thesmos.check.names.sizes import Sizes, fewest_sides, sizes_of
from thesmos.check.typing.actions import type_action, type_fact, type_step
from thesmos.check.typing.clauses import mistyped_headings, type_clauses
from thesmos.check.typing.draft_result import type_match_up
from thesmos.check.typing.repetition import compared_in
from thesmos.check.typing.scores import type_scores
from thesmos.check.typing.valid import type_lifts, type_valid
from thesmos.constructs import walk
from thesmos.diagnostics import Diagnostic, Location
from thesmos.kept import AFRESH, Kept
from thesmos.program.declarations import Card, MatchUp
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax.parts import FOLDER as PARTS
from thesmos.syntax.words import Term


def check_game(
    game: d.GameDocument,
    cards: dict[str, d.CardDocument],
    modes: dict[str, d.ModeDocument],
    kept: Kept = AFRESH,
    go_on: GoOn = lambda: True,
) -> CheckedGame:
    """Check a game with all its cards and modes; the diagnostics are in `.diagnostics`.

    For each mode that replaces parts of the game, the game is checked again with these parts.

    kept: what has been made of parts of the game before, to be used again.
    go_on: asked before each analysis of the game as a whole. If it returns False, the check breaks
        off, and the diagnostics are those that are known by then. Each text has been checked.
    """
    if kept is AFRESH:
        kept = Kept()  # for this check: it looks at the same texts once for each variant and cause
    checked = _checked(game, cards, modes, kept, go_on)
    unique = _by_key(checked.names.diagnostics)
    for mode in modes.values():
        if mode.game is not None:
            variant = _checked(mode.game, cards, {mode.slug: mode}, kept, go_on)
            checked.variants[mode.slug] = variant
            in_mode = _by_key(checked.variants[mode.slug].names.diagnostics)
            new = [diagnostic for key, diagnostic in in_mode.items() if key not in unique]
            unique |= _by_key(in_variant(new, mode.location.file, f"the mode `{mode.slug}`"))
    checked.diagnostics = with_errors_at_their_causes(
        unique.values(),
        cards,
        modes.values(),
        lambda some: _checked(game, dict(some), modes, kept, go_on).names.diagnostics,
    )
    if go_on() and not any(error.severity == "error" for error in checked.diagnostics):
        checked.diagnostics += _unused_words(checked, kept)
    return checked


def check_card(card: d.CardDocument, game: CheckedGame, kept: Kept = AFRESH) -> list[Diagnostic]:
    """Return what is wrong with a changed card, by itself and with the game's own text.

    game: the game, without errors, with that card or without it. What only all cards together show
        is left out, so that this takes milliseconds.
    kept: what is known of the game's own text.
    """
    names = replace(game.names, cards={**game.names.cards, card.slug: card})
    typed = _typed(card, names)
    diagnostics = typed.names.diagnostics
    if not any(diagnostic.severity == "error" for diagnostic in diagnostics):
        diagnostics += check_presence([game.base.program, typed.card.program], kept)
    diagnostics += check_words(card, typed.names)
    diagnostics += check_declared(card, names)
    return diagnostics


def _unused_words(checked: CheckedGame, kept: Kept) -> list[Diagnostic]:
    """Return the warnings about words that no variant of a game uses."""
    unused_terms: list[Term] = []
    used_terms: set[Term] = set()
    for game in (checked, *checked.variants.values()):
        cards = [game.base, *game.cards.values()]
        written = [(card.program, card.written.words) for card in cards]
        powers = game.cards.keys() - game.modes.keys()
        file = game.base.written.location.file
        open_files = (file, str(Path(file).with_name(PARTS))) if powers else ()
        printed = (supply for kind in game.program.kinds for supply in kind.supply if supply.name)
        others = (game.match_up, game.program.setup, game.program.position)
        unused_in_game = unused_words(written, others, printed, open_files, kept)
        used_terms |= {word for _, words in written for word in words} - set(unused_in_game)
        unused_terms += unused_in_game
    return [unused(word) for word in dict.fromkeys(unused_terms) if word not in used_terms]


def diagnostic_key(diagnostic: Diagnostic) -> tuple[str, str, Location | None]:
    """Return what identifies a diagnostic: its code, message and location."""
    return diagnostic.code, diagnostic.message, diagnostic.location


def _by_key(diagnostics: Iterable[Diagnostic]) -> dict[object, Diagnostic]:
    return {diagnostic_key(diagnostic): diagnostic for diagnostic in diagnostics}


def in_variant(
    diagnostics: Iterable[Diagnostic], below: str | tuple[str, ...], variant: str
) -> list[Diagnostic]:
    """Select the diagnostics to show of those that only a variant of a game has.

    Those in the variant's files are kept as they are. Of the others only errors are kept, and name
    the variant.

    below: the start, or starts, of the names of the variant's files.
    """
    shown = []
    for diagnostic in diagnostics:
        if diagnostic.location is not None and diagnostic.location.file.startswith(below):
            shown.append(diagnostic)
        elif diagnostic.severity == "error":
            shown.append(replace(diagnostic, message=f"{diagnostic.message} (in {variant})"))
    return shown


def _checked(
    game: d.GameDocument,
    cards: dict[str, d.CardDocument],
    modes: dict[str, d.ModeDocument],
    kept: Kept,
    go_on: GoOn,
) -> CheckedGame:
    """Check one variant of a game; the diagnostics are in `.names.diagnostics`."""
    named = dict(cards) | {mode.slug: mode.card for mode in modes.values() if has_rules(mode)}
    sizes = sizes_of(game, named.values())
    fewest = fewest_sides(game, modes_with(game, modes))
    treating = list(_treating_parts(named.values(), kept))
    own = kept.of(
        "game's own text",
        lambda: _own_text(game, treating, sizes, fewest),
        game,
        fewest,
        *treating,
        *chain(*sizes.items()),
    )
    typed = {
        slug: kept.of("typed card", partial(_typed, card, own.names), card, own.names)
        for slug, card in named.items()
    }
    diagnostics = [*own.names.diagnostics]
    diagnostics += chain(*(text.names.diagnostics for text in typed.values()))
    # The names are kept, so those of this check are others: analyses add their diagnostics to them.
    types = dict(chain(*(text.names.fact_types.items() for text in (own, *typed.values()))))
    names = replace(own.names, cards=named, diagnostics=diagnostics, fact_types=types)
    texts = {slug: text.card for slug, text in typed.items()}
    checked = CheckedGame(game, names, own.card, texts, modes, own.match_up)
    analyse(checked, {slug: text.names for slug, text in typed.items()}, cards, kept, go_on)
    return checked


class _Typed(NamedTuple):
    """A text with its names, in which its diagnostics are."""

    card: CheckedCard
    names: Names
    match_up: MatchUp | None = None


def _treating_parts(cards: Iterable[d.CardDocument], kept: Kept) -> Iterator[d.CardDocument]:
    """Yield the parts of cards that change what facts are, as `_treating` returns them.

    Each stays the same one as long as its content does.
    """
    for card in cards:
        part, content = kept.of("treating", partial(_treating, card), card)
        if part is not None:
            yield kept.of("treating part", partial(replace, part), *content)


def _treating(card: d.CardDocument) -> tuple[d.CardDocument | None, tuple[object, ...]]:
    """Return the part of a card that changes what facts are, with its names; None if none does.

    With it comes its content: cards that are equal in it give the game's own text the same.
    """
    clauses = tuple(
        clause
        for clause in walk(tuple(block.clauses for block in card.clauses))
        if isinstance(clause, (ct.Treat, ct.AddTo))
    )
    if not clauses:
        return None, ()
    block = replace(card.clauses[0], clauses=clauses)
    part = replace(
        card, clauses=(block,), title={}, text={}, text_headings=(), valid=(), lifts=(), words=()
    )
    names = (card.memory, card.pieces, card.facts, card.events, card.actions, card.steps)
    return part, (card.slug, *names, clauses)


def _own_text(
    game: d.GameDocument, treating: Iterable[d.CardDocument], sizes: Sizes, fewest: int
) -> _Typed:
    """Check the game's own text. treating: the parts of cards that change what facts are."""
    names = names_of(game)
    names.sizes = sizes
    names.fewest_sides = fewest
    of_cards = [(replace(names, diagnostics=[]).with_card(card), card) for card in treating]
    names.treats = treats_in([(names, game.base), *of_cards])
    for card_names, _ in of_cards:
        card_names.treats = names.treats
    base = _card(game.base, names)
    scores = type_scores(game.scores, Scope(names))
    if game.repetition:
        compared_in(Scope(names), game.location)
    base = replace(base, program=replace(base.program, scores=scores))
    names.base = base.program
    for card_names, _ in of_cards:
        card_names.base = base.program
    match_up = None if game.match_up is None else type_match_up(game.match_up, Scope(names))
    return _Typed(base, names, match_up)


def _typed(card: d.CardDocument, of_game: Names) -> _Typed:
    """Check a card. of_game: the names of the game."""
    types = {ref: kind for ref, kind in of_game.fact_types.items() if ref.card != card.slug}
    names = replace(of_game, diagnostics=[], fact_types=types).with_card(card)
    return _Typed(_card(card, names), names)


def _card(card: d.CardDocument, names: Names) -> CheckedCard:
    """Check a card, or the game's own text.

    names: the game's names, with the card's own.
    """
    scope = Scope(names)
    program = Card(
        slug=card.slug,
        tags=card.tags,
        players=card.players,
        banned=tuple(slug for slug, _ in card.banned),
        reason=card.reason,
        reserve=reserve_of(card),
        memory=tuple(names.memory.values()),
        supply=tuple(supply_of(kind, supply, names) for kind, supply in card.pieces),
        facts=tuple(type_fact(fact, scope) for fact in card.facts),
        actions=tuple(type_action(action, scope) for action in card.actions),
        steps=tuple(type_step(step, scope) for step in card.steps),
        clauses=type_clauses(card, scope),
        valid=type_valid(card, scope),
        lifts=type_lifts(card, scope),
        location=card.location,
    )
    names.diagnostics += mistyped_headings(card, names.game.headings)
    names.diagnostics += check_routes(program.clauses)
    names.diagnostics += check_loops(names.base or program, program)
    names.diagnostics += check_rewind(program.clauses, names)
    for attribute in card.memory:
        if attribute.name not in scope.used and not names.is_taken(attribute.name):
            text = f"the memory `{attribute.name}` is never used"
            names.report("E351", text, attribute.location, "remove it, or use it in a clause")
    return CheckedCard(card, program)
