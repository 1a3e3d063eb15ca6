"""From files to values: YAML and clause text, every node with its place in a file."""
