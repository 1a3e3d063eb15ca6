"""One case against one implementation: compare the answers, and explain the differences."""
