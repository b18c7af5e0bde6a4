"""The expansions, one file each, by the names that rulesets use."""

from typing import Final, Protocol

from arena.referee.modules import alvin, terrain, towns, warehouses
from arena.referee.rules import Rules


class Module(Protocol):
    """An expansion: it plugs its actions, questions and points into the rules."""

    def install(self, rules: Rules) -> None: ...


MODULES: Final[dict[str, Module]] = {
    "alvin": alvin,
    "terrain": terrain,
    "towns": towns,
    "warehouses": warehouses,
}
