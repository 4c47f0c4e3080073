// SPDX-License-Identifier: Apache-2.0
#include "collector/pipeline/named_pipelines.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

using namespace mlir;

namespace pstudio {
namespace {

using proton_gpu::Granularity;
using proton_gpu::MemorySpace;
using proton_gpu::Metric;
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
      llvm::cl::desc("kernels with at most that many slots per warp use shared memory"),
      llvm::cl::init(0)};
  Option<Strategy> strategy{*this, "strategy",
                            llvm::cl::desc("what a full segment does with the next record"),
                            llvm::cl::init(Strategy::Circular), strategyValues()};
  Option<Granularity> granularity{
      *this, "granularity", llvm::cl::desc("the unit that owns a segment"),
      llvm::cl::init(Granularity::Warp),
      llvm::cl::values(clEnumValN(Granularity::Thread, "thread", "a lane"),
                       clEnumValN(Granularity::Warp, "warp", "a warp"),
                       clEnumValN(Granularity::Warp2, "warp_2", "2 warps"),
                       clEnumValN(Granularity::Warp4, "warp_4", "4 warps"),
                       clEnumValN(Granularity::Warp8, "warp_8", "8 warps"),
                       clEnumValN(Granularity::Cta, "cta", "a CTA"),
                       clEnumValN(Granularity::WarpGroup, "warp_group", "4 warps"),
                       clEnumValN(Granularity::WarpGroup2, "warp_group_2", "2 warp groups"),
                       clEnumValN(Granularity::WarpGroup4, "warp_group_4", "4 warp groups"),
                       clEnumValN(Granularity::WarpGroup8, "warp_group_8", "8 warp groups"))};
  Option<Metric> metric{*this, "metric", llvm::cl::desc("what the clock word of a record is"),
                        llvm::cl::init(Metric::Cycle),
                        llvm::cl::values(clEnumValN(Metric::Cycle, "cycle", "the cycle counter"),
                                         clEnumValN(Metric::Time, "time", "the global timer"))};
  ListOption<uint32_t> block{*this, "block",
                             llvm::cl::desc("threads of a CTA in x, y and z; empty: one thread")};
  Option<uint32_t> lanesPerWarp{*this, "lanes-per-warp", llvm::cl::desc("threads of a warp"),
                                llvm::cl::init(32)};
  Option<std::string> warps{*this, "warps", llvm::cl::desc("warps that record; empty: all")};
  Option<std::string> ctas{*this, "ctas", llvm::cl::desc("CTAs that record; empty: all")};
};

} // namespace

void registerRecordPipeline() {
  PassPipelineRegistration<RecordPipelineOptions>(
      "convert-proton-to-proton-gpu", "converts annotations to stores into a segment",
      [](OpPassManager &passes, const RecordPipelineOptions &options) {
        ProtonGPUInsertContextOptions context;
        context.bufferType = options.bufferType;
        context.sharedIfAtMost = options.sharedIfAtMost;
        context.block = options.block;
        context.lanesPerWarp = options.lanesPerWarp;
        context.strategy = options.strategy;
        context.granularity = options.granularity;
        context.metric = options.metric;
        context.warps = options.warps;
        context.ctas = options.ctas;
        buildRecordPipeline(passes, context);
      });
}

} // namespace pstudio
