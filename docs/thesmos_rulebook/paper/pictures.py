"""Pictures for paper: in the light colours, without variables, which WeasyPrint does not know."""

from __future__ import annotations

import re

from thesmos.render.css import BOARD_CSS, LIGHT

_VARIABLE = re.compile(r"var\(--b-([a-z0-9-]+)\)")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_CONDITIONAL = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\}|\[data-md-[^{]*\{[^{}]*\}")
_WHERE = re.compile(r":where\((.*?\))\)")
# The outline of a digit would be drawn above it.
_PLAIN_DIGITS = ".thesmos-board .digit{stroke:none}"


def on_paper(picture: str) -> str:
    """Return a picture with its colours written out."""
    css = _WHERE.sub(r"\1", _CONDITIONAL.sub("", BOARD_CSS)) + _PLAIN_DIGITS
    return _coloured(_STYLE.sub(f"<style>{css}</style>", picture, count=1))


def _coloured(text: str) -> str:
    return _VARIABLE.sub(lambda variable: LIGHT.get(variable[1], LIGHT["ink"]), text)
