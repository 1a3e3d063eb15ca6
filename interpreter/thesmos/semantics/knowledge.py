"""§9 Hidden information: who learns of an event, and of a choice.

`learns` is the definition. A player learns what they see to change, as their views before and
after show it (`_changes` of `_sights`), unless the action is public or secret. All else uses it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from thesmos.link.layout import MemoryOf, PlaceOf
from thesmos.link.role_sources import Source, role_sources
from thesmos.program import effects as e
from thesmos.program import values as p
from thesmos.program.declarations import Role
from thesmos.program.node import walk
from thesmos.program.values import variables_in
from thesmos.semantics.hidden import view
from thesmos.semantics.options import action_frame
from thesmos.semantics.state import UNKNOWN, StructuredState, Value
from thesmos.semantics.transition import Happening, Report, Skipped, Transition
from thesmos.semantics.values import place_of_attribute

Fact = tuple[object, ...]  # such as an attribute, and of which thing
Spans = Sequence[tuple[StructuredState, StructuredState]]


class LearnedEvent(NamedTuple):
    """What a player learns of an event: all its open roles or not, and the roles as they know them.

    Those that they do not learn are UNKNOWN.
    """

    whole: bool
    roles: Mapping[str, Value]


def learns(happening: Happening, viewer: int) -> LearnedEvent | None:
    """Return what a player learns of an event; None if nothing (9.7)."""
    event, bound_in = happening.event, happening.bound_in
    action = bound_in.game.actions[event.action]
    if not bound_in.game.can_hide or action.public:
        return LearnedEvent(True, event.roles)
    if action.secret and event.actor != viewer:
        return None
    known = _known_roles(happening, viewer)
    if known is None:
        return None
    roles = {name: value if name in known else UNKNOWN for name, value in event.roles.items()}
    return LearnedEvent(known.issuperset(role.name for role in action.open_roles), roles)


def _known_roles(happening: Happening, viewer: int) -> set[str] | None:
    """Return the roles that a player learns from what they see; None if they see nothing."""
    event = happening.event
    roles = happening.bound_in.game.actions[event.action].roles
    spans, sights = happening.spans, _sights(happening.spans, viewer)
    if not _changes(sights):  # of the event itself
        spans, sights = happening.whole_spans, _sights(happening.whole_spans, viewer)
    all_open = happening.chosen_by == viewer or _sees_everything(spans, sights)
    changed, noticed = _changes(spans), _changes(sights)
    if not noticed and not all_open:
        return None
    shown = {fact for fact, new in changed.items() if fact in noticed and noticed[fact] == new}
    known: set[str] = set()

    def is_known(role: Role) -> bool:
        is_piece = role.type.base == "piece" and not role.type.many
        if is_piece and _in_sight(role.type.name, event.roles[role.name], sights):
            return True
        if role.value is None and (is_piece or all_open):
            return all_open
        if _is_assigned(role, happening, noticed, shown):
            return True
        if role.value is None:
            return shown == changed.keys()
        return _is_read_off(role, known, happening, viewer)

    for role in roles:
        if is_known(role):
            known.add(role.name)
    return known


def reports_for(work: Transition, viewer: int) -> list[Report]:
    """Return what a player is told of what happened, in order (9.6)."""
    happenings = {happening.number: happening for happening in work.happenings}
    return [*_reports_for(work, happenings, viewer)]


def _reports_for(
    work: Transition, happenings: Mapping[int | None, Happening], viewer: int
) -> Iterator[Report]:
    for number, report in enumerate(work.reports):
        happening = happenings.get(number)
        if happening is not None:
            learned = learns(happening, viewer)
            if learned is not None:
                yield happening.event._replace(roles=learned.roles)
        elif not isinstance(report, Skipped) or tells_skipping(report, viewer):
            yield report


def knows_choice(work: Transition, viewer: int) -> bool:
    """Return whether a player learns what was chosen at the beginning of a transition (9.8)."""
    if work.reports and isinstance(work.reports[0], Skipped):
        return tells_skipping(work.reports[0], viewer)
    chosen = next((each for each in work.happenings if each.chosen), None)
    if chosen is None:
        return False
    learned = learns(chosen, viewer)
    return learned is not None and learned.whole


def tells_skipping(report: Skipped, viewer: int) -> bool:
    """Return whether a player learns that a step was skipped: not if an action is secret (9.8)."""
    return report.player == viewer or not report.secret


def _in_sight(kind: str, piece: Value, sights: Spans) -> bool:
    """Return whether a piece can be seen after, or before, if no other vanished; none can."""
    before, after = sights[0][0].places[kind], sights[-1][1].places[kind]
    vanished = [
        number
        for number, (old, new) in enumerate(zip(before, after, strict=True))
        if old is not UNKNOWN and new is UNKNOWN
    ]
    return piece is None or after[piece] is not UNKNOWN or vanished == [piece]


def _is_assigned(
    role: Role, happening: Happening, noticed: Container[Fact], shown: Container[Fact]
) -> bool:
    """Return whether a change gives a role away: `level(role) := …` seen, `… := role` shown."""
    state, event = happening.bound_in, happening.event
    action = state.game.actions[event.action]
    frame = action_frame(state, action, event.actor).with_names(dict(event.roles))
    for node in walk(action.effects):
        if isinstance(node, e.Assign) and isinstance(node.target, p.AttributeValue):
            target = node.target
            if all(variable.role for variable in variables_in(target.of)):
                fact = target.attribute, place_of_attribute(target, frame)
                if fact in noticed and any(_is_role(of, role) for of in target.of):
                    return True
                if fact in shown and node.word == ":=" and _is_role(node.value, role):
                    return True
        elif isinstance(node, e.Assign) and isinstance(node.target, p.CellOf | p.ZoneOf):
            piece = node.target.piece
            if not isinstance(piece, p.Variable) or not _is_role(node.value, role):
                continue
            if piece.role and (node.target.kind, event.roles[piece.name]) in shown:
                return True
    return False


def _is_read_off(role: Role, known: set[str], happening: Happening, viewer: int) -> bool:
    """Return whether a player saw all that a computed role is read from, before the event."""
    state = happening.bound_in
    sources = role_sources(role, state.game)
    if sources is None or not known >= sources.roles:
        return False
    truth, sight = _facts(state), _facts(view(state, viewer))
    return all(
        truth[fact] == sight[fact]
        for source in sources.facts
        for fact in _facts_at(source, happening)
    )


def _facts_at(source: Source, happening: Happening) -> Iterator[Fact]:
    """Yield the facts that a role is read from, of all things or of the one that a role is."""
    state, meaning = happening.bound_in, source.meaning
    if isinstance(meaning, MemoryOf):
        yield "memory", meaning.card, meaning.name
        return
    name: object
    if isinstance(meaning, PlaceOf):
        name, count = meaning.kind, len(state.places[meaning.kind])
    else:
        name, count = meaning.attribute, len(state.attributes[meaning.attribute])
    thing = None if source.of is None else happening.event.roles[source.of]
    for place in range(count):
        if source.of is None or place == thing:
            yield name, place


def _is_role(value: p.Value, role: Role) -> bool:
    return isinstance(value, p.Variable) and value.role and value.name == role.name


def _sights(spans: Spans, viewer: int) -> Spans:
    return [(view(before, viewer), view(after, viewer)) for before, after in spans]


def _sees_everything(spans: Spans, sights: Spans) -> bool:
    """Return whether nothing was hidden from the player whose sights these are."""
    return all(
        _facts(truth) == _facts(sight)
        for pairs in zip(spans, sights, strict=True)
        for truth, sight in zip(*pairs, strict=True)
    )


def _changes(spans: Spans) -> dict[Fact, Value]:
    """Return what changed in any of these spans, with its last value."""
    changes: dict[Fact, Value] = {}
    for before, after in spans:
        old, new = _facts(before), _facts(after)
        changes |= {key: value for key, value in new.items() if old[key] != value}
    return changes


def _facts(state: StructuredState) -> dict[Fact, Value]:
    """Return all that an effect can change and a player see: not the past, nor whose turn it is."""
    facts: dict[Fact, Value] = {("out",): state.out, ("winners",): state.winners}
    facts[("agenda",)] = tuple(state.agenda)
    facts |= {("power", card): holders for card, holders in enumerate(state.holders)}
    facts |= {("memory", *key): value for key, value in state.memory.items()}
    for kind, places in state.places.items():
        facts |= {(kind, piece): place for piece, place in enumerate(places)}
    for attribute, values in state.attributes.items():
        facts |= {(attribute, place): value for place, value in enumerate(values)}
    return facts
