import "/futlib/monoid"

-- | Scans of the segments of an array. A segment starts wherever its flag is set.
module segmented_scan (M: monoid): { val segmented_scan: []bool -> []M.t -> []M.t } = {
  let segmented_scan (flags: [#n]bool) (values: [#n]M.t): []M.t =
    let join (starts: bool, before: M.t) (start: bool, value: M.t): (bool, M.t) =
      (starts || start, if start then value else M.op before value)
    let (_, sums) = unzip (scan join (false, M.ne) (zip flags values))
    in sums
}
