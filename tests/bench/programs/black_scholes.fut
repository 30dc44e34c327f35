-- Prices of European options by the formula of Black and Scholes.
def cumulative (x: f32) : f32 =
  let k = 1 / (1 + 0.2316419 * f32.abs x)
  let w = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  let below = 1 - 0.39894228 * f32.exp (-0.5 * x * x) * w
  in if x < 0 then 1 - below else below

def main [n] (price: [n]f32) (strike: [n]f32) (years: [n]f32) : ([n]f32, [n]f32) =
  let (rate, volatility) = (0.02, 0.30)
  in unzip (map3 (\s x t ->
       let deviation = volatility * f32.sqrt t
       let d1 = (f32.log (s / x) + (rate + volatility * volatility / 2) * t) / deviation
       let d2 = d1 - deviation
       let discounted = x * f32.exp (-rate * t)
       in (s * cumulative d1 - discounted * cumulative d2,
           discounted * cumulative (-d2) - s * cumulative (-d1)))
     price strike years)
