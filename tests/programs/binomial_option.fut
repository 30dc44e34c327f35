-- An American option by a binomial tree, backwards through time.
-- ==
-- input { 4i64 100.0f64 95.0f64 }
-- output { 7.456294860540989f64 }
-- input { 50i64 60.0f64 65.0f64 }
-- output { 8.726331250659987f64 }

def main (steps: i64) (spot: f64) (strike: f64) : f64 =
  let dt = 1 / f64.i64 steps
  let up = f64.exp (0.3 * f64.sqrt dt)
  let down = 1 / up
  let growth = f64.exp (0.05 * dt)
  let p = (growth - down) / (up - down)
  let price i j = spot * up ** f64.i64 (2 * j - i)
  let payoff s = f64.max 0 (strike - s)
  let leaves = tabulate (steps + 1) (\j -> payoff (price steps j))
  let values =
    loop values = leaves for k < steps do
      let i = steps - 1 - k
      in tabulate (steps + 1) (\j ->
           if j > i then 0
           else f64.max (payoff (price i j)) ((p * values[j + 1] + (1 - p) * values[j]) / growth))
  in values[0]
