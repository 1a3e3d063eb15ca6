"""Explain violations of a JSON Schema in the author's words, each with its location.

This is used only for invalid data (see schema.py): jsonschema takes long to import and to run.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from thesmos.diagnostics import Diagnostic, Location, listed, suggest
from thesmos.syntax import yaml_values as y
from thesmos.syntax.data_violation import MAX_QUOTED, data_violation, expected_kinds
from thesmos.syntax.schema_fit import Rules, at_the_end
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText, plain

MAX_DIAGNOSTICS = 200  # most errors reported for one document
MAX_LISTED = 20  # words that a hint lists

Explainer = Callable[[ValidationError, YamlNode, Rules], Iterator[Diagnostic]]

_NAMED = "a name consists of lower-case letters, digits and `_`"
_CAPITAL = "a kind is one word that starts with a capital letter"
_FACT = "write a name, or its parameters too: `free(s in Square)`"
_PLUS = "; with `+` before it, it adds to an existing one"
_WORDS = "use lower-case letters, digits, `_` and spaces"
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
_KINDS = {"object": "a mapping", "array": "a list", "string": "a text"}


def violations(node: YamlNode, schema: Rules) -> list[Diagnostic]:
    """Return all violations of a schema, in the order of the file."""
    errors = itertools.islice(validator(schema).iter_errors(plain(node)), MAX_DIAGNOSTICS)
    singles = (single for error in errors for single in _singles(error))
    unique = dict.fromkeys(
        diagnostic for single in singles for diagnostic in _explain(single, node, schema)
    )
    return sorted(unique, key=lambda diagnostic: diagnostic.location or Location("", 0, 0))[
        :MAX_DIAGNOSTICS
    ]


def first_violation(value: object, schema: Rules, root: str) -> str:
    """Return the first violation in plain data, in words; empty if there is none.

    root: the name of the whole in the message.
    """
    error = next(validator(schema).iter_errors(value), None)
    return "" if error is None else str(data_violation(next(_singles(error), error), root))


def _pattern(_: Any, pattern: str, instance: object, __: Rules) -> Iterator[ValidationError]:
    """Check the rule `pattern`, with `$` as the very end of the text, as JSON Schema defines it.

    Python's `$` also matches before a final newline, so a block text (`|`) could pass for a name.
    """
    if isinstance(instance, str) and not re.search(at_the_end(pattern), instance):
        yield ValidationError(f"does not match {pattern}")


_extend: Any = validators.extend  # untyped
validator: Any = _extend(Draft202012Validator, {"pattern": _pattern})  # takes a schema


# ------------------------------------------------------------------------------ alternatives


def _singles(error: ValidationError) -> Iterator[ValidationError]:
    """Break an error down into single violations: for alternatives, those of the intended one.

    The intended alternative is the one of the right kind (list, mapping, text); of several, the one
    with the fewest violations. If none is of the right kind, the error itself is yielded.
    """
    if error.validator not in ("anyOf", "oneOf") or not error.context:
        yield error
        return
    by_alternative = itertools.groupby(error.context, key=lambda e: e.relative_schema_path[0])
    alternatives = [list(errors) for _, errors in by_alternative]
    fitting = [errors for errors in alternatives if not any(map(_is_kind, errors))]
    if not fitting:
        yield error
        return
    for inner in min(fitting, key=len):
        yield from _singles(inner)


def _is_kind(error: ValidationError) -> bool:
    """Return whether an alternative fails because the value as a whole is of another kind."""
    return error.validator == "type" and not error.relative_path


# ----------------------------------------------------------------------------------- messages


def _explain(error: ValidationError, root: YamlNode, schema: Rules) -> Iterator[Diagnostic]:
    """Explain a violation at the node it is about, or at the key if the key is wrong."""
    node = _find(root, error.absolute_path)
    if "propertyNames" in error.relative_schema_path and isinstance(node, YamlMap):
        node = node.key(str(error.instance)) or node
    rules = error.schema if isinstance(error.schema, Mapping) else {}
    rules = {DEFS: schema.get(DEFS, {}), **rules}
    return _EXPLAINERS.get(str(error.validator), _other)(error, node, rules)


def _find(node: YamlNode, path: Iterable[str | int]) -> YamlNode:
    for step in path:
        if isinstance(node, YamlMap):
            node = node.get(str(step)) or node
        elif isinstance(node, YamlList) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    return node


def _unknown(_: ValidationError, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    names = list(rules.get("properties", {}))
    patterns = [at_the_end(pattern) for pattern in rules.get("patternProperties", {})]
    for key, _value in y.pairs(node):
        if key.value not in names and not any(re.search(p, key.value) for p in patterns):
            inside = next(
                (f"write it under `{section}`" for section in _with(key.value, rules)), None
            )
            other = (
                suggest(key.value, names) or f"known here: {listed(names, MAX_LISTED) or 'nothing'}"
            )
            hint = inside or RETIRED.get(key.value, other)
            yield Diagnostic("E121", f"unknown key {_quoted(key.value)}", key.location, hint)


def _with(key: str, rules: Rules) -> Iterator[str]:
    """Yield the known keys under which a key is allowed."""
    for name, part in rules.get("properties", {}).items():
        definition = str(part.get("$ref", "")).removeprefix(f"#/{DEFS}/")
        if key in rules[DEFS].get(definition, part).get("properties", {}):
            yield name


def _missing(error: ValidationError, node: YamlNode, _: Rules) -> Iterator[Diagnostic]:
    present = error.instance if isinstance(error.instance, Mapping) else {}
    keys: Any = error.validator_value
    for key in keys:
        if key not in present:
            yield Diagnostic("E122", f"missing key `{key}`", node.location, f"add `{key}: …`")


def _kind(error: ValidationError, node: YamlNode, _: Rules) -> Iterator[Diagnostic]:
    wanted = " or ".join(expected_kinds(error, _KINDS)) or "something else"
    yield Diagnostic("E123", f"expected {wanted}, found {_described(node)}", node.location)


def _word(error: ValidationError, node: YamlNode, _: Rules) -> Iterator[Diagnostic]:
    value: Any = error.validator_value
    words = [str(word) for word in (value if error.validator == "enum" else [value])]
    if not isinstance(node, YamlText):
        yield Diagnostic(
            "E124", f"{_described(node)} is not allowed here", node.location, _one_of(words)
        )
        return
    hint = suggest(node.value, words) or _one_of(words)
    yield Diagnostic("E124", f"{_quoted(node.value)} is not allowed here", node.location, hint)


def _form(error: ValidationError, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    pattern = str(error.validator_value)
    hint = str(rules.get("description") or FORMS.get(pattern) or f"it must match {pattern}")
    message = f"{_quoted(str(error.instance))} has the wrong form"
    yield Diagnostic("E125", message, node.location, hint)


def _amount(error: ValidationError, node: YamlNode, _: Rules) -> Iterator[Diagnostic]:
    rule = str(error.validator)
    bound, number = rule[:3], error.validator_value
    thing = {"Items": "entries", "Properties": "keys", "Length": "characters"}[rule[3:]]
    few, at_least = ("few", "at least") if bound == "min" else ("many", "at most")
    message = "this is empty" if not error.instance else f"this has too {few} {thing}"
    yield Diagnostic("E126", message, node.location, f"{thing}: {at_least} {number}")


def _twice(_: ValidationError, node: YamlNode, __: Rules) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for item in y.items(node):
        value = json.dumps(plain(item), sort_keys=True)
        if value in seen:
            yield Diagnostic("E127", "this is already in the list", item.location, "remove one")
        seen.add(value)


def _together(error: ValidationError, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    excluded: Any = error.validator_value
    if "required" not in excluded:
        yield from _other(error, node, rules)
        return
    keys = " and ".join(f"`{key}`" for key in excluded["required"])
    yield Diagnostic("E128", f"{keys} can't both be given", node.location, rules.get("description"))


def _other(error: ValidationError, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    hint = rules.get("description")
    message = f"this violates the schema's rule `{error.validator}`"
    yield Diagnostic("E128", message, node.location, str(hint) if hint else None)


def _alternatives(error: ValidationError, node: YamlNode, rules: Rules) -> Iterator[Diagnostic]:
    return (_kind if error.context else _other)(error, node, rules)


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
