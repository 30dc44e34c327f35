-- A module with the name of a value is opened, since the value may hide its name then.
-- edition: 2017
-- show: all
module main = { let one = 1 }
let main (x: i32): i32 = x + main.one
-- ---
-- after desugar-2017 (Source)
open {
  module main = {
    def one = 1
  }
}

def main (x: i32) : i32 = x + main.one
