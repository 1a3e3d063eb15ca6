"""Lists that a script can filter by words and by marks; without the script they show everything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from thesmos_rulebook.content.localizer import Localizer


@dataclass(frozen=True)
class Pick:
    """A filter of a list: readers pick one of the texts that entries have in a class of marks.

    mark: the class.
    label: its label in the page's language.
    lenient: whether entries without such a mark always fit.
    """

    mark: str
    label: str
    lenient: bool = False


def filtered_list(
    localizer: Localizer, lines: Iterable[str], picks: Iterable[Pick], kind: str = ""
) -> Iterator[str]:
    """Yield a list with what the script needs.

    kind: an additional class of the whole list.

    Its entries are the items of the lists in it, or the elements of the class `entry`.
    """
    picked = [(pick.mark, pick.label, pick.lenient) for pick in picks]
    data = {
        "filter": localizer.phrase("filter"),
        "any": localizer.phrase("any"),
        "name": localizer.phrase("name filter"),
        "picks": json.dumps(picked, ensure_ascii=False),
        "shown": localizer.phrase("shown", n="{n}", all="{all}"),
    }
    attributes = " ".join(f'data-{key}="{escape(text)}"' for key, text in data.items())
    kinds = f"{kind} filtered".strip()
    yield from (f'<div class="{kinds}" markdown {attributes}>', "", *lines, "</div>", "")
