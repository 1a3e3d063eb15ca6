"""The types of the language: all finite, so that a state is a vector of small integers."""

from __future__ import annotations

from dataclasses import replace

from thesmos.constructs import construct


@construct
class Type:
    """A type.

    base: int, flag, enum, cell, piece, player, side, power, zone, direction or nothing. name: the
    enum, board or kind of piece. low, high: the range of an int. none: whether a value may be none.
    many: whether a value is a set of these.
    """

    base: str
    name: str = ""
    low: int = 0
    high: int = 0
    none: bool = False
    many: bool = False

    def one(self) -> Type:
        """Return the type of a member of this set."""
        return self._but(none=False, many=False) if self.many or self.none else self

    def set(self) -> Type:
        """Return the type of a set of these."""
        return self._but(none=False, many=True)

    def optional(self, none: bool = True) -> Type:
        """Return the same type, possibly none."""
        return self._but(none=True, many=self.many) if none and not self.none else self

    def _but(self, *, none: bool, many: bool) -> Type:
        """Return the type with these changed; quicker than `replace`, as it is called often."""
        return Type(self.base, self.name, self.low, self.high, none, many)

    def fits(self, other: Type) -> bool:
        """Return whether a value can be used where `other` is needed, without regard to ranges."""
        if (other.base, other.name) == ("nothing", "anything"):
            return True
        if self.base == "nothing":
            return other.many or not (self.many and self.is_nothing)  # `{}` is a set
        return (self.base, self.name, self.many) == (other.base, other.name, other.many)

    @property
    def is_nothing(self) -> bool:
        """Whether this is the type of `none`, or of `{}`."""
        return (self.base, self.name) == ("nothing", "none")

    def within(self, other: Type) -> bool:
        """Return whether the range of this lies in that of `other`; True if one is no number."""
        if self.base != "int" or other.base != "int":
            return True
        return other.low <= self.low and self.high <= other.high

    def union(self, other: Type) -> Type:
        """Return the type of values of either type; both are of the same kind, or nothing."""
        kind = other if self.base == "nothing" else self
        if "nothing" in (self.base, other.base):
            return kind.optional()
        low, high = min(self.low, other.low), max(self.high, other.high)
        return replace(kind, low=low, high=high, none=self.none or other.none)

    def __str__(self) -> str:
        if self.is_nothing and not self.many:
            return "none"
        word = self.name or {"int": "a number", "flag": "yes or no"}.get(self.base, self.base)
        if self.base == "int" and (self.low, self.high) != (LEAST, MOST):
            word = f"{self.low}..{self.high}" if self.low != self.high else str(self.low)
        return ("set of " if self.many else "") + word + (" or none" if self.none else "")


LEAST, MOST = -9_999, 10**9  # the limits of all numbers; none and unknown are below
INT = Type("int", "", LEAST, MOST)
FLAG = Type("flag")
PLAYER = Type("player", "Player")
SIDE = Type("side", "Side")
POWER = Type("power", "Power")
ZONE = Type("zone", "Zone")
DIRECTION = Type("direction", "Direction")
DIRECTIONS = (  # clockwise, so that odd ones are diagonal
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)  # fmt: skip
NOTHING = Type("nothing", "none", none=True)
ANYTHING = Type("nothing", "anything", none=True)  # of a value with an error, or a pattern's gap
CORE_TYPES = {t.name: t for t in (PLAYER, SIDE, POWER, ZONE, DIRECTION)}


def number(low: int, high: int) -> Type:
    """Return the type of a number in a range."""
    return Type("int", "", low, high)
