"""Which tests run.

``pytest`` runs the quick ones: without a browser, and what is asked about any genre for a sample of them only.
``pytest --all`` runs the ``slow`` and the ``browser`` tests too, as a file that is named does; ``-m`` chooses among them.
``pytest --genre NAME`` runs what proves one genre, ``--genre NAME,NAME`` several; ``pytest --whole`` also tries more at random.
Only these two ask all genres what is a question about our mechanisms rather than about a genre (the mark ``mechanism``).
The seconds that each genre takes in ``--all`` are kept for ``bench/proof.py --plan``.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from pencilp import genres
from pencilp.errors import InputError
from pencilp.genres import own
from pencilp.solvers.installed import LIBRARIES, installed
from tests import amount, guardian
from tests.genre_sample import genre_sample, with_own_structures

# how long something takes is no reason to fail on a busy machine; what CI tries is always the same
settings.register_profile(
    "pencilp", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("pencilp")

# a shell's job in the background ignores Ctrl-C, one begun with nohup the end of its terminal, and so would the commands that
# tests start and send these signals to
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# whatever asks pytest to end is a Ctrl-C: tests end what they have started
for asks in ("SIGTERM", "SIGHUP"):
    if hasattr(signal, asks):
        signal.signal(getattr(signal, asks), signal.default_int_handler)

# a worker keeps many objects: usual garbage collection takes a seventh of its time
gc.set_threshold(50_000, 20, 20)

HERE = Path(__file__).parent
NAMES = frozenset(genres.names())
EVERY = re.compile(r"(genres|examples)\.names\(\)|every_genre")
"""What a test module says that has tests of each genre, in which ``--genre NAME`` looks."""
SECONDS = "pencilp/seconds"
"""Where in pytest's cache the seconds per genre stand; "" is for what is of no genre."""


def genre_of_test(nodeid: str) -> str:
    """The genre that a test is about: that of its file in tests/genres, or one among its parameters; "" for none."""
    path, _, test = nodeid.partition("::")
    if Path(path).parent.name == "genres":
        return Path(path).stem
    _, _, parameters = test.partition("[")
    return next((part for part in re.split(r"[-\]]", parameters) if part in NAMES), "")


QUICK = "not slow and not browser"
"""The marks of the tests that run if nobody asks for others."""


MISSING = re.compile(r"is not installed: pip install 'pencilp\[(\w+)\]'")
"""What pencilp says if an optional solver is not installed, with its extra."""


def genres_named(text: str) -> list[str]:
    """Return the names of the genres that a value of ``--genre`` names."""
    found = []
    for wanted in text.split(","):
        try:
            found.append(genres.find(wanted).name)
        except InputError as error:
            raise pytest.UsageError(str(error)) from None
        except Exception as error:  # the page cannot be loaded: this is no error of pytest
            at = traceback.extract_tb(error.__traceback__)[-1]
            place = "" if isinstance(error, (SyntaxError, ImportError)) else f" ({at.filename}:{at.lineno})"
            raise pytest.UsageError(f"{type(error).__name__}: {error}{place}") from None
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="the slow tests and those with a browser too")
    parser.addoption(
        "--genre",
        metavar="NAME",
        action="append",
        default=[],
        help="only the tests about one genre (any of its names); several: repeat it, or put commas between the names",
    )
    parser.addoption(
        "--whole",
        action="store_true",
        help="all tests, all that they try at random, and every genre set and solved in the browser: an hour",
    )
    parser.addoption(
        "--late",
        metavar="MILLISECONDS",
        type=int,
        default=0,
        help="answers reach the page in the browser later: a test that fails then depends on time",
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.parent.name == "page":
        item.add_marker("browser")
    genre = genre_of_test(item.nodeid)
    some = item.get_closest_marker("genre_sample") or item.get_closest_marker("mechanism")
    if some and genre and genre not in genre_sample():
        item.add_marker("slow")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    # starting workers takes longer than one genre
    if config.getoption("--genre") and config.getoption("numprocesses", None) == "auto":
        config.option.numprocesses, config.option.dist = 0, "no"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One worker more than there are processors: now and then one waits, for a browser, a time limit, a signal."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + 1


def pytest_configure(config: pytest.Config) -> None:
    keep_byte_code(config)
    options = config.option
    options.genre = [name for text in options.genre for name in genres_named(text)]
    if whole(config) and not (options.markexpr or options.all or options.whole or options.genre):
        options.markexpr = QUICK
    amount.WHOLE = bool(config.getoption("--whole") or config.getoption("--genre"))
    if (wanted := config.getoption("--genre")) and whole(config):
        suites = [path for path in sorted(HERE.rglob("test_*.py")) if EVERY.search(path.read_text(encoding="utf-8"))]
        proofs = [HERE / "genres" / f"{name}.py" for name in wanted]
        config.args = [str(path) for path in (*suites, *proofs) if path.exists()]
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Seconds(config), "seconds")
        config.add_cleanup(guardian.start())


def keep_byte_code(config: pytest.Config) -> None:
    """Keep byte code in pytest's cache if Python may write none next to the sources.

    Without any each worker rewrites all modules of tests, and each command that a test starts compiles pencilp anew: it
    takes three times as long.
    """
    if sys.dont_write_bytecode and (cache := getattr(config, "cache", None)):
        folder = str(cache.mkdir("bytecode"))
        sys.dont_write_bytecode, sys.pycache_prefix = False, folder
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder


def whole(config: pytest.Config) -> bool:
    """Whether nobody has chosen among the tests by files or words."""
    return config.args_source is config.ArgsSource.TESTPATHS and not config.getoption("keyword")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Skip a test that fails because an optional solver is not installed. CI installs all of them."""
    outcome: Any = yield
    report = outcome.get_result()
    if report.when == "call" and report.failed:
        said = f"{report.longreprtext}\n{report.capstdout}\n{report.capstderr}"
        extra = next((name for name in MISSING.findall(said) if name in LIBRARIES and not installed(name)), None)
        if extra is not None:
            report.outcome = "skipped"
            report.longrepr = (str(item.path), item.location[1] or 0, f"Skipped: needs pencilp[{extra}]")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Genre by genre, whose random cases are then made once for all tests. Those with a browser at the beginning: so they
    # are one worker's, who starts the only browser, and at the end all workers have short tests left to share. For who proves
    # a genre they come last: what is wrong with a page the others say in clearer words.
    wanted = config.getoption("--genre")
    if not amount.WHOLE:
        asked = genre_sample() | with_own_structures() | {""}
        keep(
            config, items, lambda item: not item.get_closest_marker("mechanism") or genre_of_test(item.nodeid) in asked
        )
    items.sort(key=lambda item: ((item.path.parent.name == "page") == bool(wanted), genre_of_test(item.nodeid)))
    if wanted:
        keep(config, items, lambda item: genre_of_test(item.nodeid) in wanted or item.get_closest_marker("every_genre"))


def keep(config: pytest.Config, items: list[pytest.Item], wanted: Callable[[pytest.Item], Any]) -> None:
    """Keep the tests that are wanted, and count the others as deselected."""
    kept, left_out = [], []
    for item in items:
        (kept if wanted(item) else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


class Seconds:
    """Adds up the seconds of each genre's tests, and keeps them in pytest's cache when all tests have run.

    With ``--genre`` and ``--whole`` more is tried, which takes longer, and the quick run has a part of the tests: neither is
    kept. The seconds are those of the clock,
    for solvers work in processes of their own: a busy machine makes them many.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = genre_of_test(report.nodeid)
        self.seconds[name] = self.seconds.get(name, 0) + report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        config = self.config
        if config.option.all and whole(config) and getattr(config, "cache", None) and not amount.WHOLE:
            config.cache.set(SECONDS, config.cache.get(SECONDS, {}) | self.seconds)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """No test leaves a genre of its own behind: errors of later tests would name it."""
    yield
    if own._loaded or own._registered:
        own._loaded.clear()
        own._registered.clear()
        genres.find.cache_clear()


@pytest.fixture(scope="session")
def bench() -> Iterator[Any]:
    """The module bench/puzzlink.py."""
    sys.path.insert(0, str(HERE.parent / "bench"))
    try:
        import puzzlink

        yield puzzlink
    finally:
        sys.path.remove(str(HERE.parent / "bench"))


@pytest.fixture(scope="session")
def site(bench: Any) -> Iterator[Any]:
    """puzz.link's own code, which is no part of the project."""
    try:
        site = bench.PuzzLink()
    except FileNotFoundError as missing:
        pytest.skip(str(missing))
    with site:
        yield site
