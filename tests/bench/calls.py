"""Measures calls of entry points from Python, by our package and by `futhark-ffi` with a library of Futhark's compiler.

    futhark c --library tests/bench/programs/calls.fut -o DIR/small && (cd DIR && build_futhark_ffi small)
    PYTHONPATH=DIR:WHEEL python tests/bench/calls.py

The packages `fut-nano` and `futhark-ffi` have to be installed. Prints the least time of a call in microseconds.
"""

import pathlib
import time
import numpy as np
import fut_nano
from futhark_ffi import Futhark
import _small


def best(calls, call):
    call()
    least = float("inf")
    for _ in range(20):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        least = min(least, (time.perf_counter() - start) / calls)
    return f"{least * 1e6:12.2f}"


text = (pathlib.Path(__file__).parent / "programs/calls.fut").read_text()
ours, one, theirs = fut_nano.compile(text), fut_nano.compile(text, threads=1), Futhark(_small)
small, large = np.ones(10), np.ones(12_500_000)
rows = [
    ("add", 2000, lambda p: p.add(1, 2), lambda p: p.add(1, 2)),
    ("scale, 10 elements", 2000, lambda p: p.scale(small, 2.0), lambda p: p.from_futhark(p.scale(small, 2.0))),
    ("total, 100 MB", 1, lambda p: p.total(large), lambda p: p.total(large)),
    ("total, 100 MB, copied", 1, lambda p: p.total(large.copy()), lambda p: p.total(large.copy())),
]
print(f"{'':24}{'all threads':>12}{'one thread':>12}{'futhark-ffi':>12}")
for name, calls, call, call_theirs in rows:
    print(f"{name:24}", best(calls, lambda: call(ours)), best(calls, lambda: call(one)), best(calls, lambda: call_theirs(theirs)))
