// SPDX-License-Identifier: Apache-2.0
// proton-mark-barriers: the wait at each barrier.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/auto/operation_classifier.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKBARRIERS
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonMarkBarriersPass : public impl::ProtonMarkBarriersBase<ProtonMarkBarriersPass> {
public:
  using ProtonMarkBarriersBase::ProtonMarkBarriersBase;

  void runOnOperation() override {
    const automode::Classifiers classifiers;
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude}))
      mark(function, classifiers);
  }

private:
  /// Each barrier by itself: two in a row are two waits.
  void mark(FunctionOpInterface function, const automode::Classifiers &classifiers) {
    automode::ScopeNames names(function);
    SmallVector<std::pair<Operation *, automode::Effect>> barriers;
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (const auto effect = classifiers.find(op, automode::Activity::Barrier))
        barriers.emplace_back(op, *effect);
    });
    for (const auto &[op, effect] : barriers) {
      if (automode::mayRecordAt(op))
        automode::putInScope(op, op, names.at(effect.label, op->getLoc(), op->getLoc()));
    }
  }
};

} // namespace
} // namespace pstudio
