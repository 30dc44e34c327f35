"""Passes in Python: classes, a reader and a printer for any language of fut-nano, made from its grammar.

    fo = language("first-order")       # the grammar, as `fut-nano languages show first-order --format=json` describes it
    program = fo.read(text)            # from an S-expression, as `--dump-format=sexp` writes it
    text = fo.write(program)           # and back

Each nonterminal is an attribute of the language, and each of its productions a class: `fo.Exp.Bin`. A nonterminal that is a struct is
a class itself: `fo.Program`. A node has its fields as attributes, and its place in the source as `span` (`@1:20-41`, or `None`). Lists are Python
lists, optional fields that are not there are `None`, and all other leaves are strings: `"0i32"`, `"x#2"`.

A pass is a `Rewrite` with a method for every nonterminal that it changes; `run` makes it a program for `--pass-plugin`.
"""

import dataclasses
import json
import keyword
import os
import re
import subprocess
import sys
import threading
from types import SimpleNamespace

# How deep programs may be nested. A thread of its own has the stack for it.
DEPTH = 1_000_000
STACK = 512 << 20

TOKEN = re.compile(r'\s*(?:;[^\n]*\n?\s*)*([()\[\]]|"(?:[^"\\]|\\.)*"|[^\s()\[\]";]+)')
ESCAPES = {"\\n": "\n", "\\r": "\r", "\\t": "\t", '\\"': '"', "\\\\": "\\"}


class Wrong(Exception):
    """A text that is no program of the language."""


def language(key):
    """The language of this name, from the fut-nano that runs the plug-in, or the one on the path."""
    command = [os.environ.get("FUT_NANO", "fut-nano"), "languages", "show", key, "--format=json"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise Wrong(found.stderr.strip())
    return Language(json.loads(found.stdout))


class Language:
    """A grammar with a class for each production."""

    def __init__(self, grammar):
        self.grammar = grammar
        self.sorts = {}
        for nonterminal in grammar["nonterminals"]:
            name = nonterminal["name"]
            classes = {shape["head"]: make_class(name, shape) for shape in nonterminal["productions"]}
            self.sorts[name] = classes
            by_name = {cls.__name__: cls for cls in classes.values()}
            is_struct = list(by_name) == [name]
            setattr(self, name, by_name[name] if is_struct else SimpleNamespace(**by_name))

    def read(self, text):
        """The program of an S-expression."""
        tokens = iter(tokens_of(text))
        program = self.value(self.grammar["root"], "one", next(tokens, None), tokens)
        if next(tokens, None) is not None:
            raise Wrong("there is more text after the program")
        return program

    def value(self, sort, count, token, tokens):
        """The value of a field that starts with a token."""
        if token is None or token in (")", "]"):
            raise Wrong(f"{sort} was expected, but the text says {token or 'no more'}")
        if count == "many":
            if token != "[":
                raise Wrong(f"a list of {sort} was expected, found {token}")
            items = []
            while (token := next(tokens, None)) != "]":
                items.append(self.value(sort, "one", token, tokens))
            return items
        if count == "maybe" and token == "_":
            return None
        if sort not in self.sorts:
            return unquoted(token)
        if token != "(":
            raise Wrong(f"{sort} was expected, found {token}")
        head = next(tokens, None)
        if head not in self.sorts[sort]:
            raise Wrong(f"{sort} has no production {head}")
        cls = self.sorts[sort][head]
        token = next(tokens, None)
        span = None
        if token is not None and token.startswith("@"):
            span, token = token, next(tokens, None)
        values = []
        for field in cls.FIELDS:
            values.append(self.value(field["sort"], field["count"], token, tokens))
            token = next(tokens, None)
        if token != ")":
            raise Wrong(f"{head} has {len(cls.FIELDS)} fields")
        return cls(*values, span=span)

    def write(self, program):
        """The S-expression of a program, with the line that names its language."""
        out = [f"; language {self.grammar['key']}\n"]
        write(program, out)
        return "".join(out) + "\n"


def make_class(nonterminal, production):
    """The class of a production."""
    fields = [field["name"] for field in production["fields"]]
    names = [name + "_" if keyword.iskeyword(name) else name for name in fields]
    span = ("span", object, dataclasses.field(default=None, compare=False))
    cls = dataclasses.make_dataclass(production["name"], [*names, span])
    cls.__doc__ = production["doc"]
    cls.NONTERMINAL, cls.HEAD, cls.FIELDS, cls.NAMES = nonterminal, production["head"], production["fields"], names
    return cls


def tokens_of(text):
    """The tokens of an S-expression."""
    at, end = 0, len(text.rstrip())
    while at < end:
        match = TOKEN.match(text, at)
        if match is None:
            if text[at:].lstrip().startswith(";"):
                return
            raise Wrong(f"the text makes no sense at {text[at:at + 20]!r}")
        yield match.group(1)
        at = match.end()


def unquoted(token):
    """The text of a leaf."""
    if token.startswith('"'):
        return re.sub(r"\\.", lambda escape: ESCAPES.get(escape.group(0), escape.group(0)[1:]), token[1:-1])
    return token


def quoted(text):
    """A leaf as S-expressions have it."""
    if text and text != "_" and not text.startswith("@") and re.fullmatch(r'[^\x00-\x20()\[\]";\x7f]+', text):
        return text
    for escape, letter in (("\\\\", "\\"), ('\\"', '"'), ("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t")):
        text = text.replace(letter, escape)
    return f'"{text}"'


def write(value, out):
    """Adds the text of a value."""
    if value is None:
        out.append("_")
    elif isinstance(value, str):
        out.append(quoted(value))
    elif isinstance(value, list):
        out.append("[")
        for number, item in enumerate(value):
            out.append(" " if number else "")
            write(item, out)
        out.append("]")
    else:
        out.append(f"({value.HEAD}")
        out.append(f" {value.span}" if value.span else "")
        for name in value.NAMES:
            out.append(" ")
            write(getattr(value, name), out)
        out.append(")")


class Rewrite:
    """A transformation of programs. A method that is called like a nonterminal (`exp` for `Exp`) says what becomes of its nodes; it may call
    `self.default(node)` for the node with rewritten children. Nodes without such a method get the default."""

    def __init__(self, language):
        self.language = language

    def rewrite(self, value):
        """What becomes of a value."""
        if isinstance(value, list):
            return [self.rewrite(item) for item in value]
        if not hasattr(value, "NONTERMINAL"):
            return value
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", value.NONTERMINAL).lower()
        return getattr(self, name, self.default)(value)

    def default(self, node):
        """The node with rewritten children."""
        return dataclasses.replace(node, **{name: self.rewrite(getattr(node, name)) for name in node.NAMES})


def run(rewrite):
    """Reads a program from standard input, and writes what becomes of it."""
    sys.setrecursionlimit(DEPTH)
    threading.stack_size(STACK)
    failed = []

    def work():
        try:
            program = rewrite.language.read(sys.stdin.read())
            sys.stdout.write(rewrite.language.write(rewrite.rewrite(program)))
        except Wrong as wrong:
            failed.append(str(wrong))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if failed:
        sys.exit(f"{sys.argv[0]}: {failed[0]}")
