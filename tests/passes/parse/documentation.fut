-- The example of the documentation.
-- form: sexp
def main = 1
-- ---
-- after parse (Source)
(value false main [] [] _ (int-lit 1))
