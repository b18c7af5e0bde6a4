"""What follows for unseen cards, on hands small enough to work out on paper."""

from random import Random

from arena.referee.card_memory import CardMemory

RED, BLUE, GREEN, YELLOW = range(4)
CARDS = (12, 12, 12, 12, 12, 12, 12, 12, 14)


def piles(red: int = 0, blue: int = 0, green: int = 0, yellow: int = 0) -> list[int]:
    """How many of each card."""
    return [red, blue, green, yellow, 0, 0, 0, 0, 0]


def hands(memory: CardMemory, unseen: list[int], hidden: list[int], holder: int) -> set[tuple]:
    """All hands that a holder is given in many tries."""
    places = (memory.place(unseen, hidden, Random(seed)) for seed in range(200))
    return {tuple(sorted(place[holder])) for place in places}


def test_before_the_first_reshuffle_any_card_may_be_anywhere() -> None:
    memory = CardMemory(2, CARDS)
    memory.left_unseen(1, 1)
    assert hands(memory, piles(1, 1, 1), [0, 1], 1) == {(RED,), (BLUE,), (GREEN,)}


def test_after_a_reshuffle_the_only_opponents_hand_is_known() -> None:
    memory = CardMemory(2, CARDS)
    memory.reshuffled(piles(green=3, yellow=3), piles(red=1, blue=1), [0, 2])
    assert hands(memory, piles(1, 1, 3, 3), [0, 2], 1) == {(RED, BLUE)}


def test_what_another_paid_of_the_new_deck_leaves_old_cards_where_they_were() -> None:
    memory = CardMemory(3, CARDS)
    memory.reshuffled(piles(green=3, yellow=3), piles(red=1, green=1), [0, 2, 0])
    memory.left_unseen(2, 2)
    memory.paid(2, GREEN, 2)
    assert hands(memory, piles(red=1, green=2, yellow=3), [0, 2, 0], 1) == {(RED, GREEN)}


def test_what_was_paid_before_anything_was_drawn_was_old() -> None:
    memory = CardMemory(3, CARDS)
    memory.reshuffled(piles(red=2), piles(red=1, blue=1), [0, 1, 1])
    memory.paid(1, RED, 1)
    memory.left_unseen(1, 1)
    assert hands(memory, piles(red=2, blue=1), [0, 1, 1], 1) == {(RED,)}
    assert hands(memory, piles(red=2, blue=1), [0, 1, 1], 2) == {(BLUE,)}


def test_a_warehouse_that_was_emptied_is_a_new_one() -> None:
    memory = CardMemory(4, CARDS)
    memory.reshuffled(piles(red=5, green=5, yellow=5), piles(blue=3), [0, 3, 0, 0])
    memory.left_unseen(2, 2)
    memory.shown(2, [RED, RED])
    memory.left_unseen(1, 1)
    memory.paid(1, GREEN, 1)
    memory.left_unseen(2, 1)
    memory.passed_on(2, 1)
    found = hands(memory, piles(3, 3, 4, 5), [0, 4, 0, 0], 1)
    assert found == {(RED, BLUE, BLUE, BLUE), (BLUE, BLUE, BLUE, GREEN), (BLUE, BLUE, BLUE, YELLOW)}
