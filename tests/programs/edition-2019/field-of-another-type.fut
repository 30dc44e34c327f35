-- "Semantics of Simple Expressions": `r with f = e` does not change the field's type.
-- ==
-- error: .

let main = ({a = 1, b = 2} with a = true).b
