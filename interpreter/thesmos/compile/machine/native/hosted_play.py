"""How code that knows no game plays a match, in the small language: through a table of addresses.

A table has words of 64 bits, by these names: the addresses of the match's `options`,
`may_skip`, `choose`, `skip` and `concede`; `bits` of a slot; the slots `winners` and `chooser`; and
`work_size`, the bytes of work space after which something else may be asked.

Flags say what can be done: skip, nothing as the game is over, or only concede. `listed` lists the
options of a state, `after` makes a choice: both leave the pending codes as they are noted, and
return flags. Above the three lowest bits, `after` returns how many turns began.
"""

CONSTANTS = {"CONCEDED": -2, "SKIPPED": -1, "SKIPS": 1, "ENDED": 2, "CONCEDES": 4}
HOSTED_PLAY = """
def slot(table, state, place):
    bits = table.bits
    if bits == 16:
        return I16[state, place]
    elif bits == 8:
        return I8[state, place]
    return I32[state, place]

def flags_of(table, state, work, pending):
    if slot(table, state, table.winners) != 0:
        I64[pending, 1] = 0
        return ENDED
    skips = table.may_skip(state, work + table.work_size, pending)
    if (I64[pending, 1] + skips == 0) and (slot(table, state, table.chooser) >= 0):
        return CONCEDES
    return skips

def listed(table, state, work, pending):
    count = 0
    if slot(table, state, table.winners) == 0:
        count = table.options(state, work, pending)
    I64[pending, 0] = work
    I64[pending, 1] = count
    return flags_of(table, state, work, pending)

def after(table, state, work, pending, code):
    if code == CONCEDED:
        followed = table.concede(state, work, pending)
    elif code == SKIPPED:
        followed = table.skip(state, work, pending)
    else:
        followed = table.choose(state, work, pending, code)
    I64[pending, 1] = I64[pending, 1] * (followed & 1)
    return ((followed >> 1) << 3) | flags_of(table, state, work, pending)
"""
