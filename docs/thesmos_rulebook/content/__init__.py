"""What a book is made from: a checked game, its texts in a language, hand-written pages."""
