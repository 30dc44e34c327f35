def main (x: i32): i32 = (x + 0) * 2
