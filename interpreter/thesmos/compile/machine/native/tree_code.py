"""How a tree of choices grows, in the small language: see tree.py.

It knows no game (see hosted_play.py), and draws the same numbers for the same decisions as Python
(play/search_tree.py).
A node is a choice (see Node). Children are in the order of their codes; those below 0 are the last.

The way of a round is a list of steps: the node, which player chose it, and among how many choices.
A leaf that waits is its node, and the first step of its way and the one after the last.
"""

from __future__ import annotations

from functools import cache
from struct import Struct
from typing import NamedTuple

from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.loops.random_games import DICE
from thesmos.compile.machine.native.engine import LoadedCode, object_code
from thesmos.compile.machine.native.hosted_play import CONSTANTS, HOSTED_PLAY
from thesmos.compile.machine.native.llvm import printed
from thesmos.compile.machine.native.tree_choosing import CHOOSING
from thesmos.compile.machine.small_language import functions, words
from thesmos.dice import FIRST, GAMMA, SECOND

TREE_FUNCTIONS = "options", "may_skip", "choose", "skip", "concede", "picked", "game"
_NUMBERS = (
    "bits", "size", "winners", "chooser", "step", "work_size", "state", "work", "pending", "nodes",
    "capacity", "used", "dice", "path", "explore", "logs", "shares", "alike", "players", "worlds",
    "weights_up_to", "world_count", "done", "equals", "untried", "proves", "asks_values",
    "asks_priors", "leaves", "leaf_states", "waiting",
)  # fmt: skip
WORDS = TREE_FUNCTIONS + _NUMBERS
FLOATS = ("explore",)  # words that are floats
_STEP, _LEAF = words(("node", "player", "choices")), words(("node", "begin", "end"))
STEP_SIZE, _LEAF_SIZE = 8 * len(_STEP), 8 * len(_LEAF)
DEPTHS = 1 << 16  # steps of all ways that are kept, at most
_ROOM = DEPTHS // 2  # steps that may be kept when a round begins


class Node(NamedTuple):
    """A node as it is in memory: numbers of 32 bits, then floats.

    child: the number of its first child. next: that of the next child of the same node.
    met: the rounds in which it was available. proven: its proven outcome.
    total: the sum of its results. share: 1 / its rounds. mean: the product of both.
    """

    child: int
    next: int
    code: int
    rounds: int
    met: int
    proven: int
    total: float
    share: float
    mean: float
    prior: float


NODE = Struct("=6i4d")
_NODE = {
    **{name: ("I32", place) for place, name in enumerate(Node._fields[:6])},
    **{name: ("F64", place) for place, name in enumerate(Node._fields[6:], 3)},
}
_FLOATS = {word: ("F64", WORDS.index(word)) for word in FLOATS}
_FIELDS = words(WORDS) | _FLOATS | _STEP | _LEAF | _NODE

# `rounds` makes rounds: it goes down the tree, adds a choice, plays on at random, and credits.
_SOURCE = f"""{DICE.format(first="")}
def next_number(table):
    table.dice += GAMMA
    return mixed(table.dice)

def below(table, count):
    return place_of_few(next_number(table), count)

def first_state(table):
    place = 0
    last = table.world_count - 1
    if last > 0:
        up_to = table.weights_up_to
        drawn = below(table, I64[up_to, last])
        while place < last:
            middle = (place + last) >> 1
            if I64[up_to, middle] > drawn:
                last = middle
            else:
                place = middle + 1
    return table.worlds + place * table.size

def number_of(code):
    return code & LOW_HALF

def new_child(table, node, before, child, code):
    number = table.used
    if number >= table.capacity:
        return 0
    table.used = number + 1
    at = table.nodes + number * NODE
    at.next = child
    at.code = code
    at.met = node.rounds + 1
    if before == 0:
        node.child = number
    else:
        before.next = number
    return at

def child_of(table, node, code):
    nodes = table.nodes
    before = 0
    child = node.child
    while child != 0:
        at = nodes + child * NODE
        present = at.code
        if present == code:
            return at
        elif number_of(present) > number_of(code):
            break
        before = at
        child = at.next
    return new_child(table, node, before, child, code)

def below_node(table, node, code):
    if node == 0:
        return 0
    return child_of(table, node, code)

def is_new(node):
    if node == 0:
        return 1
    return node.rounds == 0

def proven_of(node):
    if node == 0:
        return 0
    return node.proven

def decided(table, parent, chooser, choices, outcome):
    if F64[worth(table, outcome), chooser] == 1.0:
        return outcome
    nodes = table.nodes
    most = 0.0
    which = 0
    several = 0
    child = parent.child
    while child != 0:
        at = nodes + child * NODE
        proven = at.proven
        if proven == 0:
            return 0
        share = F64[worth(table, proven), chooser]
        if (share > most) or (which == 0):
            most = share
            which = proven
            several = 0
        elif (share == most) and (proven != which):
            several = 1
        choices -= 1
        child = at.next
    if (choices != 0) or (several != 0):
        return 0
    return which

def prove(table, first, last, outcome):
    at = last - STEP
    while outcome != 0:
        node = at.node
        chooser = at.player
        if node != 0:
            node.proven = outcome
        if (at == first) or (chooser < 0):
            break
        choices = at.choices
        at -= STEP
        outcome = decided(table, at.node, chooser, choices, outcome)
    return 0

def took(node):
    times = node.rounds + 1
    node.rounds = times
    node.share = 1.0 / float(times)
    return 0

def gained(node, results, chooser):
    if chooser >= 0:
        total = node.total + F64[results, chooser]
        node.total = total
        node.mean = total * node.share
    return 0

def keep_leaf(table, state, first, last):
    number = table.waiting
    table.waiting = number + 1
    leaf = table.leaves + number * LEAF
    leaf.node = (last - STEP).node
    leaf.begin = first
    leaf.end = last
    copy(table.leaf_states + number * table.size, state, table.size)
    return 0

def rounds(table, count, waits):
    state = table.state
    work = table.work
    pending = table.pending
    size = table.size
    root = table.nodes
    path = table.path
    values = table.asks_values
    priors = table.asks_priors
    room = path + ROOM
    end = path + DEPTHS - STEP
    first = path
    number = 0
    while (number < count) and (root.proven == 0):
        if (values | priors) != 0:
            if (table.waiting == waits) or (first > room):
                break
        number += 1
        table.done += 1
        copy(state, first_state(table), size)
        node = root
        first.node = root
        first.player = -1
        last = first + STEP
        grown = 0
        outcome = 0
        flags = listed(table, state, work, pending)
        while ((flags & ENDED) == 0) and (grown == 0):
            chooser = slot(table, state, table.chooser)
            choices = 0
            if chooser < 0:
                step = slot(table, state, table.step)
                goes_on = 1
                while goes_on:
                    drawn = next_number(table)
                    place = table.picked(state, work, pending, drawn, 0)
                    if (place < 0) or (place >= I64[pending, 1]):
                        grown = 1
                        break
                    code = I32[I64[pending, 0], place]
                    node = below_node(table, node, code)
                    flags = after(table, state, work, pending, code)
                    now = slot(table, state, table.chooser)
                    same = slot(table, state, table.step) == step
                    goes_on = ((flags & ENDED) == 0) and (now < 0) and (same != 0)
            else:
                code = CONCEDED
                if (flags & CONCEDES) == 0:
                    choices = I64[pending, 1] + (flags & SKIPS)
                if priors != 0:
                    code = best_by_prior(table, node, choices, chooser)
                else:
                    code = best(table, node, choices, chooser)
                choices = choices + (choices == 0)
                node = below_node(table, node, code)
                outcome = proven_of(node)
                if outcome == 0:
                    flags = after(table, state, work, pending, code)
            grown = (grown != 0) or (is_new(node) != 0) or (outcome != 0)
            last.node = node
            last.player = chooser
            last.choices = choices
            last += STEP
            grown = (grown != 0) or (last > end)
        if (outcome == 0) and ((flags & ENDED) != 0):
            outcome = I32[table.alike, slot(table, state, table.winners)]
            if table.proves != 0:
                prove(table, first, last, outcome)
        results = 0
        if outcome == 0:
            if (values | priors) != 0:
                keep_leaf(table, state, first, last)
            if values == 0:
                drawn = next_number(table)
                table.game(state, work, pending, drawn, LIMIT, 0)
                outcome = slot(table, state, table.winners)
        if (outcome != 0) or (values == 0):
            results = worth(table, outcome)
        at = last
        while at != first:
            at -= STEP
            node = at.node
            if node != 0:
                took(node)
                if results == 0:
                    node.mean = node.total * node.share
                else:
                    gained(node, results, at.player)
        if results == 0:
            first = last
    return number

def expand(table, node, codes, shares, count):
    nodes = table.nodes
    before = 0
    child = node.child
    for place in range(count):
        code = I32[codes, place]
        at = nodes + child * NODE
        while (child != 0) and (number_of(at.code) < number_of(code)):
            before = at
            child = at.next
            at = nodes + child * NODE
        if (child == 0) or (at.code != code):
            at = new_child(table, node, before, child, code)
        if at == 0:
            break
        at.prior = F64[shares, place]
        before = at
        child = at.next
    return 0

def answer(table, values, begins, ends, codes, shares):
    players = table.players
    for number in range(table.waiting):
        leaf = table.leaves + number * LEAF
        node = leaf.node
        if values != 0:
            first = leaf.begin
            at = leaf.end
            while at != first:
                at -= STEP
                if at.node != 0:
                    gained(at.node, values + number * players * 8, at.player)
        if (begins != 0) and (node != 0):
            begin = I64[begins, number]
            expand(table, node, codes + 4 * begin, shares + 8 * begin, I64[ends, number] - begin)
    table.waiting = 0
    return 0

def moved_below(table, code, to):
    nodes = table.nodes
    child = nodes.child
    while child != 0:
        at = nodes + child * NODE
        if at.code == code:
            break
        child = at.next
    if child == 0:
        return 1
    copy(to, nodes + child * NODE, NODE)
    to.next = 0
    used = 1
    done = 0
    while done < used:
        parent = to + done * NODE
        done += 1
        before = 0
        child = parent.child
        while child != 0:
            old = nodes + child * NODE
            new = to + used * NODE
            copy(new, old, NODE)
            new.next = 0
            if before == 0:
                parent.child = used
            else:
                before.next = used
            before = new
            used += 1
            child = old.next
    return used
"""
_CONSTANTS = {
    **CONSTANTS, "STEP": STEP_SIZE, "LEAF": _LEAF_SIZE, "NODE": NODE.size,
    "FIRST": FIRST, "SECOND": SECOND, "GAMMA": GAMMA, "LOW_HALF": (1 << 32) - 1,
    "DEPTHS": DEPTHS * STEP_SIZE, "ROOM": _ROOM * STEP_SIZE, "LIMIT": MAX_DECISIONS,
}  # fmt: skip


@cache
def tree_code() -> LoadedCode:
    """Return the functions of this text, compiled once."""
    written = functions(HOSTED_PLAY + _SOURCE + CHOOSING, _CONSTANTS, 16, {}, {}, _FIELDS)
    return LoadedCode(object_code(printed([*written], {})))
