"""Examples: scenarios chosen for a card, their frames as Markdown and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from thesmos.render.scene import changed, scene_of
from thesmos.render.svg import Marks, svg
from thesmos.render.text_board import Picture
from thesmos_rulebook.content.localizer import Reader
from thesmos_rulebook.examples.event_text import done
from thesmos_rulebook.examples.event_text import told as told_event
from thesmos_rulebook.examples.frames import Barred, Frame, Walk
from thesmos_rulebook.examples.off_board import beside, chips, rows
from thesmos_rulebook.examples.selection import picture_name, place_of
from thesmos_rulebook.markdown import code, escaped, indented, link

MAX_OPTIONS = 14


class Painter:
    """Writes walks for one reader. link_to: where a clause is told, as seen from the page."""

    def __init__(self, reader: Reader, link_to: Mapping[str, str], folder: str) -> None:
        self.reader, self.link_to, self.folder = reader, link_to, folder
        self.pictures: dict[str, str] = {}

    def example(self, walk: Walk) -> list[str]:
        """A walk under a heading of its own."""
        reader = self.reader
        title = reader.text(walk.titles)
        name = picture_name(walk.id)
        lines = [f"### {escaped(title)} {{#{place_of(walk.id)}}}", "", self.head(walk), ""]
        lines += self.steps(walk, walk.trunk, name, ())
        for number, (branch, frames) in enumerate(walk.branches, 1):
            if said := self.branch(branch, frames):
                lines += [f"**{said}**{{.branch}}", ""]
            # Two marks, as an id may end in a number: no scenario is called like a branch.
            lines += self.steps(walk, frames, f"{name}__{number}", walk.trunk[-1:])
        return lines

    def branch(self, names: Mapping[str, str], frames: Sequence[Frame]) -> str:
        """What a branch is called; without a name in this language it is what is chosen in it."""
        if name := names.get(self.reader.language):
            return escaped(f"{name[:1].upper()}{name[1:]}")
        taken = ", ".join(self.option(frame.taken) for frame in frames if frame.taken)
        return self.reader.say("if", what=taken) if taken else ""

    def head(self, walk: Walk) -> str:
        """Who plays with what, and the clauses that it is about."""
        reader = self.reader
        held = [
            reader.say("who holds", player=player, powers=self.powers(powers))
            for player, powers in enumerate(walk.held if any(walk.held) else (), 1)
        ]
        cites = ", ".join(self.clause(cited) for cited in walk.cites)
        who = f"{' '.join(held)}  \n" if held else ""
        return f"{who}{reader.say('decided by')}: {cites}.\n{{: .evidence }}"

    def powers(self, powers: Sequence[str]) -> str:
        """The titles of powers, in a row, as Markdown."""
        titles = (escaped(self.reader.title(one)) for one in powers)
        return ", ".join(titles) or self.reader.say("without")

    def clause(self, cited: str) -> str:
        """A clause or rule by its id, with a link to where it is told."""
        target = self.link_to.get(cited)
        return link(code(cited), target) if target else code(cited)

    def steps(
        self, walk: Walk, frames: Sequence[Frame], name: str, before: Sequence[Frame]
    ) -> list[str]:
        """Frames as a numbered list; a script may show one at a time."""
        lines = [f'<div class="walk" data-search-exclude markdown {self.labels()}>', ""]
        last = before[-1] if before else None
        for number, frame in enumerate(frames, 1):
            told, badges = self.reasons(frame)
            seen = rows(self.reader, frame.position)
            if walk.picture.boards:
                file = f"{self.folder}/{name}-{number}.svg"
                self.pictures[file] = self.board(walk.picture, frame, last, badges)
                seen = [f"![{escaped(self.caption(frame))}]({file})"]
            # The list's own number comes from Markdown; what belongs to the item is indented.
            first, *more = indented("  \n".join(seen).splitlines())
            lines += [f"1.  {first.strip(' ')}  " if more else f"1.  {first.strip(' ')}", *more, ""]
            lines += [*indented(self.words(walk, frame, told)), ""]
            last = frame
        return [*lines, "</div>", ""]

    def labels(self) -> str:
        """What the buttons of the script are called."""
        names = {"back": "walk back", "next": "walk on", "all": "walk all", "one": "walk one"}
        said = {key: self.reader.say(phrase) for key, phrase in names.items()}
        said["of"] = self.reader.say("walk of", n="{n}", all="{all}")
        return " ".join(f'data-{key}="{escape(text)}"' for key, text in said.items())

    def board(
        self, picture: Picture, frame: Frame, last: Frame | None, badges: Mapping[str, str]
    ) -> str:
        """The picture of a frame; where something changed since the last one is marked."""
        now = scene_of(picture, frame.position)
        old = scene_of(picture, last.position) if last is not None and frame.taken else None
        marks = Marks(
            targets=frame.targets,
            barred=badges,
            arrows=frame.arrows,
            changed=tuple(changed(old, now)) if old is not None else (),
        )
        title = self.caption(frame)
        return svg(picture, frame.position, marks, self.reader.names, title) + "\n"

    def caption(self, frame: Frame) -> str:
        """The short text alternative of a picture."""
        board = self.reader.say("board of")
        if frame.player is None:
            return f"{board}. {self.over(frame)}"
        step = self.step(frame)
        after = f" ({frame.taken})" if frame.taken else ""
        return f"{board}{after}: {self.who(frame.player)}, {step}"

    def who(self, player: int, start: bool = False) -> str:
        """A player, or chance, in a sentence or at its start."""
        word = "player" if player else "chance"
        return self.reader.say(word.capitalize() if start else word, player=player)

    def step(self, frame: Frame) -> str:
        """What is decided: the step, that of a card by its action."""
        return self.reader.deed(frame.action) if frame.action else self.reader.step(frame.step)

    def over(self, frame: Frame) -> str:
        """How the game ended."""
        if frame.agreed:
            return self.reader.say("agreed")
        reader, winners = self.reader, [str(player) for player in frame.winners]
        if not winners:
            return reader.say("over", who=reader.say("nobody"))
        if len(winners) == 1:
            return reader.say("over", who=reader.say("event player", player=winners[0]))
        players = f"{', '.join(winners[:-1])} {reader.say('list and')} {winners[-1]}"
        return reader.say("over many", players=players)

    def words(self, walk: Walk, frame: Frame, told: Sequence[str]) -> Iterator[str]:
        """What stands beside a frame's picture."""
        reader = self.reader
        printed = walk.picture.printed
        events = (told_event(reader, event, printed) for event in frame.events)
        did = f": {escaped('; '.join(events))}" if frame.events else ""
        taken = f"{code(frame.taken)}{did}." if frame.taken else ""
        if frame.taken and not walk.picture.boards:
            taken = f"{done(reader, frame)}."
        if frame.player is None:
            yield f"{taken} **{self.over(frame)}**".strip()
            return
        who = self.who(frame.player, start=True)
        step = escaped(self.step(frame))
        step += f" ({escaped(reader.title(frame.power))})" if frame.power else ""
        skip = reader.say("may skip") if frame.may_skip else ""
        yield " ".join(filter(None, [taken, reader.say("decides", who=who, step=step), skip]))
        yield ""
        yield f"{reader.say('offered')}: {self.offered(frame)}"
        if told:
            yield ""
            yield f"{reader.say('why not')}:"
            yield ""
            yield from told
        rest = scene_of(walk.picture, frame.position).rest if walk.picture.boards else {}
        if said := [*beside(reader, walk.picture, rest)]:
            yield ""
            yield f"{reader.say('beside')}: {escaped('; '.join(said))}."

    def offered(self, frame: Frame) -> str:
        """The options, those that are a name by that."""
        shown = [self.option(text) for text in frame.options[:MAX_OPTIONS]]
        more = len(frame.options) - len(shown)
        if more:
            shown.append(self.reader.say("many", count=more))
        gap = " " if all(text in self.reader.names for text in frame.options) else ", "
        return gap.join(shown) or self.reader.say("no options")

    def option(self, text: str) -> str:
        """An option as it is written, or as a name if it is one."""
        return chips(self.reader, [text]) if text in self.reader.names else code(text)

    def reasons(self, frame: Frame) -> tuple[list[str], dict[str, str]]:
        """Why options are missing, one line a reason; and the number of it, by cell."""
        grouped: dict[str, list[Barred]] = {}
        for one in frame.barred:
            grouped.setdefault(one.because, []).append(one)
        lines, badges = [], dict[str, str]()
        for number, (because, several) in enumerate(grouped.items(), 1):
            options = ", ".join(code(one.text) for one in several)
            if not any(one.cell for one in several):
                options = chips(self.reader, [one.text for one in several])
            sentence = escaped(self.reader.sentence(because))
            lacks = because in self.reader.source.rules  # a rule has to hold; a clause acts
            quoted = f"“{sentence}”"
            quoted = self.reader.say("not so", what=quoted) if lacks else quoted
            says = f": {quoted}" if sentence else "."
            lines.append(f"- **{number}** {options}: {self.clause(because)}{says}")
            for one in several:
                if one.cell:
                    badges.setdefault(one.cell, str(number))
        return lines, badges
