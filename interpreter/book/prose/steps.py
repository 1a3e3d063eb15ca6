"""Steps in words: who decides what, what if there is nothing to choose, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.book.prose.clauses import form_of, step, yours
from thesmos.book.prose.normal import conjuncts, normal
from thesmos.book.prose.past import DOES, INF
from thesmos.book.prose.speaker import Speaker
from thesmos.check.clauses import leaves
from thesmos.load import clauses as ct
from thesmos.load import document as d

END = "end"  # what stands for no further step


def step_of(s: Speaker, written: d.Step, card: d.Card) -> Iterator[str]:
    """A step by itself: who decides what, what if there is nothing, and what follows."""
    yield _decides(s, written, mine(card, written.name))
    yield from steps_of(s, [written], card)
    if written.then == END:
        yield s.frame("step.end")


def steps_of(s: Speaker, own: Sequence[d.Step], card: d.Card) -> Iterator[str]:
    """What else some steps of a card are, once it is known who decides what; of several all."""
    names = [each.name for each in own]
    for at, written in enumerate(own):
        you = mine(card, written.name)
        if len(own) > 1:
            yield _after(s, own[at - 1] if at else None, _decides(s, written, you))
        yield from _empty(s, written, you)
        if written.then != END and written.then not in names:
            last = "step.in the end" if _leads_on(card, written) else "step.then"
            yield s.frame(last, step=step(s, written.then, "kind.a"))


def walk(s: Speaker, first: str, card: d.Card) -> Iterator[str]:
    """A step and all that follow it, one after the other."""
    told: set[str] = set()
    before: d.Step | None = None
    name = first
    while name not in told and name in s.names.steps:
        written = s.names.steps[name]
        you = mine(card, name)
        again = before is not None and before.chooser == written.chooser == "active"
        yield _after(s, before, _decides(s, written, you, again))
        yield from _empty(s, written, you)
        told.add(name)
        before, name = written, written.then


def _after(s: Speaker, before: d.Step | None, what: str) -> str:
    """Who decides what, after another step: whatever came of that, or only if it was taken."""
    if before is None:
        return what
    only = before.skip and before.after_skip != before.then
    return s.frame("step.if taken" if only else "step.next", what=what)


def _leads_on(card: d.Card, written: d.Step) -> bool:
    """Whether a card may lead elsewhere after the action of a step."""
    inside = [clause for block in card.clauses for clause, _ in leaves(block.clauses, ())]
    routes = [c for c in inside if isinstance(c, ct.After) and isinstance(c.body, ct.Next)]
    return any(written.action in route.actions and not route.skipped for route in routes)


def _decides(s: Speaker, written: d.Step, you: bool, again: bool = False) -> str:
    """Who decides what: by the verb of the action, or by what the step is called.

    again: whether that player was told of just before.
    """
    verb, _ = s.lexicon.act("verb", (written.action,), [])
    who = s.formed("that", s.noun("Player")) if again else _chooser(s, written)
    if s.lexicon.name("steps", written.name) is None and verb is not None:
        if written.chooser == "chance":
            return s.frame("step.does", who=who, does=form_of(verb, DOES))
        way = "may" if written.skip else "must"
        return s.frame(f"next.{way}.you" if you else f"step.{way}", who=who, do=form_of(verb, INF))
    what = step(s, written.name, "a")
    told = s.frame("step.you", what=what) if you else s.frame("step", who=who, what=what)
    return told + s.frame("step.skip") if written.skip else told


def _chooser(s: Speaker, written: d.Step) -> str:
    if written.chooser_expr is None:
        return s.frame(f"step.{written.chooser}")
    return s.of_action(written.action).say(written.chooser_expr)


def _empty(s: Speaker, written: d.Step, you: bool) -> Iterator[str]:
    """What if there is nothing to choose; of a step that leads to itself, how long."""
    if written.then == written.name:
        yield s.frame("step.again")
    elif written.when_empty != "pass":
        yield s.frame(f"step.{written.when_empty}{'.you' if you else ''}")
    elif not written.skip and written.chooser != "chance":  # else it goes without saying
        yield s.frame("step.pass")


def mine(card: d.Card, name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether only whoever holds a card takes this step of it, so that it may say `you`."""
    steps = {each.name: each for each in card.steps}
    if name not in steps or name in seen:
        return False
    if steps[name].chooser == "holder":
        return True
    if steps[name].chooser != "active" or steps[name].chooser_expr is not None:
        return False
    routes = [
        yours(clause, [part for g in guards for part in conjuncts(normal(*g))])
        for block in card.clauses
        for clause, guards in leaves(block.clauses, ())
        if isinstance(clause, (ct.After, ct.At)) and _leads_to(clause, name)
    ]
    ways = [each.name for each in card.steps if name in (each.then, each.after_skip)]
    routes += [mine(card, way, seen | {name}) for way in ways if way != name]
    return bool(routes) and all(routes)


def _leads_to(clause: ct.After | ct.At, name: str) -> bool:
    return isinstance(clause.body, ct.Next) and clause.body.step == name
