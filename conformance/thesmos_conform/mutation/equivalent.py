"""Marks of equivalent mutants: those that a proof says no scenario could ever notice.

They stand in `conformance/equivalent.yaml`, by game: the mutant's id, what the place becomes, and
why that is the same. A mark whose mutant has become another one is a fault, and so is one whose
mutant is noticed after all.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from thesmos.diagnostics import Diagnostic, Location, SpecError, suggest
from thesmos.syntax.schema import validate
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText, read_yaml
from thesmos_conform.mutation.mutants import Mutant

CODE = "E701"


def read_marks(path: Path, game: str, mutants: Iterable[Mutant]) -> dict[str, str]:
    """Why each marked mutant of a game is equivalent, by id; without a file there are none.

    Raises SpecError with all that is wrong with the marks.
    """
    if not path.is_file():
        return {}
    root, faults = read_yaml(path)
    if root is not None and not faults:
        faults = validate(root, "equivalent")
    if faults or not isinstance(root, YamlMap):
        raise SpecError(faults)
    known = {mutant.id: mutant for mutant in mutants}
    marks: dict[str, str] = {}
    node = root.get(game)
    for entry in node.items if isinstance(node, YamlList) else ():
        id, becomes, because = (_text(entry, key) for key in ("id", "becomes", "because"))
        fault = _fault(known, marks, id, becomes, entry.location)
        if fault is not None:
            faults.append(fault)
        marks[id] = because
    if faults:
        raise SpecError(faults)
    return marks


def _text(entry: YamlNode, key: str) -> str:
    node = entry.get(key) if isinstance(entry, YamlMap) else None
    return node.value if isinstance(node, YamlText) else ""


def _fault(
    known: dict[str, Mutant], marks: dict[str, str], id: str, becomes: str, location: Location
) -> Diagnostic | None:
    if id in marks:
        return Diagnostic(CODE, f"{id} is marked twice", location, "keep one of the two")
    if id not in known:
        hint = suggest(id, known) or "`thesmos mutate GAME --json` lists them"
        return Diagnostic(CODE, f"there is no mutant {id}", location, hint)
    if becomes != read_as(known[id]):
        hint = f"now it becomes: {read_as(known[id])}; prove it again or remove the mark"
        return Diagnostic(CODE, f"{id} has become another mutant", location, hint)
    return None


def read_as(mutant: Mutant) -> str:
    """What the changed lines say after the change, in one line; `nothing` if they are left out."""
    return " / ".join(mutant.after) or "nothing"
