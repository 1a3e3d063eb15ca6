"""Effects in words: each a clause of a sentence, a block their sequence."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.expressions import bound, kind_of, member, relative
from thesmos_rulebook.prose.history import again
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import LISTED, SAYERS, Mention, Speaker


def block(s: Speaker, effects: Sequence[t.Effect]) -> str:
    """Effects one after the other; a local is spelled out where it is met first."""
    made: list[tuple[str, bool]] = []
    for effect in effects:
        if isinstance(effect, t.Let) and s.lexicon.phrase(effect) is None:
            s = _named(s, effect)
            continue
        made.append(_told(s, effect))
    return _in_order(s, made)


def _in_order(s: Speaker, made: Sequence[tuple[str, bool]]) -> str:
    """Effects one after the other: `a; b; then c`, and a sentence anew where one reaches on."""
    made = _merged(s, made)
    told = ""
    for at, (what, _) in enumerate(made):
        before = made[at - 1][1] if at else False
        last = at == len(made) - 1 or made[at][1]
        if not at:
            told = what
        elif before:
            told += s.frame("then anew", what=what)
        else:
            told += s.frame("then", what=what) if last else f"; {what}"
    return told


def _merged(s: Speaker, made: Sequence[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """The same effects, but what happens to one thing in a row is told of it at once."""
    names = [*s.role_words(), *(mention.later for mention in s.mentions.values())]
    rows: list[list[tuple[str, bool]]] = []
    last = ""  # what the effect before is about, if that is plain
    for what, reaches in made:
        plain = not reaches and not any(mark in what for mark in ",;:")
        about = next((name for name in names if plain and what.startswith(f"{name} ")), "")
        if about and about == last:
            rows[-1].append((what, reaches))
        else:
            rows.append([(what, reaches)])
        last = about
    return [(s.both("and", [what for what, _ in row]), row[-1][1]) for row in rows]


def _told(s: Speaker, effect: t.Effect) -> tuple[str, bool]:
    """An effect, and whether what follows it in the same sentence would read as part of it."""
    if isinstance(effect, t.Each) and s.lexicon.phrase(effect) is None:
        return _for_each(s, effect)
    told = isinstance(effect, (t.If, t.While)) and s.lexicon.phrase(effect) is None
    return s.say(effect), told


def _named(s: Speaker, effect: t.Let) -> Speaker:
    kind = kind_of(s, effect.value)
    own = s.lexicon.phrase(t.Name(effect.location, effect.name))
    if own is not None:
        return s.with_name(effect.name, Mention(own[0].text, own[0].text), kind)
    told = Mention(lambda: s.say(effect.value), again(s, effect.value))
    return s.with_name(effect.name, told, kind)


def _assign(s: Speaker, e: t.Assign) -> str:
    if isinstance(e.value, t.Literal) and e.value.word in ("yes", "no"):
        return s.frame("set.flag", what=s.flag(e.target, e.value.word == "yes"))
    left, right = (lambda: s.say(e.target)), (lambda: s.say(e.value))
    return s.frame(f"set.{e.word}", a=left, b=right)


def _let(s: Speaker, e: t.Let) -> str:
    return s.frame("set.:=", a=e.name, b=lambda: s.say(e.value))


def _do(s: Speaker, e: t.Do) -> str:
    action = s.names.actions[e.action]
    event, _ = s.lexicon.act("event", (e.action,), [])
    opened = [role.name for role in action.roles if role.type is not None]
    if event is None:
        return s.lack(f"the event {e.action}", e.location, e.action)
    values = dict(zip(opened, e.arguments, strict=False))
    return s.fill(event, True, s.lazy(dict(values)))


def _hand(s: Speaker, e: t.Hand) -> str:
    to = e.to
    if e.power == t.Name(e.location, "self") and s.tongue.has(f"hand.{e.word}.self"):
        return s.frame(f"hand.{e.word}.self")
    if to == t.Name(e.location, "you") and s.tongue.has(f"hand.{e.word}.you"):
        return s.frame(f"hand.{e.word}.you", power=lambda: s.say(e.power))
    return s.frame(
        f"hand.{e.word}", power=lambda: s.say(e.power), to="" if to is None else lambda: s.say(to)
    )


def _loses(s: Speaker, e: t.Loses) -> str:
    return s.frame("loses", who=lambda: s.say(e.who))


def _counts(s: Speaker, e: t.Counts) -> str:
    return s.frame("counts")


def _if(s: Speaker, e: t.If) -> str:
    condition = s.all_of(conjuncts(e.condition))
    many = ".many" if len(e.then) > 1 else ""
    told = s.frame(f"if effect{many}", condition=condition, what=lambda: block(s, e.then))
    if e.otherwise:
        again = len(e.otherwise) == 1 and isinstance(e.otherwise[0], t.If)
        frame = "if elif effect" if again else "if else effect"
        told = s.frame(frame, told=told, what=block(s, e.otherwise))
    return told


def _each(s: Speaker, e: t.Each) -> str:
    return _for_each(s, e)[0]


def _for_each(s: Speaker, e: t.Each) -> tuple[str, bool]:
    """`each thing that is so leaves`, or `for each thing that is so: …`, which reaches on."""
    inner = bound(s, e.member, "each")
    parts = conjuncts(e.member.condition)
    mention = inner.mentions[e.member.name]
    who = relative(s, e.member, "each") if parts else member(s, e.member.domain, "each")
    if who is None:
        mention.used = True
        told = s.both("and", inner.conditions(parts))
        who = member(s, e.member.domain, "each")
        return s.frame("each.where", who=who, told=told, what=block(inner, e.body)), True
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
    return s.frame("each", who=who, what=what), True


def _while(s: Speaker, e: t.While) -> str:
    told = [s.tongue.wish(text) for text in s.conditions(conjuncts(e.condition))]
    condition = s.together(told)
    return s.frame("while", condition=condition, what=block(s, e.body))


SAYERS.update(
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
