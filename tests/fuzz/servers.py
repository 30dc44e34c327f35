#!/usr/bin/env python3
"""Sends random commands to servers, and checks that each line has one complete answer: `%%% OK`, whatever it says before.

    cargo build && tests/fuzz/servers.py [--fut-nano PATH] [--backends cpu,c] [--first N] [--seconds N]

A session is chosen by a number. Most of its commands are valid, for a program whose entry points have all kinds of types;
in the others, words are swapped, lost, doubled, changed by a byte, or exchanged for words of other commands. A few lines
are arbitrary bytes, have very many words, or are very long. The servers of all backends get the same session, and must
give the same answers, except for times, profiles and sessions with bytes that are no text.

A session fails if a server ends by a signal or with another exit status than 0, writes to standard error, does not end
in time, or lacks answers. The script shows the session's number (`--first N --sessions 1 --show` repeats it with its
commands), and ends with exit status 1. Without failures it says how often each command has succeeded.
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
type point = {x: f32, y: f32}
type line = {from: point, to: point}
type opt 'a = #none | #some a
type shape = #dot point | #row i32 [2]i32 | #empty
entry point (x: f32) (y: f32): point = {x, y}
entry points (n: i64): [n]point = map (\\i -> {x = f32.i64 i, y = 0}) (iota n)
entry length (l: line) = f32.sqrt ((l.to.x - l.from.x) ** 2 + (l.to.y - l.from.y) ** 2)
entry some (x: i32): opt i32 = if x > 0 then #some x else #none
entry get (x: opt i32) = match x case #some y -> y case #none -> 0
entry shapes (x: shape): [2]shape = [x, #empty]
entry row (k: i32) (xs: [2]i32): shape = #row k xs
entry fill (xs: *[]i32): *[]i32 = xs with [0] = 7
entry grid (xs: [][]i32) = (transpose xs, i32.sum (flatten xs))
entry at (xs: []i32) (i: i64) = xs[i]
entry units (n: i64) = replicate n ((), true)
entry number = 3i64
"""

# The entry points: their inputs, and their results.
ENTRIES = {
    "point": (["f32", "f32"], ["point"]),
    "points": (["i64"], ["[]point"]),
    "length": (["line"], ["f32"]),
    "some": (["i32"], ["opt i32"]),
    "get": (["opt i32"], ["i32"]),
    "shapes": (["shape"], ["[]shape"]),
    "row": (["i32", "[]i32"], ["shape"]),
    "fill": (["[]i32"], ["[]i32"]),
    "grid": (["[][]i32"], ["[][]i32", "i32"]),
    "at": (["[]i32", "i64"], ["i32"]),
    "units": (["i64"], ["[]((), bool)"]),
    "number": ([], ["i64"]),
}
FIELDS = {"point": [("x", "f32"), ("y", "f32")], "line": [("from", "point"), ("to", "point")]}
VARIANTS = {
    "opt i32": {"none": [], "some": ["i32"]},
    "shape": {"dot": ["point"], "row": ["i32", "[]i32"], "empty": []},
}
ARRAYS = {"[]i32": ("i32", 1), "[][]i32": ("i32", 2), "[]point": ("point", 1), "[]shape": ("shape", 1), "[]f32": ("f32", 1)}
# Files with values, and the types of these.
FILES: dict[str, tuple[bytes, list[str]]] = {
    "numbers": (b"1i32 -2i32 0i64 1i64 3i64 1.5f32 -0.0f32", ["i32", "i32", "i64", "i64", "i64", "f32", "f32"]),
    "arrays": (b"[1, 2, 3,] empty([0]i32) [[1], [2]] empty([0][4]i32)", ["[]i32", "[]i32", "[][]i32", "[][]i32"]),
    "large": (b"1000000000000000i64 -1i64", ["i64", "i64"]),
    "binary": (b"b\x02\x01 i32\x02\0\0\0\0\0\0\0\x05\0\0\0\x06\0\0\0\nb\x02\0 i64\x01\0\0\0\0\0\0\0\n", ["[]i32", "i64"]),
    "broken": (b"1i32 [1, 2", ["i32", "[]i32"]),
    "none": (b"", []),
}
COMMANDS = (
    "types entry_points inputs outputs output attributes call restore store free rename clear pause_profiling "
    "unpause_profiling report set_tuning_param get_tuning_param tuning_params tuning_param_class type kind rank elemtype "
    "fields variants new project construct destruct variant new_array set shape index zip unzip"
).split()
TYPES = [*FIELDS, *VARIANTS, *ARRAYS, "i32", "i64", "f32", "bool", "([][]i32, i32)"]
# No word is an absolute path, or becomes one by a change, as `store` writes files.
WORDS = [*COMMANDS, *ENTRIES, *TYPES, *FILES, "nowhere", ".", "", "x", "some", "0", "1", "-1", "07", "+1", "0x1", "1.0"]
WORDS += ["9223372036854775807", "9223372036854775808", "99999999999999999999", "threshold", "%%%", "é", "…"]
LETTERS = "abcxyz019-+\"\"[]#'%\\{}()\t é"


class Session:
    """Makes commands. Knows about which variables there are, and their types."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)
        self.variables: dict[str, str] = {}
        self.count = 0
        # The variables that the next command makes, and whether it has all that it needs.
        self.made: dict[str, str] = {}
        self.is_valid = True
        self.is_text = True

    def fresh(self, type_: str) -> str:
        self.count += 1
        name = f"v{self.count}"
        self.made[name] = type_
        return name

    def of(self, type_: str) -> str:
        """A variable of a type. If there is none, any other."""
        names = [name for name, other in self.variables.items() if other == type_]
        self.is_valid &= bool(names) or not type_
        return self.random.choice(names or list(self.variables) or ["v0"])

    def pick(self, kinds: dict[str, object]) -> tuple[str, str]:
        """A variable of one of these types, with its type."""
        names = [(name, type_) for name, type_ in self.variables.items() if type_ in kinds]
        return self.random.choice(names) if names else (self.of(""), self.random.choice(list(kinds)))

    def index(self, rank: int) -> list[str]:
        return [self.random.choice("0001123") for _ in range(rank)]

    def about_files(self) -> list[str]:
        file = self.random.choice(list(FILES))
        types = FILES[file][1][: self.random.choice([1, 9, 9, 9])]
        if self.random.random() < 0.2:
            return ["store", f"out{self.random.randrange(3)}", *(self.of("") for _ in range(self.random.randrange(4)))]
        return ["restore", file, *(word for type_ in types for word in (self.fresh(type_), type_))]

    def about_entries(self) -> list[str]:
        name = self.random.choice(list(ENTRIES))
        inputs, results = ENTRIES[name]
        given = [self.of(type_) for type_ in inputs]
        if name == "fill":
            self.variables.pop(given[0], None)
        if len(results) > 1 and self.random.random() < 0.5:
            return ["call", name, self.fresh("(" + ", ".join(results) + ")"), *given]
        return ["call", name, *(self.fresh(type_) for type_ in results), *given]

    def about_records(self) -> list[str]:
        type_ = self.random.choice(list(FIELDS))
        if self.random.random() < 0.5:
            return ["new", self.fresh(type_), type_, *(self.of(field) for _, field in FIELDS[type_])]
        name, type_ = self.pick(FIELDS)
        label, field = self.random.choice(FIELDS[type_])
        return ["project", self.fresh(field), name, label]

    def about_sums(self) -> list[str]:
        type_ = self.random.choice(list(VARIANTS))
        tag, payload = self.random.choice(list(VARIANTS[type_].items()))
        match self.random.randrange(3):
            case 0:
                return ["construct", self.fresh(type_), type_, tag, *(self.of(part) for part in payload)]
            case 1:
                return ["variant", self.of(type_)]
        return ["destruct", self.of(type_), *(self.fresh(part) for part in payload)]

    def about_arrays(self) -> list[str]:
        type_ = self.random.choice(list(ARRAYS))
        element, rank = ARRAYS[type_]
        match self.random.randrange(6):
            case 0:
                sizes = [self.random.choice([0, 1, 2, 3]) for _ in range(rank)]
                count = sizes[0] * (sizes[1] if rank > 1 else 1)
                names = [self.of(element) for _ in range(count)]
                return ["new_array", self.fresh(type_), type_, *map(str, sizes), *names]
            case 1:
                return ["index", self.fresh(element), self.of(type_), *self.index(rank)]
            case 2:
                return ["set", self.of(type_), self.of(element), *self.index(rank)]
            case 3:
                return ["shape", self.of(type_)]
            case 4:
                return ["zip", self.fresh("[]point"), "[]point", self.of("[]f32"), self.of("[]f32")]
        return ["unzip", self.of("[]point"), self.fresh("[]f32"), self.fresh("[]f32")]

    def about_names(self) -> list[str]:
        name = self.of("")
        match self.random.randrange(8):
            case 0:
                return self.free()
            case 1:
                return ["rename", name, self.fresh(self.variables.pop(name, "i32"))]
            case 2 | 3:
                return [self.random.choice(["kind", "rank", "elemtype", "fields", "variants"]), self.random.choice(TYPES)]
            case 4 | 5:
                about = ["inputs", "outputs", "output", "attributes", "tuning_params"]
                return [self.random.choice(about), self.random.choice(list(ENTRIES))]
            case 6:
                return ["type", name]
        about = ["types", "entry_points", "report", "pause_profiling", "unpause_profiling", "get_tuning_param threshold"]
        about += ["tuning_param_class threshold", "set_tuning_param nothing 1"]
        if self.random.random() < 0.02:
            self.variables.clear()
            return ["clear"]
        return self.random.choice(about).split()

    def free(self) -> list[str]:
        names = self.random.sample(list(self.variables), min(len(self.variables), self.random.choice([1, 1, 2])))
        for name in names:
            del self.variables[name]
        return ["free", *names]

    def command(self) -> list[str]:
        kinds = [self.about_files, self.about_entries, self.about_records, self.about_sums, self.about_arrays, self.about_names]
        self.made, self.is_valid = {}, True
        return self.free() if len(self.variables) > 80 else self.random.choices(kinds, [2, 4, 3, 3, 5, 2])[0]()

    def change(self, words: list[str]) -> list[str]:
        """Changes one word."""
        at = self.random.randrange(len(words))
        match self.random.randrange(6):
            case 0:
                words[at] = self.random.choice(WORDS)
            case 1:
                del words[at]
            case 2:
                words.insert(at, self.random.choice([*words, *WORDS]))
            case 3:
                other = self.random.randrange(len(words))
                words[at], words[other] = words[other], words[at]
            case 4:
                words[at] = self.of("")
            case _:
                place = self.random.randrange(len(words[at]) + 1)
                behind = place + self.random.randrange(2)
                words[at] = words[at][:place] + self.random.choice(LETTERS) + words[at][behind:]
        return words

    def strange(self) -> bytes:
        """A line of no sense."""
        match self.random.randrange(5):
            case 0:
                self.is_text = False
                return bytes(byte for byte in self.random.randbytes(self.random.randrange(60)) if byte not in b"\n/")
            case 1:
                self.is_text = False
                return " ".join(self.command()).encode().replace(b" ", b"\0", 1)
            case 2:
                return " ".join([*self.command(), *(["v1"] * self.random.choice([999, 1000, 1001, 20000]))]).encode()
            case 3:
                return " ".join([*self.command(), "w" * self.random.choice([4095, 4096, 65536, 1 << 20])]).encode()
        return self.random.choice([b"", b" ", b"\t\r", b'"', b'""', b'"a', b'call "', b"%%% OK", b"call call call", b"\r"])

    def line(self) -> bytes:
        if self.random.random() < 0.01:
            return self.strange()
        words = self.command()
        if self.random.random() < 0.3:
            for _ in range(self.random.choice([1, 1, 2])):
                words = self.change(words) or [""]
        elif self.is_valid:
            self.variables |= self.made
        quoted = (f'"{word}"' if " " in word or not word else word for word in words)
        return " ".join(quoted).encode()

    def text(self, lines: int) -> bytes:
        start = [f"restore {file} ".encode() + b" ".join(self.start(file)) for file in ["numbers", "arrays"]]
        return b"\n".join([*start, *(self.line() for _ in range(lines))]) + self.random.choice([b"\n", b"\n", b""])

    def start(self, file: str) -> list[bytes]:
        """Variables for all values of a file, with their types."""
        names = [(self.fresh(type_), type_) for type_ in FILES[file][1]]
        self.variables |= self.made
        return [word.encode() for pair in names for word in pair]


def answers(output: bytes) -> list[list[bytes]]:
    """The lines of each answer."""
    found: list[list[bytes]] = [[]]
    for line in output.split(b"\n")[:-1]:
        if line == b"%%% OK":
            found.append([])
        else:
            found[-1].append(line)
    return found[1:]


def fate(server: Path, text: bytes, seconds: float) -> tuple[str | None, list[list[bytes]]]:
    """Runs a server on the commands of a session. Returns what is wrong, and the answers."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (content, _) in FILES.items():
            (Path(folder) / name).write_bytes(content)
        try:
            done = subprocess.run([server], input=text, capture_output=True, timeout=seconds, cwd=folder, check=False)
        except subprocess.TimeoutExpired:
            return "takes too long", []
    wanted = len(text.split(b"\n")) - text.endswith(b"\n")
    complete = done.stdout.split(b"\n").count(b"%%% OK") - 1
    if done.returncode != 0:
        return f"ends with status {done.returncode} after {complete} answers: {done.stderr.decode(errors='replace')}", []
    if done.stderr:
        return f"writes to standard error: {done.stderr.decode(errors='replace')}", []
    if complete != wanted or not done.stdout.endswith(b"%%% OK\n"):
        return f"gives {complete} answers to {wanted} lines", []
    return None, answers(done.stdout)[:-1]


def difference(lines: list[bytes], ours: list[list[bytes]], theirs: list[list[bytes]]) -> str | None:
    """Describes the first answer that differs. Times, profiles and tuning parameters may."""
    for line, left, right in zip(lines, ours, theirs):
        if b"report" in line or b"tuning_param" in line:
            continue
        left, right = ([part for part in answer if not part.startswith(b"runtime: ")] for answer in (left, right))
        if left != right:
            return f"`{line[:200].decode(errors='replace')}` has the answers {left} and {right}"
    return None


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fut-nano", type=Path, default=ROOT / "target/debug/fut-nano")
    parser.add_argument("--backends", default="cpu,c")
    parser.add_argument("--first", type=int, default=0, help="the number of the first session")
    parser.add_argument("--sessions", type=int, default=1 << 62, help="the most sessions")
    parser.add_argument("--seconds", type=float, default=60, help="no session starts later")
    parser.add_argument("--lines", type=int, default=1000, help="the lines of a session")
    parser.add_argument("--show", action="store_true", help="shows the commands of sessions that fail")
    return parser.parse_args()


def main() -> int:
    given = options()
    end = time.monotonic() + given.seconds
    failures, number = 0, given.first
    succeeded: collections.Counter[str] = collections.Counter()
    tried: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "prog.fut"
        source.write_text(PROGRAM)
        servers = {name: Path(folder) / name for name in given.backends.split(",")}
        for name, server in servers.items():
            command = [os.path.abspath(given.fut_nano), name, "--server", source, "-o", server]
            subprocess.run(command, check=True)
        while time.monotonic() < end and number < given.first + given.sessions:
            session = Session(number)
            text = session.text(given.lines)
            lines = text.split(b"\n")
            wrong, all_answers = [], []
            for name, server in servers.items():
                problem, found = fate(server, text, 120)
                wrong += [f"{name} {problem}"] if problem else []
                all_answers.append(found)
            if not wrong and session.is_text:
                for found in all_answers[1:]:
                    problem = difference(lines, all_answers[0], found)
                    wrong += [problem] if problem else []
            for line, answer in zip(lines, all_answers[0]):
                name = line.split(b" ")[0].decode(errors="replace")
                if name in COMMANDS:
                    tried[name] += 1
                    succeeded[name] += b"%%% FAILURE" not in answer
            for problem in wrong:
                print(f"session {number}: {problem}", flush=True)
            if wrong and given.show:
                sys.stdout.buffer.write(text + b"\n")
            failures += bool(wrong)
            number += 1
    print(f"{number - given.first} sessions of {given.lines} lines with {given.backends}: {failures} failed")
    print(", ".join(f"{name} {succeeded[name]}/{tried[name]}" for name in COMMANDS))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
