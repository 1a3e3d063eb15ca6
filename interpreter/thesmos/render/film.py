"""A film of pictures in HTML, for notebooks: one is shown, and a slider or a button moves on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

MAX_FRAMES = 300  # more of them, evenly chosen, would make a page that is slow to open
PAUSE = 700  # milliseconds that a picture is shown

_SHOW = (
    "const film = this.closest('figure');"
    "const at = film.querySelector('input').valueAsNumber;"
    "film.querySelectorAll('[data-frame]').forEach((frame, n) => { frame.hidden = n !== at; });"
)
_PLAY = (
    "const film = this.closest('figure'), slider = film.querySelector('input');"
    "clearInterval(film.timer);"
    "if (film.playing = !film.playing) {"
    "if (slider.value === slider.max) slider.value = 0;"
    "film.timer = setInterval(() => {"
    "if (slider.value === slider.max || !film.isConnected) {"
    "clearInterval(film.timer); film.playing = false; return; }"
    f"slider.stepUp(); slider.oninput(); }}, {PAUSE}); slider.oninput(); }}"
)


def film(frames: Sequence[tuple[str, str]]) -> str:
    """Return the HTML of pictures that follow each other; without scripts, it shows the last one.

    frames: of each picture the SVG, which is trusted, and what is said below it.
    """
    frames = _some(frames)
    last = len(frames) - 1
    shown = "".join(
        f"<div data-frame{'' if number == last else ' hidden'}>{picture}"
        f"<figcaption>{escape(caption)}</figcaption></div>"
        for number, (picture, caption) in enumerate(frames)
    )
    moves = (
        f'<button type="button" onclick="{escape(_PLAY)}">play</button> '
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="step" '
        f'oninput="{escape(_SHOW)}">'
    )
    return f'<figure style="max-width: 30em; margin: 0">{shown}{moves if last else ""}</figure>'


def _some(frames: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Return as many frames as a film has at most, with the first and the last."""
    if len(frames) <= MAX_FRAMES:
        return frames
    last = len(frames) - 1
    return [frames[number * last // (MAX_FRAMES - 1)] for number in range(MAX_FRAMES)]
