-- Bodies that attract each other, with softened gravity and leap-frog integration.
-- ==
-- input { 1i64 0.1f64 [[0.0f64,0.0f64,0.0f64],[1.0f64,0.0f64,0.0f64]] [[0.0f64,0.0f64,0.0f64],[0.0f64,1.0f64,0.0f64]] [10.0f64,1.0f64] }
-- output { [[0.009851853368416f64, 0.000000000000000f64, 0.000000000000000f64], [0.901481466315843f64, 0.100000000000000f64, 0.000000000000000f64]] }
-- input { 10i64 0.05f64 [[0.0f64,0.0f64,0.0f64],[1.0f64,0.0f64,0.0f64],[0.0f64,2.0f64,0.5f64]] [[0.0f64,0.0f64,0.0f64],[0.0f64,1.0f64,0.0f64],[-0.5f64,0.0f64,0.0f64]] [5.0f64,1.0f64,0.5f64] }
-- output { [[0.190112971976249f64, 0.085279360868102f64, 0.003969269912878f64], [0.038376657787459f64, 0.167559735593737f64, 0.003971474476798f64], [-0.227883035337410f64, 1.812086920131505f64, 0.452364351917619f64]] }

module vec3 = {
  type t = {x: f64, y: f64, z: f64}
  def zero : t = {x = 0, y = 0, z = 0}
  def (a: t) + (b: t) : t = {x = a.x f64.+ b.x, y = a.y f64.+ b.y, z = a.z f64.+ b.z}
  def (a: t) - (b: t) : t = {x = a.x f64.- b.x, y = a.y f64.- b.y, z = a.z f64.- b.z}
  def scale (k: f64) (a: t) : t = {x = k * a.x, y = k * a.y, z = k * a.z}
  def dot (a: t) (b: t) : f64 = a.x * b.x f64.+ a.y * b.y f64.+ a.z * b.z
}

type body = {position: vec3.t, velocity: vec3.t, mass: f64}

def pull (from: body) (on: body) : vec3.t =
  let d = on.position vec3.- from.position
  let r2 = vec3.dot d d + 0.01
  in vec3.scale (on.mass / (r2 * f64.sqrt r2)) d

def accelerations [n] (bodies: [n]body) : [n]vec3.t =
  map (\b -> reduce (vec3.+) vec3.zero (map (pull b) bodies)) bodies

def step [n] (dt: f64) (bodies: [n]body) : [n]body =
  let move (b: body) (a: vec3.t) : body =
    let velocity = b.velocity vec3.+ vec3.scale dt a
    in b with velocity = velocity with position = b.position vec3.+ vec3.scale dt velocity
  in map2 move bodies (accelerations bodies)

def main [n] (steps: i64) (dt: f64) (ps: [n][3]f64) (vs: [n][3]f64) (ms: [n]f64) : [n][3]f64 =
  let vector (v: [3]f64) : vec3.t = {x = v[0], y = v[1], z = v[2]}
  let bodies = map3 (\p v mass -> {position = vector p, velocity = vector v, mass}) ps vs ms
  let final = loop bodies for _i < steps do step dt bodies
  in map (\b -> [b.position.x, b.position.y, b.position.z]) final
