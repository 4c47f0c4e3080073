// SPDX-License-Identifier: Apache-2.0
// A table of names and addresses. Functions of libraries are declared by their names for the
// linker, because no header declares those of the compiler's library and those of the C library for
// fp128.
#include "collector/runtime/cpu/compiler_functions.h"

#include <bit>
#include <cmath>
#include <vector>

#include "collector/runtime/cpu/wide_atomics.h"
#include "core/base/half_float.h"

#if defined(__x86_64__)

// Only the addresses count: the types are not those of the functions.
extern "C" {
#define PSTUDIO_FUNCTION(name) void pstudioLinked_##name() __asm__(#name);
#include "collector/runtime/cpu/compiler_functions.def"
#undef PSTUDIO_FUNCTION
}

namespace pstudio::cpu {
namespace {

using calls::Symbol;

__extension__ typedef __int128 Int128;

template <class Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

std::vector<Symbol> linkedFunctions() {
  return {
#define PSTUDIO_FUNCTION(name) {#name, addressOf(&pstudioLinked_##name)},
#include "collector/runtime/cpu/compiler_functions.def"
#undef PSTUDIO_FUNCTION
  };
}

// Conversions that libgcc 12 lacks. They round once, to nearest, ties to even. Subnormal results
// are kept, too large values become infinite, and a NaN becomes a quiet NaN with its sign and the
// upper bits of its payload.

/// A bfloat16 in the low 16 bits of an SSE register. The other bits are undefined.
using Bfloat = float;

float singleOf(Bfloat value) {
  return std::bit_cast<float>(std::bit_cast<uint32_t>(value) << 16);
}
/// Kernels call this one for every bfloat16 that they compute.
Bfloat bfloatOfSingle(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded =
      std::isnan(value) ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return std::bit_cast<float>(rounded);
}
Bfloat bfloatOfDouble(double value) {
  return std::isnan(value) ? bfloatOfSingle(static_cast<float>(value))
                           : std::bit_cast<float>(uint32_t{encodeBF16(value)});
}

template <class Integer> _Float16 halfOf(Integer value) {
  return static_cast<_Float16>(value);
}
/// Towards zero. LLVM defines no result for what the type cannot hold; here it is 0.
template <class Integer> Integer truncated(_Float16 half) {
  const auto number = static_cast<float>(half);
  if (!std::isfinite(number) || (number <= -1 && static_cast<Integer>(-1) > 0))
    return 0;
  return static_cast<Integer>(static_cast<int32_t>(number)); // a half is below 65536
}

std::vector<Symbol> narrowFloatFunctions() {
  return {
      {"__truncsfbf2", addressOf(&bfloatOfSingle)},
      {"__truncdfbf2", addressOf(&bfloatOfDouble)},
      {"__extendbfsf2", addressOf(&singleOf)},
      {"__floatsihf", addressOf(&halfOf<int32_t>)},
      {"__floatunsihf", addressOf(&halfOf<uint32_t>)},
      {"__floatdihf", addressOf(&halfOf<int64_t>)},
      {"__floatundihf", addressOf(&halfOf<uint64_t>)},
      {"__fixhfsi", addressOf(&truncated<int32_t>)},
      {"__fixunshfsi", addressOf(&truncated<uint32_t>)},
      {"__fixhfdi", addressOf(&truncated<int64_t>)},
      {"__fixunshfdi", addressOf(&truncated<uint64_t>)},
      {"__fixhfti", addressOf(&truncated<Int128>)},
      {"__fixunshfti", addressOf(&truncated<UInt128>)},
  };
}

std::vector<Symbol> wideAtomicFunctions() {
  return {
      {"__atomic_load", addressOf(&atomicLoad)},
      {"__atomic_store", addressOf(&atomicStore)},
      {"__atomic_exchange", addressOf(&atomicExchange)},
      {"__atomic_compare_exchange", addressOf(&atomicCompareExchange)},
      {"__atomic_load_16", addressOf(&atomicLoad16)},
      {"__atomic_store_16", addressOf(&atomicStore16)},
      {"__atomic_exchange_16", addressOf(&atomicExchange16)},
      {"__atomic_compare_exchange_16", addressOf(&atomicCompareExchange16)},
      {"__atomic_fetch_add_16", addressOf(&atomicFetchAdd16)},
      {"__atomic_fetch_sub_16", addressOf(&atomicFetchSub16)},
      {"__atomic_fetch_and_16", addressOf(&atomicFetchAnd16)},
      {"__atomic_fetch_or_16", addressOf(&atomicFetchOr16)},
      {"__atomic_fetch_xor_16", addressOf(&atomicFetchXor16)},
      {"__atomic_fetch_nand_16", addressOf(&atomicFetchNand16)},
  };
}

} // namespace

std::span<const Symbol> compilerFunctions() {
  static const std::vector<Symbol> kFunctions = [] {
    std::vector<Symbol> all = linkedFunctions();
    for (const auto &table : {narrowFloatFunctions(), wideAtomicFunctions()})
      all.insert(all.end(), table.begin(), table.end());
    return all;
  }();
  return kFunctions;
}

} // namespace pstudio::cpu

#else

std::span<const pstudio::cpu::calls::Symbol> pstudio::cpu::compilerFunctions() {
  return {};
}

#endif
