(program (let x (num 6) (mul (var x) (add (var x) (num 1)))))
