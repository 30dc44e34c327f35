-- "Compound Types and Values": arrays must be regular.
-- ==
-- error: .

let main = [[1,2], [3,4,5], [6,7]]
