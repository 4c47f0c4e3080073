// SPDX-License-Identifier: Apache-2.0
// convert-proton-accesses-to-proton-gpu: memory accesses to stores of their addresses, or counts.
#include "collector/passes/passes.h"

#include <algorithm>

#include "collector/ir/proton_dialect.h"
#include "collector/passes/record_rewriter.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONACCESSESTOPROTONGPU
#include "collector/passes/passes.h.inc"

namespace {

/// A block is executed whole, so that a count may as well stand further down in it, beside the next
/// ones: a GPU's compiler branches around atomic operations of one lane, around neighbours once,
/// and overlaps nothing across a branch. gemm_tiled took 2.5 times as long with 64 branches, 1.4
/// with few. Addresses wait for that in registers, so not all of a block's stand together.
void gatherCounts(FunctionOpInterface function) {
  constexpr size_t kTogether = 8;
  function.walk([](Block *block) {
    const SmallVector<proton_gpu::CountOp> counts(block->getOps<proton_gpu::CountOp>());
    for (size_t first = 0; first < counts.size(); first += kTogether) {
      const size_t last = std::min(first + kTogether, counts.size()) - 1;
      for (size_t i = first; i < last; ++i)
        counts[i]->moveBefore(counts[last]);
    }
  });
}

class ConvertProtonAccessesToProtonGPUPass
    : public impl::ConvertProtonAccessesToProtonGPUBase<ConvertProtonAccessesToProtonGPUPass> {
public:
  using ConvertProtonAccessesToProtonGPUBase::ConvertProtonAccessesToProtonGPUBase;

  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::AccessOp access) {
        if (const proton::CountedAttr counted = access.getSite().getCounted())
          return replaceByCount(access, counted, segment);
        replaceByStoreOfAccess(access, segment);
      });
      gatherCounts(function);
    });
  }
};

} // namespace
} // namespace pstudio
