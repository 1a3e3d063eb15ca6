"""Text for what has no words of its own: its name in quotation marks, in a neutral frame.

Everything written this way is recorded as missing.
"""

from __future__ import annotations

from thesmos.program.values import (
    AttributeValue,
    FactValue,
    MemoryValue,
    Setting,
    Value,
    Variable,
    Word,
)
from thesmos_rulebook.prose.verbalizer import Verbalizer


def literal(v: Verbalizer, e: Value, positive: bool = True) -> str:
    """Return a value by its name and arguments; a condition, or its opposite."""
    name, arguments = _named(e)
    what = f"{name}(…)" if arguments else name
    v.note_missing(what, e.location, "")
    shown = name.replace("_", " ")
    if isinstance(e, Setting):
        return v.render("literal.setting", called=shown)
    if isinstance(e, Word):
        return v.render("literal.name", called=shown)
    if e.type.base != "flag" or e.type.many:
        frame = v.language.template("literal.value.of" if arguments else "literal.value")
    else:
        several = "literal.flag.of" if len(arguments) > 1 else "literal.flag.one"
        frame = v.language.template(several if arguments else "literal.flag")
    of = lambda: v.joined("and", [v.say(argument) for argument in arguments])  # noqa: E731
    return v.fill(frame, positive, {"called": shown, "of": of})


def _named(e: Value) -> tuple[str, tuple[Value, ...]]:
    """Return the name of a value as it is written, and its arguments."""
    match e:
        case Variable():
            return e.name, ()
        case Word():
            return e.word, ()
        case MemoryValue():
            return e.memory.name, ()
        case AttributeValue():
            return e.attribute.name, e.of
        case FactValue():
            return e.fact.name, e.arguments
        case Setting():
            return e.option, ()
        case _:
            return type(e).__name__.lower(), ()
