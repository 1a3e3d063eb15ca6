"""Steps as sentences: who decides what, what happens without options, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.program.clauses import Route, RouteAfter, RouteAt
from thesmos.program.declarations import Action, Card, Step
from thesmos.program.node import Ref
from thesmos.program.values import Past
from thesmos_rulebook.prose.history import DOES, INF, actions_of
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.triggers import only_for_holder, step_noun, step_verb
from thesmos_rulebook.prose.verbalizer import Verbalizer


def describe_step(v: Verbalizer, step: Step, card: Card) -> Iterator[str]:
    """Yield who decides what in a step, what happens without options, and what follows."""
    yield _decision(v, step, is_for_holder(card, step.name))
    yield from step_details(v, [step], card)
    if step.then is None:
        yield v.render("step.end")


def step_details(v: Verbalizer, steps: Sequence[Step], card: Card) -> Iterator[str]:
    """Yield further details of a card's steps; if there are several, also who decides what."""
    names = [step.name for step in steps]
    for at, step in enumerate(steps):
        you = is_for_holder(card, step.name)
        if len(steps) > 1:
            yield _among(v, steps, at, _decision(v, step, you))
        if step.when_empty == "stuck" and step.then != step.name:
            yield from _dead_end(v, step, card)
        else:
            yield from _when_empty(v, step, you)
        if step.then is not None and step.then not in names:
            yield _then(v, step, v.game.steps[step.then], card, you)


def _among(v: Verbalizer, steps: Sequence[Step], at: int, what: str) -> str:
    """Return who decides what in one of several steps for the same action."""
    step, before = steps[at], steps[at - 1] if at else None
    noun, _ = v.action_words("noun", step.actions, [])
    if noun is None or not _only_taken(steps[0]):
        return _after(v, before, what)
    named = v.lexicon.noun(noun)
    if before is None:
        return v.render("step.first", step=v.noun_form("first", named))
    text = v.render("step.second", named.gender, what=what) if at == 1 else _after(v, before, what)
    return text if step.skip else text + v.render("step.no skip")


def _dead_end(v: Verbalizer, step: Step, card: Card) -> Iterator[str]:
    """Yield what happens if a mandatory step has no options, which depends on what led to it."""
    routes = _routes(card, step.name)
    first = card is v.game.base or any(isinstance(route, RouteAt) for route in routes)
    if first:  # possibly before anything has been done
        yield v.render("step.stuck.you" if is_for_holder(card, step.name) else "step.stuck")
    elif not routes or not all(route.if_possible for route in routes):
        yield v.render("step.dead end")


def _then(v: Verbalizer, step: Step, then: Step, card: Card, you: bool) -> str:
    """Return which step of the game follows a card's step, or may follow it."""
    if not then.skip or then.chooser != "active":
        last = "step.in the end" if _leads_on(card, step) else "step.then"
        return v.render(last, step=step_noun(v, then.name, "kind.a"))
    what = _decision(v, then, you, step.chooser == "active")
    return v.render("step.next", what=what + _once(v, then))


def _once(v: Verbalizer, step: Step) -> str:
    """Return `if that was not done yet this turn` if a rule of each action says so, else ''."""

    def once(action: Action) -> bool:
        opposites = (normal(rule.condition, False) for rule in action.rules)
        done = (
            opposite
            for opposite in opposites
            if isinstance(opposite, Past) and opposite.query.question == "did"
        )
        return any(actions_of(event) == step.actions for event in done)

    return v.render("step.once") if all(once(v.game.actions[n]) for n in step.actions) else ""


def step_sequence(v: Verbalizer, first: Ref, card: Card) -> Iterator[str]:
    """Yield the sentences of a step and of all that follow it."""
    seen: dict[Ref, Step] = {}
    before: Step | None = None
    ends: dict[str, None] = {}  # sentences that several steps share; they come once, at the end
    times = 1  # how often in a row the same sentence applies to a step
    name: Ref | None = first
    while name is not None and name not in seen:
        step = v.game.steps[name]
        you = is_for_holder(card, name)
        if before is not None and _only_taken(before) and _same_sentence(v, before, step, you):
            times += 1
            seen[name] = before = step
            name = step.then
            continue
        yield from _times(v, times)
        times = 1
        again = before is not None and before.chooser == step.chooser == "active"
        what = _decision(v, step, you, again)
        if any(step.actions == earlier.actions for earlier in seen.values()):
            what += _once(v, step)
        yield _after(v, before, what)
        if step.when_empty == "stuck" and step.then != name:
            ends |= dict.fromkeys(_when_empty(v, step, you))
        else:
            yield from _when_empty(v, step, you)
        seen[name] = step
        before, name = step, step.then
    yield from _times(v, times)
    yield from ends
    judged = [step_noun(v, step.name, "kind.each") for step in seen.values() if step.judge]
    if judged:
        yield v.render("step.judge", steps=v.joined("and", judged))


def each_player(v: Verbalizer, name: Ref, card: Card) -> Iterator[str]:
    """Yield a step that each player takes in turn, how often, and what follows."""
    if v.game.steps[name].then == name:
        yield v.render("flow.each player again", steps=step_noun(v, name, "bare many"))
        return
    yield v.render("flow.each player", step=step_noun(v, name, "kind.a"))
    _, *rest = step_sequence(v, name, card)
    yield from rest


def _after(v: Verbalizer, before: Step | None, what: str) -> str:
    """Return who decides what after another step: always, or only if that step was taken."""
    if before is None:
        return what
    if not _only_taken(before):
        return v.render("step.next", what=what)
    return v.render("step.if taken" if _has_verb(v, before) else "step.unless skipped", what=what)


def _same_sentence(v: Verbalizer, before: Step, step: Step, you: bool) -> bool:
    """Return whether two optional steps have the same sentence."""
    sentences = [(_decision(v, s, you), *_when_empty(v, s, you)) for s in (before, step)]
    return step.skip and sentences[0] == sentences[1]


def _times(v: Verbalizer, times: int) -> Iterator[str]:
    """Yield how often an optional step can be taken, if more than once."""
    if times > 1:
        yield v.render("step.times", times=str(times))


def _only_taken(step: Step) -> bool:
    """Return whether the next step follows only if this one was taken."""
    return step.skip and step.after_skip != step.then


def _leads_on(card: Card, step: Step) -> bool:
    """Return whether a card may route elsewhere after the action of a step."""
    return any(isinstance(c, RouteAfter) and c.action in step.actions for c in card.clauses)


def _decision(v: Verbalizer, step: Step, you: bool, again: bool = False) -> str:
    """Return who decides what, by the verb of the action or by the name of the step.

    again: whether the previous sentence was about the same player.
    """
    does, do = step_verb(v, step, DOES), step_verb(v, step, INF)
    who = v.noun_form("that", v.noun("Player")) if again else _chooser(v, step)
    if _has_verb(v, step) and does is not None and do is not None:
        if step.chooser == "chance":
            return v.render("step.does", who=who, does=does)
        way = "may" if step.skip else "must"
        return v.render(f"next.{way}.you" if you else f"step.{way}", who=who, do=do)
    what = step_noun(v, step.name, "a")
    text = v.render("step.you", what=what) if you else v.render("step", who=who, what=what)
    return text + v.render("step.skip") if step.skip else text


def _has_verb(v: Verbalizer, step: Step) -> bool:
    """Return whether a step is described by its action's verb, not by a name of its own."""
    verbs = step_verb(v, step, DOES), step_verb(v, step, INF)
    return v.lexicon.name("steps", step.name) is None and None not in verbs


def _chooser(v: Verbalizer, step: Step) -> str:
    if isinstance(step.chooser, str):
        return v.render(f"step.{step.chooser}")
    return v.of_action(*step.actions).say(step.chooser)


def _when_empty(v: Verbalizer, step: Step, you: bool) -> Iterator[str]:
    """Yield what happens if there is nothing to choose; for a repeated step, for how long."""
    if step.then == step.name:
        yield v.render("step.again")
    elif step.when_empty != "pass":
        yield v.render(f"step.{step.when_empty}{'.you' if you else ''}")
    elif not step.skip and step.chooser != "chance":  # otherwise it is obvious
        yield v.render("step.pass")


def is_for_holder(card: Card, name: Ref, seen: frozenset[Ref] = frozenset()) -> bool:
    """Return whether only the card's holder takes this step, so that the text may say `you`."""
    steps = {step.name: step for step in card.steps}
    if name not in steps or name in seen:
        return False
    if steps[name].chooser == "holder":
        return True
    if steps[name].chooser != "active":
        return False
    routes = [
        only_for_holder(route, [part for guard in route.guards for part in conjuncts(guard)])
        for route in _routes(card, name)
    ]
    ways = [other.name for other in card.steps if name in (other.then, other.after_skip)]
    routes += [is_for_holder(card, way, seen | {name}) for way in ways if way != name]
    return bool(routes) and all(routes)


def _routes(card: Card, name: Ref) -> list[Route]:
    """Return the clauses of a card that lead to a step."""
    return [c for c in card.clauses if isinstance(c, Route) and c.next == name]
