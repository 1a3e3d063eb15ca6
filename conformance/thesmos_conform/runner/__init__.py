"""The runner: choose the cases, ask them, and collect the results."""
