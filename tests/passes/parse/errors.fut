-- A misplaced token is an error at its place.
def main = let x = in x
-- ---
-- after parse (Source)
main.fut:2:20-21: error E0001: unexpected `in`: expected an expression
