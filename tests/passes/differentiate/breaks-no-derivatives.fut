-- Before the pass, something asks for a derivative.
entry main (x: f64) = vjp (\x -> x * x) x 1
-- ---
no-derivatives: in `main`: a derivative that nothing computes
    (derivative true [(var x)] [(const 1.0f64)] (lambda [(param x_2 (scalar f64))] [(scalar f64)] (body [(stm [(param m…
