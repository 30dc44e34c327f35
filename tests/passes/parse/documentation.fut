-- The example of the documentation.
-- form: sexp
-- Documentation:
-- def main = 1     becomes     (value false main [] [] _ (int-lit 1))
--
def main = 1
-- ---
-- after parse (Source)
(value false main [] [] _ (int-lit 1))
