"""What a language has for the constructs of the clause language: one table, `tongues/<code>.py`.

frames: the texts of constructs, with gaps. phrases: forms of the language that no game declares,
as in a game's own words. nouns: the core's kinds. A frame that depends on a noun's gender is found
under `name.gender` before `name`.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import dataclass

from thesmos.diagnostics import UsageError
from thesmos_rulebook.prose import languages

ENGLISH = "en"  # the language that all others are translated from


@dataclass(frozen=True, eq=False)
class Tongue:
    """A language: its code of two letters, and its tables.

    articles: the indefinite articles, each with the gender that it tells. indefinite: what stands
    for a definite article where a thing is not known yet. wished: verbs as they stand in what is
    said of anything that is so, as after `each … that`. mends: what is written otherwise in the
    end, as `a apple`; patterns of `re`, done in this order.
    """

    code: str
    articles: Mapping[str, str]
    indefinite: Mapping[str, str]
    wished: Mapping[str, str]
    frames: Mapping[str, str]
    phrases: Mapping[str, str]
    nouns: Mapping[str, str]
    numbers: tuple[str, ...]
    mends: tuple[tuple[str, str], ...]

    def frame(self, name: str, gender: str = "") -> str:
        """The text of a construct, for a noun's gender if that matters."""
        return self.frames.get(f"{name}.{gender}") or self.frames[name]

    def has(self, name: str) -> bool:
        """Whether there is such a frame."""
        return name in self.frames

    def number(self, value: int) -> str:
        """A number of things in words, as far as the table goes."""
        return self.numbers[value] if 0 <= value < len(self.numbers) else str(value)

    def unknown(self, text: str) -> str:
        """A thing with its definite article, as it is called while nobody knows which one."""
        first, _, rest = text.partition(" ")
        return f"{self.indefinite[first]} {rest}" if first in self.indefinite else text

    def wish(self, text: str) -> str:
        """A condition as it stands where it is asked of anything: its first verb that changes."""
        verbs = "|".join(map(re.escape, self.wished)) or "$^"
        return re.sub(rf"\b(?:{verbs})\b", lambda found: self.wished[found[0]], text, count=1)

    def anew(self, tail: str) -> str:
        """The tail of a sentence as a sentence of its own."""
        text = tail.lstrip("; ")
        return f". {text[:1].upper()}{text[1:]}"

    def mended(self, text: str) -> str:
        """The text with its blanks in order and contractions made."""
        text = re.sub(r"\s+([,.;:)])", r"\1", re.sub(r"\s+", " ", text)).strip()
        for pattern, instead in self.mends:
            text = re.sub(pattern, instead, text)
        return text


def language_codes() -> list[str]:
    """The languages that sentences can be made in."""
    return sorted(module.name for module in pkgutil.iter_modules(languages.__path__))


def tongue(code: str) -> Tongue:
    """The table of a language. Raises UsageError if there is none."""
    if code not in language_codes():
        raise UsageError(
            f"there are no sentences in `{code}`", f"one of: {', '.join(language_codes())}"
        )
    made: Tongue = importlib.import_module(f"{languages.__name__}.{code}").TONGUE
    return made
