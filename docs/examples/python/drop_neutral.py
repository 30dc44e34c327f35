"""Leaves out additions of zero and multiplications by one, of integers: `(x + 0) * 1` becomes `x`.

    fut-nano run --pass-plugin "after=defunc:python3 docs/examples/python/drop_neutral.py" docs/examples/higher_order.fut
"""

import re

from nanopass import Rewrite, language, run

fo = language("first-order")
NEUTRAL = {"add": "0", "mul": "1"}


class DropNeutral(Rewrite):
    def exp(self, node):
        node = self.default(node)
        if isinstance(node, fo.Exp.Bin) and node.op in NEUTRAL:
            for kept, other in (node.lhs, node.rhs), (node.rhs, node.lhs):
                if isinstance(other, fo.Exp.Const) and re.fullmatch(NEUTRAL[node.op] + "[iu][0-9]+", other.value):
                    return kept
        return node


run(DropNeutral(fo))
