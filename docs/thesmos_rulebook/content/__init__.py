"""What a book is made from: a checked game in a language, and the hand-written pages."""
