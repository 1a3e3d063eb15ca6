"""The page of the recorded decisions that rulings cite, each drawn before and after the choice."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.render.text_board import picture_of
from thesmos_rulebook.content.excerpts import Excerpt
from thesmos_rulebook.examples.frames import Recording, ScenarioFrame
from thesmos_rulebook.markdown import NOT_SEARCHED, code, escaped, link, page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.scenario_folders import evidence_anchor

SILENT = ("note", "turn")  # events that change nothing on the board


def evidence_page(context: PageContext) -> str:
    """Return the page: each decision with the rulings that cite it."""
    localizer, source = context.localizer, context.localizer.source
    lines = [localizer.phrase("recorded lead"), ""]
    for excerpt in source.excerpts.values():
        lines += [f"## {code(excerpt.cited)} {{#{evidence_anchor(excerpt.cited)}}}", ""]
        lines += [*_cited_by(context, excerpt), ""]
        recording = _recording(context, excerpt)
        name = evidence_anchor(excerpt.cited)
        lines += context.renderer.steps(recording, recording.trunk, name, ())
    context.keep_pictures()
    return page(localizer.phrase("recorded"), lines, NOT_SEARCHED)


def _cited_by(context: PageContext, excerpt: Excerpt) -> Iterator[str]:
    """Yield who held what, where it was recorded, and the rulings that cite it."""
    localizer, phrase = context.localizer, context.localizer.phrase
    held = [
        phrase("who holds", player=player, powers=", ".join(map(localizer.title, powers)))
        for player, powers in enumerate(excerpt.decision.get("held", ()), 1)
        if powers
    ]
    rulings = [
        link(escaped(localizer.text(ruling.title)), context.site_map.ruling(ruling, context.page))
        for ruling in localizer.source.rulings
        if excerpt.cited in ruling.evidence
    ]
    yield f"{escaped(' '.join(held))} {phrase('edition')}: {code(excerpt.edition)}.".strip()
    yield f"{phrase('rulings')}: {', '.join(rulings)}"


def _recording(context: PageContext, excerpt: Excerpt) -> Recording:
    """Return a decision as frames: before the choice, and after it."""
    source, decision = context.localizer.source, excerpt.decision
    modes = [mode for mode in source.modes.values() if mode.players == excerpt.players]
    game = source.game.match(mode=modes[0].slug).linked if modes else source.linked
    position = decision.get("position", {})
    before = ScenarioFrame(
        position, "", (), (), decision["player"], decision["step"],
        decision.get("power"), tuple(decision["options"]), bool(decision.get("may_skip")),
    )  # fmt: skip
    events = [event for event in decision.get("events", ()) if event.get("e") not in SILENT]
    arrows = tuple((e["from"], e["to"]) for e in events if "from" in e and "to" in e)
    did = tuple({key: str(value) for key, value in event.items()} for event in events)
    winners = tuple((excerpt.result or {}).get("winners", ()))
    after = ScenarioFrame(
        excerpt.after or position, decision["choice"], did, arrows, None, "",
        winners=winners, over=excerpt.after is None,
    )  # fmt: skip
    held = tuple(tuple(powers) for powers in decision.get("held", ()))
    return Recording(excerpt.cited, {}, (), picture_of(game), held, (before, after))
