"""From syntax to typed constructs, a module for each kind of text."""
