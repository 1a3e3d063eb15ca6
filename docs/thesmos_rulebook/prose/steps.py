"""Steps in words: who decides what, what if there is nothing to choose, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.check.clauses import Guard, leaves
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.clauses import form_of, step, yours
from thesmos_rulebook.prose.history import DOES, INF
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.verbalizer import Speaker

END = "end"  # what stands for no further step


def step_of(s: Speaker, written: d.StepDeclaration, card: d.CardDocument) -> Iterator[str]:
    """A step by itself: who decides what, what if there is nothing, and what follows."""
    yield _decides(s, written, mine(card, written.name))
    yield from steps_of(s, [written], card)
    if written.then == END:
        yield s.frame("step.end")


def steps_of(s: Speaker, own: Sequence[d.StepDeclaration], card: d.CardDocument) -> Iterator[str]:
    """What else some steps of a card are, once it is known who decides what; of several all."""
    names = [each.name for each in own]
    for at, written in enumerate(own):
        you = mine(card, written.name)
        if len(own) > 1:
            yield _among(s, own, at, _decides(s, written, you))
        if written.when_empty == "stuck" and written.then != written.name:
            yield from _dead_end(s, written, card)
        else:
            yield from _empty(s, written, you)
        if written.then != END and written.then not in names:
            yield _then(s, written, card, you)


def _among(s: Speaker, own: Sequence[d.StepDeclaration], at: int, what: str) -> str:
    """Who decides what, in one of several steps for the same action."""
    written, before = own[at], own[at - 1] if at else None
    noun, _ = s.lexicon.act("noun", (written.action,), [])
    if noun is None or not _only_taken(own[0]):
        return _after(s, before, what)
    named = s.lexicon.noun(noun)
    if before is None:
        return s.frame("step.first", step=s.formed("first", named))
    told = s.frame("step.second", named.gender, what=what) if at == 1 else _after(s, before, what)
    return told if written.skip else told + s.frame("step.no skip")


def _dead_end(s: Speaker, written: d.StepDeclaration, card: d.CardDocument) -> Iterator[str]:
    """What if a step that must be taken has nothing to choose; it depends on what led there."""
    routes = [clause for clause, _ in _routes(card, written.name)]
    first = card is s.names.game.base or any(isinstance(clause, ct.At) for clause in routes)
    if first:  # nothing may have been done before
        yield s.frame("step.stuck.you" if mine(card, written.name) else "step.stuck")
    elif not routes or not all(_if_possible(clause) for clause in routes):
        yield s.frame("step.dead end")


def _then(s: Speaker, written: d.StepDeclaration, card: d.CardDocument, you: bool) -> str:
    """Which step of the game follows one of a card, or may follow it."""
    known = s.names.steps.get(written.then)
    if known is None or not known.skip or known.chooser != "active":
        last = "step.in the end" if _leads_on(card, written) else "step.then"
        return s.frame(last, step=step(s, written.then, "kind.a"))
    what = _decides(s, known, you, written.chooser == "active")
    return s.frame("step.next", what=what + _once(s, known))


def _once(s: Speaker, written: d.StepDeclaration) -> str:
    """That a step is only for what was not done yet this turn, if a rule of its action says so."""
    action = s.names.actions[written.action]
    asked = [normal(rule.expr, False) for rule in action.rules]
    done = any(
        isinstance(each, t.History) and each.word == "did" and each.event.kinds == (action.name,)
        for each in asked
    )
    return s.frame("step.once") if done else ""


def walk(s: Speaker, first: str, card: d.CardDocument) -> Iterator[str]:
    """A step and all that follow it, one after the other."""
    told: dict[str, d.StepDeclaration] = {}
    before: d.StepDeclaration | None = None
    ends: dict[str, None] = {}  # what is the same after several steps is told once, last
    name = first
    while name not in told and name in s.names.steps:
        written = s.names.steps[name]
        you = mine(card, name)
        again = before is not None and before.chooser == written.chooser == "active"
        what = _decides(s, written, you, again)
        if any(written.action == each.action for each in told.values()):
            what += _once(s, written)
        yield _after(s, before, what)
        if written.when_empty == "stuck" and written.then != name:
            ends |= dict.fromkeys(_empty(s, written, you))
        else:
            yield from _empty(s, written, you)
        told[name] = written
        before, name = written, written.then
    yield from ends
    judged = [step(s, each.name, "kind.each") for each in told.values() if each.judge]
    if judged:
        yield s.frame("step.judge", steps=s.joined("and", judged))


def each_player(s: Speaker, name: str, card: d.CardDocument) -> Iterator[str]:
    """A step that each player takes in turn, as often as it leads to itself, and what follows."""
    written = s.names.steps.get(name)
    if written is not None and written.then == name:
        yield s.frame("flow.each player again", steps=step(s, name, "bare many"))
        return
    yield s.frame("flow.each player", step=step(s, name, "kind.a"))
    _, *rest = walk(s, name, card)
    yield from rest


def _after(s: Speaker, before: d.StepDeclaration | None, what: str) -> str:
    """Who decides what, after another step: whatever came of that, or only if it was taken."""
    if before is None:
        return what
    return s.frame("step.if taken" if _only_taken(before) else "step.next", what=what)


def _only_taken(written: d.StepDeclaration) -> bool:
    """Whether what follows a step does so only if it was taken."""
    return written.skip and written.after_skip != written.then


def _leads_on(card: d.CardDocument, written: d.StepDeclaration) -> bool:
    """Whether a card may lead elsewhere after the action of a step."""
    inside = [clause for block in card.clauses for clause, _ in leaves(block.clauses, ())]
    routes = [c for c in inside if isinstance(c, ct.After) and isinstance(c.body, ct.Next)]
    return any(written.action in route.actions and not route.skipped for route in routes)


def _decides(s: Speaker, written: d.StepDeclaration, you: bool, again: bool = False) -> str:
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


def _chooser(s: Speaker, written: d.StepDeclaration) -> str:
    if written.chooser_expr is None:
        return s.frame(f"step.{written.chooser}")
    return s.of_action(written.action).say(written.chooser_expr)


def _empty(s: Speaker, written: d.StepDeclaration, you: bool) -> Iterator[str]:
    """What if there is nothing to choose; of a step that leads to itself, how long."""
    if written.then == written.name:
        yield s.frame("step.again")
    elif written.when_empty != "pass":
        yield s.frame(f"step.{written.when_empty}{'.you' if you else ''}")
    elif not written.skip and written.chooser != "chance":  # else it goes without saying
        yield s.frame("step.pass")


def mine(card: d.CardDocument, name: str, seen: frozenset[str] = frozenset()) -> bool:
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
        for clause, guards in _routes(card, name)
    ]
    ways = [each.name for each in card.steps if name in (each.then, each.after_skip)]
    routes += [mine(card, way, seen | {name}) for way in ways if way != name]
    return bool(routes) and all(routes)


def _routes(card: d.CardDocument, name: str) -> list[tuple[ct.After | ct.At, Sequence[Guard]]]:
    """The clauses of a card that lead to a step, with the conditions around them."""
    return [
        (clause, guards)
        for block in card.clauses
        for clause, guards in leaves(block.clauses, ())
        if isinstance(clause, (ct.After, ct.At))
        and isinstance(clause.body, ct.Next)
        and clause.body.step == name
    ]


def _if_possible(clause: ct.After | ct.At) -> bool:
    return isinstance(clause.body, ct.Next) and clause.body.if_possible
