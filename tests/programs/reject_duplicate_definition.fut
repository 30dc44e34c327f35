-- A program that is wrong.
-- ==
-- error: Duplicate|twice

def f = 1
def f = 2
def main = f
