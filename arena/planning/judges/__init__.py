"""How the planner values the bundled expansions: a judge for each, one file each."""

from arena.planning.judge import register_judge
from arena.planning.judges import alvin, europe, terrain, towns, warehouses

for judge in (alvin.JUDGE, europe.JUDGE, terrain.JUDGE, towns.JUDGE, warehouses.JUDGE):
    register_judge(judge)
