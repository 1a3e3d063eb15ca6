"""What documents declare as data, and the typed program that is made of all their parts."""
