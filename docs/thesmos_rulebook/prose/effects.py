"""Effects as clauses of a sentence, and blocks as sequences of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.program.effects import (
    Assign,
    Counts,
    Do,
    Each,
    Effect,
    Forget,
    If,
    Let,
    Lose,
    Memorize,
    MoveCard,
    While,
)
from thesmos.program.node import walk
from thesmos.program.types import FLAG
from thesmos.program.values import (
    CellOf,
    Flag,
    IfElse,
    IsIn,
    Nothing,
    SetOf,
    SetOperation,
    ThisCard,
    Variable,
    ZoneOf,
)
from thesmos_rulebook.prose.expressions import is_person
from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.members import bound, kind_of, member, relative, that
from thesmos_rulebook.prose.normal_form import conjuncts, names_used
from thesmos_rulebook.prose.verbalizer import HANDLERS, LIST_FROM, Mention, Verbalizer

ENDS = ". "  # between two sentences


def block(v: Verbalizer, effects: Sequence[Effect]) -> str:
    """Return effects in sequence.

    A local is spelled out where it is first used, if nothing has changed until then.
    """
    result: list[tuple[str, bool]] = []
    for at, effect in enumerate(effects):
        if isinstance(effect, Let):
            v, text = _bind_local(v, effect, effects[at + 1 :])
            result += [(text, False)] if text else []
            continue
        result.append(_effect_text(v, effect))
    return _sequence(v, result)


def enclosed(v: Verbalizer, effects: Sequence[Effect]) -> str:
    """Return effects that depend on something: in brackets if they take more than one sentence."""
    text = block(v, effects)
    return v.render("in brackets", value=text) if ENDS in text else text


def _sequence(v: Verbalizer, effects: Sequence[tuple[str, bool]]) -> str:
    """Join effects as `a; b; then c`; after an effect that is open-ended, start a new sentence.

    effects: texts, each with whether it is open-ended.
    """
    grouped = _grouped_by_subject(v, effects)
    text = ""
    for at, (what, _) in enumerate(grouped):
        before = grouped[at - 1][1] if at else False
        last = at == len(grouped) - 1 or grouped[at][1]
        if not at:
            text = what
        elif before:
            text += v.render("then anew", what=what)
        else:
            text += v.render("then", what=what) if last else f"; {what}"
    return text


def _grouped_by_subject(
    v: Verbalizer, effects: Sequence[tuple[str, bool]]
) -> list[tuple[str, bool]]:
    """Join consecutive effects that happen to the same thing, naming it once."""
    names = [*v.role_words(), *(mention.later for mention in v.mentions.values())]
    rows: list[list[tuple[str, bool]]] = []
    last = ""  # the subject of the previous effect, if it is clear
    for what, open_ended in effects:
        plain = not open_ended and not any(mark in what for mark in ",;:")
        about = next((name for name in names if plain and what.startswith(f"{name}{END} ")), "")
        if about and about == last:
            rows[-1].append((what, open_ended))
        else:
            rows.append([(what, open_ended)])
        last = about
    return [(v.joined_conditions("and", [what for what, _ in row]), row[-1][1]) for row in rows]


def _effect_text(v: Verbalizer, effect: Effect) -> tuple[str, bool]:
    """Return an effect, and whether it is open-ended: the next one would read as part of it."""
    if isinstance(effect, Each) and v.declared_text(effect) is None:
        return _for_each(v, effect)
    asks = isinstance(effect, Assign) and isinstance(effect.value, IfElse)
    open_ended = (asks or isinstance(effect, (If, While))) and v.declared_text(effect) is None
    return v.say(effect), open_ended


def _bind_local(v: Verbalizer, effect: Let, following: Sequence[Effect]) -> tuple[Verbalizer, str]:
    """Return a verbalizer that knows a local, and the text that introduces it; may be empty."""
    kind = kind_of(effect.value)
    name = Variable(effect.name, False, location=effect.location, type=effect.value.type)
    declared = v.declared_text(name)
    if declared is not None:
        value, called = v.say(effect.value), declared.text
        tautology = v.language.tidied(value) == v.language.tidied(called)
        text = "" if tautology else v.render("let", called=called, value=value)
        return v.with_name(effect.name, Mention(called, called), kind), text
    flag = effect.value.type.base == "flag"
    unclear = kind == "int" or kind in v.kinds.values()  # what `that number` would refer to
    several = unclear and _uses(effect.name, following) > 1
    if not flag and not several and _used_before_changes(effect.name, following):
        mention = Mention(lambda: v.say(effect.value), that(v, kind))
        return v.with_name(effect.name, mention, kind), ""
    shown = effect.name.replace("_", " ")
    template = "literal.let.flag" if flag else "literal.let"
    text = v.render(template, called=shown, value=v.say(effect.value))
    called = v.render("literal.name", called=shown)
    return (v if flag else v.with_name(effect.name, Mention(called, called), kind)), text


def _uses(name: str, effects: Sequence[Effect]) -> int:
    return sum(isinstance(node, Variable) and node.name == name for node in walk(effects))


def _used_before_changes(name: str, effects: Sequence[Effect]) -> bool:
    """Return whether a local can be put where it is first used: nothing changes in between."""
    if any(
        isinstance(effect, Assign)
        and isinstance(effect.target, Variable)
        and effect.target.name == name
        for effect in walk(effects)
    ):
        return False
    return _is_safe(name, effects)


def _is_safe(name: str, effects: Sequence[Effect]) -> bool:
    if not effects or name not in names_used(effects):
        return True
    first = effects[0]
    match first:
        case Let() if name not in names_used(first.value):
            return _is_safe(name, effects[1:])
        case If() if name not in names_used(first.condition):
            ways = (first.then, first.otherwise)
            later = name in names_used(effects[1:])
            return not later and all(_is_safe(name, way) for way in ways)
        case Each() | While():
            return False
        case _:
            return name in names_used(first)


def _assign(v: Verbalizer, e: Assign) -> str:
    if isinstance(e.value, IfElse):  # written as `if …: this, else: that`
        ways = (replace(e, value=value) for value in (e.value.then, e.value.otherwise))
        then, otherwise = ((way,) for way in ways)
        return v.say(If(e.value.condition, then, otherwise, location=e.location))
    if isinstance(e.value, Flag):
        return v.render("set.flag", what=v.condition(e.target, e.value.value))
    if isinstance(e.value, Nothing) and not e.target.type.many:
        return v.render("set.none", a=lambda: v.say(e.target))
    if isinstance(e.value, SetOf) and not e.value.members:
        return v.render("set.empty", a=lambda: v.say(e.target))
    if isinstance(e.target, (CellOf, ZoneOf)):
        piece = e.target.piece
        return v.render("set.moved", a=lambda: v.say(piece), b=lambda: v.say(e.value))
    left, right = (lambda: v.say(e.target)), (lambda: v.say(e.value))
    if e.target.type.base == "flag":
        before = any(node == e.target for node in walk(e.value))
        frame = "exactly if before" if before else "exactly if"
        text = v.render(frame, a=left, b=lambda: v.condition(e.value))
        return v.render("set.flag", what=text)
    if isinstance(e.value, SetOperation) and e.value.left == e.target and e.word == ":=":
        joins = e.value.word == "union"
        if isinstance(e.value.right, SetOf) and e.value.right.members:
            members = e.value.right.members
            memberships = (
                IsIn(member, e.target, location=e.location, type=FLAG) for member in members
            )
            conditions = v.joined(
                "and", [v.condition(membership, joins) for membership in memberships]
            )
            return v.render("set.flag", what=conditions)
    return v.render(f"set.{e.word}", a=left, b=right)


def _let(v: Verbalizer, e: Let) -> str:
    return _bind_local(v, e, ())[1]


def _do(v: Verbalizer, e: Do) -> str:
    event, _ = v.action_words("event", (e.action,), [])
    if event is None:
        name = v.note_missing(f"the event {e.action.name}", e.location, e.action.name)
        of = lambda: v.joined("and", [v.say(argument) for argument in e.arguments])  # noqa: E731
        template = "literal.do.with" if e.arguments else "literal.do"
        return v.render(template, called=name.replace("_", " "), of=of)
    opened = [role.name for role in v.game.actions[e.action].open_roles]
    return v.fill(event, True, v.deferred(dict(zip(opened, e.arguments, strict=False))))


def _move_card(v: Verbalizer, e: MoveCard) -> str:
    to = e.player
    if isinstance(e.card, ThisCard) and v.language.has_template(f"hand.{e.word}.self"):
        return v.render(f"hand.{e.word}.self")
    to_you = to is not None and is_person(to, "you")
    if to_you and v.language.has_template(f"hand.{e.word}.you"):
        return v.render(f"hand.{e.word}.you", power=lambda: v.say(e.card))
    card = v.say(e.card)
    gender = v.language.gender_of(card)
    return v.render(
        f"hand.{e.word}", gender, power=card, to="" if to is None else lambda: v.say(to)
    )


def _lose(v: Verbalizer, e: Lose) -> str:
    if is_person(e.who, "you"):
        return v.render("loses.you")
    return v.render("loses", who=lambda: v.say(e.who))


def _count(v: Verbalizer, e: Counts) -> str:
    return v.render("counts")


def _memorize(v: Verbalizer, e: Memorize) -> str:
    return v.render("memorize")


def _forget(v: Verbalizer, e: Forget) -> str:
    return v.render("forget")


def _if(v: Verbalizer, e: If) -> str:
    condition = v.all_of(conjuncts(e.condition))
    many = ".many" if len(e.then) > 1 else ""
    text = v.render(f"if effect{many}", condition=condition, what=lambda: enclosed(v, e.then))
    if e.otherwise:
        again = len(e.otherwise) == 1 and isinstance(e.otherwise[0], If)
        template = "if elif effect" if again else "if else effect"
        as_text = block if again else enclosed
        text = v.render(template, text=text, what=as_text(v, e.otherwise))
    return text


def _each(v: Verbalizer, e: Each) -> str:
    return _for_each(v, e)[0]


def _for_each(v: Verbalizer, e: Each) -> tuple[str, bool]:
    """Return `each thing that is so leaves`, or the open-ended `for each thing that is so: …`."""
    inner = bound(v, e.binder, "each")
    parts = conjuncts(e.binder.condition)
    mention = inner.mentions[e.binder.name]
    who = relative(v, e.binder, "each") if parts else member(v, e.binder.domain, "each")
    if who is None:
        mention.used = True
        text = v.joined_conditions("and", inner.conditions(parts))
        who = member(v, e.binder.domain, "each")
        return v.render("each.where", who=who, text=text, what=enclosed(inner, e.effects)), True
    if (
        len(parts) < LIST_FROM
        and len(e.effects) == 1
        and not isinstance(e.effects[0], (If, Each, While, Let))
    ):
        mention.first = who
        what = block(inner, e.effects)
        if mention.used:
            return what, False
    else:
        mention.used = True
        what = enclosed(inner, e.effects)
    return v.render("each", who=who, what=what), True


def _while(v: Verbalizer, e: While) -> str:
    texts = [v.language.subjunctive(text) for text in v.conditions(conjuncts(e.condition))]
    condition = v.all_of_texts(texts)
    return v.render("while", condition=condition, what=enclosed(v, e.effects))


HANDLERS.update(
    {
        Assign: _assign,
        Let: _let,
        Do: _do,
        MoveCard: _move_card,
        Lose: _lose,
        Counts: _count,
        Memorize: _memorize,
        Forget: _forget,
        If: _if,
        Each: _each,
        While: _while,
    }
)
