// SPDX-License-Identifier: Apache-2.0
// Annotated IR to instrumented IR, and instrumented IR to LLVM dialect, as pass pipelines.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/callbacks/callback_code.h"
#include "collector/passes/argument_facts.h"
#include "collector/records/record_options.h"
#include "core/record/operation_table.h"
#include "core/record/stream_layout.h"
#include "core/run/run_spec.h"

namespace mlir {
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace pstudio {

/// What the compiler needs to know of the launch. The cache's key is made of all of it: a new
/// member goes to collector/session/compile/compile_cache.cpp too.
struct InstrumentOptions {
  InstrumentationMode mode;
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA by dimension
  uint32_t lanesPerWarp = 32;
  uint64_t sharedBytesFree = 0; ///< shared memory that the segments may take [bytes]
  /// What shared segments may take of it that strategies choose by themselves: flush [bytes].
  uint64_t stagingBytes = 0;
  /// What the target's lowering may take of it, see kNvidiaCounterBytesPerUnit [bytes per unit].
  uint32_t counterBytesPerUnit = 0;
  /// Whether records get clock epochs where 2^32 cycles may have passed since the one before. The
  /// CPU target writes its own.
  bool hasClockEpochs = false;
  /// For BufferType::Automatic: a kernel whose warps cannot fill a shared segment of that many
  /// slots gets one; all others, and all if it is 0, get global segments.
  uint32_t automaticSharedSlots = 0;
  /// Largest capacity that a global segment gets by itself if its kernel may fill it [slots]; 0:
  /// segments get 1024 slots, whatever the kernel does.
  uint32_t mostAutomaticSlots = 0;
  /// Strategy histogram: of the buffers that launches pass; else, and if it is not known, 0.
  uint64_t largestBufferBytes = 0;
  ArgumentFacts facts = {}; ///< true of every launch
  std::string chip = {};    ///< the AMD GPU that the kernel is for, "gfx942"; empty: none
  /// The functions that the mode's callbacks name; null if it names none.
  std::shared_ptr<const CallbackCode> callbacks = {};

  uint32_t threadsPerCta() const { return static_cast<uint32_t>(extentProduct(block)); }
};

/// What instrumentation decided about one kernel; read back from its attributes. Kept in the cache
/// of compiled kernels: a new member goes to collector/cache/kernel_entry.cpp too.
/// Of the access instructions of a kernel and what it calls, how many an auto mode records.
struct ModeCoverage {
  std::string mode; ///< "memory"
  uint64_t covered = 0;
  uint64_t leftOut = 0;
  bool operator==(const ModeCoverage &) const = default;
  /// "3 of 21 access instructions (mode memory)"; empty if none is left out.
  std::string leftOutText() const;
};

struct InstrumentedKernel {
  record::OperationTable operations;
  uint32_t unitCount = 0;    ///< segments per CTA; 0 if the kernel has no records
  uint32_t slotsPerUnit = 0; ///< [slots]
  uint64_t blockBytes = 0;   ///< of a CTA's block [bytes]
  bool isShared = false; ///< where the segments are while the kernel runs: else in global memory
  std::optional<record::StreamShape> stream; ///< of a block whose records are streamed
  std::vector<ModeCoverage> coverage;        ///< of auto modes about accesses, by rising name
  /// Where loops record some of their iterations: ids of the memory accesses that follow them.
  std::optional<IdRanges> iteratedAccesses;
  std::vector<std::string> warnings; ///< what users should know of it, each with its location
};

/// Adds the target-independent passes: scope analysis, init/finalize insertion, records to stores,
/// allocation. Afterwards a kernel with records has one more argument at its end: the profile
/// buffer (!llvm.ptr), an array of record blocks (core/record/record_layout.h), one per CTA, zeroed
/// by the host. With mode "none" records are erased. Wrong scopes, and sizes that do not fit, fail
/// the pipeline with errors at their source locations, given to the context's diagnostic handlers.
void buildInstrumentPipeline(mlir::OpPassManager &passes, const InstrumentOptions &options);

/// Adds what tells `kernel` the facts; nothing if there are none. It comes before anything that
/// simplifies the kernel.
void buildSpecializePipeline(mlir::OpPassManager &passes, std::string_view kernel,
                             const ArgumentFacts &facts);

/// Adds the conversion of the proton_gpu dialect to LLVM dialect and calls of
/// runtime/cpu/intrinsics.h.
void buildProtonGpuToCpuPipeline(mlir::OpPassManager &passes);

/// Adds the conversion of the proton_gpu dialect to LLVM dialect and inline PTX (clock, special
/// registers). Everything else in the kernel is left as it is. Inline PTX with side effects must be
/// marked as convergent in LLVM IR: no llvm.inline_asm says so itself.
void buildProtonGpuToNvidiaPipeline(mlir::OpPassManager &passes,
                                    const NvidiaRecordOptions &options);

/// Adds the conversion of the proton_gpu dialect to LLVM and ROCDL dialect. Everything else in the
/// kernel is left as it is.
void buildProtonGpuToAmdPipeline(mlir::OpPassManager &passes, const AmdRecordOptions &options);

/// The decisions for the gpu.func `function` of an instrumented module, before or after its records
/// are lowered, as long as the gpu.func is there. Fails with InvalidInput if there is no such
/// function.
Result<InstrumentedKernel> instrumentedKernel(mlir::ModuleOp module, std::string_view function);

} // namespace pstudio
