//! Vector expressions. Each operator is defined once for the program, by a macro of `runtime/vectors.h`.

use framework::{Error, Result};
use languages::lanes::{Exp, Stm};
use languages::prim::{BinOp, PrimType, UnOp};

use super::program::Function;
use super::scalars::{comparison, convert, unary_name};
use super::types::{c_type, constant, identifier};

/// The type whose operators wrap around: the unsigned one of the same width.
fn wrapping(prim: PrimType) -> String {
    if prim.is_integer() { format!("u{}", 8 * prim.size_bytes()) } else { prim.to_string() }
}

/// The bits of an element in memory; 1 for truth values.
fn bits(prim: PrimType) -> usize {
    if prim == PrimType::Bool { 1 } else { 8 * prim.size_bytes() }
}

/// The unsigned integer of the same width.
const fn unsigned(prim: PrimType) -> PrimType {
    match prim.size_bytes() {
        1 => PrimType::U8,
        2 => PrimType::U16,
        4 => PrimType::U32,
        _ => PrimType::U64,
    }
}

impl Function<'_> {
    /// The text of a vector.
    pub fn vector(&mut self, exp: &Exp<'_>) -> Result<String> {
        Ok(self.typed_vector(exp)?.1)
    }

    /// The type of a vector's elements, and its text.
    pub fn typed_vector(&mut self, exp: &Exp<'_>) -> Result<(PrimType, String)> {
        Ok(match exp {
            Exp::Var { name, .. } => (self.vector_type(*name)?, identifier(*name)),
            Exp::Splat { prim, value, .. } => {
                let value = self.exp(value)?;
                (*prim, self.splat(*prim, &value))
            }
            Exp::Steps { prim, base, step, .. } => {
                self.define(format!("V_STEPS({prim}, {}, {})", c_type(*prim), wrapping(*prim)));
                (*prim, format!("steps_{prim}({}, {})", self.exp(base)?, self.exp(step)?))
            }
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                self.define_binary(*op, *prim);
                let (x, y) = (self.vector(lhs)?, self.vector(rhs)?);
                (op.result_type(*prim), format!("v_{}_{prim}({x}, {y})", op.name()))
            }
            Exp::Un { op, prim, arg, .. } => {
                self.define_unary(*op, *prim);
                (op.result_type(*prim), format!("v_{}({})", unary_name(*op, *prim), self.vector(arg)?))
            }
            Exp::Tri { prim, a, b, c, .. } => {
                let ty = c_type(*prim);
                self.define(match prim {
                    PrimType::F16 => format!("V_EACH3(v_fma_f16, f16, {ty}, fma_f16)"),
                    _ => format!("V_FMA({prim}, {ty})"),
                });
                (*prim, format!("v_fma_{prim}({}, {}, {})", self.vector(a)?, self.vector(b)?, self.vector(c)?))
            }
            Exp::Convert { from, to, arg, .. } => {
                let x = self.vector(arg)?;
                (*to, self.vector_convert(*from, *to, x))
            }
            Exp::Select { cond, yes, no, .. } => {
                let cond = self.vector(cond)?;
                let ((prim, yes), no) = (self.typed_vector(yes)?, self.vector(no)?);
                self.unit.wants_instructions = true;
                if prim != PrimType::Bool {
                    self.define(format!("V_SELECT({prim}, {}, {})", c_type(prim), bits(prim)));
                }
                (prim, format!("v_select_{prim}({cond}, {yes}, {no})"))
            }
            Exp::Const { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } | Exp::Any { .. } | Exp::All { .. } => {
                return Err(Error::internal("a scalar, where a vector is needed"));
            }
        })
    }

    /// Defines an operator by a line of C.
    fn define(&mut self, line: String) {
        let plain = ["V_OP", "V_SPLAT", "V_STEPS", "V_BITS", "V_EACH", "V_LOAD(", "V_STORE(", "V_SCATTER(", "FN "];
        let has_bool = line.to_lowercase().contains("bool");
        let is_plain = plain.iter().any(|start| line.starts_with(start)) && !line.contains("V_CONVERT");
        self.unit.wants_instructions |= has_bool || !is_plain;
        self.unit.definitions.insert(line);
    }

    /// A scalar in every lane.
    pub fn splat(&mut self, prim: PrimType, value: &str) -> String {
        if prim == PrimType::Bool {
            self.unit.wants_instructions = true;
        } else {
            self.define(format!("V_SPLAT({prim}, {})", c_type(prim)));
        }
        format!("splat_{prim}({value})")
    }

    fn define_binary(&mut self, op: BinOp, prim: PrimType) {
        use BinOp::{Add, And, Div, Max, Min, Mod, Mul, Or, Quot, Rem, Sub, Xor};
        let (name, ty) = (op.name(), c_type(prim));
        if prim == PrimType::Bool {
            return;
        }
        let second = op.second_operand_type(prim);
        let result = op.result_type(prim);
        let each = format!(
            "V_EACH2(v_{name}_{prim}, {result}, {}, {prim}, {ty}, {second}, {}, {name}_{prim})",
            c_type(result),
            c_type(second)
        );
        if prim == PrimType::F16 {
            return self.define(each);
        }
        if let Some(symbol) = comparison(op) {
            return self.define(format!("V_COMPARE({name}, {prim}, {ty}, {symbol})"));
        }
        let division = match op {
            Quot => Some("quotient, false"),
            Div => Some("quotient, true"),
            Rem => Some("remainder, false"),
            Mod => Some("remainder, true"),
            _ => None,
        };
        match (division, prim) {
            (Some(division), PrimType::I32 | PrimType::U32) => {
                return self.define(format!("V_DIVIDE({name}, {prim}, {ty}, {division})"));
            }
            (Some(division), PrimType::I64 | PrimType::U64) => {
                return self.define(format!("V_DIVIDE_LONG({name}, {prim}, {ty}, {division})"));
            }
            _ => {}
        }
        let symbol = match op {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div if prim.is_float() => "/",
            And => "&",
            Or => "|",
            Xor => "^",
            Min if prim.is_float() => return self.define(format!("V_EXTREME(min, lt, {prim}, {ty})")),
            Max if prim.is_float() => return self.define(format!("V_EXTREME(max, gt, {prim}, {ty})")),
            _ => return self.define(each),
        };
        self.define(format!("V_OP({name}, {prim}, {ty}, {}, {symbol})", wrapping(prim)));
    }

    fn define_unary(&mut self, op: UnOp, prim: PrimType) {
        let (name, ty, result) = (unary_name(op, prim), c_type(prim), op.result_type(prim));
        let rounding = match op {
            UnOp::Not => return,
            UnOp::Round => Some(8),
            UnOp::Floor => Some(9),
            UnOp::Ceil => Some(10),
            UnOp::Trunc => Some(11),
            _ => None,
        };
        let line = match (op, rounding) {
            (_, Some(how)) if prim != PrimType::F16 => format!("V_ROUND({}, {prim}, {ty}, {how})", op.name()),
            (UnOp::Sqrt, _) if prim != PrimType::F16 => format!("V_SQRT({prim}, {ty})"),
            (UnOp::ToBits | UnOp::FromBits, _) => format!("V_BITS(v_{name}, {result}, {prim})"),
            _ => format!("V_EACH1(v_{name}, {result}, {}, {prim}, {ty}, {name})", c_type(result)),
        };
        self.define(line);
    }

    /// Converts the vector `x`, in several steps where there is no instruction.
    fn vector_convert(&mut self, from: PrimType, to: PrimType, x: String) -> String {
        use PrimType::{Bool, F16, F32, F64, I32, I64};
        if from == to {
            return x;
        }
        let is_short = |prim: PrimType| prim.is_integer() && prim.size_bytes() < 4;
        let between = match (from, to) {
            (F16, _) | (_, F16) => None,
            (Bool, _) => {
                let [zero, one] = ["0", "1"].map(|value| self.splat(to, value));
                self.unit.wants_instructions = true;
                self.define(format!("V_SELECT({to}, {}, {})", c_type(to), bits(to)));
                return format!("v_select_{to}({x}, {one}, {zero})");
            }
            (_, Bool) => {
                self.define_binary(BinOp::Ne, from);
                let zero = self.splat(from, "0");
                return format!("v_ne_{from}({x}, {zero})");
            }
            (F32, I64) => Some(F64),
            (F32 | F64, _) if is_short(to) => Some(I32),
            (_, F32 | F64) if is_short(from) => Some(I32),
            // A number with a sign that becomes a wider one without is extended by zeros.
            _ if from.is_integer()
                && from.is_signed()
                && to.is_integer()
                && !to.is_signed()
                && from.size_bytes() < to.size_bytes() =>
            {
                Some(unsigned(from))
            }
            _ => None,
        };
        match between {
            Some(between) => {
                let x = self.vector_convert(from, between, x);
                self.vector_convert(between, to, x)
            }
            None => self.vector_step(from, to, &x),
        }
    }

    /// Converts the vector `x` in one step.
    fn vector_step(&mut self, from: PrimType, to: PrimType, x: &str) -> String {
        let name = format!("{to}_of_{from}");
        let (integers, is_narrower) = (from.is_integer() && to.is_integer(), to.size_bytes() < from.size_bytes());
        if integers && from.size_bytes() == to.size_bytes() {
            self.define(format!("V_BITS(v_{name}, {to}, {from})"));
            return format!("v_{name}({x})");
        }
        let (source, target) = (c_type(from), c_type(to));
        let instruction = match (from, to) {
            (PrimType::F16, _) | (_, PrimType::F16) => None,
            _ if integers && is_narrower => Some(format!("{}_{}", bits(to), bits(from))),
            _ if integers => Some(format!("{}_{from}", bits(to))),
            (_, PrimType::F32 | PrimType::F64) => Some(format!("{to}_{from}")),
            (PrimType::F32 | PrimType::F64, PrimType::I32) | (PrimType::F64, PrimType::I64) => {
                Some(format!("{to}_{from}"))
            }
            _ => None,
        };
        let types = format!("v_{name}, {to}, {target}, {from}, {source}, convert_{name}");
        let one = format!("FN {target} convert_{name}({source} x) {{ return {}; }}", convert(from, to, "x"));
        self.define(match instruction {
            Some(instruction) => format!("{one}\nV_CONVERT({types}, {instruction})"),
            None => format!("{one}\nV_EACH1({types})"),
        });
        format!("v_{name}({x})")
    }

    /// Declares an array with the lanes of a vector. Returns its name.
    pub fn lanes_of(&mut self, exp: &Exp<'_>) -> Result<(PrimType, String)> {
        let (prim, value) = self.typed_vector(exp)?;
        let name = self.unit.temporary();
        self.code.line(format!("{} {name}[LANES];", c_type(prim)));
        self.code.line(format!("lanes_{prim}({name}, {value});"));
        Ok((prim, name))
    }

    /// Translates a read or write of a vector.
    pub fn vector_access(&mut self, stm: &Stm<'_>) -> Result<()> {
        let macro_of = |kind: &str, prim: PrimType| match kind {
            "LOAD" | "STORE" | "SCATTER" | "SCATTER_WHERE" => format!("V_{kind}({prim}, {})", c_type(prim)),
            "GATHER" | "STEPS_LOAD" if prim == PrimType::Bool => format!("V_{kind}_BOOL"),
            _ => format!("V_{kind}({prim}, {}, {})", c_type(prim), bits(prim)),
        };
        let line = match stm {
            Stm::Load { name, mem, prim, index, mask, .. } => {
                let place = format!("{} + {}", identifier(*mem), self.exp(index)?);
                self.define(macro_of(if mask.is_some() { "LOAD_WHERE" } else { "LOAD" }, *prim));
                match mask {
                    None => format!("{} = load_{prim}({place});", identifier(*name)),
                    Some(mask) => {
                        format!("{} = load_where_{prim}({}, {place});", identifier(*name), self.vector(mask)?)
                    }
                }
            }
            Stm::Gather { name, mem, prim, index: Exp::Steps { base, step, .. }, mask: None, .. } => {
                let long = PrimType::I64;
                self.define(format!("V_STEPS({long}, {}, {})", c_type(long), wrapping(long)));
                // Definitions are sorted by name: those that the last one uses come before it.
                self.define(macro_of("GATHER", *prim));
                self.define(macro_of("STEPS_LOAD", *prim));
                let place = format!("{} + {}", identifier(*mem), self.exp(base)?);
                format!("{} = load_steps_{prim}({place}, {});", identifier(*name), self.exp(step)?)
            }
            Stm::Gather { name, mem, prim, index, mask, .. } => {
                self.define(macro_of("GATHER", *prim));
                let (name, mem, index) = (identifier(*name), identifier(*mem), self.vector(index)?);
                match mask {
                    None => format!("{name} = gather_{prim}({mem}, {index});"),
                    Some(mask) => format!("{name} = gather_where_{prim}({}, {mem}, {index});", self.vector(mask)?),
                }
            }
            Stm::Store { mem, prim, index, value, mask, .. } => {
                let place = format!("{} + {}", identifier(*mem), self.exp(index)?);
                self.define(macro_of(if mask.is_some() { "STORE_WHERE" } else { "STORE" }, *prim));
                let value = self.vector(value)?;
                match mask {
                    None => format!("store_{prim}({place}, {value});"),
                    Some(mask) => format!("store_where_{prim}({}, {place}, {value});", self.vector(mask)?),
                }
            }
            Stm::Scatter { mem, prim, index, value, mask, .. } => {
                self.define(macro_of(if mask.is_some() { "SCATTER_WHERE" } else { "SCATTER" }, *prim));
                let (mem, index, value) = (identifier(*mem), self.vector(index)?, self.vector(value)?);
                match mask {
                    None => format!("scatter_{prim}({mem}, {index}, {value});"),
                    Some(mask) => format!("scatter_where_{prim}({}, {mem}, {index}, {value});", self.vector(mask)?),
                }
            }
            _ => return Err(Error::internal("no read or write of a vector")),
        };
        self.code.line(line);
        Ok(())
    }

    /// The value that a variable of vectors has at first.
    pub fn zeros(&mut self, prim: PrimType) -> String {
        let zero = constant(languages::prim::PrimValue::zero(prim));
        self.splat(prim, &zero)
    }
}
