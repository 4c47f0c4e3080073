// SPDX-License-Identifier: Apache-2.0
// proton-mark-async: asynchronous copies from issue to the wait that sees them complete.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/async_queues.h"
#include "collector/passes/auto/marked_functions.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKASYNC
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonMarkAsyncPass : public impl::ProtonMarkAsyncBase<ProtonMarkAsyncPass> {
public:
  using ProtonMarkAsyncBase::ProtonMarkAsyncBase;

  void runOnOperation() override {
    using automode::Queue;
    const automode::Classifiers classifiers;
    unsigned unmarked = 0;
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude}))
      automode::markQueues(function, classifiers,
                           {Queue::CopyGroup, Queue::BulkGroup, Queue::Mbarrier}, unmarked);
  }
};

} // namespace
} // namespace pstudio
