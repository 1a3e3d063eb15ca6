"""From files to values: YAML and clause text, every node with its location in a file."""
