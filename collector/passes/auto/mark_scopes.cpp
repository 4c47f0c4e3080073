// SPDX-License-Identifier: Apache-2.0
// The auto modes that mark scopes: functions, loops, barriers, matrix operations and accesses. Also
// the choice of functions, and the report of those that are excluded.
#include "collector/passes/auto/passes.h"

#include <algorithm>
#include <string>

#include "mlir/Interfaces/LoopLikeInterface.h"

#include "collector/classification/marked_functions.h"
#include "collector/classification/operation_classifier.h"
#include "collector/passes/auto/access_coverage.h"
#include "collector/passes/auto/access_runs.h"
#include "collector/passes/auto/async_steps.h"
#include "collector/passes/auto/block_loops.h"
#include "collector/passes/auto/scope_names.h"
#include "collector/passes/erase_annotations.h"
#include "core/base/cpp_names.h"
#include "core/base/glob.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKACCESSRUNS
#define GEN_PASS_DEF_PROTONMARKBARRIERS
#define GEN_PASS_DEF_PROTONMARKFUNCTIONS
#define GEN_PASS_DEF_PROTONMARKLOOPS
#define GEN_PASS_DEF_PROTONMARKMATRIX
#define GEN_PASS_DEF_PROTONREPORTUNMARKED
#define GEN_PASS_DEF_PROTONSELECTFUNCTIONS
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonSelectFunctionsPass
    : public impl::ProtonSelectFunctionsBase<ProtonSelectFunctionsPass> {
public:
  using ProtonSelectFunctionsBase::ProtonSelectFunctionsBase;

  void runOnOperation() override {
    const automode::FunctionFilter filter{*include, *exclude};
    reportWithoutEffect("include", *include);
    reportWithoutEffect("exclude", *exclude);
    getOperation()->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      if (!filter.selects(function.getName()))
        eraseAnnotationsOf(function);
      return WalkResult::skip();
    });
  }

private:
  /// Reports patterns that match no function with a body. A misspelt pattern records more or less
  /// than intended.
  void reportWithoutEffect(StringRef key, ArrayRef<std::string> globs) {
    std::string names;
    llvm::SmallVector<StringRef> functions;
    getOperation()->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      if (!function.isExternal())
        functions.push_back(function.getName());
      return WalkResult::skip();
    });
    constexpr size_t kMaxNames = 8;
    const size_t shown = std::min(functions.size(), kMaxNames);
    for (size_t i = 0; i < shown; ++i)
      names += (i == 0 ? "" : ", ") + functions[i].str();
    if (shown < functions.size())
      names += " and " + std::to_string(functions.size() - shown) + " more";
    for (const std::string &glob : globs)
      if (llvm::none_of(functions, [&](StringRef name) { return matchesGlob(name, glob); }))
        emitWarning(getOperation()->getLoc())
            << key << "=" << glob << " matches no function: there are " << names;
  }
};

/// The name of a function as its source has it; a name that is not mangled, or that only a long
/// text could show, as it is.
std::string sourceName(FunctionOpInterface function) {
  const std::string name = function.getName().str();
  return demangled(name) == name ? name : briefName(name);
}

/// Source names that several functions of the module have, such as those of overloads.
llvm::StringSet<> sharedSourceNames(Operation *module) {
  llvm::StringSet<> seen, shared;
  module->walk([&](FunctionOpInterface function) {
    if (const std::string name = sourceName(function); !seen.insert(name).second)
      shared.insert(name);
  });
  return shared;
}

void markFunction(FunctionOpInterface function, const llvm::StringSet<> &shared) {
  const std::string source = sourceName(function);
  const std::string name = automode::ScopeNames(function).notTaken(
      "function " + (shared.contains(source) ? function.getName().str() : source));
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  automode::createRecord(builder, function.getLoc(), proton::Boundary::Start, name);
  for (Block &block : function.getFunctionBody()) {
    Operation *leave = block.getTerminator();
    if (leave->getNumSuccessors() != 0)
      continue;
    builder.setInsertionPoint(leave);
    automode::createRecord(builder, leave->getLoc(), proton::Boundary::End, name);
  }
}

class ProtonMarkFunctionsPass : public impl::ProtonMarkFunctionsBase<ProtonMarkFunctionsPass> {
public:
  using ProtonMarkFunctionsBase::ProtonMarkFunctionsBase;

  void runOnOperation() override {
    const llvm::StringSet<> shared = sharedSourceNames(getOperation());
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude})) {
      markFunction(function, shared);
    }
  }
};

/// "%k" in the source, where the parser of kernels kept it.
StringRef counterName(LoopLikeOpInterface loop) {
  const auto counters = loop.getLoopInductionVars();
  if (!counters || counters->empty())
    return {};
  const auto name = dyn_cast<NameLoc>(counters->front().getLoc());
  return name ? name.getName().getValue() : StringRef();
}

/// Marks the loops of one function. The name of a loop differs from those of the loops around it,
/// so that no scope starts while one with the same name is open.
class LoopMarker {
public:
  explicit LoopMarker(FunctionOpInterface function) : m_names(function) {}

  void mark(Region &region) {
    const std::vector<automode::BlockLoop> blockLoops = automode::findBlockLoops(region);
    std::vector<std::string> names;
    for (const automode::BlockLoop &loop : blockLoops)
      names.push_back(nameAmong(blockLoops, names, loop));
    for (Block &block : region)
      markBlock(block, blockLoops, names);
    automode::putLoopsInScopes(region, blockLoops, names);
  }

private:
  std::string nameAmong(const std::vector<automode::BlockLoop> &loops,
                        const std::vector<std::string> &names, const automode::BlockLoop &loop) {
    llvm::StringSet<> around = m_around;
    for (int i = loop.parent; i >= 0; i = loops[static_cast<size_t>(i)].parent)
      around.insert(names[static_cast<size_t>(i)]);
    return m_names.notTaken(m_names.at("loop", loop.location, loop.location), around);
  }

  void markBlock(Block &block, const std::vector<automode::BlockLoop> &loops,
                 const std::vector<std::string> &names) {
    const llvm::StringSet<> outside = m_around;
    for (size_t i = 0; i < loops.size(); ++i)
      if (loops[i].blocks.contains(&block))
        m_around.insert(names[i]);
    for (Operation &op : llvm::make_early_inc_range(block))
      markOperation(&op);
    m_around = outside;
  }

  void markOperation(Operation *op) {
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    const bool isMarked = loop && automode::mayRecordAt(op);
    const std::string name = isMarked ? structuredName(loop) : std::string();
    if (isMarked) {
      automode::putInScope(op, op, name);
      m_around.insert(name);
    }
    for (Region &region : op->getRegions())
      mark(region);
    if (isMarked)
      m_around.erase(name);
  }

  std::string structuredName(LoopLikeOpInterface loop) {
    const StringRef kind = loop->getName().stripDialect();
    const StringRef counter = counterName(loop);
    const std::string name = counter.empty() ? m_names.at(kind, loop.getLoc(), loop.getLoc())
                                             : (kind + " " + counter).str();
    return m_names.notTaken(name, m_around);
  }

  automode::ScopeNames m_names;
  llvm::StringSet<> m_around; ///< names of the loops around the current place
};

class ProtonMarkLoopsPass : public impl::ProtonMarkLoopsBase<ProtonMarkLoopsPass> {
public:
  using ProtonMarkLoopsBase::ProtonMarkLoopsBase;

  void runOnOperation() override {
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude})) {
      LoopMarker marker(function);
      marker.mark(function.getFunctionBody());
    }
  }
};

class ProtonMarkBarriersPass : public impl::ProtonMarkBarriersBase<ProtonMarkBarriersPass> {
public:
  using ProtonMarkBarriersBase::ProtonMarkBarriersBase;

  void runOnOperation() override {
    const automode::Classifiers classifiers;
    automode::AccessCoverage coverage("barriers");
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude}))
      mark(function, classifiers, coverage);
    coverage.write(getOperation());
  }

private:
  /// Each barrier has a scope of its own: two in a row are two waits.
  void mark(FunctionOpInterface function, const automode::Classifiers &classifiers,
            automode::AccessCoverage &coverage) {
    automode::ScopeNames names(function);
    SmallVector<std::pair<Operation *, automode::Effect>> barriers;
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (const auto effect = classifiers.find(op, automode::Activity::Barrier))
        barriers.emplace_back(op, *effect);
    });
    for (const auto &[op, effect] : barriers) {
      if (effect.isOfWarp && !warpBarriers) {
        coverage.skip(op);
      } else if (automode::mayRecordAt(op)) {
        automode::putInScope(op, op, names.at(effect.label, op->getLoc(), op->getLoc()));
        coverage.cover(op);
      }
    }
  }
};

class ProtonMarkMatrixPass : public impl::ProtonMarkMatrixBase<ProtonMarkMatrixPass> {
public:
  using ProtonMarkMatrixBase::ProtonMarkMatrixBase;

  void runOnOperation() override {
    const automode::Classifiers classifiers;
    const automode::RunRule rule{{automode::Activity::Matrix, automode::Activity::Start},
                                 /*endsAtUse=*/false};
    unsigned unmarked = 0;
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude})) {
      const auto places = automode::findAsyncPlaces(function, classifiers);
      automode::markRuns(function, classifiers, rule, unmarked);
      markProducts(function, classifiers, places);
    }
  }

private:
  /// Marks asynchronous matrix products: the time to issue them, and the wait.
  static void markProducts(FunctionOpInterface function, const automode::Classifiers &classifiers,
                           const std::vector<automode::AsyncPlace> &places) {
    using automode::AsyncStep;
    automode::ScopeNames names(function);
    for (const automode::AsyncPlace &place : places) {
      if (place.queue != automode::AsyncQueue::MatrixGroup || place.isAfter ||
          place.step == AsyncStep::Commit || !automode::mayRecordAt(place.first) ||
          classifiers.find(place.first, automode::Activity::Matrix)) // has a scope
        continue;
      const llvm::StringRef what = place.step == AsyncStep::Wait ? "wait wgmma" : "wgmma";
      automode::putInScope(place.first, place.last,
                           names.at(what, place.first->getLoc(), place.last->getLoc()));
    }
  }
};

class ProtonMarkAccessRunsPass : public impl::ProtonMarkAccessRunsBase<ProtonMarkAccessRunsPass> {
public:
  using ProtonMarkAccessRunsBase::ProtonMarkAccessRunsBase;

  void runOnOperation() override {
    using automode::Activity;
    const automode::Classifiers classifiers;
    const automode::RunRule rule{{Activity::Load, Activity::Store, Activity::Atomic}, true};
    unsigned unmarked = 0;
    automode::AccessCoverage coverage("accesses");
    const automode::FunctionChoice choice =
        automode::chooseFunctions(getOperation(), {*include, *exclude});
    for (FunctionOpInterface function : choice.marked) {
      countAccesses(function, classifiers, coverage);
      automode::markRuns(function, classifiers, rule, unmarked);
    }
    coverage.leaveOut(choice.leftOut, classifiers);
    coverage.write(getOperation());
  }

private:
  static void countAccesses(FunctionOpInterface function, const automode::Classifiers &classifiers,
                            automode::AccessCoverage &coverage) {
    function->walk([&](Operation *op) {
      coverage.leaveOutUnknown(op, classifiers);
      if (isCopy(op, classifiers))
        return; // of the mode async
      const uint64_t accesses = automode::accessesOf(op, classifiers);
      if (automode::mayRecordAt(op))
        return coverage.cover(op, accesses);
      for (uint64_t i = 0; i < accesses; ++i)
        coverage.leaveOut(op, "the order in which it runs is not known");
    });
  }

  /// An operation that copies in the background and does nothing else.
  static bool isCopy(Operation *op, const automode::Classifiers &classifiers) {
    return classifiers.find(op, automode::Activity::Issue).has_value();
  }
};

class ProtonReportUnmarkedPass : public impl::ProtonReportUnmarkedBase<ProtonReportUnmarkedPass> {
public:
  using ProtonReportUnmarkedBase::ProtonReportUnmarkedBase;

  void runOnOperation() override {
    const automode::FunctionChoice choice =
        automode::chooseFunctions(getOperation(), {*include, *exclude});
    for (const UnknownPath &path : choice.leftOut)
      emitWarning(path.where) << "auto modes do not record " << describeFunction(path.function)
                              << ": it " << path.reason;
    for (CallOpInterface call : choice.unknownCalls)
      call->emitWarning("auto modes do not record the function that this call through a value "
                        "reaches: no function of the module has its address taken");
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace pstudio
