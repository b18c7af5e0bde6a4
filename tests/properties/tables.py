"""Which games the properties are about: add a ruleset here and all of them apply to it."""

import pytest

from tests.toy import TOLLGATES

SEATS = {
    "usa2004": (2,),
    "usa2004+warehouses": (5,),
    "usa": (2, 3, 5),
    "usa1910": (3,),
    "usa1910+warehouses": (2,),
    "mega": (4,),
    "mega+warehouses": (2,),
    "bigcities": (5,),
    "bigcities+warehouses": (4,),
    "usa+warehouses": (2, 3),
    "africa": (2, 4, 5),
    "africa+warehouses": (3,),
    "oldwest": (2, 6),
    "oldwest+alvin": (3,),
    "oldwest+warehouses": (3,),
    "oldwest+alvin+warehouses": (2, 4, 6),
    "europe": (2, 3, 5),
    "europe+warehouses": (2, 4),
    "europe1912": (4,),
    "europe1912+warehouses": (3,),
    "europemega": (2, 5),
    "europemega+warehouses": (3,),
    "europebigcities": (3,),
    "europebigcities+warehouses": (5,),
    TOLLGATES: (2, 3, 5),  # the toy expansion: all that holds for the others holds for it
}
"""By ruleset, the numbers of seats to play it with."""

RULESETS = tuple(SEATS)
TABLES = [(ruleset, seats) for ruleset, numbers in SEATS.items() for seats in numbers]

at_each_table = pytest.mark.parametrize(("ruleset", "seats"), TABLES)
with_each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
