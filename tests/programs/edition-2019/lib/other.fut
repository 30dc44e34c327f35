let two = 2
local let hidden = 3
let three = hidden
