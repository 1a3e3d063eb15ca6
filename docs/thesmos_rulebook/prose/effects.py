"""Effects in words: each a clause of a sentence, a block their sequence."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.expressions import bound, kind_of, member, relative
from thesmos_rulebook.prose.history import again
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import HANDLERS, LISTED, Mention, Verbalizer


def block(v: Verbalizer, effects: Sequence[t.Effect]) -> str:
    """Effects one after the other; a local is spelled out where it is met first."""
    result: list[tuple[str, bool]] = []
    for effect in effects:
        if isinstance(effect, t.Let) and v.lexicon.phrase(effect) is None:
            v = _named(v, effect)
            continue
        result.append(_told(v, effect))
    return _in_order(v, result)


def _in_order(v: Verbalizer, result: Sequence[tuple[str, bool]]) -> str:
    """Effects one after the other: `a; b; then c`, and a sentence anew where one reaches on."""
    result = _merged(v, result)
    text = ""
    for at, (what, _) in enumerate(result):
        before = result[at - 1][1] if at else False
        last = at == len(result) - 1 or result[at][1]
        if not at:
            text = what
        elif before:
            text += v.render("then anew", what=what)
        else:
            text += v.render("then", what=what) if last else f"; {what}"
    return text


def _merged(v: Verbalizer, result: Sequence[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """The same effects, but what happens to one thing in a row is told of it at once."""
    names = [*v.role_words(), *(mention.later for mention in v.mentions.values())]
    rows: list[list[tuple[str, bool]]] = []
    last = ""  # what the effect before is about, if that is plain
    for what, reaches in result:
        plain = not reaches and not any(mark in what for mark in ",;:")
        about = next((name for name in names if plain and what.startswith(f"{name} ")), "")
        if about and about == last:
            rows[-1].append((what, reaches))
        else:
            rows.append([(what, reaches)])
        last = about
    return [(v.both("and", [what for what, _ in row]), row[-1][1]) for row in rows]


def _told(v: Verbalizer, effect: t.Effect) -> tuple[str, bool]:
    """An effect, and whether what follows it in the same sentence would read as part of it."""
    if isinstance(effect, t.Each) and v.lexicon.phrase(effect) is None:
        return _for_each(v, effect)
    text = isinstance(effect, (t.If, t.While)) and v.lexicon.phrase(effect) is None
    return v.say(effect), text


def _named(v: Verbalizer, effect: t.Let) -> Verbalizer:
    kind = kind_of(v, effect.value)
    own = v.lexicon.phrase(t.Name(effect.location, effect.name))
    if own is not None:
        return v.with_name(effect.name, Mention(own[0].text, own[0].text), kind)
    text = Mention(lambda: v.say(effect.value), again(v, effect.value))
    return v.with_name(effect.name, text, kind)


def _assign(v: Verbalizer, e: t.Assign) -> str:
    if isinstance(e.value, t.Literal) and e.value.word in ("yes", "no"):
        return v.render("set.flag", what=v.condition(e.target, e.value.word == "yes"))
    left, right = (lambda: v.say(e.target)), (lambda: v.say(e.value))
    return v.render(f"set.{e.word}", a=left, b=right)


def _let(v: Verbalizer, e: t.Let) -> str:
    return v.render("set.:=", a=e.name, b=lambda: v.say(e.value))


def _do(v: Verbalizer, e: t.Do) -> str:
    action = v.names.actions[e.action]
    event, _ = v.lexicon.action_words("event", (e.action,), [])
    opened = [role.name for role in action.roles if role.type is not None]
    if event is None:
        return v.note_missing(f"the event {e.action}", e.location, e.action)
    values = dict(zip(opened, e.arguments, strict=False))
    return v.fill(event, True, v.lazy(dict(values)))


def _hand(v: Verbalizer, e: t.Hand) -> str:
    to = e.to
    if e.power == t.Name(e.location, "self") and v.language.has_template(f"hand.{e.word}.self"):
        return v.render(f"hand.{e.word}.self")
    if to == t.Name(e.location, "you") and v.language.has_template(f"hand.{e.word}.you"):
        return v.render(f"hand.{e.word}.you", power=lambda: v.say(e.power))
    return v.render(
        f"hand.{e.word}", power=lambda: v.say(e.power), to="" if to is None else lambda: v.say(to)
    )


def _loses(v: Verbalizer, e: t.Loses) -> str:
    return v.render("loses", who=lambda: v.say(e.who))


def _counts(v: Verbalizer, e: t.Counts) -> str:
    return v.render("counts")


def _if(v: Verbalizer, e: t.If) -> str:
    condition = v.all_of(conjuncts(e.condition))
    many = ".many" if len(e.then) > 1 else ""
    text = v.render(f"if effect{many}", condition=condition, what=lambda: block(v, e.then))
    if e.otherwise:
        again = len(e.otherwise) == 1 and isinstance(e.otherwise[0], t.If)
        frame = "if elif effect" if again else "if else effect"
        text = v.render(frame, text=text, what=block(v, e.otherwise))
    return text


def _each(v: Verbalizer, e: t.Each) -> str:
    return _for_each(v, e)[0]


def _for_each(v: Verbalizer, e: t.Each) -> tuple[str, bool]:
    """`each thing that is so leaves`, or `for each thing that is so: …`, which reaches on."""
    inner = bound(v, e.member, "each")
    parts = conjuncts(e.member.condition)
    mention = inner.mentions[e.member.name]
    who = relative(v, e.member, "each") if parts else member(v, e.member.domain, "each")
    if who is None:
        mention.used = True
        text = v.both("and", inner.conditions(parts))
        who = member(v, e.member.domain, "each")
        return v.render("each.where", who=who, text=text, what=block(inner, e.body)), True
    if (
        len(parts) < LISTED
        and len(e.body) == 1
        and not isinstance(e.body[0], (t.If, t.Each, t.While, t.Let))
    ):
        mention.first = who
        what = block(inner, e.body)
        if mention.used:
            return what, False
    else:
        mention.used = True
        what = block(inner, e.body)
    return v.render("each", who=who, what=what), True


def _while(v: Verbalizer, e: t.While) -> str:
    wording = [v.language.subjunctive(text) for text in v.conditions(conjuncts(e.condition))]
    condition = v.together(wording)
    return v.render("while", condition=condition, what=block(v, e.body))


HANDLERS.update(
    {
        t.Assign: _assign,
        t.Let: _let,
        t.Do: _do,
        t.Hand: _hand,
        t.Loses: _loses,
        t.Counts: _counts,
        t.If: _if,
        t.Each: _each,
        t.While: _while,
    }
)
