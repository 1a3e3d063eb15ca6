"""Shortening repeated names: a sentence names a thing in full only once."""

from __future__ import annotations

import re

from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.verbalizer import Verbalizer, kind_name

LONG = 1.5  # a name is replaced if it is at least this many times as long as its replacement


def named_once(v: Verbalizer, text: str) -> str:
    """Return a text that calls a role with a long name `that space` from the second time on.

    The name stays if the text mentions other things of the same kind.
    """
    for role in v.game.actions[v.action].roles if v.action else ():
        name, noun = v.role(role.name), v.lexicon.kind(kind_name(role.type))
        that = "" if noun is None else v.noun_form("that", noun)
        if name is None or noun is None or len(name) < LONG * len(that):
            continue
        before, mention, after = text.partition(f"{name}{END}")
        others = rf"\b(?:{re.escape(noun.singular)}|{re.escape(noun.plural)})\b"
        if mention and not re.search(others, text.replace(mention, "")):
            text = before + mention + after.replace(mention, f"{that}{END}")
    return text
