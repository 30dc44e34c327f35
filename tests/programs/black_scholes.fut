-- Prices of European options by the formula of Black and Scholes.
-- ==
-- entry: calls_and_puts
-- input { [100.0f64,90.0f64,110.0f64] [100.0f64,100.0f64,100.0f64] [1.0f64,0.5f64,2.0f64] }
-- output { [10.450575619322287f64, 2.349434164993117f64, 23.590143694662544f64] [5.573518069393685f64, 9.880425367826376f64, 4.073885498258491f64] }
-- input { [42.0f64] [40.0f64] [0.5f64] }
-- output { [4.080505962963656f64] [1.092902444096964f64] }

-- ==
-- entry: total
-- input { 1000i64 }
-- output { 13589.615743718999511f64 }

def horner [n] (x: f64) (coefficients: [n]f64) : f64 =
  loop acc = 0 for i < n do acc * x + coefficients[n - 1 - i]

def normal_cdf (x: f64) : f64 =
  let l = f64.abs x
  let k = 1 / (1 + 0.2316419 * l)
  let w = k * horner k [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  let upper = f64.exp (-l * l / 2) / f64.sqrt (2 * f64.pi) * w
  in if x < 0 then upper else 1 - upper

def rate : f64 = 0.05
def volatility : f64 = 0.2

def option (spot: f64) (strike: f64) (years: f64) : (f64, f64) =
  let d1 = (f64.log (spot / strike) + (rate + volatility ** 2 / 2) * years) / (volatility * f64.sqrt years)
  let d2 = d1 - volatility * f64.sqrt years
  let discounted = strike * f64.exp (-rate * years)
  let call = spot * normal_cdf d1 - discounted * normal_cdf d2
  in (call, call + discounted - spot)

entry calls_and_puts [n] (spots: [n]f64) (strikes: [n]f64) (years: [n]f64) : ([n]f64, [n]f64) =
  unzip (map3 option spots strikes years)

entry total (n: i64) : f64 =
  let price i = (option (80 + f64.i64 (i % 40)) 100 (0.25 + f64.i64 (i / 40) / 10)).0
  in f64.sum (tabulate n price)
