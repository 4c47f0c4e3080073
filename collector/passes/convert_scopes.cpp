// SPDX-License-Identifier: Apache-2.0
// convert-proton-scopes-to-proton-gpu: starts and ends of scopes to stores.
#include "collector/passes/passes.h"

#include "collector/ir/proton_dialect.h"
#include "collector/passes/record_rewriter.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONSCOPESTOPROTONGPU
#include "collector/passes/passes.h.inc"

namespace {

class ConvertProtonScopesToProtonGPUPass
    : public impl::ConvertProtonScopesToProtonGPUBase<ConvertProtonScopesToProtonGPUPass> {
public:
  using ConvertProtonScopesToProtonGPUBase::ConvertProtonScopesToProtonGPUBase;

  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::RecordOp record) {
        const bool isStart = record.getBoundary() == proton::Boundary::Start;
        replaceByStore(
            record, isStart ? proton_gpu::RecordKind::ScopeStart : proton_gpu::RecordKind::ScopeEnd,
            Value(), segment);
      });
    });
  }
};

} // namespace
} // namespace pstudio
