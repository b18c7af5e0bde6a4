"""The numbers that have a meaning, as types: a reader sees which one is meant.

All are small ints, for speed. Cities and nodes are types of their own, because on a board with
dead ends they are not the same, and a type checker tells them apart. The others are other names for
int: they are counted and reckoned with at every turn.
"""

from typing import NewType, TypeAlias

Seat: TypeAlias = int
"""A seat, from 0; seat 0 plays first."""
CityNumber = NewType("CityNumber", int)
"""A city, by its row in the board's file of cities."""
Node = NewType("Node", int)
"""Where routes meet: a city has the node of its own number, and a dead end one for each route."""
RouteNumber: TypeAlias = int
"""A route, by its row in the board's file of routes."""
RouteMask: TypeAlias = int
"""A set of routes: bit r stands for route r."""
TicketNumber: TypeAlias = int
"""A ticket, by its row in the board's file of tickets."""
Card: TypeAlias = int
"""A kind of train card: a colour from 0 to 7, or a locomotive."""
Ply: TypeAlias = int
"""A row of a game's record, from 0: a decision or a chance outcome."""
