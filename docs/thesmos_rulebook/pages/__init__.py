"""The Markdown pages of a book."""
