// SPDX-License-Identifier: Apache-2.0
// Instructions of AMD's GPUs, as far as their memory counters require: mnemonics of assembly, stems
// of intrinsics, and the operands of waits for the counters.
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
  Other,        ///< an operation that no counter counts
  VectorLoad,   ///< global, buffer and image loads into registers; atomics that return a value
  LoadToLds,    ///< global and buffer loads that go directly to LDS
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
  BarrierSignal, ///< arrives at the barrier of the CTA; does not wait (gfx12)
  BarrierWait,   ///< waits for the arrivals
  Matrix,
  Control, ///< branches, ends the program, or has an unknown effect
};

/// The counters of an operation, as queues: two for a FLAT instruction, at most one for others.
/// Stores use vmcnt on gfx9 and vscnt from gfx10 on; without a chip, they have none here. Scalar
/// loads have none on gfx12, whose kmcnt is no queue. Source:
/// LLVM, SIInsertWaitcnts.cpp; AMD's ISA documents, "Manually Inserted Wait States", "S_WAITCNT".
std::vector<analysis::AsyncQueue> amdCountersOf(AmdOperation operation,
                                                const std::optional<AmdChip> &chip);

/// One counter that a wait waits for.
struct AmdWait {
  analysis::AsyncQueue counter = analysis::AsyncQueue::LoadCounter;
  uint32_t pending = 0; ///< operations that need not be complete
  bool operator==(const AmdWait &) const = default;
};

/// The counters for which the 16 bits of S_WAITCNT wait. There is no wait for a counter at its
/// largest number. Source: LLVM, Utils/AMDGPUBaseInfo.cpp (decodeVmcnt, decodeExpcnt,
/// decodeLgkmcnt); the ISA documents of Vega, RDNA 2 and RDNA 3.
///     gfx9   vmcnt 15:14 and 3:0, expcnt 6:4, lgkmcnt 11:8
///     gfx10  the same, lgkmcnt 13:8
///     gfx11  vmcnt 15:10, lgkmcnt 9:4, expcnt 2:0
std::vector<AmdWait> decodeWaitcnt(uint32_t immediate, const AmdChip &chip);

/// The operation of the intrinsic "llvm.amdgcn." + `stem`, "raw.ptr.buffer.load.lds". None for an
/// unknown intrinsic. `hasUsers`: its result is used.
std::optional<AmdOperation> amdIntrinsic(std::string_view stem, bool hasUsers);

/// One instruction of assembly. Views into the text that was parsed.
struct AmdInstruction {
  std::string_view mnemonic;
  std::string_view operands;
  AmdOperation operation = AmdOperation::Other;

  /// The counters of a Wait; none if the chip is required and missing.
  std::optional<std::vector<AmdWait>> waits(const std::optional<AmdChip> &chip) const;
};

/// The instructions of inline assembly, without labels, directives and comments. None if the text
/// contains a mnemonic that is not of AMD's GPUs (LLVM's User Guide for the AMDGPU back end,
/// "Syntax of ... Instructions"). O(text).
std::optional<std::vector<AmdInstruction>> parseAmdAssembly(std::string_view text);

} // namespace pstudio
