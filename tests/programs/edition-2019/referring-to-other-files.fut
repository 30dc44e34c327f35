-- "Referring to Other Files": plain imports, and imports as modules.
-- ==
-- input { } output { 5 3 }

import "lib/other"
module M = import "lib/other"

let main = (two + three, M.three)
