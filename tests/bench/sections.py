"""Writes generated sections of a document, between markers."""

from pathlib import Path


def markers(name: str) -> tuple[str, str]:
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def write(path: Path, name: str, text: str) -> None:
    """Replaces the section with this name, or adds it at the end."""
    begin, end = markers(name)
    section = f"{begin}\n\n{text.strip()}\n\n{end}"
    old = path.read_text() if path.exists() else ""
    if begin in old and end in old:
        new = old.split(begin)[0] + section + old.split(end, 1)[1]
    else:
        new = f"{old.rstrip()}\n\n{section}\n".lstrip()
    path.write_text(new)
