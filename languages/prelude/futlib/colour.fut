-- | Colours, made of red, green, blue and opacity, each a number from 0 to 1.
module type colour = {
  type colour
  val from_rgba: f32 -> f32 -> f32 -> f32 -> colour
  val to_rgba: colour -> (f32, f32, f32, f32)
}

-- | Colours as numbers of 32 bits, a byte for each of opacity, red, green and blue.
module argb_colour: colour with colour = i32 = {
  type colour = i32

  let byte (x: f32): i32 = i32 (f32.max 0f32 (f32.min 1f32 x) * 255f32)
  let part (c: i32) (shift: i32): f32 = f32 ((c >> shift) & 0xFF) / 255f32

  let from_rgba (r: f32) (g: f32) (b: f32) (a: f32): colour =
    (byte a << 24) | (byte r << 16) | (byte g << 8) | byte b

  let to_rgba (c: colour): (f32, f32, f32, f32) = (part c 16, part c 8, part c 0, part c 24)
}

-- | Colours with operations and constants.
module type colourspace = {
  include colour
  val add: colour -> colour -> colour
  val mult: colour -> colour -> colour
  -- | Multiplies red, green and blue.
  val scale: colour -> f32 -> colour
  -- | A mixture of two colours, each with its share.
  val mix: f32 -> colour -> f32 -> colour -> colour
  val bright: colour -> colour
  val dim: colour -> colour
  val light: colour -> colour
  val dark: colour -> colour
  val black: colour
  val red: colour
  val green: colour
  val blue: colour
  val white: colour
  val brown: colour
  val yellow: colour
  val orange: colour
  val magenta: colour
  val violet: colour
  -- | From black (0) to white (1).
  val gray: f32 -> colour
}

-- | The operations for a representation of colours.
module colourspace (C: colour): colourspace with colour = C.colour = {
  open C

  let each (f: f32 -> f32) (c: colour): colour =
    let (r, g, b, a) = to_rgba c
    in from_rgba (f r) (f g) (f b) a

  let add (c: colour) (d: colour): colour =
    let (r1, g1, b1, a1) = to_rgba c
    let (r2, g2, b2, a2) = to_rgba d
    let (r, g, b) = (f32.max r1 r2, f32.max g1 g2, f32.max b1 b2)
    -- The strongest component becomes 1.
    let most = f32.max r (f32.max g b)
    in from_rgba (r / most) (g / most) (b / most) ((a1 + a2) / 2f32)

  let mult (c: colour) (d: colour): colour =
    let (r1, g1, b1, a1) = to_rgba c
    let (r2, g2, b2, a2) = to_rgba d
    in from_rgba (r1 * r2) (g1 * g2) (b1 * b2) (a1 * a2)

  let scale (c: colour) (s: f32): colour = each (\x -> x * s) c

  let mix (m1: f32) (c: colour) (m2: f32) (d: colour): colour =
    let (r1, g1, b1, a1) = to_rgba c
    let (r2, g2, b2, a2) = to_rgba d
    let total = m1 + m2
    let mixed (x: f32) (y: f32): f32 = f32.sqrt ((m1 * x * x + m2 * y * y) / total)
    in from_rgba (mixed r1 r2) (mixed g1 g2) (mixed b1 b2) ((m1 * a1 + m2 * a2) / total)

  let bright (c: colour): colour = each (\x -> x * 1.2f32) c
  let dim (c: colour): colour = each (\x -> x * 0.8f32) c
  let light (c: colour): colour = each (\x -> x + 0.2f32) c
  let dark (c: colour): colour = each (\x -> x - 0.2f32) c

  let gray (x: f32): colour = from_rgba x x x 1f32
  let black = gray 0f32
  let white = gray 1f32
  let red = from_rgba 1f32 0f32 0f32 1f32
  let green = from_rgba 0f32 1f32 0f32 1f32
  let blue = from_rgba 0f32 0f32 1f32 1f32
  let brown = from_rgba 0.49f32 0.19f32 0.11f32 1f32
  let yellow = add red green
  let orange = add yellow red
  let magenta = add red blue
  let violet = add magenta blue
}

-- | The operations for `argb_colour`.
module argb: colourspace with colour = argb_colour.colour = colourspace argb_colour
