"""The engine of 0.1: a compiler of linked programs to Python closures.

Needs the standard library only. The sections of docs/language/semantics.md are the modules here:
pipeline (how an option comes to be offered), event (one event), route (what comes next), judge
(who has won), flow (turns), hidden (views and late cancellation).
"""
