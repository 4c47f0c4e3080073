// SPDX-License-Identifier: Apache-2.0
// convert-proton-accesses-to-proton-gpu: memory accesses to stores of their addresses.
#include "collector/passes/passes.h"

#include "collector/ir/proton_dialect.h"
#include "collector/passes/record_rewriter.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONACCESSESTOPROTONGPU
#include "collector/passes/passes.h.inc"

namespace {

class ConvertProtonAccessesToProtonGPUPass
    : public impl::ConvertProtonAccessesToProtonGPUBase<ConvertProtonAccessesToProtonGPUPass> {
public:
  using ConvertProtonAccessesToProtonGPUBase::ConvertProtonAccessesToProtonGPUBase;

  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::AccessOp access) { replaceByStoreOfAccess(access, segment); });
    });
  }
};

} // namespace
} // namespace pstudio
