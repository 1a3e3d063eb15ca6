"""How what a rule of the grammar makes depends on its children, to be read both ways.

`result` makes it of the children, which the parser has read (tree_builder.py); `children` finds the
children of which it would be made, to write it (unparse.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import EllipsisType
from typing import Any, Final, Protocol, TypeAlias

from thesmos.constructs import parts_in
from thesmos.diagnostics import Location
from thesmos.syntax import nodes as t

# The children of a rule: texts of words, and results of other rules; missing ones are None.
Children: TypeAlias = Sequence[Any]
Part: TypeAlias = "int | str | bool | EllipsisType | Form | None"

AS_SPELLED: Final = object()  # the child of a word that the grammar spells in only one way


class Builder(Protocol):
    """What forms need to make nodes."""

    def location(self, offset: int, /) -> Location:
        """Return the location of what begins at a character of the text."""
        ...

    def nest(self, expression: t.Expr, parts: Iterable[Any], at: int, /) -> None:
        """Note that an expression, which begins at an offset, was made of these parts."""
        ...


@dataclass(frozen=True)
class Form:
    """What a rule makes of its children.

    kind: the class of all its results; None if they can be of several.
    result: makes the result of the children. at: the offset at which the rule begins.
    children: finds the children of a result; None if the rule never makes it.
    """

    kind: type | None
    result: Callable[[Builder, int, Children], Any]
    children: Callable[[Any], Children | None]


def child(
    number: int,
    read: Callable[[Any], Any] = lambda child: child,
    write: Callable[[Any], Any] = lambda value: value,
) -> Form:
    """Return the form of one child. read: makes its value; write: makes it of the value."""
    before = (AS_SPELLED,) * number
    return Form(
        None,
        lambda _, __, kids: read(kids[number] if number < len(kids) else None),
        lambda value: (*before, write(value)),
    )


ALL_CHILDREN = Form(tuple, lambda _, __, kids: tuple(kids), lambda result: result)
SAME = child(0)  # the only child is the result


def fixed(value: Any) -> Form:
    """Return the form of a value that does not depend on the children."""
    return Form(None, lambda _, __, ___: value, lambda result: () if result == value else None)


def word_of(number: int, text: str) -> Form:
    """Return the form of a word inside a child: `your` in `your turn`.

    text: that of the child, with `{}` in the place of the word.
    """
    place = text.split().index("{}")
    return child(number, lambda child: child.split()[place], text.format)


def made(kind: type, *parts: Part) -> Form:
    """Return the form of objects of a class.

    parts: what each of its fields is: the number of a child, `...` for all children, a form, or a
    fixed value. Without parts, its fields are the children in order.
    """
    attributes = [attribute for attribute in fields(kind) if attribute.name != "location"]
    sources: Sequence[Part] = parts or range(len(attributes))
    types = [str(attribute.type) for attribute in attributes]
    forms = [_form(part, declared) for part, declared in zip(sources, types, strict=True)]
    names = [attribute.name for attribute in attributes]
    make: Any = kind
    located = issubclass(kind, t.Node)
    nests = bool(parts_in(kind)) and issubclass(kind, t.Expr)

    def result(builder: Builder, at: int, kids: Children) -> Any:
        values = [form.result(builder, at, kids) for form in forms]
        node = make(builder.location(at), *values) if located else make(*values)
        if nests:
            builder.nest(node, values, at)
        return node

    def children(node: Any) -> Children | None:
        if node.__class__ is not kind:
            return None
        return _joined(forms, [getattr(node, name) for name in names])

    return Form(kind, result, children)


def single(part: Part) -> Form:
    """Return the form of a tuple with one member. part: as for `made`."""
    form = _form(part, "")
    return Form(
        tuple,
        lambda builder, at, kids: (form.result(builder, at, kids),),
        lambda result: form.children(result[0]) if len(result) == 1 else None,
    )


_WRITTEN = (lambda child: child is not None, lambda value: AS_SPELLED if value else None)
_CONVERTED: Mapping[str, tuple[Callable[[Any], Any], ...]] = {"int": (int, str), "bool": _WRITTEN}


def _form(part: Part, declared: str) -> Form:
    """Return the form of a part. declared: its type."""
    if isinstance(part, Form):
        return part
    if part is ...:
        return ALL_CHILDREN
    if type(part) is not int:
        return fixed(part)
    if declared.endswith("...]"):
        return child(part, lambda child: () if child is None else child)
    return child(part, *_CONVERTED.get(declared, ()))


def _joined(forms: Iterable[Form], values: Iterable[Any]) -> Children | None:
    """Return the children of which each form decides some; None if a value is not of its form."""
    joined: list[Any] = []
    for form, value in zip(forms, values, strict=True):
        children = form.children(value)
        if children is None:
            return None
        joined += [AS_SPELLED] * (len(children) - len(joined))
        for number, kid in enumerate(children):
            if kid is not AS_SPELLED:
                joined[number] = kid
    return joined
