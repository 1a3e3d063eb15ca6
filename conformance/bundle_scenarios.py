"""Puts all scenarios into one file of the wheel, where `thesmos.resources` finds them.

Two thousand small files take a third of the wheel, and in one file a sixth of that, since they
share most of their words, and each needs no name and no hash of its own.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCENARIOS = Path("conformance") / "scenarios"
BUNDLE = "thesmos/data/conformance/scenarios.json"


class BundleScenarios(BuildHookInterface):
    """The step of a build that adds the bundle, except to an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the bundle: an object of the texts, by their paths below the folder."""
        if version == "editable":
            return
        folder = Path(self.root) / SCENARIOS
        texts = {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self._made = tempfile.TemporaryDirectory()  # removed together with this step
        bundle = Path(self._made.name) / "scenarios.json"
        bundle.write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")
        build_data["force_include"][str(bundle)] = BUNDLE
