// SPDX-License-Identifier: Apache-2.0
// Atomic accesses that a processor has no instruction for: of 16 bytes without CMPXCHG16B, and of
// any size where the address is not aligned to it. libatomic's interface, which not every machine
// has.
#pragma once

#include <cstddef>

namespace pstudio::cpu {

__extension__ typedef unsigned __int128 UInt128;

// All are atomic among each other, not with accesses by an instruction: LLVM makes either all
// accesses of one size and alignment calls, or none. Sequentially consistent, whatever the orders
// are. [thread: any]
void atomicLoad(size_t bytes, const void *from, void *to, int order);
void atomicStore(size_t bytes, void *to, const void *from, int order);
void atomicExchange(size_t bytes, void *at, const void *value, void *old, int order);
/// Whether `at` held `expected`, and holds `desired` now; otherwise its value is in `expected`.
bool atomicCompareExchange(size_t bytes, void *at, void *expected, const void *desired, int success,
                           int failure);

UInt128 atomicLoad16(const UInt128 *at, int order);
void atomicStore16(UInt128 *at, UInt128 value, int order);
UInt128 atomicExchange16(UInt128 *at, UInt128 value, int order);
bool atomicCompareExchange16(UInt128 *at, UInt128 *expected, UInt128 desired, int success,
                             int failure);
// The result is the value before.
UInt128 atomicFetchAdd16(UInt128 *at, UInt128 value, int order);
UInt128 atomicFetchSub16(UInt128 *at, UInt128 value, int order);
UInt128 atomicFetchAnd16(UInt128 *at, UInt128 value, int order);
UInt128 atomicFetchOr16(UInt128 *at, UInt128 value, int order);
UInt128 atomicFetchXor16(UInt128 *at, UInt128 value, int order);
UInt128 atomicFetchNand16(UInt128 *at, UInt128 value, int order);

} // namespace pstudio::cpu
