"""The loops around the functions of a program, written in the small language.

They play random games, advance many states, count and follow, and are called from outside. In
memory, states are one after the other. `work` has space for two calls where codes stay while
something else is asked.
"""
