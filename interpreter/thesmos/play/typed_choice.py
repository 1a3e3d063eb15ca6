"""The choice that a user has typed: case, blanks and signs count only where they have to."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from thesmos.choice_words import as_typed, in_any_case
from thesmos.play.choice import Choice, find_choice
from thesmos.play.options import Option
from thesmos.play.protocols import State


def typed_choice(state: State, typed: str, *, numbers: bool = False) -> Choice | None:
    """Return the choice that a user typed.

    This is an option's text, `skip` or `concede`; None if it is not offered. Blanks around a text
    and doubled ones do not count, nor do case and signs where they would not tell options apart;
    but an option with exactly this text wins, then `skip` and `concede`.

    numbers: whether it may be the number of an option, from 1; an option whose text is a number
        wins over the one with that number.
    """
    typed = as_typed(typed)
    choice = find_choice(state, typed)
    decision = state.decision
    if choice is not None or decision is None or not typed:
        return choice
    options = decision.options
    texts = [option.text for option in options]
    option = (
        option_called(typed, options, texts)
        or option_called(typed, options, texts, any_case=True)
        or (option_called(typed, options, map(str, itertools.count(1))) if numbers else None)
        or option_called(_letters_of(typed), options, map(_letters_of, texts), any_case=True)
    )
    return None if option is None else Choice(option.text, option)


def option_called(
    typed: str, options: Iterable[Option], names: Iterable[str], *, any_case: bool = False
) -> Option | None:
    """Return the option that a user calls by its name; None if none or several have that name.

    names: of each option. any_case: whether case does not count.
    """
    plain = in_any_case if any_case else as_typed
    wanted = plain(typed)
    pairs = zip(options, names, strict=False)
    matching = [option for option, name in pairs if plain(name) == wanted]
    return matching[0] if len(matching) == 1 else None


def _letters_of(text: str) -> str:
    """Return the letters and digits of a text: `e2e4` of `E2-E4`, but for the case."""
    return "".join(letter for letter in text if letter.isalnum())
