-- One of two results of a map.
-- step: remove-dead
entry main [n] (xs: [n]i32) = (map (\x -> (x + 1, x * 2)) xs |> unzip).1
