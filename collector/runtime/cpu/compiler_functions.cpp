// SPDX-License-Identifier: Apache-2.0
// A table of names and addresses. The functions are declared by their names for the linker, because
// no header declares those of the compiler's library and those of the C library for fp128.
#include "collector/runtime/cpu/compiler_functions.h"

#include <vector>

#include "collector/runtime/cpu/narrow_floats.h"
#include "collector/runtime/cpu/wide_atomics.h"

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

std::vector<Symbol> narrowFloatFunctions() {
  return {
      {"__truncsfhf2", addressOf(&truncsfhf2)},   {"__truncdfhf2", addressOf(&truncdfhf2)},
      {"__truncxfhf2", addressOf(&truncxfhf2)},   {"__trunctfhf2", addressOf(&trunctfhf2)},
      {"__truncsfbf2", addressOf(&truncsfbf2)},   {"__truncdfbf2", addressOf(&truncdfbf2)},
      {"__extendhfsf2", addressOf(&extendhfsf2)}, {"__extendhfdf2", addressOf(&extendhfdf2)},
      {"__extendhfxf2", addressOf(&extendhfxf2)}, {"__extendhftf2", addressOf(&extendhftf2)},
      {"__extendbfsf2", addressOf(&extendbfsf2)}, {"__floatsihf", addressOf(&floatsihf)},
      {"__floatunsihf", addressOf(&floatunsihf)}, {"__floatdihf", addressOf(&floatdihf)},
      {"__floatundihf", addressOf(&floatundihf)}, {"__floattihf", addressOf(&floattihf)},
      {"__floatuntihf", addressOf(&floatuntihf)}, {"__fixhfsi", addressOf(&fixhfsi)},
      {"__fixunshfsi", addressOf(&fixunshfsi)},   {"__fixhfdi", addressOf(&fixhfdi)},
      {"__fixunshfdi", addressOf(&fixunshfdi)},   {"__fixhfti", addressOf(&fixhfti)},
      {"__fixunshfti", addressOf(&fixunshfti)},
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
