-- "Referring to Other Files": what is `local` is not imported.
-- ==
-- error: .

import "lib/other"

let main = hidden
