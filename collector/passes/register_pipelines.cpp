// SPDX-License-Identifier: Apache-2.0
// Pipelines by name, for proton-opt.
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include "collector/passes/passes.h"

using namespace mlir;

namespace pstudio {
namespace {

using proton_gpu::MemorySpace;
using proton_gpu::Strategy;

/// Those of proton-gpu-insert-context, which passes.td documents.
struct RecordPipelineOptions : PassPipelineOptions<RecordPipelineOptions> {
  Option<MemorySpace> bufferType{
      *this, "buffer-type", llvm::cl::desc("where slots are while the kernel runs"),
      llvm::cl::init(MemorySpace::Global),
      llvm::cl::values(
          clEnumValN(MemorySpace::Shared, "shared", "shared memory, copied at the end"),
          clEnumValN(MemorySpace::Global, "global", "the profile buffer itself"))};
  Option<uint32_t> sharedIfAtMost{
      *this, "shared-if-at-most",
      llvm::cl::desc("kernels with at most that many records per warp use shared memory"),
      llvm::cl::init(0)};
  Option<Strategy> strategy{
      *this, "strategy", llvm::cl::desc("what a full segment does with the next record"),
      llvm::cl::init(Strategy::Circular),
      llvm::cl::values(clEnumValN(Strategy::Circular, "circular", "overwrites the oldest"),
                       clEnumValN(Strategy::First, "first", "refuses it"),
                       clEnumValN(Strategy::Flush, "flush", "half of it goes to global memory"),
                       clEnumValN(Strategy::Stream, "stream", "half of it goes to the host"))};
};

} // namespace

void registerRecordPipeline() {
  PassPipelineRegistration<RecordPipelineOptions>(
      "convert-proton-to-proton-gpu", "turns annotations into stores into a segment",
      [](OpPassManager &passes, const RecordPipelineOptions &options) {
        buildRecordPipeline(passes, {options.bufferType, options.sharedIfAtMost, options.strategy});
      });
}

} // namespace pstudio
