"""The words and rules of a language: a table for each, in `languages/<code>/`.

templates: the texts of constructs, with gaps. core: the texts of the functions of the core and of
whose turn it is. nouns: the kinds of the core. A template that depends on a noun's gender is looked
up as `name.gender` before `name`.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import dataclass

from thesmos.diagnostics import UsageError
from thesmos_rulebook.prose import languages

ENGLISH = "en"  # the language that all others are translated from
END = "\x01"  # marks where the name of a thing ends, so that a sentence knows what it begins with


@dataclass(frozen=True, eq=False)
class Language:
    """A language: its two-letter code, and its tables.

    articles: the indefinite articles, with the gender each implies.
    indefinite: the indefinite article for each definite one.
    subjunctives: verb forms for conditions about any thing, as after `each … that`.
    corrections: pairs of a regular expression and its replacement, applied in order to a finished
        text, as for `a apple`.
    agreements: the same, but applied while END still follows the names of things, as for `you has`.
    negations: a regular expression for words of which one negates what follows in its clause.
    negates_twice: whether `nobody` after a verb needs a `not` before the verb.
    repeated: what a person is called first and from then on, and a regular expression for others
        whom the second could mean; in a text with these it is not used.
    """

    code: str
    articles: Mapping[str, str]
    indefinite: Mapping[str, str]
    subjunctives: Mapping[str, str]
    templates: Mapping[str, str]
    core: Mapping[str, str]
    nouns: Mapping[str, str]
    numbers: tuple[str, ...]
    corrections: tuple[tuple[str, str], ...]
    agreements: tuple[tuple[str, str], ...] = ()
    negations: str = "$^"
    negates_twice: bool = False
    repeated: tuple[tuple[str, str, str], ...] = ()

    def template(self, name: str, gender: str = "") -> str:
        """Return the template of a construct, for a noun's gender where it matters."""
        return self.templates.get(f"{name}.{gender}") or self.templates[name]

    def has_template(self, name: str) -> bool:
        """Return whether there is a template of this name."""
        return name in self.templates

    def number(self, value: int) -> str:
        """Return a number in words, or in digits beyond the end of the table."""
        return self.numbers[value] if 0 <= value < len(self.numbers) else str(value)

    def with_indefinite_article(self, text: str) -> str:
        """Return a text with its definite article replaced by the indefinite one."""
        first, _, rest = text.partition(" ")
        return f"{self.indefinite[first]} {rest}" if first in self.indefinite else text

    def without_article(self, text: str) -> tuple[str, str]:
        """Return a text without its article, and the gender; empty if it has none."""
        first, _, rest = text.partition(" ")
        article = self.indefinite.get(first, first)
        return (rest, self.articles[article]) if article in self.articles else ("", "")

    def gender_of(self, text: str) -> str:
        """Return the gender that a text's first article implies; empty if it has none."""
        first, _, _ = text.partition(" ")
        return self.articles.get(self.indefinite.get(first, first), "")

    def is_name(self, text: str) -> bool:
        """Return whether a text is a definite article and one word, as a name for a thing."""
        first, _, rest = text.partition(" ")
        return first in self.indefinite and rest != "" and " " not in rest

    def subjunctive(self, text: str) -> str:
        """Return a condition with its first verb in the form for conditions about any thing."""
        verbs = "|".join(map(re.escape, self.subjunctives)) or "$^"
        return re.sub(rf"\b(?:{verbs})\b", lambda verb: self.subjunctives[verb[0]], text, count=1)

    def as_sentence(self, tail: str) -> str:
        """Return the tail of a sentence as a sentence of its own."""
        text = tail.lstrip("; ")
        return f". {text[:1].upper()}{text[1:]}"

    def tidied(self, text: str) -> str:
        """Return the text with its spaces in order, contractions made and articles adjusted."""
        for pattern, instead in self.agreements:
            text = re.sub(pattern, instead, text)
        text = re.sub(r"\s+([,.;:)])", r"\1", re.sub(r"\s+", " ", text.replace(END, ""))).strip()
        for first, later, others in self.repeated:
            before, mention, after = text.partition(first)
            if mention and not re.search(rf"\b(?:{others})\b", text.replace(first, "")):
                text = before + mention + after.replace(first, later)
        for pattern, instead in self.corrections:
            text = re.sub(pattern, instead, text)
        return text


@functools.cache
def language_codes() -> tuple[str, ...]:
    """Return the codes of the languages that sentences can be made in, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(languages.__path__)))


def load_language(code: str) -> Language:
    """Return the table of a language. Raises UsageError if there is none."""
    if code not in language_codes():
        raise UsageError(
            f"there are no sentences in `{code}`", f"one of: {', '.join(language_codes())}"
        )
    result: Language = importlib.import_module(f"{languages.__name__}.{code}").LANGUAGE
    return result
