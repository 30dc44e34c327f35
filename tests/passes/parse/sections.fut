-- Sections and projections as functions.
def main = map (+ 1) (map (.0) [(1, true)])
-- ---
-- after parse (Source)
def main = map (+ 1) (map (.0) [(1, true)])
