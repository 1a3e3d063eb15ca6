"""The list of equivalent mutants, each with a proof that no scenario could ever notice it.

The list is `conformance/equivalent.yaml`: for each game, a mutant's id, what the changed lines
become, and why that is equivalent. It is an error if a listed mutant has changed or is killed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from thesmos.diagnostics import Diagnostic, Location, SpecError, suggest
from thesmos.syntax.schema import validate
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText, read_yaml
from thesmos_conform.mutation.mutants import Mutant

CODE = "E701"


def read_equivalent(path: Path, game: str, mutants: Iterable[Mutant]) -> dict[str, str]:
    """Return the proof for each listed mutant of a game, by id; empty if there is no file.

    Raises SpecError with all errors in the list.
    """
    if not path.is_file():
        return {}
    root, diagnostics = read_yaml(path)
    if root is not None and not diagnostics:
        diagnostics = validate(root, "equivalent")
    if diagnostics or not isinstance(root, YamlMap):
        raise SpecError(diagnostics)
    by_id = {mutant.id: mutant for mutant in mutants}
    proofs: dict[str, str] = {}
    node = root.get(game)
    for entry in node.items if isinstance(node, YamlList) else ():
        id, becomes, because = (_text(entry, key) for key in ("id", "becomes", "because"))
        diagnostic = _problem(by_id, proofs, id, becomes, entry.location)
        if diagnostic is not None:
            diagnostics.append(diagnostic)
        proofs[id] = because
    if diagnostics:
        raise SpecError(diagnostics)
    return proofs


def _text(entry: YamlNode, key: str) -> str:
    node = entry.get(key) if isinstance(entry, YamlMap) else None
    return node.value if isinstance(node, YamlText) else ""


def _problem(
    by_id: dict[str, Mutant], proofs: dict[str, str], id: str, becomes: str, location: Location
) -> Diagnostic | None:
    if id in proofs:
        return Diagnostic(CODE, f"{id} is listed twice", location, "keep one of the two")
    if id not in by_id:
        hint = suggest(id, by_id) or "`thesmos mutate GAME --json` lists them"
        return Diagnostic(CODE, f"unknown mutant {id}", location, hint)
    if becomes != read_as(by_id[id]):
        hint = f"now it becomes: {read_as(by_id[id])}; prove it again or remove the entry"
        return Diagnostic(CODE, f"{id} has become another mutant", location, hint)
    return None


def read_as(mutant: Mutant) -> str:
    """Return the lines after the change, joined in one line; `nothing` if they were removed."""
    return " / ".join(mutant.after) or "nothing"
