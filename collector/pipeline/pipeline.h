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

/// Launch parameters that the compiler needs. The key of the cache contains all of them: a new
/// member must also be added to collector/session/compile/compile_cache.cpp.
struct InstrumentOptions {
  InstrumentationMode mode;
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA by dimension
  uint32_t lanesPerWarp = 32;
  uint64_t sharedBytesFree = 0; ///< shared memory that the segments may take [bytes]
  /// Part of sharedBytesFree for shared segments whose size the strategy chooses: flush [bytes].
  uint64_t stagingBytes = 0;
  /// Part of sharedBytesFree for the target's lowering, see kNvidiaCounterBytesPerUnit [bytes per
  /// unit].
  uint32_t counterBytesPerUnit = 0;
  /// Records get clock epochs where 2^32 cycles may have passed since the previous record. The CPU
  /// target writes its own epochs.
  bool hasClockEpochs = false;
  /// For BufferType::Automatic: a kernel whose warps cannot fill a shared segment of this capacity
  /// gets one [slots]. Other kernels get global segments; with 0, all kernels do.
  uint32_t automaticSharedSlots = 0;
  /// Largest automatic capacity of a global segment, for kernels that may fill it [slots]; 0:
  /// segments always get 1024 slots.
  uint32_t mostAutomaticSlots = 0;
  /// Strategy histogram: largest size of the buffers that launches pass [bytes]; 0 if unknown and
  /// for other strategies.
  uint64_t largestBufferBytes = 0;
  ArgumentFacts facts = {}; ///< hold in every launch
  std::string chip = {};    ///< the AMD GPU that the kernel is for, "gfx942"; empty: none
  /// The functions that the mode's callbacks name; null if it names none.
  std::shared_ptr<const CallbackCode> callbacks = {};

  uint32_t threadsPerCta() const { return static_cast<uint32_t>(extentProduct(block)); }
};

/// Number of access instructions, or barriers, of a kernel and its callees that an auto mode
/// records.
struct ModeCoverage {
  std::string mode; ///< "memory"
  uint64_t covered = 0;
  uint64_t leftOut = 0;
  bool operator==(const ModeCoverage &) const = default;
  /// "3 of 21 access instructions (mode memory)", "2 of 5 barriers, those of warps (...)";
  /// empty if none is left out.
  std::string leftOutText() const;
};

/// Decisions of the instrumentation about one kernel, read from its attributes. The cache of
/// compiled kernels stores them: a new member must also be added to
/// collector/cache/kernel_entry.cpp.
struct InstrumentedKernel {
  record::OperationTable operations;
  uint32_t unitCount = 0;    ///< segments per CTA; 0 if the kernel has no records
  uint32_t slotsPerUnit = 0; ///< [slots]
  uint64_t blockBytes = 0;   ///< of a CTA's block [bytes]
  bool isShared = false; ///< memory of the segments while the kernel runs: shared, or else global
  std::optional<record::StreamShape> stream; ///< of a block whose records are streamed
  std::vector<ModeCoverage> coverage;        ///< of auto modes about accesses, by rising name
  /// Where loops record only some of their iterations: ids of the memory accesses that do so.
  std::optional<IdRanges> iteratedAccesses;
  std::vector<std::string> warnings; ///< warnings for users, each with its location
};

/// Adds the target-independent passes: scope analysis, init/finalize insertion, records to stores,
/// allocation. Afterwards a kernel with records has one more argument at its end: the profile
/// buffer (!llvm.ptr), an array of record blocks (core/record/record_layout.h), one per CTA, zeroed
/// by the host. With mode "none" records are erased. Wrong scopes, and sizes that do not fit, fail
/// the pipeline with errors at their source locations, given to the context's diagnostic handlers.
void buildInstrumentPipeline(mlir::OpPassManager &passes, const InstrumentOptions &options);

/// Adds the passes that apply the facts to `kernel`; none if there are no facts. They come before
/// any pass that simplifies the kernel.
void buildSpecializePipeline(mlir::OpPassManager &passes, std::string_view kernel,
                             const ArgumentFacts &facts);

/// Adds the conversion of the proton_gpu dialect to LLVM dialect and calls of
/// runtime/cpu/intrinsics.h.
void buildProtonGpuToCpuPipeline(mlir::OpPassManager &passes);

/// Adds the conversion of the proton_gpu dialect to LLVM dialect and inline PTX (clock, special
/// registers). The rest of the kernel does not change. The caller must mark inline PTX with side
/// effects as convergent in LLVM IR: llvm.inline_asm has no such attribute.
void buildProtonGpuToNvidiaPipeline(mlir::OpPassManager &passes,
                                    const NvidiaRecordOptions &options);

/// Adds the conversion of the proton_gpu dialect to LLVM and ROCDL dialect. The rest of the kernel
/// does not change.
void buildProtonGpuToAmdPipeline(mlir::OpPassManager &passes, const AmdRecordOptions &options);

/// The decisions for the gpu.func `function` of an instrumented module, before or after its records
/// are lowered, as long as the gpu.func is there. Fails with InvalidInput if there is no such
/// function.
Result<InstrumentedKernel> instrumentedKernel(mlir::ModuleOp module, std::string_view function);

} // namespace pstudio
