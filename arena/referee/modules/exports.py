"""The names of all bundled modules that bot authors import from `arena.bot`."""

# Each module's own list of names decides what comes from it, for type checkers too.
from arena.referee.modules.alvin import *  # noqa: F403
from arena.referee.modules.europe import *  # noqa: F403
from arena.referee.modules.terrain import *  # noqa: F403
from arena.referee.modules.towns import *  # noqa: F403
from arena.referee.modules.warehouses import *  # noqa: F403
