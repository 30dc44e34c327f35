//! Instructions by operation and type of lanes: `[AVX2, AVX-512]`. `INVALID` stands for one that a level lacks.

use iced_x86::Code;
use iced_x86::Code::*;

use super::super::ir::{BinOp, Bits, Elem, FmaOp, UnOp};

/// An instruction of each level.
pub type Pair = [Code; 2];

/// Makes the function of a table, of one, two or three columns. What is not in the table is `INVALID`: the encoder
/// reports it.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident($a:ident: $A:ident) { $($x:ident => $vex:ident, $evex:ident;)* }) => {
        $(#[$doc])*
        pub const fn $name($a: $A) -> Pair {
            match $a {
                $($A::$x => [$vex, $evex],)*
            }
        }
    };
    ($(#[$doc:meta])* $name:ident($a:ident: $A:ident, $b:ident: $B:ident) {
        $($x:ident $y:ident => $vex:ident, $evex:ident;)*
    }) => {
        $(#[$doc])*
        pub const fn $name($a: $A, $b: $B) -> Pair {
            match ($a, $b) {
                $(($A::$x, $B::$y) => [$vex, $evex],)*
                _ => [INVALID; 2],
            }
        }
    };
    ($(#[$doc:meta])* $name:ident($a:ident: $A:ident, $b:ident: $B:ident, $c:ident: $C:ident) {
        $($x:ident $y:ident $z:ident => $vex:ident, $evex:ident;)*
    }) => {
        $(#[$doc])*
        pub const fn $name($a: $A, $b: $B, $c: $C) -> Pair {
            match ($a, $b, $c) {
                $(($A::$x, $B::$y, $C::$z) => [$vex, $evex],)*
                _ => [INVALID; 2],
            }
        }
    };
}

table! {
    /// Operators of two operands. Of `MinLeft` and `MaxLeft`, the right operand is the first.
    binary(op: BinOp, elem: Elem) {
        Add I8 => VEX_Vpaddb_ymm_ymm_ymmm256, EVEX_Vpaddb_zmm_k1z_zmm_zmmm512;
        Add I16 => VEX_Vpaddw_ymm_ymm_ymmm256, EVEX_Vpaddw_zmm_k1z_zmm_zmmm512;
        Add I32 => VEX_Vpaddd_ymm_ymm_ymmm256, EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32;
        Add I64 => VEX_Vpaddq_ymm_ymm_ymmm256, EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64;
        Sub I8 => VEX_Vpsubb_ymm_ymm_ymmm256, EVEX_Vpsubb_zmm_k1z_zmm_zmmm512;
        Sub I16 => VEX_Vpsubw_ymm_ymm_ymmm256, EVEX_Vpsubw_zmm_k1z_zmm_zmmm512;
        Sub I32 => VEX_Vpsubd_ymm_ymm_ymmm256, EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32;
        Sub I64 => VEX_Vpsubq_ymm_ymm_ymmm256, EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64;
        Add F32 => VEX_Vaddps_ymm_ymm_ymmm256, EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er;
        Add F64 => VEX_Vaddpd_ymm_ymm_ymmm256, EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er;
        Sub F32 => VEX_Vsubps_ymm_ymm_ymmm256, EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er;
        Sub F64 => VEX_Vsubpd_ymm_ymm_ymmm256, EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er;
        Mul F32 => VEX_Vmulps_ymm_ymm_ymmm256, EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er;
        Mul F64 => VEX_Vmulpd_ymm_ymm_ymmm256, EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er;
        Div F32 => VEX_Vdivps_ymm_ymm_ymmm256, EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er;
        Div F64 => VEX_Vdivpd_ymm_ymm_ymmm256, EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er;
        Mul I16 => VEX_Vpmullw_ymm_ymm_ymmm256, EVEX_Vpmullw_zmm_k1z_zmm_zmmm512;
        Mul I32 => VEX_Vpmulld_ymm_ymm_ymmm256, EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32;
        Mul I64 => INVALID, EVEX_Vpmullq_zmm_k1z_zmm_zmmm512b64;
        MulHighS I16 => VEX_Vpmulhw_ymm_ymm_ymmm256, EVEX_Vpmulhw_zmm_k1z_zmm_zmmm512;
        MulHighU I16 => VEX_Vpmulhuw_ymm_ymm_ymmm256, EVEX_Vpmulhuw_zmm_k1z_zmm_zmmm512;
        MulLowS I64 => VEX_Vpmuldq_ymm_ymm_ymmm256, EVEX_Vpmuldq_zmm_k1z_zmm_zmmm512b64;
        MulLowU I64 => VEX_Vpmuludq_ymm_ymm_ymmm256, EVEX_Vpmuludq_zmm_k1z_zmm_zmmm512b64;
        Min I8 => VEX_Vpminsb_ymm_ymm_ymmm256, EVEX_Vpminsb_zmm_k1z_zmm_zmmm512;
        Min I16 => VEX_Vpminsw_ymm_ymm_ymmm256, EVEX_Vpminsw_zmm_k1z_zmm_zmmm512;
        Min I32 => VEX_Vpminsd_ymm_ymm_ymmm256, EVEX_Vpminsd_zmm_k1z_zmm_zmmm512b32;
        Min I64 => INVALID, EVEX_Vpminsq_zmm_k1z_zmm_zmmm512b64;
        Max I8 => VEX_Vpmaxsb_ymm_ymm_ymmm256, EVEX_Vpmaxsb_zmm_k1z_zmm_zmmm512;
        Max I16 => VEX_Vpmaxsw_ymm_ymm_ymmm256, EVEX_Vpmaxsw_zmm_k1z_zmm_zmmm512;
        Max I32 => VEX_Vpmaxsd_ymm_ymm_ymmm256, EVEX_Vpmaxsd_zmm_k1z_zmm_zmmm512b32;
        Max I64 => INVALID, EVEX_Vpmaxsq_zmm_k1z_zmm_zmmm512b64;
        MinU I8 => VEX_Vpminub_ymm_ymm_ymmm256, EVEX_Vpminub_zmm_k1z_zmm_zmmm512;
        MinU I16 => VEX_Vpminuw_ymm_ymm_ymmm256, EVEX_Vpminuw_zmm_k1z_zmm_zmmm512;
        MinU I32 => VEX_Vpminud_ymm_ymm_ymmm256, EVEX_Vpminud_zmm_k1z_zmm_zmmm512b32;
        MinU I64 => INVALID, EVEX_Vpminuq_zmm_k1z_zmm_zmmm512b64;
        MaxU I8 => VEX_Vpmaxub_ymm_ymm_ymmm256, EVEX_Vpmaxub_zmm_k1z_zmm_zmmm512;
        MaxU I16 => VEX_Vpmaxuw_ymm_ymm_ymmm256, EVEX_Vpmaxuw_zmm_k1z_zmm_zmmm512;
        MaxU I32 => VEX_Vpmaxud_ymm_ymm_ymmm256, EVEX_Vpmaxud_zmm_k1z_zmm_zmmm512b32;
        MaxU I64 => INVALID, EVEX_Vpmaxuq_zmm_k1z_zmm_zmmm512b64;
        MinLeft F32 => VEX_Vminps_ymm_ymm_ymmm256, EVEX_Vminps_zmm_k1z_zmm_zmmm512b32_sae;
        MinLeft F64 => VEX_Vminpd_ymm_ymm_ymmm256, EVEX_Vminpd_zmm_k1z_zmm_zmmm512b64_sae;
        MaxLeft F32 => VEX_Vmaxps_ymm_ymm_ymmm256, EVEX_Vmaxps_zmm_k1z_zmm_zmmm512b32_sae;
        MaxLeft F64 => VEX_Vmaxpd_ymm_ymm_ymmm256, EVEX_Vmaxpd_zmm_k1z_zmm_zmmm512b64_sae;
        And I8 => VEX_Vpand_ymm_ymm_ymmm256, EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32;
        And I16 => VEX_Vpand_ymm_ymm_ymmm256, EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32;
        And I32 => VEX_Vpand_ymm_ymm_ymmm256, EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32;
        And I64 => VEX_Vpand_ymm_ymm_ymmm256, EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64;
        And F32 => VEX_Vandps_ymm_ymm_ymmm256, EVEX_Vandps_zmm_k1z_zmm_zmmm512b32;
        And F64 => VEX_Vandpd_ymm_ymm_ymmm256, EVEX_Vandpd_zmm_k1z_zmm_zmmm512b64;
        Or I8 => VEX_Vpor_ymm_ymm_ymmm256, EVEX_Vpord_zmm_k1z_zmm_zmmm512b32;
        Or I16 => VEX_Vpor_ymm_ymm_ymmm256, EVEX_Vpord_zmm_k1z_zmm_zmmm512b32;
        Or I32 => VEX_Vpor_ymm_ymm_ymmm256, EVEX_Vpord_zmm_k1z_zmm_zmmm512b32;
        Or I64 => VEX_Vpor_ymm_ymm_ymmm256, EVEX_Vporq_zmm_k1z_zmm_zmmm512b64;
        Or F32 => VEX_Vorps_ymm_ymm_ymmm256, EVEX_Vorps_zmm_k1z_zmm_zmmm512b32;
        Or F64 => VEX_Vorpd_ymm_ymm_ymmm256, EVEX_Vorpd_zmm_k1z_zmm_zmmm512b64;
        Xor I8 => VEX_Vpxor_ymm_ymm_ymmm256, EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32;
        Xor I16 => VEX_Vpxor_ymm_ymm_ymmm256, EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32;
        Xor I32 => VEX_Vpxor_ymm_ymm_ymmm256, EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32;
        Xor I64 => VEX_Vpxor_ymm_ymm_ymmm256, EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64;
        Xor F32 => VEX_Vxorps_ymm_ymm_ymmm256, EVEX_Vxorps_zmm_k1z_zmm_zmmm512b32;
        Xor F64 => VEX_Vxorpd_ymm_ymm_ymmm256, EVEX_Vxorpd_zmm_k1z_zmm_zmmm512b64;
        AndNot I8 => VEX_Vpandn_ymm_ymm_ymmm256, EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32;
        AndNot I16 => VEX_Vpandn_ymm_ymm_ymmm256, EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32;
        AndNot I32 => VEX_Vpandn_ymm_ymm_ymmm256, EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32;
        AndNot I64 => VEX_Vpandn_ymm_ymm_ymmm256, EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64;
        AndNot F32 => VEX_Vandnps_ymm_ymm_ymmm256, EVEX_Vandnps_zmm_k1z_zmm_zmmm512b32;
        AndNot F64 => VEX_Vandnpd_ymm_ymm_ymmm256, EVEX_Vandnpd_zmm_k1z_zmm_zmmm512b64;
        Shl I16 => INVALID, EVEX_Vpsllvw_zmm_k1z_zmm_zmmm512;
        Shl I32 => VEX_Vpsllvd_ymm_ymm_ymmm256, EVEX_Vpsllvd_zmm_k1z_zmm_zmmm512b32;
        Shl I64 => VEX_Vpsllvq_ymm_ymm_ymmm256, EVEX_Vpsllvq_zmm_k1z_zmm_zmmm512b64;
        Shr I16 => INVALID, EVEX_Vpsrlvw_zmm_k1z_zmm_zmmm512;
        Shr I32 => VEX_Vpsrlvd_ymm_ymm_ymmm256, EVEX_Vpsrlvd_zmm_k1z_zmm_zmmm512b32;
        Shr I64 => VEX_Vpsrlvq_ymm_ymm_ymmm256, EVEX_Vpsrlvq_zmm_k1z_zmm_zmmm512b64;
        Sar I16 => INVALID, EVEX_Vpsravw_zmm_k1z_zmm_zmmm512;
        Sar I32 => VEX_Vpsravd_ymm_ymm_ymmm256, EVEX_Vpsravd_zmm_k1z_zmm_zmmm512b32;
        Sar I64 => INVALID, EVEX_Vpsravq_zmm_k1z_zmm_zmmm512b64;
    }
}

table! {
    /// Shifts by a constant.
    shift(op: BinOp, elem: Elem) {
        Shl I16 => VEX_Vpsllw_ymm_ymm_imm8, EVEX_Vpsllw_zmm_k1z_zmmm512_imm8;
        Shl I32 => VEX_Vpslld_ymm_ymm_imm8, EVEX_Vpslld_zmm_k1z_zmmm512b32_imm8;
        Shl I64 => VEX_Vpsllq_ymm_ymm_imm8, EVEX_Vpsllq_zmm_k1z_zmmm512b64_imm8;
        Shr I16 => VEX_Vpsrlw_ymm_ymm_imm8, EVEX_Vpsrlw_zmm_k1z_zmmm512_imm8;
        Shr I32 => VEX_Vpsrld_ymm_ymm_imm8, EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8;
        Shr I64 => VEX_Vpsrlq_ymm_ymm_imm8, EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8;
        Sar I16 => VEX_Vpsraw_ymm_ymm_imm8, EVEX_Vpsraw_zmm_k1z_zmmm512_imm8;
        Sar I32 => VEX_Vpsrad_ymm_ymm_imm8, EVEX_Vpsrad_zmm_k1z_zmmm512b32_imm8;
        Sar I64 => INVALID, EVEX_Vpsraq_zmm_k1z_zmmm512b64_imm8;
    }
}

table! {
    /// Operators of one operand. Those that round take a mode.
    unary(op: UnOp, elem: Elem) {
        Abs I8 => VEX_Vpabsb_ymm_ymmm256, EVEX_Vpabsb_zmm_k1z_zmmm512;
        Abs I16 => VEX_Vpabsw_ymm_ymmm256, EVEX_Vpabsw_zmm_k1z_zmmm512;
        Abs I32 => VEX_Vpabsd_ymm_ymmm256, EVEX_Vpabsd_zmm_k1z_zmmm512b32;
        Abs I64 => INVALID, EVEX_Vpabsq_zmm_k1z_zmmm512b64;
        Sqrt F32 => VEX_Vsqrtps_ymm_ymmm256, EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er;
        Round F32 => VEX_Vroundps_ymm_ymmm256_imm8, EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae;
        Floor F32 => VEX_Vroundps_ymm_ymmm256_imm8, EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae;
        Ceil F32 => VEX_Vroundps_ymm_ymmm256_imm8, EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae;
        Trunc F32 => VEX_Vroundps_ymm_ymmm256_imm8, EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae;
        Sqrt F64 => VEX_Vsqrtpd_ymm_ymmm256, EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er;
        Round F64 => VEX_Vroundpd_ymm_ymmm256_imm8, EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae;
        Floor F64 => VEX_Vroundpd_ymm_ymmm256_imm8, EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae;
        Ceil F64 => VEX_Vroundpd_ymm_ymmm256_imm8, EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae;
        Trunc F64 => VEX_Vroundpd_ymm_ymmm256_imm8, EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae;
    }
}

table! {
    /// Operators on scalar floats, with the first operands of `MinLeft` and `MaxLeft` as above. Bitwise ones read 128
    /// bits.
    scalar_binary(op: BinOp, elem: Elem) {
        Add F32 => VEX_Vaddss_xmm_xmm_xmmm32, EVEX_Vaddss_xmm_k1z_xmm_xmmm32_er;
        Sub F32 => VEX_Vsubss_xmm_xmm_xmmm32, EVEX_Vsubss_xmm_k1z_xmm_xmmm32_er;
        Mul F32 => VEX_Vmulss_xmm_xmm_xmmm32, EVEX_Vmulss_xmm_k1z_xmm_xmmm32_er;
        Div F32 => VEX_Vdivss_xmm_xmm_xmmm32, EVEX_Vdivss_xmm_k1z_xmm_xmmm32_er;
        MinLeft F32 => VEX_Vminss_xmm_xmm_xmmm32, EVEX_Vminss_xmm_k1z_xmm_xmmm32_sae;
        MaxLeft F32 => VEX_Vmaxss_xmm_xmm_xmmm32, EVEX_Vmaxss_xmm_k1z_xmm_xmmm32_sae;
        And F32 => VEX_Vandps_xmm_xmm_xmmm128, EVEX_Vandps_xmm_k1z_xmm_xmmm128b32;
        Or F32 => VEX_Vorps_xmm_xmm_xmmm128, EVEX_Vorps_xmm_k1z_xmm_xmmm128b32;
        Xor F32 => VEX_Vxorps_xmm_xmm_xmmm128, EVEX_Vxorps_xmm_k1z_xmm_xmmm128b32;
        AndNot F32 => VEX_Vandnps_xmm_xmm_xmmm128, EVEX_Vandnps_xmm_k1z_xmm_xmmm128b32;
        Add F64 => VEX_Vaddsd_xmm_xmm_xmmm64, EVEX_Vaddsd_xmm_k1z_xmm_xmmm64_er;
        Sub F64 => VEX_Vsubsd_xmm_xmm_xmmm64, EVEX_Vsubsd_xmm_k1z_xmm_xmmm64_er;
        Mul F64 => VEX_Vmulsd_xmm_xmm_xmmm64, EVEX_Vmulsd_xmm_k1z_xmm_xmmm64_er;
        Div F64 => VEX_Vdivsd_xmm_xmm_xmmm64, EVEX_Vdivsd_xmm_k1z_xmm_xmmm64_er;
        MinLeft F64 => VEX_Vminsd_xmm_xmm_xmmm64, EVEX_Vminsd_xmm_k1z_xmm_xmmm64_sae;
        MaxLeft F64 => VEX_Vmaxsd_xmm_xmm_xmmm64, EVEX_Vmaxsd_xmm_k1z_xmm_xmmm64_sae;
        And F64 => VEX_Vandpd_xmm_xmm_xmmm128, EVEX_Vandpd_xmm_k1z_xmm_xmmm128b64;
        Or F64 => VEX_Vorpd_xmm_xmm_xmmm128, EVEX_Vorpd_xmm_k1z_xmm_xmmm128b64;
        Xor F64 => VEX_Vxorpd_xmm_xmm_xmmm128, EVEX_Vxorpd_xmm_k1z_xmm_xmmm128b64;
        AndNot F64 => VEX_Vandnpd_xmm_xmm_xmmm128, EVEX_Vandnpd_xmm_k1z_xmm_xmmm128b64;
    }
}

table! {
    /// Operators on one scalar float.
    scalar_unary(op: UnOp, elem: Elem) {
        Sqrt F32 => VEX_Vsqrtss_xmm_xmm_xmmm32, EVEX_Vsqrtss_xmm_k1z_xmm_xmmm32_er;
        Round F32 => VEX_Vroundss_xmm_xmm_xmmm32_imm8, EVEX_Vrndscaless_xmm_k1z_xmm_xmmm32_imm8_sae;
        Floor F32 => VEX_Vroundss_xmm_xmm_xmmm32_imm8, EVEX_Vrndscaless_xmm_k1z_xmm_xmmm32_imm8_sae;
        Ceil F32 => VEX_Vroundss_xmm_xmm_xmmm32_imm8, EVEX_Vrndscaless_xmm_k1z_xmm_xmmm32_imm8_sae;
        Trunc F32 => VEX_Vroundss_xmm_xmm_xmmm32_imm8, EVEX_Vrndscaless_xmm_k1z_xmm_xmmm32_imm8_sae;
        Sqrt F64 => VEX_Vsqrtsd_xmm_xmm_xmmm64, EVEX_Vsqrtsd_xmm_k1z_xmm_xmmm64_er;
        Round F64 => VEX_Vroundsd_xmm_xmm_xmmm64_imm8, EVEX_Vrndscalesd_xmm_k1z_xmm_xmmm64_imm8_sae;
        Floor F64 => VEX_Vroundsd_xmm_xmm_xmmm64_imm8, EVEX_Vrndscalesd_xmm_k1z_xmm_xmmm64_imm8_sae;
        Ceil F64 => VEX_Vroundsd_xmm_xmm_xmmm64_imm8, EVEX_Vrndscalesd_xmm_k1z_xmm_xmmm64_imm8_sae;
        Trunc F64 => VEX_Vroundsd_xmm_xmm_xmmm64_imm8, EVEX_Vrndscalesd_xmm_k1z_xmm_xmmm64_imm8_sae;
    }
}

/// The order of operands of a fused product: which of `a * b + c` are the register that becomes the result, the second
/// register, and the register or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Form {
    /// `a`, `c`, `b`.
    F132,
    /// `b`, `a`, `c`.
    F213,
    /// `c`, `a`, `b`.
    F231,
}

table! {
    /// Fused products and sums.
    fma(op: FmaOp, form: Form, elem: Elem) {
        Add F132 F32 => VEX_Vfmadd132ps_ymm_ymm_ymmm256, EVEX_Vfmadd132ps_zmm_k1z_zmm_zmmm512b32_er;
        Add F132 F64 => VEX_Vfmadd132pd_ymm_ymm_ymmm256, EVEX_Vfmadd132pd_zmm_k1z_zmm_zmmm512b64_er;
        Add F213 F32 => VEX_Vfmadd213ps_ymm_ymm_ymmm256, EVEX_Vfmadd213ps_zmm_k1z_zmm_zmmm512b32_er;
        Add F213 F64 => VEX_Vfmadd213pd_ymm_ymm_ymmm256, EVEX_Vfmadd213pd_zmm_k1z_zmm_zmmm512b64_er;
        Add F231 F32 => VEX_Vfmadd231ps_ymm_ymm_ymmm256, EVEX_Vfmadd231ps_zmm_k1z_zmm_zmmm512b32_er;
        Add F231 F64 => VEX_Vfmadd231pd_ymm_ymm_ymmm256, EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er;
        Sub F132 F32 => VEX_Vfmsub132ps_ymm_ymm_ymmm256, EVEX_Vfmsub132ps_zmm_k1z_zmm_zmmm512b32_er;
        Sub F132 F64 => VEX_Vfmsub132pd_ymm_ymm_ymmm256, EVEX_Vfmsub132pd_zmm_k1z_zmm_zmmm512b64_er;
        Sub F213 F32 => VEX_Vfmsub213ps_ymm_ymm_ymmm256, EVEX_Vfmsub213ps_zmm_k1z_zmm_zmmm512b32_er;
        Sub F213 F64 => VEX_Vfmsub213pd_ymm_ymm_ymmm256, EVEX_Vfmsub213pd_zmm_k1z_zmm_zmmm512b64_er;
        Sub F231 F32 => VEX_Vfmsub231ps_ymm_ymm_ymmm256, EVEX_Vfmsub231ps_zmm_k1z_zmm_zmmm512b32_er;
        Sub F231 F64 => VEX_Vfmsub231pd_ymm_ymm_ymmm256, EVEX_Vfmsub231pd_zmm_k1z_zmm_zmmm512b64_er;
        NegAdd F132 F32 => VEX_Vfnmadd132ps_ymm_ymm_ymmm256, EVEX_Vfnmadd132ps_zmm_k1z_zmm_zmmm512b32_er;
        NegAdd F132 F64 => VEX_Vfnmadd132pd_ymm_ymm_ymmm256, EVEX_Vfnmadd132pd_zmm_k1z_zmm_zmmm512b64_er;
        NegAdd F213 F32 => VEX_Vfnmadd213ps_ymm_ymm_ymmm256, EVEX_Vfnmadd213ps_zmm_k1z_zmm_zmmm512b32_er;
        NegAdd F213 F64 => VEX_Vfnmadd213pd_ymm_ymm_ymmm256, EVEX_Vfnmadd213pd_zmm_k1z_zmm_zmmm512b64_er;
        NegAdd F231 F32 => VEX_Vfnmadd231ps_ymm_ymm_ymmm256, EVEX_Vfnmadd231ps_zmm_k1z_zmm_zmmm512b32_er;
        NegAdd F231 F64 => VEX_Vfnmadd231pd_ymm_ymm_ymmm256, EVEX_Vfnmadd231pd_zmm_k1z_zmm_zmmm512b64_er;
        NegSub F132 F32 => VEX_Vfnmsub132ps_ymm_ymm_ymmm256, EVEX_Vfnmsub132ps_zmm_k1z_zmm_zmmm512b32_er;
        NegSub F132 F64 => VEX_Vfnmsub132pd_ymm_ymm_ymmm256, EVEX_Vfnmsub132pd_zmm_k1z_zmm_zmmm512b64_er;
        NegSub F213 F32 => VEX_Vfnmsub213ps_ymm_ymm_ymmm256, EVEX_Vfnmsub213ps_zmm_k1z_zmm_zmmm512b32_er;
        NegSub F213 F64 => VEX_Vfnmsub213pd_ymm_ymm_ymmm256, EVEX_Vfnmsub213pd_zmm_k1z_zmm_zmmm512b64_er;
        NegSub F231 F32 => VEX_Vfnmsub231ps_ymm_ymm_ymmm256, EVEX_Vfnmsub231ps_zmm_k1z_zmm_zmmm512b32_er;
        NegSub F231 F64 => VEX_Vfnmsub231pd_ymm_ymm_ymmm256, EVEX_Vfnmsub231pd_zmm_k1z_zmm_zmmm512b64_er;
    }
}

table! {
    /// Fused products and sums of scalars.
    scalar_fma(op: FmaOp, form: Form, elem: Elem) {
        Add F132 F32 => VEX_Vfmadd132ss_xmm_xmm_xmmm32, EVEX_Vfmadd132ss_xmm_k1z_xmm_xmmm32_er;
        Add F132 F64 => VEX_Vfmadd132sd_xmm_xmm_xmmm64, EVEX_Vfmadd132sd_xmm_k1z_xmm_xmmm64_er;
        Add F213 F32 => VEX_Vfmadd213ss_xmm_xmm_xmmm32, EVEX_Vfmadd213ss_xmm_k1z_xmm_xmmm32_er;
        Add F213 F64 => VEX_Vfmadd213sd_xmm_xmm_xmmm64, EVEX_Vfmadd213sd_xmm_k1z_xmm_xmmm64_er;
        Add F231 F32 => VEX_Vfmadd231ss_xmm_xmm_xmmm32, EVEX_Vfmadd231ss_xmm_k1z_xmm_xmmm32_er;
        Add F231 F64 => VEX_Vfmadd231sd_xmm_xmm_xmmm64, EVEX_Vfmadd231sd_xmm_k1z_xmm_xmmm64_er;
        Sub F132 F32 => VEX_Vfmsub132ss_xmm_xmm_xmmm32, EVEX_Vfmsub132ss_xmm_k1z_xmm_xmmm32_er;
        Sub F132 F64 => VEX_Vfmsub132sd_xmm_xmm_xmmm64, EVEX_Vfmsub132sd_xmm_k1z_xmm_xmmm64_er;
        Sub F213 F32 => VEX_Vfmsub213ss_xmm_xmm_xmmm32, EVEX_Vfmsub213ss_xmm_k1z_xmm_xmmm32_er;
        Sub F213 F64 => VEX_Vfmsub213sd_xmm_xmm_xmmm64, EVEX_Vfmsub213sd_xmm_k1z_xmm_xmmm64_er;
        Sub F231 F32 => VEX_Vfmsub231ss_xmm_xmm_xmmm32, EVEX_Vfmsub231ss_xmm_k1z_xmm_xmmm32_er;
        Sub F231 F64 => VEX_Vfmsub231sd_xmm_xmm_xmmm64, EVEX_Vfmsub231sd_xmm_k1z_xmm_xmmm64_er;
        NegAdd F132 F32 => VEX_Vfnmadd132ss_xmm_xmm_xmmm32, EVEX_Vfnmadd132ss_xmm_k1z_xmm_xmmm32_er;
        NegAdd F132 F64 => VEX_Vfnmadd132sd_xmm_xmm_xmmm64, EVEX_Vfnmadd132sd_xmm_k1z_xmm_xmmm64_er;
        NegAdd F213 F32 => VEX_Vfnmadd213ss_xmm_xmm_xmmm32, EVEX_Vfnmadd213ss_xmm_k1z_xmm_xmmm32_er;
        NegAdd F213 F64 => VEX_Vfnmadd213sd_xmm_xmm_xmmm64, EVEX_Vfnmadd213sd_xmm_k1z_xmm_xmmm64_er;
        NegAdd F231 F32 => VEX_Vfnmadd231ss_xmm_xmm_xmmm32, EVEX_Vfnmadd231ss_xmm_k1z_xmm_xmmm32_er;
        NegAdd F231 F64 => VEX_Vfnmadd231sd_xmm_xmm_xmmm64, EVEX_Vfnmadd231sd_xmm_k1z_xmm_xmmm64_er;
        NegSub F132 F32 => VEX_Vfnmsub132ss_xmm_xmm_xmmm32, EVEX_Vfnmsub132ss_xmm_k1z_xmm_xmmm32_er;
        NegSub F132 F64 => VEX_Vfnmsub132sd_xmm_xmm_xmmm64, EVEX_Vfnmsub132sd_xmm_k1z_xmm_xmmm64_er;
        NegSub F213 F32 => VEX_Vfnmsub213ss_xmm_xmm_xmmm32, EVEX_Vfnmsub213ss_xmm_k1z_xmm_xmmm32_er;
        NegSub F213 F64 => VEX_Vfnmsub213sd_xmm_xmm_xmmm64, EVEX_Vfnmsub213sd_xmm_k1z_xmm_xmmm64_er;
        NegSub F231 F32 => VEX_Vfnmsub231ss_xmm_xmm_xmmm32, EVEX_Vfnmsub231ss_xmm_k1z_xmm_xmmm32_er;
        NegSub F231 F64 => VEX_Vfnmsub231sd_xmm_xmm_xmmm64, EVEX_Vfnmsub231sd_xmm_k1z_xmm_xmmm64_er;
    }
}

table! {
    /// Integers to wider lanes, with copies of the sign.
    sign_extend(from: Elem, to: Elem) {
        I8 I16 => VEX_Vpmovsxbw_ymm_xmmm128, EVEX_Vpmovsxbw_zmm_k1z_ymmm256;
        I8 I32 => VEX_Vpmovsxbd_ymm_xmmm64, EVEX_Vpmovsxbd_zmm_k1z_xmmm128;
        I8 I64 => VEX_Vpmovsxbq_ymm_xmmm32, EVEX_Vpmovsxbq_zmm_k1z_xmmm64;
        I16 I32 => VEX_Vpmovsxwd_ymm_xmmm128, EVEX_Vpmovsxwd_zmm_k1z_ymmm256;
        I16 I64 => VEX_Vpmovsxwq_ymm_xmmm64, EVEX_Vpmovsxwq_zmm_k1z_xmmm128;
        I32 I64 => VEX_Vpmovsxdq_ymm_xmmm128, EVEX_Vpmovsxdq_zmm_k1z_ymmm256;
    }
}

table! {
    /// Integers to wider lanes, with zeros.
    zero_extend(from: Elem, to: Elem) {
        I8 I16 => VEX_Vpmovzxbw_ymm_xmmm128, EVEX_Vpmovzxbw_zmm_k1z_ymmm256;
        I8 I32 => VEX_Vpmovzxbd_ymm_xmmm64, EVEX_Vpmovzxbd_zmm_k1z_xmmm128;
        I8 I64 => VEX_Vpmovzxbq_ymm_xmmm32, EVEX_Vpmovzxbq_zmm_k1z_xmmm64;
        I16 I32 => VEX_Vpmovzxwd_ymm_xmmm128, EVEX_Vpmovzxwd_zmm_k1z_ymmm256;
        I16 I64 => VEX_Vpmovzxwq_ymm_xmmm64, EVEX_Vpmovzxwq_zmm_k1z_xmmm128;
        I32 I64 => VEX_Vpmovzxdq_ymm_xmmm128, EVEX_Vpmovzxdq_zmm_k1z_ymmm256;
    }
}

table! {
    /// Integers to narrower lanes.
    truncate(from: Elem, to: Elem) {
        I16 I8 => INVALID, EVEX_Vpmovwb_ymmm256_k1z_zmm;
        I32 I8 => INVALID, EVEX_Vpmovdb_xmmm128_k1z_zmm;
        I64 I8 => INVALID, EVEX_Vpmovqb_xmmm64_k1z_zmm;
        I32 I16 => INVALID, EVEX_Vpmovdw_ymmm256_k1z_zmm;
        I64 I16 => INVALID, EVEX_Vpmovqw_xmmm128_k1z_zmm;
        I64 I32 => INVALID, EVEX_Vpmovqd_ymmm256_k1z_zmm;
    }
}

table! {
    /// A scalar in memory in every lane.
    splat_memory(bits: Bits) {
        B8 => VEX_Vpbroadcastb_ymm_xmmm8, EVEX_Vpbroadcastb_zmm_k1z_xmmm8;
        B16 => VEX_Vpbroadcastw_ymm_xmmm16, EVEX_Vpbroadcastw_zmm_k1z_xmmm16;
        B32 => VEX_Vpbroadcastd_ymm_xmmm32, EVEX_Vpbroadcastd_zmm_k1z_xmmm32;
        B64 => VEX_Vpbroadcastq_ymm_xmmm64, EVEX_Vpbroadcastq_zmm_k1z_xmmm64;
    }
}

table! {
    /// Reads a register under a mask.
    load(bits: Bits) {
        B8 => VEX_Vmovdqu_ymm_ymmm256, EVEX_Vmovdqu8_zmm_k1z_zmmm512;
        B16 => VEX_Vmovdqu_ymm_ymmm256, EVEX_Vmovdqu16_zmm_k1z_zmmm512;
        B32 => VEX_Vmovups_ymm_ymmm256, EVEX_Vmovups_zmm_k1z_zmmm512;
        B64 => VEX_Vmovupd_ymm_ymmm256, EVEX_Vmovupd_zmm_k1z_zmmm512;
    }
}

table! {
    /// Writes a register under a mask.
    store(bits: Bits) {
        B8 => VEX_Vmovdqu_ymmm256_ymm, EVEX_Vmovdqu8_zmmm512_k1z_zmm;
        B16 => VEX_Vmovdqu_ymmm256_ymm, EVEX_Vmovdqu16_zmmm512_k1z_zmm;
        B32 => VEX_Vmovups_ymmm256_ymm, EVEX_Vmovups_zmmm512_k1z_zmm;
        B64 => VEX_Vmovupd_ymmm256_ymm, EVEX_Vmovupd_zmmm512_k1z_zmm;
    }
}

table! {
    /// Gathers, by the types of lane and index.
    gather(elem: Elem, index: Elem) {
        I32 I32 => VEX_Vpgatherdd_ymm_vm32y_ymm, EVEX_Vpgatherdd_zmm_k1_vm32z;
        I32 I64 => VEX_Vpgatherqd_xmm_vm64y_xmm, EVEX_Vpgatherqd_ymm_k1_vm64z;
        F32 I32 => VEX_Vgatherdps_ymm_vm32y_ymm, EVEX_Vgatherdps_zmm_k1_vm32z;
        F32 I64 => VEX_Vgatherqps_xmm_vm64y_xmm, EVEX_Vgatherqps_ymm_k1_vm64z;
        I64 I32 => VEX_Vpgatherdq_ymm_vm32x_ymm, EVEX_Vpgatherdq_zmm_k1_vm32y;
        I64 I64 => VEX_Vpgatherqq_ymm_vm64y_ymm, EVEX_Vpgatherqq_zmm_k1_vm64z;
        F64 I32 => VEX_Vgatherdpd_ymm_vm32x_ymm, EVEX_Vgatherdpd_zmm_k1_vm32y;
        F64 I64 => VEX_Vgatherqpd_ymm_vm64y_ymm, EVEX_Vgatherqpd_zmm_k1_vm64z;
    }
}

table! {
    /// Scatters, by the types of lane and index.
    scatter(elem: Elem, index: Elem) {
        I32 I32 => INVALID, EVEX_Vpscatterdd_vm32z_k1_zmm;
        I32 I64 => INVALID, EVEX_Vpscatterqd_vm64z_k1_ymm;
        F32 I32 => INVALID, EVEX_Vscatterdps_vm32z_k1_zmm;
        F32 I64 => INVALID, EVEX_Vscatterqps_vm64z_k1_ymm;
        I64 I32 => INVALID, EVEX_Vpscatterdq_vm32y_k1_zmm;
        I64 I64 => INVALID, EVEX_Vpscatterqq_vm64z_k1_zmm;
        F64 I32 => INVALID, EVEX_Vscatterdpd_vm32y_k1_zmm;
        F64 I64 => INVALID, EVEX_Vscatterqpd_vm64z_k1_zmm;
    }
}
