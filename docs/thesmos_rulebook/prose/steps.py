"""Steps as sentences: who decides what, what if nothing can be chosen, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.check.clauses import Guard, leaves
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.history import DOES, INF
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.triggers import only_for_holder, step_noun, verb_form
from thesmos_rulebook.prose.verbalizer import Verbalizer

END = "end"  # in place of a step's name: no step follows


def describe_step(
    v: Verbalizer, declaration: d.StepDeclaration, card: d.CardDocument
) -> Iterator[str]:
    """Yield who decides what in a step, what if nothing can be chosen, and what follows."""
    yield _decision(v, declaration, is_for_holder(card, declaration.name))
    yield from step_details(v, [declaration], card)
    if declaration.then == END:
        yield v.render("step.end")


def step_details(
    v: Verbalizer, own: Sequence[d.StepDeclaration], card: d.CardDocument
) -> Iterator[str]:
    """Yield what else there is to say of a card's steps; for several also who decides what."""
    names = [each.name for each in own]
    for at, declaration in enumerate(own):
        you = is_for_holder(card, declaration.name)
        if len(own) > 1:
            yield _among(v, own, at, _decision(v, declaration, you))
        if declaration.when_empty == "stuck" and declaration.then != declaration.name:
            yield from _dead_end(v, declaration, card)
        else:
            yield from _when_empty(v, declaration, you)
        if declaration.then != END and declaration.then not in names:
            yield _then(v, declaration, card, you)


def _among(v: Verbalizer, own: Sequence[d.StepDeclaration], at: int, what: str) -> str:
    """Return who decides what in one of several steps for the same action."""
    declaration, before = own[at], own[at - 1] if at else None
    noun, _ = v.lexicon.action_words("noun", (declaration.action,), [])
    if noun is None or not _only_taken(own[0]):
        return _after(v, before, what)
    named = v.lexicon.noun(noun)
    if before is None:
        return v.render("step.first", step=v.noun_form("first", named))
    text = v.render("step.second", named.gender, what=what) if at == 1 else _after(v, before, what)
    return text if declaration.skip else text + v.render("step.no skip")


def _dead_end(v: Verbalizer, declaration: d.StepDeclaration, card: d.CardDocument) -> Iterator[str]:
    """Yield what happens if a mandatory step has no options, which depends on what led to it."""
    routes = [clause for clause, _ in _routes(card, declaration.name)]
    first = card is v.names.game.base or any(isinstance(clause, ct.At) for clause in routes)
    if first:  # possibly before anything has been done
        yield v.render("step.stuck.you" if is_for_holder(card, declaration.name) else "step.stuck")
    elif not routes or not all(_if_possible(clause) for clause in routes):
        yield v.render("step.dead end")


def _then(v: Verbalizer, declaration: d.StepDeclaration, card: d.CardDocument, you: bool) -> str:
    """Return which step of the game follows a card's step, or may follow it."""
    known = v.names.steps.get(declaration.then)
    if known is None or not known.skip or known.chooser != "active":
        last = "step.in the end" if _leads_on(card, declaration) else "step.then"
        return v.render(last, step=step_noun(v, declaration.then, "kind.a"))
    what = _decision(v, known, you, declaration.chooser == "active")
    return v.render("step.next", what=what + _once(v, known))


def _once(v: Verbalizer, declaration: d.StepDeclaration) -> str:
    """Return `if that was not done yet this turn` if a rule of the action says so, else nothing."""
    action = v.names.actions[declaration.action]
    asked = [normal(rule.expr, False) for rule in action.rules]
    done = any(
        isinstance(each, t.History) and each.word == "did" and each.event.kinds == (action.name,)
        for each in asked
    )
    return v.render("step.once") if done else ""


def step_sequence(v: Verbalizer, first: str, card: d.CardDocument) -> Iterator[str]:
    """Yield the sentences of a step and of all that follow it."""
    seen: dict[str, d.StepDeclaration] = {}
    before: d.StepDeclaration | None = None
    ends: dict[str, None] = {}  # what is the same after several steps comes once, at the end
    name = first
    while name not in seen and name in v.names.steps:
        declaration = v.names.steps[name]
        you = is_for_holder(card, name)
        again = before is not None and before.chooser == declaration.chooser == "active"
        what = _decision(v, declaration, you, again)
        if any(declaration.action == each.action for each in seen.values()):
            what += _once(v, declaration)
        yield _after(v, before, what)
        if declaration.when_empty == "stuck" and declaration.then != name:
            ends |= dict.fromkeys(_when_empty(v, declaration, you))
        else:
            yield from _when_empty(v, declaration, you)
        seen[name] = declaration
        before, name = declaration, declaration.then
    yield from ends
    judged = [step_noun(v, each.name, "kind.each") for each in seen.values() if each.judge]
    if judged:
        yield v.render("step.judge", steps=v.joined("and", judged))


def each_player(v: Verbalizer, name: str, card: d.CardDocument) -> Iterator[str]:
    """Yield a step that each player takes in turn, how often, and what follows."""
    declaration = v.names.steps.get(name)
    if declaration is not None and declaration.then == name:
        yield v.render("flow.each player again", steps=step_noun(v, name, "bare many"))
        return
    yield v.render("flow.each player", step=step_noun(v, name, "kind.a"))
    _, *rest = step_sequence(v, name, card)
    yield from rest


def _after(v: Verbalizer, before: d.StepDeclaration | None, what: str) -> str:
    """Return who decides what after another step: in any case, or only if that one was taken."""
    if before is None:
        return what
    return v.render("step.if taken" if _only_taken(before) else "step.next", what=what)


def _only_taken(declaration: d.StepDeclaration) -> bool:
    """Return whether what follows a step does so only if the step was taken."""
    return declaration.skip and declaration.after_skip != declaration.then


def _leads_on(card: d.CardDocument, declaration: d.StepDeclaration) -> bool:
    """Return whether a card may route elsewhere after the action of a step."""
    inside = [clause for block in card.clauses for clause, _ in leaves(block.clauses, ())]
    routes = [c for c in inside if isinstance(c, ct.After) and isinstance(c.body, ct.Next)]
    return any(declaration.action in route.actions and not route.skipped for route in routes)


def _decision(v: Verbalizer, declaration: d.StepDeclaration, you: bool, again: bool = False) -> str:
    """Return who decides what, by the verb of the action or by the name of the step.

    again: whether the previous sentence was about the same player.
    """
    verb, _ = v.lexicon.action_words("verb", (declaration.action,), [])
    who = v.noun_form("that", v.noun("Player")) if again else _chooser(v, declaration)
    if v.lexicon.name("steps", declaration.name) is None and verb is not None:
        if declaration.chooser == "chance":
            return v.render("step.does", who=who, does=verb_form(verb, DOES))
        way = "may" if declaration.skip else "must"
        return v.render(
            f"next.{way}.you" if you else f"step.{way}", who=who, do=verb_form(verb, INF)
        )
    what = step_noun(v, declaration.name, "a")
    text = v.render("step.you", what=what) if you else v.render("step", who=who, what=what)
    return text + v.render("step.skip") if declaration.skip else text


def _chooser(v: Verbalizer, declaration: d.StepDeclaration) -> str:
    if declaration.chooser_expr is None:
        return v.render(f"step.{declaration.chooser}")
    return v.of_action(declaration.action).say(declaration.chooser_expr)


def _when_empty(v: Verbalizer, declaration: d.StepDeclaration, you: bool) -> Iterator[str]:
    """Yield what happens if there is nothing to choose; for a repeated step, for how long."""
    if declaration.then == declaration.name:
        yield v.render("step.again")
    elif declaration.when_empty != "pass":
        yield v.render(f"step.{declaration.when_empty}{'.you' if you else ''}")
    elif not declaration.skip and declaration.chooser != "chance":  # otherwise it is obvious
        yield v.render("step.pass")


def is_for_holder(card: d.CardDocument, name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Return whether only the card's holder takes this step, so that the text may say `you`."""
    steps = {each.name: each for each in card.steps}
    if name not in steps or name in seen:
        return False
    if steps[name].chooser == "holder":
        return True
    if steps[name].chooser != "active" or steps[name].chooser_expr is not None:
        return False
    routes = [
        only_for_holder(clause, [part for g in guards for part in conjuncts(normal(*g))])
        for clause, guards in _routes(card, name)
    ]
    ways = [each.name for each in card.steps if name in (each.then, each.after_skip)]
    routes += [is_for_holder(card, way, seen | {name}) for way in ways if way != name]
    return bool(routes) and all(routes)


def _routes(card: d.CardDocument, name: str) -> list[tuple[ct.After | ct.At, Sequence[Guard]]]:
    """Return the clauses of a card that lead to a step, with the conditions around them."""
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
