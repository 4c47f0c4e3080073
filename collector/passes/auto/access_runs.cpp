// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/access_runs.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

#include "collector/classification/marked_functions.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// Reads one block from its begin.
class RunReader {
public:
  RunReader(const Classifiers &classifiers, const RunRule &rule,
            SmallVectorImpl<OperationRun> &runs)
      : m_classifiers(classifiers), m_rule(rule), m_runs(runs) {}

  void read(Block &block) {
    for (Operation &op : block)
      visit(&op);
    close();
  }

private:
  void visit(Operation *op) {
    const Effects effects = m_classifiers.effectsOf(op);
    const Effect *wanted = llvm::find_if(effects, [&](const Effect &effect) {
      return llvm::is_contained(m_rule.activities, effect.activity) &&
             (effect.activity != Activity::Start || effect.isMatrix); // not copies
    });
    if (wanted == effects.end()) {
      if (m_run && (!effects.empty() || !isArithmetic(op) || needsRun(op)))
        close();
      return;
    }
    if (m_run && (!isSameKind(*wanted, m_run->effect) || needsRun(op)))
      close();
    if (!m_run)
      m_run = OperationRun{op, op, *wanted};
    m_run->last = op;
    m_results.insert(op->result_begin(), op->result_end());
  }

  static bool isArithmetic(Operation *op) {
    return op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
           isMemoryEffectFree(op);
  }

  static bool isSameKind(const Effect &a, const Effect &b) {
    return a.activity == b.activity && a.label == b.label && a.space == b.space;
  }

  bool needsRun(Operation *op) const {
    return m_rule.endsAtUse &&
           llvm::any_of(op->getOperands(), [&](Value value) { return m_results.contains(value); });
  }

  void close() {
    if (m_run)
      m_runs.push_back(*m_run);
    m_run.reset();
    m_results.clear();
  }

  const Classifiers &m_classifiers;
  const RunRule &m_rule;
  SmallVectorImpl<OperationRun> &m_runs;
  std::optional<OperationRun> m_run;
  llvm::DenseSet<Value> m_results; ///< of the run
};

std::string whatText(const Effect &effect) {
  std::string text = effect.label.str();
  if (effect.space == Space::Global)
    text += " global";
  else if (effect.space == Space::Shared)
    text += " shared";
  return text;
}

} // namespace

SmallVector<OperationRun> findRuns(FunctionOpInterface function, const Classifiers &classifiers,
                                   const RunRule &rule) {
  SmallVector<OperationRun> runs;
  RunReader reader(classifiers, rule, runs);
  function->walk<WalkOrder::PreOrder>([&](Block *block) { reader.read(*block); });
  return runs;
}

unsigned markRuns(FunctionOpInterface function, const Classifiers &classifiers, const RunRule &rule,
                  unsigned &rejected) {
  ScopeNames names(function);
  unsigned count = 0;
  for (const OperationRun &run : findRuns(function, classifiers, rule)) {
    if (!mayRecordAt(run.first)) {
      ++rejected;
      continue;
    }
    putInScope(run.first, run.last,
               names.at(whatText(run.effect), run.first->getLoc(), run.last->getLoc()));
    ++count;
  }
  return count;
}

} // namespace pstudio::automode
