-- | Dates of the Gregorian calendar.
module type date = {
  type date
  val add_days: date -> i32 -> date
  val sub_days: date -> i32 -> date
  -- | The same day of another month, or the last day of that month if it is shorter.
  val add_months: date -> i32 -> date
  -- | The time from the first date to the second, in years of 365 days.
  val diff_dates: date -> date -> f64
  -- | The year, the month and the day; months and days are counted from 1.
  val triple_of_date: date -> (i32, i32, i32)
  val date_of_triple: (i32, i32, i32) -> date
  -- | Whether there is such a year, month and day.
  val check_date: (i32, i32, i32) -> bool
  val same_date: date -> date -> bool
  val earliest: date -> date -> date
  val latest: date -> date -> date
}

open ({
  -- The number of days since the first of March of the year 0.
  type date = i32

  let is_leap (year: i32): bool = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)

  let days_of_month (year: i32) (month: i32): i32 =
    if month == 2 then (if is_leap year then 29 else 28)
    else if month == 4 || month == 6 || month == 9 || month == 11 then 30
    else 31

  -- The days before the first of March in a year that starts in March, and before its months.
  let days_before_year (y: i32): i32 = 365 * y + y / 4 - y / 100 + y / 400
  let days_before_month (m: i32): i32 = (153 * m + 2) / 5

  let check_date (year: i32, month: i32, day: i32): bool =
    1 <= month && month <= 12 && 1 <= day && day <= days_of_month year month

  let date_of_triple (year: i32, month: i32, day: i32): date =
    let y = if month <= 2 then year - 1 else year
    in days_before_year y + days_before_month ((month + 9) % 12) + day - 1

  let triple_of_date (date: date): (i32, i32, i32) =
    -- 146097 days are 400 years.
    let guess = i32 ((i64 date * 400i64) / 146097i64)
    let y = if days_before_year (guess + 1) <= date then guess + 1
            else if date < days_before_year guess then guess - 1 else guess
    let rest = date - days_before_year y
    let m = (5 * rest + 2) / 153
    let month = (m + 2) % 12 + 1
    in (if month <= 2 then y + 1 else y, month, rest - days_before_month m + 1)

  let add_days (date: date) (days: i32): date = date + days
  let sub_days (date: date) (days: i32): date = date - days

  let add_months (date: date) (months: i32): date =
    let (year, month, day) = triple_of_date date
    let all = 12 * year + month - 1 + months
    let (year, month) = (all / 12, all % 12 + 1)
    in date_of_triple (year, month, i32.min day (days_of_month year month))

  let diff_dates (from: date) (to: date): f64 = f64 (to - from) / 365.0
  let same_date (x: date) (y: date): bool = x == y
  let earliest (x: date) (y: date): date = i32.min x y
  let latest (x: date) (y: date): date = i32.max x y
}: date)
