"""The runner: ask the cases, compare the answers with the reference, collect the results."""
