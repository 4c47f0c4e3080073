// SPDX-License-Identifier: Apache-2.0
// Conversions between half or bfloat16 and the other types, as LLVM's code generator for x86-64
// calls them where the processor has no instruction.
#pragma once

#include <cstdint>

namespace pstudio::cpu {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
__extension__ typedef __float128 Float128;

/// A half or bfloat16 in the low 16 bits of an SSE register, where the calling convention has it.
/// As a parameter the other bits are undefined, as a result they are 0.
using InRegister = float;

// Named after the function of libgcc or compiler-rt that each stands for, without underscores.
// To nearest, ties to even, in one rounding; subnormal results are kept; too large values become
// infinite; a NaN stays one, quiet, with its sign and the upper bits of its payload. The mode of
// rounding of the processor has no influence. [thread: any]
InRegister truncsfhf2(float value);
InRegister truncdfhf2(double value);
InRegister truncxfhf2(long double value);
InRegister trunctfhf2(Float128 value);
InRegister truncsfbf2(float value);
InRegister truncdfbf2(double value);
InRegister floatsihf(int32_t value);
InRegister floatunsihf(uint32_t value);
InRegister floatdihf(int64_t value);
InRegister floatundihf(uint64_t value);
InRegister floattihf(Int128 value);
InRegister floatuntihf(UInt128 value);

// Exact; a signalling NaN of a half becomes quiet.
float extendhfsf2(InRegister half);
double extendhfdf2(InRegister half);
long double extendhfxf2(InRegister half);
Float128 extendhftf2(InRegister half);
float extendbfsf2(InRegister bfloat);

// Towards zero. What the type cannot hold, infinities and NaN have no defined result: LLVM has
// none for them, either.
int32_t fixhfsi(InRegister half);
uint32_t fixunshfsi(InRegister half);
int64_t fixhfdi(InRegister half);
uint64_t fixunshfdi(InRegister half);
Int128 fixhfti(InRegister half);
UInt128 fixunshfti(InRegister half);

} // namespace pstudio::cpu
