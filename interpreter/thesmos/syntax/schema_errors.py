"""Explain violations of a JSON Schema in the author's words, each with its location.

This is used only for invalid data (see schema.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice

from thesmos.diagnostics import Diagnostic, Location, Mend, listed, suggest
from thesmos.syntax import yaml_values as y
from thesmos.syntax.data_violation import MAX_QUOTED, data_violation, expected_kinds
from thesmos.syntax.schema_fit import Rules
from thesmos.syntax.violations import Violation, is_of_wrong_kind, unknown_keys, violations_in
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText, plain

MAX_DIAGNOSTICS = 200  # most errors reported for one document
MAX_LISTED = 20  # words that a hint lists

Explainer = Callable[[Violation, YamlNode, Rules], Iterator[Diagnostic]]

_NAMED = "a name consists of lower-case letters, digits and `_`"
_CAPITAL = "a kind is one word that starts with a capital letter"
_FACT = "write a name, or its parameters too: `free(s in Square)`"
_PLUS = "; with `+` before it, it adds to an existing one"
_WORDS = "use lower-case letters, digits, `_` and spaces"
_NOTATION = "the name of a notation starts with a lower-case letter; use those, digits, `-` and `_`"
FORMS = {  # hints for the patterns of the schemas that have no description
    "^[A-Z][A-Za-z0-9' &-]*$": "use one of the game's `headings`: they start with a capital letter",
    "^[A-Z][A-Za-z0-9]*$": _CAPITAL,
    r"^\+?[A-Z][A-Za-z0-9]*$": _CAPITAL + _PLUS,
    "^([A-Z][A-Za-z0-9]*|game)$": "write `game`, or a kind, which starts with a capital letter",
    "^[a-z_][a-z0-9_]*$": _NAMED,
    "^([a-z_][a-z0-9_]*|one [A-Z][A-Za-z0-9]* on a cell)$": "name a fact, or write "
    "`one KIND on a cell` with a kind of pieces",
    "^(for each|[a-z_][a-z0-9_]*)$": f"{_NAMED}; or `for each`",
    r"^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$": f"{_NAMED}; or `card.name`",
    r"^\+?[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$": f"{_NAMED}; or `card.name`{_PLUS}",
    r"^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$": "write an action and its rule, as in `move.near`",
    "^[a-z0-9-]{1,60}([@+][a-z0-9-]{1,40})*$": "write a game, or one with an edition or modules: "
    "`game@2021-09`, `game+module`",
    "^[a-z_][a-z0-9_ ]*$": _WORDS,
    "^[a-z][a-z0-9_ ]*$": f"start with a lower-case letter; {_WORDS}",
    "^[a-z][a-z0-9_ -]{0,59}$": f"start with a lower-case letter; {_WORDS} or `-`, 60 at most",
    r"^[a-z_][a-z0-9_]*(\( *[a-z_][a-z0-9_]* in [^,()]+"
    r"(, *[a-z_][a-z0-9_]* in [^,()]+)*\))?$": _FACT,
    r"^\+?[a-z_][a-z0-9_]*(\([^()]*\))?$": _FACT + _PLUS,
    "^[a-z][a-z0-9_-]{0,39}$": _NOTATION,
    "^[a-z][a-z0-9_]{0,59}$": f"start with a lower-case letter; {_NAMED}",
    "^[A-Za-z][A-Za-z0-9_]{0,39}$": "a tag starts with a letter; use letters, digits and `_`",
    "^[1-8]$": "write a player from 1 to 8",
    "^[a-z0-9][a-z0-9-]*$": "a slug consists of lower-case letters, digits and `-`",
    "^[a-z0-9]+(-[a-z0-9]+)*$": "a slug consists of lower-case letters, digits and single `-`",
    "^[a-z0-9-]{1,60}$": "a slug consists of lower-case letters, digits and `-`, 60 at most",
    "^[a-z][a-z0-9-]{0,59}$": "a slug starts with a letter and has 60 characters at most",
    "^[a-z]{2}$": "write a language as two letters, such as `en`",
    "^[1-9]$": "write a whole number from 1 to 9",
    "^[1-9][0-9]?$": "write a whole number from 1 to 99",
    "^[0-9]{1,2}$": "write a whole number from 0 to 99",
    "^[1-9][0-9]{0,2}$": "write a whole number from 1 to 999",
    "^(0|[1-9][0-9]{0,8})$": "write a whole number, 0 or more",
    "^-?(0|[1-9][0-9]{0,8})$": "write a whole number",
    "^([01]|[1-9][0-9]{0,8}/[1-9][0-9]{0,8})$": "write 0, 1 or a fraction, such as `1/3`",
    r"^[^\s.]{1,8}$": "use at most 8 characters, without a space or a dot",
}
RETIRED = {  # keys of older forms, and what to write instead
    "words": "write what each thing is called under `says` where it is declared",
}
DEFS = "$defs"  # the key of a schema's named parts
NUMBERS = ("int", "integer", "number", "num", "float")  # types of other languages
_YES_OR_NO = {"true": "yes", "on": "yes", "y": "yes", "false": "no", "off": "no", "n": "no"}
_KINDS = {"object": "a mapping", "array": "a list", "string": "a text"}


def violations(node: YamlNode, schema: Rules) -> list[Diagnostic]:
    """Return all violations of a schema, in the order of the file."""
    errors = islice(violations_in(plain(node), schema), MAX_DIAGNOSTICS)
    singles = (single for error in errors for single in _singles(error))
    explained = (diagnostic for single in singles for diagnostic in _explain(single, node, schema))
    unique = dict.fromkeys(islice(explained, MAX_DIAGNOSTICS))  # a hint takes a while
    return sorted(unique, key=lambda diagnostic: diagnostic.location or Location("", 0, 0))


def first_violation(value: object, schema: Rules, root: str) -> str:
    """Return the first violation in plain data, in words; empty if there is none.

    root: the name of the whole in the message.
    """
    error = next(violations_in(value, schema), None)
    return "" if error is None else str(data_violation(next(_singles(error), error), root))


# ------------------------------------------------------------------------------ alternatives


def _singles(error: Violation) -> Iterator[Violation]:
    """Break an error down into single violations: for alternatives, those of the intended one.

    The intended alternative is the one of the right kind (list, mapping, text); of several, the one
    with the fewest violations. If none is of the right kind, the error itself is yielded.
    """
    fitting = [
        errors
        for errors in error.alternatives
        if not any(is_of_wrong_kind(inner, error.path) for inner in errors)
    ]
    if not fitting:
        yield error
        return
    for inner in min(fitting, key=len):
        yield from _singles(inner)


# ----------------------------------------------------------------------------------- messages


def _explain(error: Violation, root: YamlNode, schema: Rules) -> Iterator[Diagnostic]:
    """Explain a violation at the node it is about, or at the key if the key is wrong."""
    node = _find(root, error.path)
    if error.of_key and isinstance(node, YamlMap):
        node = node.key(str(error.value)) or node
    rules = {DEFS: schema.get(DEFS, {}), **error.schema}
    return _EXPLAINERS.get(error.rule, _other)(error, node, rules)


def _find(node: YamlNode, path: Iterable[str | int]) -> YamlNode:
    for step in path:
        if isinstance(node, YamlMap):
            node = node.get(str(step)) or node
        elif isinstance(node, YamlList) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    return node


def _unknown(error: Violation, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    names = list(rules.get("properties", {}))
    unknown = unknown_keys(error.value, rules)
    for key, _value in y.pairs(node):
        if key.value in unknown:
            near = suggest(key.value, names)
            inside = next(
                (f"write it under `{section}`" for section in _with(key.value, rules)), None
            )
            if near is not None and near.new in (f"{key.value}s", key.value.removesuffix("s")):
                inside = None  # the singular, or the plural, is meant
            other = near or f"known here: {listed(names, MAX_LISTED) or 'nothing'}"
            hint = inside or RETIRED.get(key.value, other)
            yield Diagnostic("E121", f"unknown key {_quoted(key.value)}", key.location, hint)


def _with(key: str, rules: Rules) -> Iterator[str]:
    """Yield the known keys under which a key is allowed."""
    for name, part in rules.get("properties", {}).items():
        definition = str(part.get("$ref", "")).removeprefix(f"#/{DEFS}/")
        if key in rules[DEFS].get(definition, part).get("properties", {}):
            yield name


def _missing(error: Violation, node: YamlNode, _: Rules) -> Iterator[Diagnostic]:
    present = error.value if isinstance(error.value, Mapping) else {}
    for key in error.argument:
        if key not in present:
            yield Diagnostic("E122", f"missing key `{key}`", node.location, f"add `{key}: …`")


def _kind(error: Violation, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    kinds = expected_kinds(error, _KINDS)
    wanted = " or ".join(kinds) or "something else"
    message = f"expected {wanted}, found {_described(node)}"
    key = next((step for step in reversed(error.path) if isinstance(step, str)), "")
    hint = _hint_for_key(key, node) or _kind_hint(kinds, node, rules.get("required", ()))
    yield Diagnostic("E123", message, node.location, hint)


def _hint_for_key(key: str, node: YamlNode) -> str | None:
    """Say what is meant where something of the wrong kind follows certain keys."""
    if key == "supply" and isinstance(node, YamlMap) and node.get("table") is not None:
        return f"write `table: {y.text(node.get('table'))}` in place of `supply`"
    if key == "action" and isinstance(node, YamlList):
        return f"for several, write `actions: [{', '.join(y.words(node))}]`"
    if key == "is" and isinstance(node, YamlList):
        return "words of your own are a kind: declare it under `enums`, and write its name here"
    return None


def _kind_hint(wanted: Collection[str], node: YamlNode, keys: Collection[str] = ()) -> str | None:
    """Say how to write a list, a mapping or a text in place of something else.

    keys: those that the mapping must have.
    """
    word = node.value if isinstance(node, YamlText) and node.style == "plain" else ""
    if _KINDS["array"] in wanted and word:
        return Mend(f"a list is written in brackets: `[{word}]`", word, f"[{word}]")
    if _KINDS["object"] in wanted and keys:
        return f"write `{{{', '.join(f'{key}: …' for key in keys)}}}`"
    if _KINDS["object"] in wanted:
        marks = "; without `- `" if isinstance(node, YamlList) else ""
        return f"write `KEY: VALUE` on the lines below, indented{marks}"
    if _KINDS["string"] in wanted and isinstance(node, YamlList):
        return "write the lines below `KEY: |`, indented, without `- `"
    if _KINDS["string"] in wanted and isinstance(node, YamlMap):
        return "a text of several lines begins with `|` after its key: `KEY: |`"
    if _KINDS["array"] in wanted:
        return "write `[…]`, or items on the lines below that begin with `- `"
    return None


def _word(error: Violation, node: YamlNode, _: Rules) -> Iterator[Diagnostic]:
    value = error.argument
    words = [str(word) for word in (value if error.rule == "enum" else [value])]
    if not isinstance(node, YamlText):
        yield Diagnostic(
            "E124", f"{_described(node)} is not allowed here", node.location, _one_of(words)
        )
        return
    hint = suggest(node.value, words) or _one_of(words)
    meant = _YES_OR_NO.get(node.value.lower())
    if meant in words:
        hint = Mend(f"write `{meant}`", node.value, meant)
    elif len(words) == 1:
        hint = Mend(_one_of(words), node.value, words[0])
    yield Diagnostic("E124", f"{_quoted(node.value)} is not allowed here", node.location, hint)


def _form(error: Violation, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    pattern = str(error.argument)
    value = str(error.value)
    hint = FORMS.get(pattern) or str(rules.get("description") or f"it must match {pattern}")
    meant = next((form for form in _similar_forms(value) if re.search(pattern, form)), None)
    if meant is not None and meant != value:
        hint = Mend(f"write `{meant}`; {hint}", value, meant)
    yield Diagnostic("E125", f"{_quoted(value)} has the wrong form", node.location, hint)


def _similar_forms(text: str) -> Iterator[str]:
    """Yield what may be meant by a text of the wrong form."""
    if text.lower() in {"none", *_YES_OR_NO, *_YES_OR_NO.values()}:
        return  # a value, where something else is wanted
    range_of = re.fullmatch(r"(-?\d+) *(?:-|–|to|\.{3,}|,) *(-?\d+)", text)
    if range_of:
        yield f"{range_of[1]}..{range_of[2]}"
    if text.isdigit():
        yield f"0..{text}"
    if text.lower() in ("bool", "boolean"):
        yield "flag"
    several = re.fullmatch(r"(?:list|array|tuple) of (\w+)", text)
    if several:
        yield f"set of {several[1]}"
    if text.endswith("?"):
        yield f"{text[:-1]} or none"
    yield text.replace(" ", "")
    if "(" in text or text.lower() in NUMBERS:  # no name is meant
        return
    yield text.lower()
    yield "-".join(re.findall(r"[a-z0-9]+", text.lower()))
    yield "_".join(re.findall(r"[a-z0-9]+", text.lower()))
    yield text.title() if " " in text else text[:1].upper() + text[1:]


def _amount(error: Violation, node: YamlNode, _: Rules) -> Iterator[Diagnostic]:
    rule = error.rule
    bound, number = rule[:3], error.argument
    thing = {"Items": "entries", "Properties": "keys", "Length": "characters"}[rule[3:]]
    few, at_least = ("few", "at least") if bound == "min" else ("many", "at most")
    message = "this is empty" if not error.value else f"this has too {few} {thing}"
    yield Diagnostic("E126", message, node.location, f"{thing}: {at_least} {number}")


def _twice(_: Violation, node: YamlNode, __: Rules) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for item in y.items(node):
        value = json.dumps(plain(item), sort_keys=True)
        if value in seen:
            yield Diagnostic("E127", "this is already in the list", item.location, "remove one")
        seen.add(value)


def _together(error: Violation, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    excluded = error.argument
    if "required" not in excluded:
        yield from _other(error, node, rules)
        return
    if not isinstance(node, YamlMap):  # that is reported by itself
        return
    keys = " and ".join(f"`{key}`" for key in excluded["required"])
    yield Diagnostic("E128", f"{keys} can't both be given", node.location, rules.get("description"))


def _other(error: Violation, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    hint = rules.get("description")
    message = f"this violates the schema's rule `{error.rule}`"
    yield Diagnostic("E128", message, node.location, str(hint) if hint else None)


def _alternatives(error: Violation, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    return (_kind if error.alternatives else _other)(error, node, rules)


_EXPLAINERS: dict[str, Explainer] = {
    "additionalProperties": _unknown,
    "required": _missing,
    "type": _kind,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
    "enum": _word,
    "const": _word,
    "pattern": _form,
    "uniqueItems": _twice,
    "not": _together,
    **dict.fromkeys(("minItems", "minProperties", "minLength"), _amount),
    **dict.fromkeys(("maxItems", "maxProperties", "maxLength"), _amount),
}


def _described(node: YamlNode) -> str:
    if isinstance(node, YamlText):
        return f"the text {_quoted(node.value)}" if node.value else "nothing"
    return "a list" if isinstance(node, YamlList) else "a mapping"


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"`{line if len(line) <= MAX_QUOTED else line[: MAX_QUOTED - 1] + '…'}`"


def _one_of(words: list[str]) -> str:
    return f"one of: {listed(words, MAX_LISTED)}" if len(words) > 1 else f"write `{words[0]}`"
