-- "Referring to Other Files": `local` names are not imported.
-- ==
-- error: .

import "lib/other"

let main = hidden
