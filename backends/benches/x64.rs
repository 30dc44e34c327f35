//! Times kernels of the x64 emitter at every level that the processor has, and its compilation against Cranelift's:
//! `cargo bench -p backends --bench x64`. Prints the shortest of several runs. Correctness is tested elsewhere.

fn main() {
    #[cfg(target_arch = "x86_64")]
    x64::main();
}

#[cfg(target_arch = "x86_64")]
mod x64 {
    use std::time::{Duration, Instant};

    use backends::cpu::x64::ir::*;
    use backends::cpu::x64::{Code, Level, compile};
    use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlagsData, types};
    use cranelift_codegen::settings::{self, Configurable};
    use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

    const F32: Type = Type::Vector(Elem::F32);

    /// A loop from 0 to `end` in steps, with values that change. The body gets the counter and the values, and yields
    /// the new ones. Runs at least once.
    fn repeat(
        f: &mut Function,
        end: Value,
        step: u64,
        start: &[Value],
        body: impl FnOnce(&mut Function, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = start.iter().map(|value| f.ty(*value)).collect();
        let (head, exit) = (f.block(&[&[I64][..], &types].concat()), f.block(&types));
        let zero = f.i64(0);
        f.jump(head, &[&[zero][..], start].concat());
        f.switch_to(head);
        let params = f.block_params(head).to_vec();
        let changed = body(f, params[0], &params[1..]);
        let next = f.binary_const(BinOp::Add, params[0], step);
        let more = f.compare(Cond::Lt, next, end);
        f.branch(more, (head, &[&[next][..], &changed].concat()), (exit, &changed));
        f.switch_to(exit);
        f.block_params(exit).to_vec()
    }

    fn float(f: &mut Function, x: f32) -> Value {
        f.constant(F32, x.to_bits().into())
    }

    /// The number of iterations of each point of a square, at most 100. Parameters: results, points of a side.
    fn mandelbrot(level: Level) -> Function {
        let mut f = Function::new("mandelbrot", level, 2);
        let [out, side] = [f.params[0], f.params[1]];
        let lanes = f.lanes(Elem::F32) as u64;
        let numbers = f.iota(Elem::I32);
        let scale = float(&mut f, 0.003);
        let [low_x, low_y] = [-2.0, -1.5].map(|x| float(&mut f, x));
        let place = |f: &mut Function, numbers: Value, low: Value| {
            let float = f.convert(ConvOp::FloatS, F32, numbers);
            let scaled = f.binary(BinOp::Mul, float, scale);
            f.binary(BinOp::Add, scaled, low)
        };
        repeat(&mut f, side, 1, &[], |f, y, _| {
            let narrow = f.convert(ConvOp::Truncate, I32, y);
            let row = f.splat(Elem::I32, narrow);
            let ci = place(f, row, low_y);
            let first = f.binary(BinOp::Mul, y, side);
            repeat(f, side, lanes, &[], |f, x, _| {
                let narrow = f.convert(ConvOp::Truncate, I32, x);
                let column = f.splat(Elem::I32, narrow);
                let column = f.binary(BinOp::Add, column, numbers);
                let cr = place(f, column, low_x);
                let all = f.all_lanes(Bits::B32);
                let zero = f.constant(Type::Vector(Elem::I32), 0);
                let count = iterations(f, cr, ci, all, zero);
                let at = f.binary(BinOp::Add, first, x);
                f.store_vector(Address::indexed(out, at, 4), count, None);
                vec![]
            });
            vec![]
        });
        f.ret(out);
        f
    }

    /// The loop of a vector of points.
    fn iterations(f: &mut Function, cr: Value, ci: Value, all: Value, zero: Value) -> Value {
        let (vector, mask) = (Type::Vector(Elem::I32), Type::Mask(Bits::B32));
        let (head, next, exit) = (f.block(&[I64, mask, F32, F32, vector]), f.block(&[]), f.block(&[vector]));
        let left = f.i64(100);
        f.jump(head, &[left, all, cr, ci, zero]);
        f.switch_to(head);
        let &[left, mask, x, y, count] = f.block_params(head) else { unreachable!("the block has five parameters") };
        let [xx, yy, xy] = [(x, x), (y, y), (x, y)].map(|(a, b)| f.binary(BinOp::Mul, a, b));
        let size = f.binary(BinOp::Add, xx, yy);
        let four = float(f, 4.0);
        let inside = f.compare(Cond::Le, size, four);
        let mask = f.binary(BinOp::And, mask, inside);
        let counted = f.binary_const(BinOp::Add, count, 1);
        let count = f.select(mask, counted, count);
        let any = f.any(mask);
        f.branch(any, (next, &[]), (exit, &[count]));
        f.switch_to(next);
        let difference = f.binary(BinOp::Sub, xx, yy);
        let x = f.binary(BinOp::Add, difference, cr);
        let twice = f.binary(BinOp::Add, xy, xy);
        let y = f.binary(BinOp::Add, twice, ci);
        let left = f.binary_const(BinOp::Sub, left, 1);
        let zero = f.i64(0);
        let more = f.compare(Cond::Gt, left, zero);
        f.branch(more, (head, &[left, mask, x, y, count]), (exit, &[count]));
        f.switch_to(exit);
        f.block_params(exit)[0]
    }

    /// One coordinate of the accelerations of bodies on a line. Parameters: places, masses, results, bodies.
    fn bodies(level: Level) -> Function {
        let mut f = Function::new("bodies", level, 4);
        let &[places, masses, out, count] = f.params.as_slice() else { unreachable!("there are four parameters") };
        let lanes = f.lanes(Elem::F32) as u64;
        repeat(&mut f, count, lanes, &[], |f, i, _| {
            let here = f.load_vector(Elem::F32, Address::indexed(places, i, 4), None);
            let zero = float(f, 0.0);
            let sum = repeat(f, count, 1, &[zero], |f, j, sums| {
                let other = f.load(Access::F32, Address::indexed(places, j, 4));
                let other = f.splat(Elem::F32, other);
                let d = f.binary(BinOp::Sub, other, here);
                let (squared, softening) = (f.binary(BinOp::Mul, d, d), float(f, 0.01));
                let r2 = f.binary(BinOp::Add, squared, softening);
                let (one, r) = (float(f, 1.0), f.unary(UnOp::Sqrt, r2));
                let inverse = f.binary(BinOp::Div, one, r);
                let cube = f.binary(BinOp::Mul, inverse, inverse);
                let cube = f.binary(BinOp::Mul, cube, inverse);
                let mass = f.load(Access::F32, Address::indexed(masses, j, 4));
                let mass = f.splat(Elem::F32, mass);
                let weight = f.binary(BinOp::Mul, mass, cube);
                vec![f.fma(FmaOp::Add, weight, d, sums[0])]
            });
            f.store_vector(Address::indexed(out, i, 4), sum[0], None);
            vec![]
        });
        f.ret(out);
        f
    }

    /// Rows of a tile of a matrix product with packed operands. Parameters: left, right, result, inner size.
    fn tile(level: Level) -> Function {
        // As many accumulators as leave registers for operands.
        let (rows, columns) = if level == Level::Avx512 { (6, 4) } else { (6, 2) };
        let mut f = Function::new("tile", level, 4);
        let &[left, right, out, count] = f.params.as_slice() else { unreachable!("there are four parameters") };
        let bytes = (level.register_bits() / 8) as i32;
        let zeros: Vec<Value> = (0..rows * columns).map(|_| float(&mut f, 0.0)).collect();
        let sums = repeat(&mut f, count, 1, &zeros, |f, k, sums| {
            let offset = f.binary_const(BinOp::Mul, k, (columns as i32 * bytes) as u64);
            let across: Vec<Value> = (0..columns as i32)
                .map(|c| f.load_vector(Elem::F32, Address::indexed(right, offset, 1).plus(c * bytes), None))
                .collect();
            let offset = f.binary_const(BinOp::Mul, k, rows as u64 * 4);
            let mut next = Vec::new();
            for r in 0..rows {
                let x = f.load(Access::F32, Address::indexed(left, offset, 1).plus(r as i32 * 4));
                let x = f.splat(Elem::F32, x);
                next.extend((0..columns).map(|c| f.fma(FmaOp::Add, x, across[c], sums[r * columns + c])));
            }
            next
        });
        for (n, sum) in sums.into_iter().enumerate() {
            f.store_vector(Address::at(out, n as i32 * bytes), sum, None);
        }
        f.ret(out);
        f
    }

    /// A polynomial of many terms, of a vector in memory.
    fn polynomial(level: Level, terms: usize) -> Function {
        let mut f = Function::new("polynomial", level, 2);
        let [place, out] = [f.params[0], f.params[1]];
        let x = f.load_vector(Elem::F32, Address::at(place, 0), None);
        let mut sum = x;
        for term in 0..terms {
            let constant = float(&mut f, term as f32 * 0.37);
            let product = f.binary(BinOp::Mul, sum, x);
            sum = f.binary(BinOp::Add, product, constant);
        }
        f.store_vector(Address::at(out, 0), sum, None);
        f.ret(out);
        f
    }

    /// The same for Cranelift, with vectors of 128 bits.
    fn cranelift_polynomial(terms: usize) -> Duration {
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").expect("the setting exists");
        let isa = cranelift_native::builder().expect("this is x86-64").finish(settings::Flags::new(flags));
        let isa = isa.expect("the flags are right");
        let mut signature = cranelift_codegen::ir::Signature::new(isa.default_call_conv());
        signature.params = vec![AbiParam::new(types::I64); 2];
        let mut function = cranelift_codegen::ir::Function::with_name_signature(Default::default(), signature);
        let mut context = FunctionBuilderContext::new();
        let mut b = FunctionBuilder::new(&mut function, &mut context);
        let block = b.create_block();
        b.append_block_params_for_function_params(block);
        b.switch_to_block(block);
        b.seal_block(block);
        let params = b.block_params(block).to_vec();
        let x = b.ins().load(types::F32X4, MemFlagsData::new(), params[0], 0);
        let mut sum = x;
        for term in 0..terms {
            let constant = b.ins().f32const(term as f32 * 0.37);
            let constant = b.ins().splat(types::F32X4, constant);
            let product = b.ins().fmul(sum, x);
            sum = b.ins().fadd(product, constant);
        }
        b.ins().store(MemFlagsData::new(), sum, params[1], 0);
        b.ins().return_(&[]);
        b.finalize(isa.frontend_config());
        shortest(20, || {
            let mut context = cranelift_codegen::Context::for_function(function.clone());
            context.compile(&*isa, &mut Default::default()).expect("the function is right");
        })
    }

    fn shortest(runs: usize, mut run: impl FnMut()) -> Duration {
        let time = |run: &mut dyn FnMut()| {
            let start = Instant::now();
            run();
            start.elapsed()
        };
        (0..runs).map(|_| time(&mut run)).min().unwrap_or_default()
    }

    fn compiled(f: &Function) -> Code {
        let object = compile(f.clone(), f.level).expect("the function is valid");
        Code::load(&object).expect("memory for code")
    }

    /// Runs a kernel, whose parameters are addresses of arrays and a number.
    fn time(name: &str, f: &Function, runs: usize, arrays: &mut [Vec<f32>], number: usize) {
        let code = compiled(f);
        let address = code.address(0).expect("there is one function");
        let mut args: Vec<usize> = arrays.iter_mut().map(|array| array.as_mut_ptr().expose_provenance()).collect();
        args.push(number);
        args.resize(4, 0);
        // SAFETY: the code is that of a function with at most four parameters, and registers of further arguments do
        // not matter; the arrays are as long as the kernel says.
        let kernel: extern "sysv64" fn(usize, usize, usize, usize) -> i64 = unsafe { std::mem::transmute(address) };
        let best = shortest(runs, || {
            kernel(args[0], args[1], args[2], args[3]);
        });
        println!("{name:12} {:7} {:9.3} ms", f.level.to_string(), best.as_secs_f64() * 1e3);
    }

    pub fn main() {
        let numbers = |n: usize| (0..n).map(|i| (i * 7919 % 1000) as f32 * 0.01).collect::<Vec<f32>>();
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            time("mandelbrot", &mandelbrot(level), 9, &mut [numbers(1000 * 1008)], 1000);
            time("bodies", &bodies(level), 9, &mut [numbers(4096), numbers(4096), numbers(4096)], 4096);
            time("tile", &tile(level), 200, &mut [numbers(6 * 4096), numbers(64 * 4096), numbers(1024)], 4096);
        }
        for terms in [100, 1000] {
            for level in Level::ALL {
                let f = polynomial(level, terms);
                let best = shortest(20, || drop(compiled(&f)));
                println!("compile {terms:4} {:7} {:9.1} µs", level.to_string(), best.as_secs_f64() * 1e6);
            }
            println!("compile {terms:4} {:9} {:7.1} µs", "cranelift", cranelift_polynomial(terms).as_secs_f64() * 1e6);
        }
    }
}
