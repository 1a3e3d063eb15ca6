"""`thesmos lsp` says what it needs."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from thesmos.cli import cli


def test_without_its_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("thesmos.language_server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    result = CliRunner().invoke(cli, ["lsp"], prog_name="thesmos")
    assert result.exit_code == 2
    assert "pip install 'thesmos[lsp]'" in result.output
