// SPDX-License-Identifier: Apache-2.0
// Instructions of AMD's GPUs, as far as their counters of memory operations go: mnemonics of
// assembly, stems of intrinsics, and what waits for the counters mean.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "collector/chips/amd_chip.h"
#include "core/queues/async_site.h"

namespace pstudio {

enum class AmdOperation : uint8_t {
  Other,        ///< nothing that a counter counts
  VectorLoad,   ///< global, buffer and image loads into registers; atomics that return a value
  LoadToLds,    ///< global and buffer loads that go to LDS by themselves
  VectorStore,  ///< global and buffer stores
  VectorAtomic, ///< atomics without a result
  FlatLoad,     ///< may reach global memory or LDS
  FlatStore,
  FlatAtomic, ///< without a result
  LdsLoad,
  LdsStore,
  LdsAtomic,
  LdsExchange, ///< permutations of lanes, which touch no memory
  ScalarLoad,
  Export,
  Wait,
  Barrier,
  Matrix,
  Control, ///< goes elsewhere, ends the program, or does what is not known here
};

/// The counters that count it, as queues: of a FLAT instruction two, else at most one. Stores count
/// in vmcnt on gfx9 and in vscnt from gfx10 on; without a chip nothing is said of them. Source:
/// LLVM, SIInsertWaitcnts.cpp; AMD's ISA documents, "Manually Inserted Wait States", "S_WAITCNT".
std::vector<analysis::AsyncQueue> amdCountersOf(AmdOperation operation,
                                                const std::optional<AmdChip> &chip);

/// One counter that a wait waits for.
struct AmdWait {
  analysis::AsyncQueue counter = analysis::AsyncQueue::LoadCounter;
  uint32_t pending = 0; ///< operations that may stay under way
  bool operator==(const AmdWait &) const = default;
};

/// What the 16 bits of S_WAITCNT wait for; counters at their largest number are not waited for.
/// Source: LLVM, Utils/AMDGPUBaseInfo.cpp (decodeVmcnt, decodeExpcnt, decodeLgkmcnt); the ISA
/// documents of Vega, RDNA 2 and RDNA 3.
///     gfx9   vmcnt 15:14 and 3:0, expcnt 6:4, lgkmcnt 11:8
///     gfx10  the same, lgkmcnt 13:8
///     gfx11  vmcnt 15:10, lgkmcnt 9:4, expcnt 2:0
std::vector<AmdWait> decodeWaitcnt(uint32_t immediate, const AmdChip &chip);

/// What an instruction does whose intrinsic is "llvm.amdgcn." + `stem`, "raw.ptr.buffer.load.lds".
/// Nothing for one that is not known here. `hasUsers`: somebody wants its result.
std::optional<AmdOperation> amdIntrinsic(std::string_view stem, bool hasUsers);

/// One instruction of assembly. Views into the text that was parsed.
struct AmdInstruction {
  std::string_view mnemonic;
  std::string_view operands;
  AmdOperation operation = AmdOperation::Other;

  /// Of a Wait; nothing if that needs the chip and there is none.
  std::optional<std::vector<AmdWait>> waits(const std::optional<AmdChip> &chip) const;
};

/// The instructions of inline assembly, without labels, directives and comments; nothing if the
/// text has one that is none of AMD's by its name (LLVM's User Guide for the AMDGPU back end,
/// "Syntax of ... Instructions"). O(text).
std::optional<std::vector<AmdInstruction>> parseAmdAssembly(std::string_view text);

} // namespace pstudio
