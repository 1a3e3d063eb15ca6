"""The pages of scenarios: all that test a game, as written, with a page for each folder."""

from __future__ import annotations

from pathlib import Path

from thesmos_rulebook.markdown import NOT_SEARCHED, escaped, link, page
from thesmos_rulebook.pages import card_sections as sections
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.scenario_folders import scenario_anchor


def scenarios_index(context: PageContext) -> str:
    """Return the page that lists the folders."""
    localizer = context.localizer
    lines = [f"{localizer.phrase('scenarios lead')} {localizer.phrase('as files')}", ""]
    for folder, scenarios in context.site_map.scenario_folders.items():
        target = context.site_map.to_index(f"scenarios/{folder}", context.page)
        lines.append(f"- {link(escaped(_title(context, folder)), target)} {len(scenarios)}")
    return page(localizer.phrase("tests"), lines)


def scenarios_page(context: PageContext, folder: str) -> str:
    """Return the page of a folder: each scenario drawn step by step, and as written."""
    localizer = context.localizer
    lines = list[str]()
    for scenario in context.site_map.scenario_folders[folder]:
        title = escaped(localizer.text(scenario.titles))
        lines += [f"## {title} {{#{scenario_anchor(scenario.id)}}}", ""]
        lines += context.renderer.played(context.recordings[scenario.id])
        written = Path(scenario.file).read_text(encoding="utf-8")
        lines += sections.folded(scenario.id, written)
    context.keep_pictures()
    title = f"{localizer.phrase('tests')}: {escaped(_title(context, folder))}"
    return page(title, lines, NOT_SEARCHED)


def _title(context: PageContext, folder: str) -> str:
    """Return the title of a folder: that of its card, if it is named after one."""
    if folder in context.localizer.source.cards:
        return context.localizer.title(folder)
    return folder
