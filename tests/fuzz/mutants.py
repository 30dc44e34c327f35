#!/usr/bin/env python3
"""Changes one token, type, size, star or name of real programs, and compares whether fut-nano and another Futhark compiler
accept the mutants.

    cargo build --release -p fut-nano
    tests/fuzz/mutants.py --futhark futhark [--fut-nano PATH] [--first N] [--count N] [--cache FILE] FOLDER ...

The script takes the programs of the folders that both compilers accept, and names each mutant by a number: the same number
and the same folders make the same mutant. A mutant lies beside its program while it is checked, since programs import their
neighbours. `--cache` keeps the other compiler's verdicts, so that a second run takes the time of fut-nano only.

Prints each mutant on which the compilers disagree, with its first error and the change, and ends with exit status 1 if there
is one. `--classes` counts the differences by the code or the first words of their errors.
"""

import argparse
import hashlib
import json
import random
import re
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOKEN = re.compile(
    r"(?P<space>\s+|--[^\n]*)|(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'(?!\w))"
    r"|(?P<number>\d[\w.]*(?:e[-+]?\d\w*)?)|(?P<name>[#'^~]?[A-Za-z_][\w']*)|(?P<operator>[-+*/%<>=!&|^$@?.:`]+)|(?P<mark>.)"
)
PRIMITIVES = "i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool".split()
KEYWORDS = set("if then else let in loop for while do with match case def entry type module open import include val".split())
SIZE = re.compile(r"\[\s*(?:[\w.' ]|\+|\*|-)*\]")


def tokens(text: str) -> list[tuple[str, str]]:
    """The tokens of a program, each with its kind; comments count as space."""
    return [(match.lastgroup or "mark", match[0]) for match in TOKEN.finditer(text)]


def change_token(rng: random.Random, parts: list[tuple[str, str]]) -> None:
    """Deletes, doubles, swaps or replaces one token; a replacement is another token of its kind in the program."""
    places = [place for place, (kind, _) in enumerate(parts) if kind != "space"]
    place = rng.choice(places)
    kind, text = parts[place]
    match rng.randrange(6):
        case 0:
            del parts[place]
        case 1:
            parts.insert(place, (kind, text + " "))
        case 2:
            other = rng.choice([other for other in places if abs(other - place) < 8])
            parts[place], parts[other] = parts[other], parts[place]
        case _:
            parts[place] = rng.choice([part for part in parts if part[0] == kind])


def change_name(rng: random.Random, parts: list[tuple[str, str]]) -> None:
    """Replaces a name by another name nearby."""
    places = [place for place, (kind, text) in enumerate(parts) if kind == "name" and text not in KEYWORDS]
    place = rng.choice(places)
    parts[place] = parts[rng.choice([other for other in places if abs(other - place) < 60])]


def change_type(rng: random.Random, parts: list[tuple[str, str]]) -> None:
    """Replaces a primitive type by another."""
    places = [place for place, (_, text) in enumerate(parts) if text in PRIMITIVES]
    parts[rng.choice(places)] = ("name", rng.choice(PRIMITIVES))


def change_size(rng: random.Random, parts: list[tuple[str, str]]) -> None:
    """Replaces the size in brackets by another, by none or by a sum; adds or takes away brackets."""
    text = "".join(text for _, text in parts)
    found = list(SIZE.finditer(text))
    place, other = rng.choice(found), rng.choice(found)
    new = rng.choice([other[0], "[]", f"[{place[0][1:-1]} + 1]", "", place[0] * 2, "[k]"])
    parts[:] = [("mark", text[: place.start()] + new + text[place.end() :])]


def change_star(rng: random.Random, parts: list[tuple[str, str]]) -> None:
    """Takes away a star of a type, or puts one before a type."""
    after = {":", "->", "("}
    types = set(PRIMITIVES) | {"[", "("}
    places = []
    before = ""
    for place, (kind, text) in enumerate(parts):
        if kind == "space":
            continue
        if before in {":", "->"} and (text in types or kind == "name") or text == "*" and before in after:
            places.append(place)
        before = text
    place = rng.choice(places)
    if parts[place][1] == "*":
        del parts[place]
    else:
        parts.insert(place, ("operator", "*"))


CHANGES = [change_token, change_name, change_name, change_type, change_size, change_size, change_star]


def mutant(program: str, rng: random.Random) -> str:
    """A program with one change. A change that the program has no place for is chosen anew."""
    while True:
        parts = tokens(program)
        try:
            rng.choice(CHANGES)(rng, parts)
        except IndexError:
            continue
        changed = "".join(text for _, text in parts)
        if changed != program:
            return changed


def verdict(command: list[str]) -> tuple[bool | None, str]:
    """Whether a compiler accepts a program (`None`: no answer in time), and what it prints."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60)
    except subprocess.TimeoutExpired:
        return None, "time-out"
    # A limitation or a bug of the compiler is no verdict of the language.
    return (done.returncode == 0 if done.returncode in (0, 1, 2) else None), done.stderr or done.stdout


class Search:
    """Both compilers, and what is known about their verdicts."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.cache: dict[str, list] = {}
        self.lock = threading.Lock()
        if options.cache and Path(options.cache).exists():
            self.cache = dict(json.loads(line) for line in Path(options.cache).read_text().splitlines())

    def ours(self, path: Path) -> tuple[bool | None, str]:
        return verdict([self.options.fut_nano, "check", "--edition", "2026", str(path)])

    def theirs(self, path: Path, key: str) -> tuple[bool | None, str]:
        if key not in self.cache:
            answer = verdict([self.options.futhark, "check", "-w", str(path)])
            with self.lock:
                self.cache[key] = [answer[0], answer[1][:2000]]
                if self.options.cache:
                    with open(self.options.cache, "a") as out:
                        out.write(json.dumps([key, self.cache[key]]) + "\n")
        return tuple(self.cache[key])

    def both_accept(self, path: Path) -> bool:
        key = hashlib.sha256(f"{path}".encode()).hexdigest()
        return bool(self.theirs(path, key)[0]) and bool(self.ours(path)[0])

    def compare(self, programs: list[Path], number: int) -> tuple[bool, dict | None]:
        """Whether both compilers gave a verdict on a mutant, and the difference, if there is one."""
        rng = random.Random(number)
        program = rng.choice(programs)
        text = program.read_text()
        changed = mutant(text, rng)
        path = program.with_name(f"mutant{number}.fut")
        key = hashlib.sha256(f"{program}\n{changed}".encode()).hexdigest()
        path.write_text(changed)
        try:
            ours, theirs = self.ours(path), self.theirs(path, key)
        finally:
            path.unlink()
        if ours[0] is None or theirs[0] is None:
            return False, None
        if ours[0] == theirs[0]:
            return True, None
        return True, {
            "number": number,
            "program": str(program),
            "accepted": "ours" if ours[0] else "theirs",
            "error": (theirs if ours[0] else ours)[1].strip()[:700],
            "change": difference(text, changed),
        }


def difference(text: str, changed: str) -> str:
    """The lines that changed, before and after."""
    before, after = text.splitlines(), changed.splitlines()
    start = next((at for at, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), min(len(before), len(after)))
    return "\n".join(f"{sign} {line}" for sign, lines in (("-", before), ("+", after)) for line in lines[start : start + 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--futhark", default="futhark")
    parser.add_argument("--fut-nano", default=str(ROOT / "target/release/fut-nano"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--cache")
    parser.add_argument("--only", help="a file with one path of a program a line, below the folder")
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    search = Search(options)
    if options.only:
        programs = [Path(options.folders[0]) / line for line in Path(options.only).read_text().split()]
    else:
        programs = sorted(path for folder in options.folders for path in Path(folder).rglob("*.fut"))
    with ThreadPoolExecutor(options.jobs) as pool:
        accepted = list(pool.map(search.both_accept, programs))
        programs = [program for program, fine in zip(programs, accepted) if fine]
        print(f"{len(programs)} programs", flush=True)
        numbers = range(options.first, options.first + options.count)
        judged, found = 0, []
        for both, one in pool.map(lambda number: search.compare(programs, number), numbers):
            judged += both
            if one:
                found.append(one)
                print(f"-- {one['number']} {one['program']}: accepted by {one['accepted']} only\n{one['change']}\n{one['error']}\n", flush=True)
    if options.classes:
        first = lambda error: " ".join((re.search(r"\[E\d+\].*|^(?!Error|Warning|\s*$).*", error, re.M) or [error])[0].split()[:6])
        for name, count in Counter((one["accepted"], first(one["error"])) for one in found).most_common():
            print(count, *name)
    print(f"{judged} mutants, {len(found)} differences ({100 * len(found) / max(judged, 1):.2f} %)")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
