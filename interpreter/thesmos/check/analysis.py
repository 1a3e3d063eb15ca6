"""The analyses of a game whose texts are typed: what each looks at, and what it needs.

An analysis that would only repeat or confuse an error is left out: `TYPED` ones are done if no text
has an error of its own, `SOUND` ones if nothing has an error so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial

from thesmos.check.analyses.bounds import BUDGET, check_bounds
from thesmos.check.analyses.cycles import check_events, check_facts
from thesmos.check.analyses.extents import check_extents
from thesmos.check.analyses.lasting import check_lasting
from thesmos.check.analyses.meeting import Meeting, meeting_of
from thesmos.check.analyses.never_set import check_never_set
from thesmos.check.analyses.presence import check_presence
from thesmos.check.analyses.rankings import check_rankings, check_scores
from thesmos.check.analyses.senseless import check_senseless
from thesmos.check.analyses.shared_cells import check_shared_cells
from thesmos.check.analyses.supposing import check_supposing
from thesmos.check.analyses.symmetry import check_symmetry
from thesmos.check.analyses.without_effect import check_without_effect
from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.documents.declarations import check_bans, check_declarations, check_slugs
from thesmos.check.documents.drawings import check_drawings
from thesmos.check.documents.flow import check_flow
from thesmos.check.documents.position_reading import check_reading
from thesmos.check.documents.texts import check_texts
from thesmos.check.documents.words import check_words, untranslated
from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic
from thesmos.kept import Kept
from thesmos.program.asking import groups_without_circles
from thesmos.program.declarations import Card
from thesmos.syntax import documents as d


class Needs(Enum):
    """What must be true for an analysis to say something new."""

    NOTHING = "nothing"
    TYPED = "no text has an error of its own"
    SOUND = "nothing has an error so far"


@dataclass(frozen=True)
class TypedGame:
    """A variant of a game whose texts are typed, for analyses.

    checked: the game, with its cards and the rules of its modes.
    card_names: the names of each of these, by slug.
    powers: the documents of the powers.
    kept: what is known of parts of the texts.
    """

    checked: CheckedGame
    card_names: Mapping[str, Names]
    powers: Mapping[str, d.CardDocument]
    kept: Kept

    @property
    def names(self) -> Names:
        """The names of the game."""
        return self.checked.names

    @property
    def base(self) -> Card:
        """The game's own text."""
        return self.checked.base.program

    @cached_property
    def cards(self) -> list[Card]:
        """The powers, and the rules of modes."""
        return [card.program for card in self.checked.cards.values()]

    @property
    def texts(self) -> tuple[Card, ...]:
        """The game's own text, then those of all cards."""
        return (self.base, *self.cards)

    @property
    def piece_kinds(self) -> list[str]:
        """The kinds of pieces."""
        return [kind.name for kind in self.checked.written.pieces]

    @cached_property
    def circles(self) -> list[Diagnostic]:
        """An error for each fact that asks for itself, and each event that causes itself."""
        texts = self.base, self.cards, self.kept
        return [*check_facts(*texts), *check_events(*texts)]

    @cached_property
    def groups(self) -> Sequence[Sequence[Card]]:
        """The cards that can be in play together; none if they can't be told."""
        return () if self.circles else groups_without_circles(self.texts, self.kept) or ()


def _work(game: TypedGame) -> Iterable[Diagnostic]:
    """Return an error for each text that takes too much work, or is too long."""
    written = game.checked.written
    if game.groups:
        fewest, most = written.players
        # The fewer cards, and the fewer of them that meet, the less work.
        if not _work_of(game, game.groups, most):
            return ()
        errors: dict[Diagnostic, None] = {}
        counted: list[tuple[list[list[Card]], Meeting]] = []  # with fewer players
        for players in range(fewest, most + 1):
            groups = [
                [card for card in group if not card.players or players in card.players]
                for group in game.groups
            ]
            meeting = _meeting(game, players)
            if (groups, meeting) not in counted:
                counted.append((groups, meeting))
                errors |= dict.fromkeys(_work_of(game, groups, players))
        return errors
    if not game.circles:
        text = "too many cards that ban each other depend on each other's facts and events"
        hint = "the work can't be counted: let fewer cards depend on each other"
        return (Diagnostic("E356", text, game.base.location, hint),)
    return ()


def _work_of(game: TypedGame, groups: Sequence[Sequence[Card]], players: int) -> list[Diagnostic]:
    """Return the errors about the work of some groups of cards, if so many players play."""
    written, meeting = game.checked.written, _meeting(game, players)
    budget = written.work or BUDGET
    bounds = check_bounds(groups, written.always, game.names.sizes, meeting, budget, game.kept)
    return bounds + check_extents(groups, written.always, meeting, game.kept)


def _meeting(game: TypedGame, players: int) -> Meeting:
    return meeting_of(game.texts, game.powers, game.checked.written.always, players)


def _rankings(game: TypedGame) -> Iterable[Diagnostic]:
    powers = [card for card in game.cards if card.slug in game.powers]
    modes = [card for card in game.cards if card.slug not in game.powers]
    return check_rankings(game.base, modes, powers)


def _words(game: TypedGame) -> Iterator[Diagnostic]:
    texts = {game.checked.written.base.slug: game.names, **game.card_names}
    written = [game.checked.written.base, *(card.written for card in game.checked.cards.values())]
    for card in written:
        names = texts[card.slug]
        yield from game.kept.of(
            "words checked", partial(check_words, card, names), card, names.actions
        )
    words = [word for card in written for word in card.words]
    yield from untranslated(words, game.checked.written.title)


def _declarations(game: TypedGame) -> Iterator[Diagnostic]:
    written, modes = game.checked.written, game.checked.modes
    yield from check_slugs(written, game.powers, modes)
    yield from check_declarations(written, game.names, game.powers, modes)


def _supposing(game: TypedGame) -> Iterator[Diagnostic]:
    state = game.checked.written.state
    secret = any(attribute.secret for _, attributes in state for attribute in attributes)
    yield from check_supposing(game.texts, secret=secret, kept=game.kept)


Analysis = Callable[[TypedGame], Iterable[Diagnostic]]
GoOn = Callable[[], bool]  # whether to go on; asked often

ANALYSES: tuple[tuple[Analysis, Needs], ...] = (
    (lambda game: check_presence(game.texts, game.kept), Needs.TYPED),
    (lambda game: check_scores(game.base), Needs.TYPED),
    (_supposing, Needs.TYPED),
    (lambda game: check_texts(game.texts, game.names, game.kept), Needs.NOTHING),
    (lambda game: check_reading(game.base, game.cards, game.names, game.kept), Needs.NOTHING),
    (lambda game: check_lasting(game.texts, game.piece_kinds, game.kept), Needs.NOTHING),
    (lambda game: game.circles, Needs.NOTHING),
    (_work, Needs.NOTHING),
    (_rankings, Needs.NOTHING),
    (lambda game: check_flow(game.names, game.checked.modes), Needs.NOTHING),
    (lambda game: check_bans(game.names.cards.values()), Needs.NOTHING),
    (_words, Needs.NOTHING),
    (lambda game: check_drawings(game.names.game), Needs.NOTHING),
    (_declarations, Needs.NOTHING),
    (
        lambda game: check_senseless(
            game.names, game.base, game.cards, game.checked.modes, game.kept
        ),
        Needs.SOUND,
    ),
    (lambda game: check_shared_cells(game.names.game, game.texts), Needs.SOUND),
    (lambda game: check_without_effect(game.base, game.cards), Needs.SOUND),
    (lambda game: check_never_set(game.texts, game.kept), Needs.SOUND),
    (lambda game: check_symmetry(game.names, game.texts, game.kept), Needs.SOUND),
)


def analyse(
    checked: CheckedGame,
    card_names: Mapping[str, Names],
    powers: Mapping[str, d.CardDocument],
    kept: Kept,
    go_on: GoOn,
) -> None:
    """Add what all analyses find to the diagnostics of a game.

    checked, card_names, powers, kept: as in TypedGame.
    go_on: asked before each analysis; if it returns False, no other is done.
    """
    diagnostics = checked.names.diagnostics
    game = TypedGame(checked, card_names, powers, kept)
    in_texts = _errors(diagnostics)
    for analysis, needs in ANALYSES:
        if not go_on():
            return
        errors = {Needs.NOTHING: 0, Needs.TYPED: in_texts, Needs.SOUND: _errors(diagnostics)}
        if not errors[needs]:
            diagnostics += analysis(game)


def _errors(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(diagnostic.severity == "error" for diagnostic in diagnostics)
