"""Recorded scenarios as Markdown and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from thesmos.render.scene import changed
from thesmos.render.svg import Marks, svg
from thesmos.render.text_board import Picture
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.event_text import describe_event, events_as_chips
from thesmos_rulebook.examples.frames import BarredOption, Recording, ScenarioFrame
from thesmos_rulebook.examples.off_board import (
    chips,
    describe_off_board,
    off_picture,
    position_rows,
)
from thesmos_rulebook.examples.selection import example_anchor, picture_name
from thesmos_rulebook.markdown import code, escaped, indented, link

MAX_OPTIONS = 14


class ExampleRenderer:
    """Renders recordings in one language.

    links: links to clauses, relative to the page. page: its path without the ending.
    pictures: what is drawn, by path. starts: how a script opens a board at each series of frames,
        in the order of the page: see boards/opening.js.
    """

    def __init__(self, localizer: Localizer, links: Mapping[str, str], page: str) -> None:
        self.localizer, self.links, self.page = localizer, links, page
        self.folder = page.rpartition("/")[2]
        self.pictures: dict[str, str] = {}
        self.starts: list[Mapping[str, Any]] = []

    def render(self, recording: Recording) -> list[str]:
        """Render a recording under its own heading."""
        title = self.localizer.text(recording.titles)
        return [
            f"### {escaped(title)} {{#{example_anchor(recording.id)}}}",
            "",
            *self.played(recording),
        ]

    def played(self, recording: Recording) -> list[str]:
        """Render a recording: who holds what, what it cites, and its steps."""
        name = picture_name(recording.id)
        lines = [self.head(recording), ""]
        lines += self.steps(recording, recording.trunk, name, ())
        for number, (branch, frames) in enumerate(recording.branches, 1):
            if not frames:
                continue  # it only says more of the end of the trunk
            if text := self.branch(branch, frames):
                lines += [f"**{text}**{{.branch}}", ""]
            # Two underscores keep a branch apart from a scenario whose id ends in a number.
            lines += self.steps(recording, frames, f"{name}__{number}", recording.trunk[-1:])
        return lines

    def branch(self, names: Mapping[str, str], frames: Sequence[ScenarioFrame]) -> str:
        """Return the title of a branch: its name, or the options chosen in it."""
        if name := names.get(self.localizer.language):
            return escaped(f"{name[:1].upper()}{name[1:]}")
        taken = ", ".join(self.option(frame.taken) for frame in frames if frame.taken)
        return self.localizer.phrase("if", what=taken) if taken else ""

    def head(self, recording: Recording) -> str:
        """Return who holds which powers, and the clauses that the example cites."""
        localizer = self.localizer
        held = [
            localizer.phrase("who holds", player=player, powers=self.powers(powers))
            for player, powers in enumerate(recording.held if any(recording.held) else (), 1)
        ]
        cites = ", ".join(self.clause(cited) for cited in recording.cites)
        who = f"{' '.join(held)}  \n" if held else ""
        return f"{who}{localizer.phrase('decided by')}: {cites}.\n{{: .evidence }}"

    def powers(self, powers: Sequence[str]) -> str:
        """Return the titles of powers, as Markdown."""
        titles = (escaped(self.localizer.title(power)) for power in powers)
        return ", ".join(titles) or self.localizer.phrase("without")

    def clause(self, cited: str) -> str:
        """Return the id of a clause or rule, as a link to its sentence."""
        target = self.links.get(cited)
        return link(code(cited), target) if target else code(cited)

    def steps(
        self,
        recording: Recording,
        frames: Sequence[ScenarioFrame],
        name: str,
        before: Sequence[ScenarioFrame],
    ) -> list[str]:
        """Render frames as a numbered list; a script can show them one at a time."""
        opens = self.opens(recording, frames, () if frames is recording.trunk else recording.trunk)
        lines = [f'<div class="walk" data-search-exclude markdown{opens}>', ""]
        last = before[-1] if before else None
        for number, frame in enumerate(frames, 1):
            reasons, badges = self.reasons(frame)
            seen = []
            if recording.picture.draws(frame.position):
                file = f"{self.folder}/{name}-{number}.svg"
                self.pictures[file] = self.board(recording, frame, last, badges)
                seen = [f"![{escaped(self.caption(frame))}]({file})"]
            if not recording.picture.boards:
                rest = off_picture(recording.picture, frame.position)
                seen += position_rows(self.localizer, rest)
            # Markdown numbers the list; what belongs to an item is indented.
            first, *more = indented("  \n".join(seen).splitlines())
            lines += [f"1.  {first.strip(' ')}  " if more else f"1.  {first.strip(' ')}", *more, ""]
            lines += [*indented(self.frame_text(recording, frame, reasons)), ""]
            last = frame
        return [*lines, "</div>", ""]

    def opens(
        self,
        recording: Recording,
        frames: Sequence[ScenarioFrame],
        before: Sequence[ScenarioFrame],
    ) -> str:
        """Note how a script opens a board at a frame; return where it is noted, as an attribute.

        before: the frames of which these are a branch.
        """
        if not recording.start:
            return ""
        moves = [frame.taken for frame in (*before, *frames) if frame.taken]
        earlier = sum(bool(frame.taken) for frame in (*before, *frames[:1]))
        self.starts.append({
            "game": self.localizer.source.folder, "moves": moves, "earlier": earlier,
            **self.localizer.source.only_setting,
            **recording.start,
        })  # fmt: skip
        return f' data-start="{escape(self.page)} {len(self.starts) - 1}"'

    def board(
        self,
        recording: Recording,
        frame: ScenarioFrame,
        last: ScenarioFrame | None,
        badges: Mapping[str, str],
    ) -> str:
        """Draw the picture of a frame, with what changed since the last one marked."""
        old = recording.scene(last) if last is not None and frame.taken else None
        marks = Marks(
            targets=frame.targets,
            barred=badges,
            arrows=frame.arrows,
            changed=tuple(changed(old, recording.scene(frame))) if old is not None else (),
        )
        title = self.caption(frame)
        return svg(recording.picture, frame.position, marks, self.localizer.names, title) + "\n"

    def caption(self, frame: ScenarioFrame) -> str:
        """Return the short text alternative of a picture."""
        board = self.localizer.phrase("board of")
        if frame.player is None:
            return f"{board}. {self.result(frame)}" if frame.over else f"{board} ({frame.taken})"
        step = self.step(frame)
        after = f" ({frame.taken})" if frame.taken else ""
        return f"{board}{after}: {self.player_name(frame.player)}, {step}"

    def player_name(self, player: int, start: bool = False) -> str:
        """Return a player, or chance, as it is called inside a sentence or at its start."""
        word = "player" if player else "chance"
        return self.localizer.phrase(word.capitalize() if start else word, player=player)

    def step(self, frame: ScenarioFrame) -> str:
        """Return what is decided: the step, or for a card's step its action."""
        return (
            self.localizer.action_name(frame.action)
            if frame.action
            else self.localizer.step_name(frame.step)
        )

    def result(self, frame: ScenarioFrame) -> str:
        """Return how the game ended."""
        if frame.agreed:
            return self.localizer.phrase("agreed")
        localizer, winners = self.localizer, [str(player) for player in frame.winners]
        if not winners:
            return localizer.phrase("over", who=localizer.phrase("nobody"))
        if len(winners) == 1:
            return localizer.phrase("over", who=localizer.phrase("event player", player=winners[0]))
        players = f"{', '.join(winners[:-1])} {localizer.phrase('list and')} {winners[-1]}"
        return localizer.phrase("over many", players=players)

    def frame_text(
        self, recording: Recording, frame: ScenarioFrame, reasons: Sequence[str]
    ) -> Iterator[str]:
        """Yield the text beside a frame's picture."""
        localizer = self.localizer
        printed = recording.picture.printed
        powers = [slug for held in recording.held for slug in held]
        events = (describe_event(localizer, event, printed, powers) for event in frame.events)
        did = f": {escaped('; '.join(events))}" if frame.events else ""
        taken = f"{code(frame.taken)}{did}." if frame.taken else ""
        if frame.taken and not recording.picture.boards:
            taken = f"{events_as_chips(localizer, frame)}."
        if frame.player is None:
            yield f"{taken} **{self.result(frame)}**".strip() if frame.over else taken
            return
        who = self.player_name(frame.player, start=True)
        step = escaped(self.step(frame))
        step += f" ({escaped(localizer.title(frame.power))})" if frame.power else ""
        skip = localizer.phrase("may skip") if frame.may_skip else ""
        yield " ".join(filter(None, [taken, localizer.phrase("decides", who=who, step=step), skip]))
        yield ""
        yield f"{localizer.phrase('offered')}: {self.offered(recording.picture, frame)}"
        if reasons:
            yield ""
            yield f"{localizer.phrase('why not')}:"
            yield ""
            yield from reasons
        boards = bool(recording.picture.boards)
        rest = off_picture(recording.picture, frame.position) if boards else {}
        if parts := [*describe_off_board(localizer, recording.picture, rest)]:
            yield ""
            yield f"{localizer.phrase('beside')}: {escaped('; '.join(parts))}."

    def offered(self, picture: Picture, frame: ScenarioFrame) -> str:
        """Return the options, by where they begin; how each is written can be opened.

        Options that are names are shown as names.
        """
        groups = grouped_by_origin(picture, frame.options)
        if not groups:
            shown = [self.option(text) for text in frame.options]
            gap = " " if all(text in self.localizer.names for text in frame.options) else ", "
            text = gap.join(shown) or self.localizer.phrase("no options")
            return text if len(shown) <= MAX_OPTIONS else self._folded(frame.options)
        if groups == {"": [*frame.options]}:  # they are written as they are said
            return f"{', '.join(frame.options)}."
        ways = [
            self.localizer.phrase("from to", origin=origin, cells=", ".join(cells))
            if origin
            else ", ".join(cells)
            for origin, cells in groups.items()
        ]
        return f"{'; '.join(ways)}. {self._folded(frame.options)}"

    def _folded(self, options: Sequence[str]) -> str:
        """Return options as they are written, which a reader can open."""
        count = escape(self.localizer.phrase("option count", count=len(options)))
        codes = ", ".join(map(escaped, options))
        return f'<details class="codes"><summary>{count}</summary><code>{codes}</code></details>'

    def option(self, text: str) -> str:
        """Return an option as it is written, or as a name if it is one."""
        return chips(self.localizer, [text]) if text in self.localizer.names else code(text)

    def reasons(self, frame: ScenarioFrame) -> tuple[list[str], dict[str, str]]:
        """Return why options are missing, a line for each reason, and its number by cell."""
        grouped: dict[str, list[BarredOption]] = {}
        for option in frame.barred:
            grouped.setdefault(option.because, []).append(option)
        lines, badges = [], dict[str, str]()
        for number, (because, several) in enumerate(grouped.items(), 1):
            options = ", ".join(code(option.text) for option in several)
            if not any(option.cell for option in several):
                options = chips(self.localizer, [option.text for option in several])
            sentence = escaped(self.localizer.sentence(because))
            quoted = f"“{sentence}”"
            if because in self.localizer.source.rules:  # a rule is a requirement, a clause is not
                quoted = self.localizer.phrase("not so", what=quoted)
            says = f": {quoted}" if sentence else "."
            lines.append(f"- **{number}** {options}: {self.clause(because)}{says}")
            for option in several:
                if option.cell:
                    badges.setdefault(option.cell, str(number))
        return lines, badges


def grouped_by_origin(picture: Picture, options: Sequence[str]) -> dict[str, list[str]]:
    """Return the cells that options lead to, by the cell that they start from.

    Options that only name a cell have the origin ``. Empty if an option is neither.
    """
    names = sorted((n for board in picture.boards for n in board.names), key=len, reverse=True)
    cell = "|".join(map(re.escape, names)) or "(?!)"
    way = re.compile(rf"@?(?:({cell})[-+~x])?({cell})")
    result: dict[str, list[str]] = {}
    for text in options:
        match = way.fullmatch(text)
        if match is None:
            return {}
        result.setdefault(match.group(1) or "", []).append(match.group(2))
    return result
