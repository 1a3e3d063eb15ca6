"""The reference of the Python API: a section for each public name, from its docstring.

Nothing is imported: griffe reads the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc

from griffe import Alias, Attribute, Class, Function, GriffeLoader, Object, Parameter

import thesmos
from thesmos.resources import package_dir
from thesmos_rulebook.markdown import code, fenced, indented, prose

_PARAMETER = re.compile(r"(?P<names>\*?[a-z_]+(?:, [a-z_]+)*): (?P<text>.*)", re.DOTALL)
_NEXT_LINE = re.compile(r"\n(?! )")
WIDEST = 88  # characters of a signature in one line
EXAMPLE = ">>>"
PACKAGE = thesmos.__name__


@cache
def api_reference() -> str:
    """Return the sections as Markdown; the names are in alphabetical order."""
    loader = GriffeLoader(search_paths=[package_dir().parent])
    package = loader.load(PACKAGE)
    sections = (_section(package[name].final_target, name) for name in thesmos.__all__)
    return "\n".join(line for section in sections for line in section)


def _section(item: Object, name: str) -> Iterator[str]:
    """Yield the section of a public name; for a class, with what can be used of it."""
    yield from (f"## {PACKAGE}.{name} {{#{PACKAGE}.{name}}}", "")
    if isinstance(item, Function):
        yield from fenced(signature(item, name), "python")
    yield from text_of(item)
    members = [*_members(item)] if isinstance(item, Class) else []
    for member in members:
        if isinstance(member, Attribute):
            kind = f" {code(str(member.annotation))}" if member.annotation is not None else ""
            lines = indented(text_of(member))
            yield from (f"- {code(f'{name}.{member.name}')}{kind}:", "", *lines)
    for member in members:
        if isinstance(member, Function):
            yield from (f"### {name}.{member.name} {{#{PACKAGE}.{name}.{member.name}}}", "")
            yield from fenced(signature(member, member.name), "python")
            yield from text_of(member)
    file = f"interpreter/{item.relative_package_filepath.as_posix()}"
    yield from (f"Source: {code(file)}, line {item.lineno}.", "")


def _members(item: Class) -> Iterator[Attribute | Function]:
    """Yield what can be used of a class, also what it inherits, in alphabetical order."""
    for name, member in sorted(item.all_members.items()):
        target = member.final_target if isinstance(member, Alias) else member
        public = not name.startswith("_") and target.docstring is not None
        if public and isinstance(target, Attribute | Function):
            yield target


def text_of(item: Object) -> Iterator[str]:
    """Yield a docstring as Markdown: parameters become a list, examples stay as they are."""
    if item.docstring is None:
        return
    for paragraph in cleandoc(item.docstring.value).split("\n\n"):
        lines = _NEXT_LINE.split(paragraph)
        if paragraph.startswith(EXAMPLE):
            yield from fenced(paragraph, "pycon")
        elif all(_PARAMETER.fullmatch(line) for line in lines):
            for parameter in filter(None, map(_PARAMETER.fullmatch, lines)):
                names = ", ".join(map(code, parameter["names"].split(", ")))
                yield f"- {names}: {prose(' '.join(parameter['text'].split()))}"
        else:
            yield prose(" ".join(paragraph.split()))
        yield ""


def signature(function: Function, name: str) -> str:
    """Return how a function is called, without `self`; long ones have a line per parameter."""
    shown: list[str] = []
    before = ""
    for parameter in function.parameters:
        kind = parameter.kind.value if parameter.kind is not None else ""
        if parameter.name in ("self", "cls"):
            continue
        if before == "positional-only" and kind != before:
            shown.append("/")
        if kind == "keyword-only" and before not in (kind, "variadic positional"):
            shown.append("*")
        before = kind
        shown.append(_parameter(parameter, kind))
    if before == "positional-only":
        shown.append("/")
    returned = f" -> {function.returns}" if function.returns is not None else ""
    whole = f"{name}({', '.join(shown)}){returned}"
    if len(whole) <= WIDEST:
        return whole
    return "\n".join([f"{name}(", *(f"    {text}," for text in shown), f"){returned}"])


def _parameter(parameter: Parameter, kind: str) -> str:
    stars = {"variadic positional": "*", "variadic keyword": "**"}.get(kind, "")
    annotated = f": {parameter.annotation}" if parameter.annotation is not None else ""
    default = f" = {parameter.default}" if parameter.default is not None and not stars else ""
    return f"{stars}{parameter.name}{annotated}{default}"
