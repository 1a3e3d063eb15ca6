"""Playing: a linked program and a state give the pending decision and the next state.

Needs the standard library only. The sections of docs/language/semantics.md are the modules here:
pipeline (how an option comes to be offered), event (one event), route (what comes next), judge
(who has won), flow (turns), hidden (views and late cancellation).
"""
