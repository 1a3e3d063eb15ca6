"""What a sentence has named once is not named in full again."""

from __future__ import annotations

import re

from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.verbalizer import Verbalizer, kind_name

LONG = 1.5  # times as long as what stands for a name: so long is one that is worth replacing


def named_once(v: Verbalizer, text: str) -> str:
    """Return a text in which a role with a long name is `that space` from the second time on.

    The name stays where the text speaks of other things of the kind.
    """
    for role in v.game.actions[v.action].roles if v.action else ():
        name, noun = v.role(role.name), v.lexicon.kind(kind_name(role.type))
        that = "" if noun is None else v.noun_form("that", noun)
        if name is None or noun is None or len(name) < LONG * len(that):
            continue
        before, found, after = text.partition(f"{name}{END}")
        others = rf"\b(?:{re.escape(noun.one)}|{re.escape(noun.many)})\b"
        if found and not re.search(others, text.replace(found, "")):
            text = before + found + after.replace(found, f"{that}{END}")
    return text
