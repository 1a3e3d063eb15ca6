"""The exit codes of all commands, besides those of a command itself.

0 everything agrees or passes; 1 it ran, and something disagrees or fails; 2 the call or the input
is wrong, or the output can't be written; 70 a bug in Thesmos; 130 interrupted.
"""

WRONG = 2
DEFECT = 70
INTERRUPTED = 130
