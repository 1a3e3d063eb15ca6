"""What editors and pages ask about a game that is being written: plain data in, plain data out."""

from thesmos.service.desk import Desk

__all__ = ["Desk"]
