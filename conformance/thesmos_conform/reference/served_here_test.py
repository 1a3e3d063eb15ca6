"""The reference answers within this process as it does when it is served by another."""

from __future__ import annotations

from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import ourselves
from thesmos_conform.protocol.messages import Answer, Place, Refused
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.served_here import ServedHere

PLACE = Place("nim", {"players": 2, "teams": [1, 2], "powers": [None, None]})


def test_a_client_asks_the_reference_here_as_it_asks_a_process() -> None:
    oracle = Oracle()
    here = Client(ourselves(), begin=lambda _: ServedHere(Reference(["nim"], "9.9", oracle)))
    with here, Client(ourselves(["nim"])) as served:
        assert ["nim"] == list(here.hello().games)
        for place in (PLACE, PLACE.after("A1-0"), PLACE.after("A1-0", "nonsense")):
            assert served.look(place) == here.look(place)
        assert isinstance(here.look(PLACE), Answer)
        assert Refused(0) == here.look(PLACE.after("nonsense"))
    assert [] == here.remarks


def test_it_looks_at_the_states_that_the_oracle_has_already() -> None:
    oracle = Oracle()
    before = oracle.path(PLACE).last
    with Client(ourselves(), begin=lambda _: ServedHere(Reference(["nim"], "", oracle))) as here:
        here.look(PLACE)
    assert before is oracle.path(PLACE).last
