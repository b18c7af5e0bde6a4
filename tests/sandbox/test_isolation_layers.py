"""Each layer around a bot stops what gets through without it, so none is there for show."""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from arena.match.limits import Limits
from arena.match.source import Source
from arena.sandbox import venue as venues
from arena.sandbox.confinement import WITH_LANDLOCK, WITHOUT_LANDLOCK
from arena.sandbox.probe import escapes
from arena.sandbox.processes import IsolationError, ParentProcess
from arena.sandbox.venue import Venue
from tests.match.tables import (
    FIRST,
    USA,
    World,
    attacking,
    fault_at,
    one_of,
    play,
    watched_world,
)

GOT_THROUGH = "RuntimeError: got through"
SMALL = Limits(cpu=10, idle=20, memory=256)
ATTACKS_AND_LAYERS = [
    ("on_network", "send_datagram", ("privileges", "limits", "landlock"), "seccomp"),
    ("on_network", "connect", ("privileges", "limits"), "seccomp"),
    ("on_network", "connect_by_file", ("privileges", "limits", "landlock"), "seccomp"),
    ("on_network", "make_pair", ("privileges", "limits", "landlock"), "seccomp"),
    ("on_processes", "fork", ("privileges", "landlock"), "seccomp"),
    ("on_processes", "start_threads", ("privileges", "landlock"), "seccomp"),
    ("on_processes", "spawn_program", ("privileges",), "seccomp"),
    ("on_processes", "spawn_program", ("privileges",), "landlock"),
    ("on_processes", "kill_canary", ("privileges", "limits"), "seccomp"),
    ("on_processes", "outlive_parent", ("privileges", "limits", "landlock"), "seccomp"),
    ("on_processes", "dawdle", ("privileges", "limits", "landlock"), "seccomp"),
    ("on_kernel", "call_by_number", ("privileges", "limits", "landlock"), "seccomp"),
    ("on_files", "read_secret", ("privileges", "limits"), "landlock"),
    ("on_files", "read_secret", ("privileges", "limits"), "seccomp"),
    ("on_files", "list_results", ("privileges", "limits"), "landlock"),
    ("on_files", "list_results", ("privileges", "limits"), "seccomp"),
    ("on_files", "write_folder", ("privileges", "limits"), "landlock"),
    ("on_files", "write_folder", ("privileges", "limits"), "seccomp"),
    ("on_files", "delete_results", ("privileges", "limits"), "landlock"),
    ("on_files", "rename_results", ("privileges", "limits"), "seccomp"),
]
"""Attacks that get through these layers, and the one that stops them."""
BY_NAMES = (
    *("stat_name", "lstat_name", "stat_below_folder", "stat_descriptor", "stat_in_detail"),
    *("stat_descriptor_by_empty_name", "stat_descriptor_in_detail", "stat_file_system"),
    *("stat_file_system_of_descriptor", "access_name", "access_name_by_newest_call"),
    *("access_missing_name", "read_link", "open_as_path", "handle_of_name", "list_attributes"),
    *("watch_name", "make_unnamed_memory", "sync_file", "advise_on_file", "lock_file"),
    *("lock_part_of_file", "lease_file", "enlarge_pipe"),
)
"""Attacks by names of files that only the filter of calls stops."""
BY_NEIGHBOURS = (
    *("wake_partner", "wait_for_partner", "move_waiters", "find_own_number", "find_process"),
    *("leave_locks_behind", "read_locks_of_others", "read_clock_of_parent"),
    *("read_clock_of_first_process", "resolve_clock_of_other"),
    *("trim_time", "trim_clock", "set_timer_of_kernel", "yield_core", "choose_schedule"),
    *("ask_schedule_of_other", "ask_schedule_in_detail", "ask_affinity_of_other"),
    *("ask_priority_of_other", "ask_priority_of_disk", "ask_group_of_other"),
    *("ask_session_of_other", "ask_about_system", "ask_load", "look_into_cache", "cool_page"),
    *("push_out_page", "map_locked_page", "lock_page", "map_huge_page", "loosen_filter"),
    *("name_itself", "change_character"),
)
"""Attacks by what all processes share that only the filter of calls stops."""
AS_ROOT = [
    ("on_memory", "open_memory_of_referee", ("limits",), "privileges"),
    ("on_memory", "open_memory_of_referee", ("limits",), "landlock"),
    ("on_memory", "open_memory_of_referee", ("limits",), "seccomp"),
    ("on_memory", "open_memory_of_sibling", ("limits",), "privileges"),
    ("on_memory", "copy_from_referee", ("limits",), "privileges"),
    ("on_memory", "copy_from_referee", ("limits",), "seccomp"),
    ("on_processes", "hurry", ("limits",), "privileges"),
]
"""The same for attacks that need the rights of root to begin with."""
STOPPED = (
    *("PermissionError: ", "RuntimeError: nothing", "RuntimeError: can't", "ValueError: not"),
    "OSError: Load averages are unobtainable",
)
WITHOUT_FILES = [
    *(("on_files", name) for name in ("read_secret", "read_results", "read_by_way_of_proc")),
    *(("on_files", name) for name in ("read_by_bare_handle", "read_next_to_handle")),
    *(("on_files", name) for name in ("list_processes", "write_results", "write_temporary")),
    *(("on_files", name) for name in ("delete_results", "link_secret", "write_unnamed")),
    *(("on_memory", name) for name in ("open_memory_of_referee", "copy_from_referee")),
    *(("on_memory", name) for name in ("copy_from_sibling", "trace_canary")),
    *(("on_network", name) for name in ("connect", "send_datagram", "connect_without_file")),
    *(("on_processes", name) for name in ("fork", "spawn_program", "run_shell", "kill_canary")),
    *(("on_processes", name) for name in ("outlive_parent", "raise_memory_limit", "dawdle")),
    ("on_kernel", "call_by_number"),
]


@pytest.fixture(scope="module")
def venue() -> Iterator[Venue]:
    with Venue("sandbox", [USA], SMALL) as venue:
        yield venue


@pytest.fixture(scope="module")
def nursery() -> Iterator[ParentProcess]:
    with closing(ParentProcess()) as nursery:
        yield nursery


@pytest.fixture
def world() -> Iterator[World]:
    with watched_world() as world:
        yield world


def outcome(venue: Venue, layers: tuple[str, ...], bot: Source) -> str:
    """What a bot reports of its attack, with these layers around it."""
    venue.layers = layers
    return fault_at(venue, bot).sentence


@pytest.mark.parametrize(
    ("file", "attack", "others", "layer"), ATTACKS_AND_LAYERS + AS_ROOT * (os.getuid() == 0)
)
def test_an_attack_gets_through_unless_a_layer_stops_it(
    venue: Venue, world: World, file: str, attack: str, others: tuple[str, ...], layer: str
) -> None:
    bot = attacking(file, attack, world.target)
    assert outcome(venue, (*others, layer), bot).startswith(STOPPED)
    world.assert_untouched()
    assert outcome(venue, others, bot).startswith(GOT_THROUGH)


@pytest.mark.parametrize(
    ("file", "attack"),
    [
        *(("on_names", attack) for attack in BY_NAMES),
        *(("on_neighbours", attack) for attack in BY_NEIGHBOURS),
        *(("on_imports", attack) for attack in ("load_by_path", "load_data", "load_library")),
    ],
)
def test_an_attack_gets_through_without_the_filter_of_calls(
    venue: Venue, world: World, file: str, attack: str
) -> None:
    """That it is stopped with it is among the tests of hostile bots."""
    others = ("limits",) if file == "on_imports" else ("privileges", "limits", "landlock")
    bot = attacking(file, attack, world.target)
    assert outcome(venue, others, bot).startswith(GOT_THROUGH)


@pytest.mark.parametrize(
    ("file", "attack"),
    [
        ("on_files", "write_folder"),
        ("on_files", "write_results"),
        ("on_files", "write_temporary"),
        ("on_files", "open_to_all"),
        ("on_network", "connect"),
        ("on_network", "send_datagram"),
        ("on_network", "connect_by_file"),
        ("on_network", "connect_without_file"),
        ("on_processes", "kill_canary"),
    ],
)
def test_what_gets_through_is_seen_from_outside(
    venue: Venue, world: World, file: str, attack: str
) -> None:
    """The canaries are not just silent because nothing could reach them."""
    assert outcome(venue, (), attacking(file, attack, world.target)).startswith(GOT_THROUGH)
    with pytest.raises(AssertionError):
        world.assert_untouched()


def test_the_limits_are_what_stops_a_bot_that_takes_too_much_memory(venue: Venue) -> None:
    bot = one_of("on_patience", "TakesTooMuch")
    venue.layers = ("privileges", "landlock", "seccomp")
    assert venue.play(USA, [bot, FIRST], 1).faults == ()
    venue.layers = WITH_LANDLOCK
    assert fault_at(venue, bot).kind == "memory"


@pytest.mark.parametrize(("file", "attack"), WITHOUT_FILES)
def test_without_landlock_the_filter_of_calls_is_enough(
    venue: Venue, world: World, file: str, attack: str
) -> None:
    bot = attacking(file, attack, world.target)
    assert outcome(venue, WITHOUT_LANDLOCK, bot).startswith(STOPPED)
    world.assert_untouched()


def test_a_process_of_its_own_does_not_keep_a_bot_from_files(world: World) -> None:
    bot = attacking("on_files", "read_secret", world.target)
    [fault] = play("process", bot, FIRST).faults
    assert fault.sentence == f"{GOT_THROUGH}: {world.secret!r}"


@pytest.mark.parametrize("isolation", ["sandbox", "process"])
@pytest.mark.parametrize("name", ["LooksForGame", "LooksAtCallers"])
def test_a_process_of_its_own_keeps_a_bot_from_the_game(isolation: str, name: str) -> None:
    assert play(isolation, one_of("on_rules", name), FIRST).faults == ()


@pytest.mark.parametrize("name", ["LooksForGame", "LooksAtCallers"])
def test_in_the_process_of_the_referee_a_bot_finds_the_game(name: str) -> None:
    [fault] = play("none", one_of("on_rules", name), FIRST).faults
    assert fault.sentence.startswith(GOT_THROUGH)


@pytest.mark.parametrize("layers", [WITH_LANDLOCK, WITHOUT_LANDLOCK])
def test_a_probe_finds_no_way_out_of_a_whole_sandbox(
    nursery: ParentProcess, layers: tuple[str, ...]
) -> None:
    assert escapes(nursery, layers) == []


@pytest.mark.parametrize(
    ("layers", "found"),
    [
        (("privileges", "limits", "landlock"), {"datagrams"}),
        (("privileges", "limits"), {"reading files", "writing files", "the network", "signals"}),
        (("privileges",), {"starting processes", "starting programs"}),
    ],
)
def test_a_probe_finds_the_way_out_where_a_layer_is_missing(
    nursery: ParentProcess, layers: tuple[str, ...], found: set[str]
) -> None:
    assert found <= set(escapes(nursery, layers))


@pytest.mark.parametrize(
    ("layers", "reason"),
    [
        ((), "this system has nothing to hold bots with"),
        (("privileges", "limits", "landlock"), "bots can't be held here (datagrams"),
        (("privileges", "limits"), "bots can't be held here (reading files"),
    ],
)
def test_a_sandbox_that_does_not_hold_is_refused(
    monkeypatch: pytest.MonkeyPatch, layers: tuple[str, ...], reason: str
) -> None:
    monkeypatch.setattr(venues, "best_layers", lambda: layers)
    with pytest.raises(IsolationError) as refusal:
        Venue("sandbox", [USA], SMALL)
    assert str(refusal.value).startswith(reason)
    assert "\n" not in str(refusal.value)
