"""The colours of pictures as CSS: light, dark, and following the colour switch of a page.

The pieces of different owners are filled differently: solid, hollow or ringed, then solid again.
Pieces without an owner have a fill of their own. The palette suits colour-blind readers, and each
fill has a contrasting colour for text on it.
"""

from __future__ import annotations

FILLS = 3  # CSS classes `side-1` to `side-3` for owners, and `on-1` to `on-3` for text on them
NOBODY = "nobody"
LIGHT = {
    "ground": "#e4ebdd", "line": "#a9b59d", "ink": "#1b211a", "edge": "#5c6657",
    "layer-1": "#f8f0da", "layer-2": "#e8cf98", "layer-3": "#c79a52", "stone": "#75613b",
    "cap": "#2b5f9e", "shine": "#bcd6f5", "one": "#0b5cab", "two": "#c24a00", "three": "#6a3d9a",
    "paper": "#ffffff", "target": "#00795c", "barred": "#b3123a", "chip": "#fff3c4",
    "light": "#f3e3c2", "dark": "#b98a5e", "wood": "#e2b877", "white": "#fffdf6",
    "black": "#1d1b1a", "red": "#c8102e", "yellow": "#e0a100", "green": "#1d7f3c",
    "blue": "#1f5fb4",
}  # fmt: skip
DARK = {
    "ground": "#26302a", "line": "#4c5a50", "ink": "#f3f5ee", "edge": "#b4bfb2",
    "layer-1": "#4a473a", "layer-2": "#77694a", "layer-3": "#ad935a", "stone": "#d9c99a",
    "cap": "#5e9be6", "shine": "#e3f0ff", "one": "#6db3ff", "two": "#ff9a52", "three": "#cba6ff",
    "paper": "#171b18", "target": "#4fe0b5", "barred": "#ff7b9a", "chip": "#5b4c12",
    "light": "#a8977a", "dark": "#5d4733", "wood": "#8a6a3e", "white": "#f7f3e6",
    "black": "#0b0b0b", "red": "#e5475f", "yellow": "#f0bd3a", "green": "#3fae62",
    "blue": "#5592e8",
}  # fmt: skip


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--b-{name}:{colour};" for name, colour in colours.items())


_RULES = """
.thesmos-board{font-family:system-ui,sans-serif;max-width:100%;height:auto}
.thesmos-board text{text-anchor:middle;font-weight:700}
.thesmos-board :where(text:not([fill])){fill:var(--b-ink)}
.thesmos-board .veil{fill:none;stroke:var(--b-ink);stroke-width:2.5;stroke-dasharray:4 3}
.thesmos-board .ground{fill:var(--b-ground);stroke:var(--b-line)}
.thesmos-board .line{fill:none;stroke:var(--b-edge);stroke-width:2}
.thesmos-board .point{fill:var(--b-edge)}
.thesmos-board .edge{fill:var(--b-edge);font-weight:500}
.thesmos-board .layer-1{fill:var(--b-layer-1);stroke:var(--b-stone)}
.thesmos-board .layer-2{fill:var(--b-layer-2);stroke:var(--b-stone)}
.thesmos-board .layer-3{fill:var(--b-layer-3);stroke:var(--b-stone)}
.thesmos-board .digit{stroke:var(--b-layer-1);stroke-width:5;paint-order:stroke}
.thesmos-board .digit{stroke-linejoin:round}
.thesmos-board .cap{fill:var(--b-cap);stroke:var(--b-ink);stroke-width:1.5}
.thesmos-board .shine{fill:none;stroke:var(--b-shine);stroke-width:3;stroke-linecap:round}
.thesmos-board .pawn{stroke-width:3}
.thesmos-board .side-nobody{fill:var(--b-chip);stroke:var(--b-ink)}
.thesmos-board .side-1{fill:var(--b-one);stroke:var(--b-one)}
.thesmos-board .side-2{fill:var(--b-paper);stroke:var(--b-two);stroke-width:4}
.thesmos-board .side-3{fill:var(--b-three);stroke:var(--b-three)}
.thesmos-board .ring{fill:none;stroke:var(--b-paper);stroke-width:1.5;stroke-dasharray:3 2}
.thesmos-board .on-nobody,.thesmos-board .on-2{fill:var(--b-ink)}
.thesmos-board .on-1,.thesmos-board .on-3{fill:var(--b-paper)}
.thesmos-board .secret{stroke-dasharray:4 3;stroke:var(--b-ink);stroke-width:2.5}
.thesmos-board .side-2.secret{stroke:var(--b-two);stroke-width:4}
.thesmos-board .chip{fill:var(--b-chip);stroke:var(--b-ink);stroke-width:1.5}
.thesmos-board .figure{fill:var(--b-chip);stroke:var(--b-ink);stroke-width:2.5}
.thesmos-board .mark{fill:var(--b-ink)}
.thesmos-board .stop{stroke:var(--b-edge);stroke-width:2;stroke-dasharray:5 4}
.thesmos-board .card{fill:var(--b-layer-1);stroke:var(--b-stone);stroke-width:2}
.thesmos-board .back{fill:var(--b-layer-3);stroke:var(--b-stone);stroke-width:2}
.thesmos-board .covered{fill:var(--b-layer-3);stroke:var(--b-stone);stroke-width:2}
.thesmos-board .rim{fill:none;stroke:var(--b-stone);stroke-dasharray:2 2}
.thesmos-board .target{fill:none;stroke:var(--b-target);stroke-width:2.5}
.thesmos-board .tint{fill:var(--b-target);fill-opacity:.12}
.thesmos-board .flag{fill:var(--b-target)}
.thesmos-board .barred{stroke:var(--b-barred);stroke-width:4;stroke-linecap:round}
.thesmos-board .badge{fill:var(--b-barred)}
.thesmos-board .on-badge{fill:var(--b-paper)}
.thesmos-board .changed{fill:none;stroke:var(--b-ink);stroke-width:2.5}
.thesmos-board .arrow{stroke:var(--b-ink);stroke-width:4;stroke-linecap:round}
.thesmos-board .head{fill:var(--b-ink)}
"""

BOARD_CSS = (
    f".thesmos-board{{{_variables(LIGHT)}}}"
    f"@media(prefers-color-scheme:dark){{.thesmos-board{{{_variables(DARK)}}}"
    f"[data-md-color-scheme=default] .thesmos-board{{{_variables(LIGHT)}}}}}"
    f"[data-md-color-scheme=slate] .thesmos-board{{{_variables(DARK)}}}"
    f"{_RULES}"
).replace("\n", "")


def fill_of(owner: int) -> str:
    """Return the fill of an owner's pieces, as used in CSS classes.

    owner: 0 for none.
    """
    return str((owner - 1) % FILLS + 1) if owner else NOBODY
