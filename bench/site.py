"""The page without a server, in Chromium: its size, how soon it answers, and whether it answers as the library does.

    python bench/site.py FOLDER [--every 1] [--strokes 0] [--jobs]

FOLDER is a site that ``pencilp site`` has written. The size is that of the first visit and of the next, each file
compressed by gzip. The first verdict is measured in a browser that has never seen the page, then at its next visits:
with the same board, and with others. Then each genre's example (or every N-th) is asked for its verdict, with
``--jobs`` also for a hint, its common values and its program; statuses that differ from the library's are listed.
``--strokes`` measures the time from a key to the verdict, as bench/page.py does, and notes the memory on the way.
It needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from page import at, measured
from tests.page.hands import address

from pencilp import api, genres
from pencilp.formats import examples
from pencilp.web.drafts import record_of

ASK = """async ({ job, data }) => {
    const { ask } = (await import(document.querySelector("script").src)).modules.server;
    const began = performance.now();
    const asked = ask(job, data, new AbortController().signal);
    const answer = await asked.catch((error) => ({ status: `${error.status} ${error.message}` }));
    return { answer, milliseconds: performance.now() - began };
}"""
STOP = """async ({ data }) => {
    const { ask } = (await import(document.querySelector("script").src)).modules.server;
    const stopping = new AbortController();
    const asked = ask("live", data, stopping.signal).catch((error) => error.name);
    await new Promise((done) => setTimeout(done, 3000));
    const began = performance.now();
    stopping.abort();
    const name = await asked;
    const stopped = performance.now() - began;
    const next = await ask("live", { board: data.next }, new AbortController().signal);
    return { name, stopped, next: next.status, after: performance.now() - began };
}"""
FILES = """() => performance.getEntriesByType("resource").map((entry) => entry.name)"""


@contextmanager
def served(folder: str) -> Iterator[tuple[str, set[str]]]:
    """Serve a folder; yield its address and the set of paths that are asked for."""
    asked: set[str] = set()

    class Files(http.server.SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.add(self.path)
            super().do_GET()

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()


def compressed(folder: str, asked: set[str]) -> int:
    """The bytes of some files of a folder, compressed by gzip."""
    files = [Path(folder) / (path.lstrip("/") or "index.html") for path in asked]
    return sum(len(gzip.compress(file.read_bytes())) for file in files if file.is_file())


class Cost(NamedTuple):
    """Seconds of the clock and of the processors; on Linux the latter count what the browser's processes use."""

    seconds: float
    processor: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.processor:.1f} s of the processors"


def processes() -> list[list[str]]:
    """The fields of /proc/PID/stat, from the state on, of this process's descendants but Playwright's own."""
    known: dict[str, tuple[str, list[str]]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            command, _, fields = path.read_text().partition("(")[2].rpartition(") ")
            known[path.parent.name] = command, fields.split()
    inside = [str(os.getpid())]
    for one in inside:
        inside += [pid for pid, (_, fields) in known.items() if fields[1] == one]
    return [known[pid][1] for pid in inside[1:] if not known[pid][0].startswith("node")]


def processor_seconds() -> float:
    """The processor time that the browser has used so far."""
    return sum(int(fields[11]) + int(fields[12]) for fields in processes()) / os.sysconf("SC_CLK_TCK")


def memory_bytes() -> int:
    """The memory of the browser's largest process, which has the page and its workers."""
    return max((int(fields[21]) for fields in processes()), default=0) * os.sysconf("SC_PAGE_SIZE")


def first_verdict(tab: Any, url: str) -> Cost:
    """The time from opening an address of a puzzle with one answer to the verdict there."""
    began, used = time.perf_counter(), processor_seconds()
    tab.goto(url)
    tab.wait_for_selector(".verdict[data-status=unique][aria-busy=false]", state="attached")
    return Cost(time.perf_counter() - began, processor_seconds() - used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, help="of the genres")
    parser.add_argument("--strokes", type=int, default=0, help="per puzzle")
    parser.add_argument("--jobs", action="store_true", help="ask for more than the verdict")
    options = parser.parse_args()

    from playwright.sync_api import sync_playwright

    with served(options.folder) as (site, asked), sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-GB")
        context.set_default_timeout(300_000)
        tab = context.new_page()
        tab.on("console", lambda message: print(f"console: {message.text[:500]}", flush=True))
        begin = address(site, record_of(examples.example("nurikabe")))
        print(
            f"first visit: verdict after {first_verdict(tab, begin)}; {compressed(options.folder, asked):,} bytes",
            flush=True,
        )
        tab.wait_for_timeout(6000)  # the browser keeps what was loaded
        others = {f"visit with {name}": address(site, record_of(examples.example(name))) for name in OTHERS}
        for which, where in {"next visit": begin, **others}.items():
            asked.clear()
            tab.goto("about:blank")
            cost = first_verdict(tab, where)
            print(f"{which}: verdict after {cost}; {compressed(options.folder, asked):,} bytes", flush=True)
            tab.wait_for_timeout(3000)
        slow = {"board": record_of(api.load(HARD)), "next": record_of(examples.example("sudoku"))}
        print(f"stop: {tab.evaluate(STOP, {'data': slow})}", flush=True)
        compare(tab, options.every, options.jobs)
        if options.strokes:
            times: list[float] = []
            for count, name in enumerate(genres.names()[:: options.every], 1):
                found = measured(tab, site, examples.example(name), options.strokes)
                times += [each["verdict"] for each in found]
                if count % 10 == 0:
                    print(f"{len(times)} strokes on {count} boards: {memory_bytes() / 1e6:.0f} MB", flush=True)
            times.sort()
            if times:
                quick, slow = (f"{at(times, share):.0f} ms" for share in (0.5, 0.95))
                print(f"verdict: {len(times)} strokes, median {quick}, 95 % within {slow}")
            else:
                print("verdict: none of these genres has clues that keys change; try another --every")
        print(f"memory after all this: {memory_bytes() / 1e6:.0f} MB")
        browser.close()


OTHERS = ("norinori", "heyawake", "sudoku", "masyu", "norinori")
"""The boards of later visits."""
HARD = """genre: slitherlink
""" + "\n".join([" ".join("3" if (r * 7 + c * 3) % 11 == 0 else "." for c in range(30)) for r in range(30)])
"""A board with many answers and few clues: its search takes long."""


def compare(tab: Any, every: int, jobs: bool) -> None:
    """Compare the statuses of examples with the library's, and print the times."""
    times, different = [], []
    for count, name in enumerate(genres.names()[::every], 1):
        puzzle = examples.example(name)
        board = record_of(puzzle)
        wanted = {"live": api.solve(puzzle).status}
        if jobs:
            wanted |= {"shared": wanted["live"], "hint": None, "rate": None, "program": None}
        for job, status in wanted.items():
            data = {"board": board, **({"formulation": "rules"} if job == "program" else {})}
            found = tab.evaluate(ASK, {"job": job, "data": data})
            answer = found["answer"]
            refused = str(answer.get("status", ""))[:1].isdigit()
            if job == "live":
                times.append(found["milliseconds"])
            if refused or (status is not None and answer["status"] != status):
                different.append(f"{name} {job}: {answer.get('status')}, not {status}")
                print(different[-1], flush=True)
        if count % 50 == 0:
            print(f"{count} examples, {len(different)} differ; {memory_bytes() / 1e6:.0f} MB", flush=True)
    times.sort()
    print(
        f"{len(times)} examples, {len(different)} differ; median {at(times, 0.5):.0f} ms, 95 % within {at(times, 0.95):.0f} ms"
    )


if __name__ == "__main__":
    main()
