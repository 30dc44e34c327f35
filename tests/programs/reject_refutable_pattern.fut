-- A program that is wrong.
-- ==
-- error: refutable

def f (1: i32) = 2i32

def main = f 1
