"""What a program means: the reference definition, written to be read, not to be fast.

One module for each section of docs/pages/language/semantics.md, in its order:

1  state        State and values; values, sets and effects say what the text does with them
3  turns        Turns
4  options      How options are offered; in_force says which clauses are in force
5  events       One event
6  routes       What comes next
7  judging      Who has won
8  history      History; repetition, of positions
9  hidden       Hidden information; knowledge, who learns what
10 chance       Chance
13 losing       Losing
14 drafts       Drafts

Sections 11 (additional turns) and 12 (stuck and dead end) are parts of turns and routes. What none
does (section 2) is in values; functions, sets and effects (section 16) are in values, geometry,
sets, effects and afterwards. explain is the trace of section 4; play is the way in from outside;
vector writes a state as the integers of the layout, and reads it back.
"""

from thesmos.semantics import (  # noqa: F401 - each adds the meaning of constructs
    afterwards,
    agenda,
    effects,
    events,
    facts,
    history,
    losing,
    options,
    powers,
    repetition,
    sets,
    values,
)
