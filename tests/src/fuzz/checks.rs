//! Generates programs with one array access in nested loops, from bytes. Indices, sizes and branches decide whether the
//! access is in bounds. There is only one check, since of several failing checks any may be reported.

use super::grammar::Choices;

/// Returns a program and an input. Its entry point `main` takes an array of `n` by `m` numbers and two more sizes.
pub fn program(choices: &mut Choices<'_>) -> (String, String) {
    let mut maker = Maker { choices, scope: Vec::new() };
    let body = maker.nest(0);
    let text = format!("entry main [n] [m] (xss: [n][m]i32) (a: i64) (b: i64): i32 =\n  {body}\n");
    let size = |choices: &mut Choices<'_>| choices.below(5);
    let (n, m) = (size(choices), size(choices));
    let rows: Vec<String> =
        (0..n).map(|row| format!("{:?}", (0..m).map(|col| row * 10 + col).collect::<Vec<_>>())).collect();
    let matrix = if n == 0 || m == 0 { format!("empty([{n}][{m}]i32)") } else { format!("[{}]", rows.join(", ")) };
    let mut number = || match choices.below(16) {
        0 => i64::MAX,
        1 => i64::MIN,
        2 => 1 << 62,
        3 => -1,
        other => other as i64 - 3,
    };
    // Loops use both as bounds, so they must be small.
    let (a, b) = (number(), number());
    (text, format!("{matrix} {a}i64 {b}i64"))
}

struct Maker<'c, 'b> {
    choices: &'c mut Choices<'b>,
    /// The indices of the surrounding loops.
    scope: Vec<String>,
}

impl Maker<'_, '_> {
    fn pick(&mut self, from: &[&str]) -> String {
        from[self.choices.below(from.len())].to_string()
    }

    /// Returns a small trip count.
    fn count(&mut self) -> String {
        let inner = self.scope.last().cloned().unwrap_or_else(|| "m".to_string());
        let own = [format!("{inner} + 1"), format!("m - {inner}")];
        self.pick(&["n", "m", "2", "4", "0", "i64.max 0 (i64.min 5 a)", "n + 1", "m - 1", &own[0], &own[1]])
    }

    fn nest(&mut self, depth: usize) -> String {
        if depth == 3 || (depth > 0 && self.choices.below(4) == 0) {
            return self.access();
        }
        let index = format!("i{depth}");
        let count = self.count();
        let guarded = self.choices.below(3) == 0;
        self.scope.push(index.clone());
        let guard = if guarded { Some(self.guard()) } else { None };
        let inner = self.nest(depth + 1);
        self.scope.pop();
        let inner = match guard {
            Some(guard) => format!("(if {guard} then {inner} else 7)"),
            None => inner,
        };
        match self.choices.below(4) {
            0 => format!("(reduce (+) 0 (map (\\{index} -> {inner}) (iota (i64.max 0 ({count})))))"),
            1 => format!("(i32.sum (tabulate (i64.max 0 ({count})) (\\{index} -> {inner})))"),
            2 => format!("(loop sum = 0 for {index} < {count} do sum + {inner})"),
            _ => format!("(loop (sum, {index}) = (0, 0) while {index} < {count} do (sum + {inner}, {index} + 1)).0"),
        }
    }

    fn index(&mut self) -> String {
        let scope: Vec<String> = self.scope.clone();
        let var = if scope.is_empty() { "0".into() } else { scope[self.choices.below(scope.len())].clone() };
        let other = if scope.is_empty() { "1".into() } else { scope[self.choices.below(scope.len())].clone() };
        match self.choices.below(14) {
            0 | 1 => var,
            2 => format!("{var} + 1"),
            3 => format!("{var} - 1"),
            4 => format!("n - 1 - {var}"),
            5 => format!("{var} * 2"),
            6 => format!("{var} * a"),
            7 => format!("{var} + a"),
            8 => format!("{var} * m + {other}"),
            9 => format!("i64.i32 (i32.i64 {var} - 1)"),
            10 => format!("i64.max 0 ({var} - 1)"),
            11 => format!("i64.min ({var} + 1) (m - 1)"),
            12 => format!("({var} + {other}) / 2"),
            _ => self.pick(&["a", "b", "0", "n - 1"]),
        }
    }

    fn guard(&mut self) -> String {
        let var = self.scope.last().cloned().unwrap_or_else(|| "0".into());
        let bound = self.pick(&["0", "1", "n - 1", "m - 1", "a", "m"]);
        let op = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let first = format!("{var} {op} {bound}");
        match self.choices.below(4) {
            0 => format!("{first} && {var} != 0"),
            1 => format!("{first} || {var} == n - 1"),
            2 => format!("!({first} && b < 3)"),
            _ => first,
        }
    }

    fn access(&mut self) -> String {
        let (row, col) = (self.index(), self.index());
        match self.choices.below(4) {
            0 => format!("xss[{row}, 0]"),
            _ => format!("xss[{row}, {col}]"),
        }
    }
}
