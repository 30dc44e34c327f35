-- A range may end at the highest number of its type.
-- ==
-- input { 253u8 255u8 } output { [253u8, 254u8, 255u8] }
-- input { 255u8 253u8 } output { empty([0]u8) }

let main (start: u8) (end: u8) = start...end
