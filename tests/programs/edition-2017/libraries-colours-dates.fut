-- The libraries for colours and for dates.
-- ==
-- entry: colours
-- input { } output { 0.705882f32 0.705882f32 0.705882f32 1f32 -256 -16711936 }
-- ==
-- entry: dates
-- input { 1996 2 28 2 } output { 1996 3 1 1996 4 28 0.005479452054794521 true }
-- input { 1997 1 1 -1 } output { 1996 12 31 1996 12 1 -0.0027397260273972603 true }
-- input { 1900 2 29 0 } output { 1900 3 1 1900 3 1 0.0 false }

import "/futlib/colour"
module date = import "/futlib/date"

entry colours (): (f32, f32, f32, f32, i32, i32) =
  let (r, g, b, a) = argb.to_rgba (argb.mix 0.5f32 argb.white 0.5f32 argb.black)
  in (r, g, b, a, argb.add argb.yellow argb.white & 0xFFFFFF00, argb.mult argb.orange (argb.from_rgba 0f32 1f32 0f32 1f32))

entry dates (year: i32) (month: i32) (day: i32) (n: i32): (i32, i32, i32, i32, i32, i32, f64, bool) =
  let first = date.date_of_triple (year, month, day)
  let other = date.sub_days first (-n)
  let (y, m, d) = date.triple_of_date (date.add_days first n)
  let (y', m', d') = date.triple_of_date (date.add_months first n)
  let same = date.same_date (date.earliest first other) (date.latest other first)
  in (y, m, d, y', m', d', date.diff_dates first other, date.check_date (year, month, day) && same == (n == 0) || n != 0)
