-- "Value Declarations": other values must be in scope before a value is defined.
-- ==
-- error: .

let answer: i32 = 6 * seven
let seven: i32 = 7
let main = answer
