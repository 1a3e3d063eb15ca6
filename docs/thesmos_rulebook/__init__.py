"""The rule book: pages, boards and sentences made from a checked spec. It decides nothing."""
