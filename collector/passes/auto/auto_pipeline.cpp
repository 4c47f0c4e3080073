// SPDX-License-Identifier: Apache-2.0
// The auto modes of a mode string as passes, in their canonical order.
#include "collector/passes/auto/passes.h"

#include "mlir/Pass/PassManager.h"

#include "collector/passes/passes.h"
#include "core/run/instrumentation_mode.h"

using namespace mlir;

namespace pstudio {

void buildAutoPipeline(OpPassManager &passes, const InstrumentationMode &mode,
                       const AutoTarget &target) {
  using AutoMode = InstrumentationMode::AutoMode;
  const auto select = [&](auto options) {
    options.include = mode.include;
    options.exclude = mode.exclude;
    return options;
  };
  const bool isCounting = record::traitsOf(mode.strategy).isCounting;
  if (mode.annotations == InstrumentationMode::Annotations::Drop || isCounting)
    passes.addPass(createProtonStrip());
  if (!mode.include.empty() || !mode.exclude.empty())
    passes.addPass(createProtonSelectFunctions(select(ProtonSelectFunctionsOptions())));
  if (!mode.autoModes.empty())
    passes.addPass(createProtonReportUnmarked(select(ProtonReportUnmarkedOptions())));
  if (mode.has(AutoMode::Functions))
    passes.addPass(createProtonMarkFunctions(select(ProtonMarkFunctionsOptions())));
  if (mode.has(AutoMode::Loops))
    passes.addPass(createProtonMarkLoops(select(ProtonMarkLoopsOptions())));
  if (mode.has(AutoMode::Barriers)) {
    ProtonMarkBarriersOptions barriers = select(ProtonMarkBarriersOptions());
    barriers.warpBarriers = mode.warpBarriers == InstrumentationMode::WarpBarriers::Record;
    passes.addPass(createProtonMarkBarriers(barriers));
  }
  if (mode.has(AutoMode::Accesses))
    passes.addPass(createProtonMarkAccessRuns(select(ProtonMarkAccessRunsOptions())));
  if (mode.has(AutoMode::Memory)) {
    ProtonMarkMemoryOptions memory = select(ProtonMarkMemoryOptions());
    memory.block = target.block;
    memory.lanesPerWarp = target.lanesPerWarp;
    memory.bins = isCounting ? mode.bins : 0;
    memory.largestBuffer = target.largestBufferBytes;
    memory.chip = target.chip;
    memory.join = mode.groups != InstrumentationMode::Groups::Off;
    passes.addPass(createProtonMarkMemory(memory));
  }
  if (mode.has(AutoMode::Async)) {
    ProtonMarkAsyncOptions options = select(ProtonMarkAsyncOptions());
    options.chip = target.chip;
    passes.addPass(createProtonMarkAsync(options));
  }
  if (mode.has(AutoMode::Matrix))
    passes.addPass(createProtonMarkMatrix(select(ProtonMarkMatrixOptions())));
}

} // namespace pstudio
