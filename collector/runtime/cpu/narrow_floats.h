// SPDX-License-Identifier: Apache-2.0
// Conversions between half or bfloat16 and the other types, as LLVM's code generator for x86-64
// calls them where the processor has no instruction.
#pragma once

#include <cstdint>

namespace pstudio::cpu {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
__extension__ typedef __float128 Float128;

/// A half or bfloat16 in the low 16 bits of an SSE register, as the calling convention requires.
/// The other bits are undefined in a parameter and 0 in a result.
using InRegister = float;

// Each function has the name of the function of libgcc or compiler-rt that it replaces, without
// underscores. The conversions round once, to nearest, ties to even. Subnormal results are kept.
// Too large values become infinite. A NaN becomes a quiet NaN with its sign and the upper bits of
// its payload. The rounding mode of the processor has no influence. [thread: any]
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

// Round towards zero. Values outside the range of the type, infinities and NaN have no defined
// result, as in LLVM.
int32_t fixhfsi(InRegister half);
uint32_t fixunshfsi(InRegister half);
int64_t fixhfdi(InRegister half);
uint64_t fixunshfdi(InRegister half);
Int128 fixhfti(InRegister half);
UInt128 fixunshfti(InRegister half);

} // namespace pstudio::cpu
