"""Whether the sentences of a game say what its texts mean: each is read, and tried in many states.

As a program: `python -m thesmos_rulebook.testing.reader.agreement [GAME …] [--states N]`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.program.clauses import Clause, RouteAfter, Treat
from thesmos.program.declarations import Action, Fact, Rule
from thesmos.program.effects import If
from thesmos.program.node import Ref
from thesmos.program.types import FLAG, Type
from thesmos.program.values import Logic
from thesmos.program.values import Value as Node
from thesmos.semantics import play
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.history import Log
from thesmos.semantics.options import bind
from thesmos.semantics.state import UNKNOWN, StructuredState, Value, members_in
from thesmos.semantics.values import value
from thesmos.syntax.spec_folder import shipped_games
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.clauses import READ, of_clause
from thesmos_rulebook.testing.reader.facts import acts_of, of_fact, of_rule
from thesmos_rulebook.testing.reader.reader import Reader

CASES = 6  # of the values of parameters and roles, in each state
LONGEST = 120  # choices of a game


@dataclass(frozen=True)
class Statement:
    """A sentence about a fact or a rule, what it can mean, and what it should mean.

    parameters: their names and types. action: whose roles it names.
    """

    card: str
    what: str
    sentence: str
    about: Fact | Rule | Clause
    readings: tuple[t.Tree, ...]
    parameters: tuple[tuple[str, Type], ...] = ()
    action: Action | None = None

    def __str__(self) -> str:
        return f"{self.card}.{self.what}: {self.sentence}"

    def node(self, game: LinkedGame) -> Node:
        """Return what the sentence is about, as it is in a match."""
        if isinstance(self.about, Fact):
            return game.facts[self.about.name].body
        if isinstance(self.about, Clause):
            own = [clause for _, clause in game.clauses if clause.id == self.about.id]
            return conditions_of(own[0])
        assert self.action is not None
        rules = game.actions[self.action.name].rules
        return next(rule.condition for rule in rules if rule.name == self.about.name)


@dataclass
class Findings:
    """What came of it: the statements not read, and those read as something else.

    tried: how often each statement was compared; neither: how often it said nothing.
    """

    unread: list[Statement] = field(default_factory=list)
    wrong: dict[Statement, str] = field(default_factory=dict)
    tried: Counter[Statement] = field(default_factory=Counter)
    neither: Counter[Statement] = field(default_factory=Counter)
    answers: dict[Statement, set[Value]] = field(default_factory=dict)


def statements(game: Game, sentences: GameSentences, only: str = "") -> Iterator[Statement]:
    """Yield every statement of the facts and rules of a game, read. only: its name."""
    for card in sentences.cards:
        slug = "" if card is game.program.base else card.slug
        for fact in card.facts:
            if only not in ("", fact.name.name):
                continue
            yield fact_statement(game, slug, fact, sentences.full_fact(fact.name.name, card.slug))
        reader = reader_of(game, slug)
        for action in card.actions:
            for rule in action.rules:
                if only not in ("", f"{action.name.name}.{rule.name}"):
                    continue
                said = sentences.rule(action.name.name, rule.name, card.slug)
                what = f"{action.name.name}.{rule.name}"
                readings = of_rule(reader, said, action)
                yield Statement(slug, what, said, rule, readings, (), action)


def conditions_of(clause: Clause) -> Node:
    """Return all that has to hold for a clause to apply, and for its first effect to be due."""
    parts = (*clause.guards, *(() if clause.where is None else (clause.where,)))
    first = next(iter(getattr(clause, "effects", ())), None)
    if isinstance(first, If):
        parts += (first.condition,)
    return Logic("and", parts, location=clause.location, type=FLAG)


def clause_statements(game: Game, sentences: GameSentences, only: str = "") -> Iterator[Statement]:
    """Yield every statement of when clauses apply, of the kinds that are read."""
    for card in sentences.cards:
        slug = "" if card is game.program.base else card.slug
        for clause in card.clauses:
            several = sum(other.id == clause.id for other in card.clauses) > 1
            if several or not isinstance(clause, READ):
                continue
            said = sentences.clause(clause.id)
            about = getattr(clause, "action", None)
            action = None if about is None else game.program.actions[about]
            parameters: tuple[tuple[str, Type], ...] = ()
            if isinstance(clause, Treat):
                fact = reader_of(game, slug).dictionary.fact(clause.fact)
                kinds = (parameter.type for parameter in fact.parameters)
                parameters = tuple(zip(clause.parameters, kinds, strict=True))
            readings = of_clause(reader_of(game, slug), said, clause)
            if only in ("", clause.id):
                yield Statement(slug, clause.id, said, clause, readings, parameters, action)


_READERS: dict[tuple[int, str, str], tuple[Game, Reader]] = {}


def reader_of(game: Game, slug: str, without: str = "") -> Reader:
    """Return the reader of a card's sentences. without: a fact whose words it does not know."""
    key = id(game), slug, without
    if key not in _READERS:
        reader = Reader(game.checked, slug)
        if without:
            words = reader.dictionary
            own = slug if any(f.name.name == without for f in words.card.facts) else ""
            for entries in (words.conditions, words.things):
                entries[:] = [
                    e for e in entries
                    if not (getattr(e.name, "name", "") == without
                            and getattr(e.name, "card", None) == own)
                ]  # fmt: skip
        _READERS[key] = game, reader
    return _READERS[key][1]


def fact_statement(game: Game, slug: str, fact: Fact, said: str) -> Statement:
    """Return the statement about a fact."""
    reader = reader_of(game, slug)
    if said.endswith("this is meant word for word."):
        heads = reader
        reader = reader_of(game, slug, fact.name.name)
        reader = _with_head(reader, heads, fact)
    readings = of_fact(reader, said, fact)
    parameters = tuple((each.name, each.type) for each in fact.parameters)
    action = next(iter(acts_of(reader, fact)), None)
    acted = None
    if action is not None and said.startswith(("“", "Short")):
        acted = game.program.actions[action]
    return Statement(slug, fact.name.name, said, fact, readings, parameters, acted)


def _with_head(reader: Reader, heads: Reader, fact: Fact) -> Reader:
    """Return the reader that knows a fact's words as a head only."""
    entries = (*heads.dictionary.conditions, *heads.dictionary.things)
    reader.dictionary.heads = [each for each in entries if each.name == fact.name]
    return reader


# ----------------------------------------------------------------------------------- states


def seatings(game: Game) -> list[Seating]:
    """Return match-ups in which every card of a game takes part."""
    missing = {*game.powers, *(mode.slug for mode in game.checked.modes.values())}
    found: list[Seating] = []
    for seating in (*match_ups_without_powers(game), *allowed_match_ups(game)):
        brings = {*seating.powers, seating.mode, *dict(seating.setup).values()}
        new = brings & missing
        others = {each for each in brings if each in game.powers}
        if new and not (others - missing and len(others & missing) < len(others)):
            found.append(seating)
            missing -= brings
    for slug in sorted(missing & {*game.powers}):
        found += [s for s in allowed_match_ups(game) if slug in s.powers][:1]
    return found or [next(match_ups_without_powers(game))]


def states(linked: LinkedGame, count: int, dice: random.Random) -> Iterator[StructuredState]:
    """Yield states of random games."""
    while count > 0:
        now = play.start(linked, Log(linked))
        for _ in range(LONGEST):
            if dice.random() < 0.4 or now.decision is None:  # noqa: PLR2004 - some are left out
                yield now.state
                count -= 1
            decision = now.decision
            if decision is None or count <= 0:
                break
            ways = len(decision.options) + decision.may_skip
            if not ways:
                break
            at = dice.randrange(ways)
            option = decision.options[at] if at < len(decision.options) else None
            now = (
                play.choose(now.state, option, checked=False)
                if option
                else play.skip(now.state, checked=False)
            )


def frames(
    statement: Statement,
    state: StructuredState,
    card: int | None,
    dice: random.Random,
    facts: dict[object, Value] | None = None,
) -> Iterator[Frame]:
    """Yield frames in which a statement can be tried: with roles or parameters of its own.

    facts: a cache of facts of the state (see `Frame.found`).
    """
    game = state.game
    if isinstance(statement.about, RouteAfter) and not _done(statement.about.action, state):
        return
    holders = sorted(state.holders[card]) if card is not None and state.holders[card] else []
    you = dice.choice(holders) if holders else state.active
    if statement.action is not None:
        for _ in range(CASES):
            domains = [members_in(state, role.type) for role in statement.action.open_roles]
            if all(domains):
                values = [dice.choice(domain) for domain in domains]
                action = game.actions[statement.action.name]
                bound = bind(state, action, values, state.active, facts)
                yield bound if isinstance(statement.about, Rule) else bound.of(card, you)
        return
    for _ in range(CASES if statement.parameters else 1):
        names: dict[str, Value] = {}
        place = 0
        for name, kind in statement.parameters:
            domain = members_in(state, kind)
            if not domain:
                return
            names[name] = dice.choice(domain)
            if kind.base != "flag":
                names[f"@{place}"] = names[name]
                place += 1
        frame = frame_for(state, state.active, you, card).with_names(names)
        frame.found = facts
        yield frame


def _done(action: Ref, state: StructuredState) -> bool:
    """Return whether such an event has been in this turn, as where something follows it."""
    assert isinstance(state.past, Log)
    return any(event.action == action for event, _ in state.past.turns[-1][1])


def sampled(found: Value) -> Value:
    """Return a value as it can be compared: a set as a tuple."""
    return tuple(found) if isinstance(found, (list, frozenset)) else found


def compare(statement: Statement, frame: Frame, findings: Findings) -> None:
    """Compare what a sentence says with what its text means."""
    node = statement.node(frame.state.game)
    meant = sampled(value(node, frame.with_names(dict(frame.names))))
    for reading in statement.readings:
        said = reading.value(frame)
        if meant is UNKNOWN:
            return
        condition = reading.type.base == "flag" and not reading.type.many
        meant = False if meant is None and condition else meant  # 2.3
        if said is None and condition:
            findings.neither[statement] += 1
            continue
        if reading.type.many:
            said = reading.members(frame)
        findings.answers.setdefault(statement, set()).add(meant)
        if said != meant:
            findings.wrong.setdefault(statement, f"says {said}, means {meant}: {reading}")
    findings.tried[statement] += 1


def check(
    game: Game, count: int, seed: int = 1,
    read: Callable[[Game, GameSentences], Iterator[Statement]] = statements,
) -> tuple[list[Statement], Findings]:  # fmt: skip
    """Read all statements of a game, and try each in so many states."""
    dice, findings = random.Random(seed), Findings()
    every = [*read(game, GameSentences(game, "en"))]
    findings.unread = [each for each in every if not each.readings]
    due = {each: count for each in every if each.readings}
    for seating in seatings(game):
        match = game.match(
            seating.powers, seating.mode, dict(seating.options), dict(seating.setup), True
        )
        linked = match.linked
        numbers = {card.card.slug: card.number for card in linked.cards}
        present = [each for each in due if not each.card or each.card in numbers]
        if not any(due[each] > 0 for each in present):
            continue
        own = [each for each in present if each.card]
        need = max(due[each] for each in own or present)
        for state in states(linked, need, dice):
            facts: dict[object, Value] = {}
            for statement in present:
                if due[statement] > 0:
                    due[statement] -= 1
                    for frame in frames(statement, state, numbers.get(statement.card), dice, facts):
                        compare(statement, frame, findings)
    return every, findings


def report(name: str, every: list[Statement], findings: Findings, *, full: bool) -> None:
    """Print what came of a game."""
    constant = [s for s in every if len(findings.answers.get(s, ())) < 2]  # noqa: PLR2004
    read = len(every) - len(findings.unread)
    agreed = read - len(findings.wrong)
    lines = [
        (
            f"{name}: {len(every)} sentences, {read} read, {agreed} agree"
            f" ({sum(findings.tried.values())} comparisons, {sum(findings.neither.values())} about"
            f" nothing; {len([s for s in constant if s.readings])} always the same answer)"
        )
    ]
    if full:
        lines += [f"  not read: {each}" for each in findings.unread]
        lines += [f"  differs: {each}\n    {why}" for each, why in findings.wrong.items()]
    sys.stdout.write("\n".join([*lines, ""]))


def main() -> None:
    """Check the games that are named, by default all that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=None)
    parser.add_argument("--states", type=int, default=1000)
    parser.add_argument(
        "--full", action="store_true", help="list what is not read, and what differs"
    )
    arguments = parser.parse_args()
    failed = False
    for name in arguments.games or shipped_games():
        for read in (statements, clause_statements):
            every, findings = check(load(name), arguments.states, read=read)
            report(name, every, findings, full=arguments.full)
            failed |= bool(findings.wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
