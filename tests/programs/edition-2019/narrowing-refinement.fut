-- A refinement gives a type no parameters that allow fewer types.
-- ==
-- error: .*parameters

module type has_t = { type t '^a }
module type narrowed = has_t with t 'a = a
