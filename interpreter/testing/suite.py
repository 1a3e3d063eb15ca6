"""Marks for tests of `thesmos` that need the conformance suite or the other packages.

The core can be copied out alone, with `grammar/` and `spec/`: then these tests are skipped, with a
reason.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from thesmos.resources import folder, scenarios_dir

RECORDS_DIR = folder("conformance/records")

needs_records = pytest.mark.skipif(not RECORDS_DIR.is_dir(), reason="needs conformance/records")
needs_scenarios = pytest.mark.skipif(
    not scenarios_dir().is_dir(), reason="needs conformance/scenarios"
)
needs_other_packages = pytest.mark.skipif(
    find_spec("thesmos_conform") is None or find_spec("thesmos_rulebook") is None,
    reason="needs the packages thesmos_conform and thesmos_rulebook",
)
