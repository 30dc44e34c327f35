"""A session with a server by the public packages futhark-server and futhark-data: every command of the protocol.

Usage: server.py SERVER, in a folder for files."""

import json
import sys
import numpy as np
from futhark_server import Failure, Server

server = Server(sys.argv[1])


def ask(words):
    return server.cmd(*words.split())


def refused(words, message):
    try:
        ask(words)
    except Failure as failure:
        assert message in str(failure), f"{words}: {failure}"
    else:
        raise AssertionError(f"{words} was accepted")


def is_array(name, expected):
    np.testing.assert_array_equal(server.get_value(name), expected)


with server:
    # What there is.
    entries = "at both grow length main matrix move outer path set".split()
    assert sorted(server.cmd_entry_points()) == entries
    assert {"point", "shape", "[]point", "[]i32", "[][]f64"} <= set(server.cmd_types())
    assert server.cmd_inputs("main") == ["[]i32", "i32"]
    assert server.cmd_output("main") == ["[]i32"]
    assert ask("inputs set") == ["*[]i32", "i64"] and ask("output set") == ["*[]i32"]
    assert ask("outputs both") == ["f32", "bool"]
    assert ask("attributes main") == []
    kinds = {"i32": "primitive", "[]i32": "array", "point": "record", "shape": "sum"}
    assert all(ask(f"kind {ty}") == [kind] for ty, kind in kinds.items())
    assert ask("rank [][]f64") == ["2"] and ask("elemtype [][]f64") == ["f64"]
    assert server.cmd_fields("point") == ["x f64", "y i32"]
    assert ask("variants shape") == ["box", "- f64", "- point", "dot", "line", "- f64"]

    # Calls, and values through files.
    server.put_value("xs", np.array([1, 2, 3], dtype=np.int32))
    server.put_value("k", np.int32(4))
    assert server.cmd_call("main", "ys", "xs", "k")[0].startswith("runtime: ")
    is_array("ys", [4, 8, 12])
    assert ask("type ys") == ["[]i32"]
    server.cmd_rename("ys", "zs")
    refused("type ys", "ys")
    server.cmd_store("zs.bin", "zs")
    server.cmd_restore("zs.bin", ("again", "[]i32"))
    is_array("again", [4, 8, 12])
    server.put_value_bytes(server.get_value_bytes("zs"), ("copy", "[]i32"))
    is_array("copy", [4, 8, 12])
    server.cmd_free("zs", "again", "copy")
    refused("free zs", "zs")

    # Failures leave the server as it was.
    server.put_value("i", np.int64(3))
    refused("call at x xs i", "out of bounds")
    refused("call nothing x", "nothing")
    refused("call main x k xs", "Expected []i32, got i32")
    refused("nonsense", "nonsense")
    refused("inputs", "")

    # A consumed variable can only be freed.
    server.put_value("one", np.int64(1))
    server.cmd_call("set", "cut", "xs", "one")
    is_array("cut", [1, 0, 3])
    refused("call main x xs k", "xs")
    server.cmd_free("xs")

    # Records. The package's own method for `new` is not written yet, so this sends the command itself.
    server.put_value("x", np.float64(1.5))
    ask("new p point x k")
    server.cmd_call("move", "q", "p")
    server.cmd_project("qx", "q", "x")
    server.cmd_project("qy", "q", "y")
    assert (server.get_value("qx"), server.get_value("qy")) == (2.5, 8)
    server.cmd_store("q.bin", "q")
    server.cmd_restore("q.bin", ("r", "point"))
    server.cmd_project("rx", "r", "x")
    assert server.get_value("rx") == 2.5

    # Sums.
    ask("construct s shape line x")
    assert ask("variant s") == ["line"]
    server.cmd_call("grow", "t", "s")
    assert ask("variant t") == ["box"]
    ask("destruct t l tp")
    server.cmd_project("tpy", "tp", "y")
    assert (server.get_value("l"), server.get_value("tpy")) == (1.5, 2)
    refused("destruct t l2", "2 variables expected but 1 variables provided")

    # Arrays of records.
    ask("new_array ps []point 2 p q")
    assert ask("shape ps") == ["2"]
    server.cmd_call("length", "sum", "ps")
    assert server.get_value("sum") == 4.0
    ask("index second ps 1")
    server.cmd_project("sx", "second", "x")
    assert server.get_value("sx") == 2.5
    refused("index none ps 2", "Invalid index `2` on dimension 1.")
    ask("set ps second 0")
    ask("unzip ps pxs pys")
    is_array("pxs", [2.5, 2.5])
    is_array("pys", [8, 8])
    ask("zip rs []point pxs pys")
    server.cmd_call("length", "sum2", "rs")
    assert server.get_value("sum2") == 5.0

    # Tuning parameters: the thresholds of nested parallel code.
    parameters = [line.split()[0] for line in server.cmd_tuning_params("matrix")]
    assert parameters, "a nest has versions"
    assert server.cmd_tuning_param_class(parameters[0]) == "threshold"
    server.cmd_set_tuning_param(parameters[0], "7")
    assert ask(f"get_tuning_param {parameters[0]}") == ["7"]
    refused("set_tuning_param nothing 7", "nothing")
    server.put_value("m", np.array([[1, 2], [3, 4]], dtype=np.int32))
    server.cmd_call("matrix", "rows", "m")
    is_array("rows", [3, 7])

    # Profiles.
    server.cmd_pause_profiling()
    server.cmd_unpause_profiling()
    report = json.loads("\n".join(server.cmd_report()))
    assert "events" in report and "memory" in report, report
    server.cmd_clear()
assert server.proc.returncode == 0
print("fine")
