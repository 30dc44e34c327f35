-- "Semantics of Simple Expressions": each field may be defined once only.
-- ==
-- error: .

let main = {a = 1, a = 2}.a
