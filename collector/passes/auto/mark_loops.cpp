// SPDX-License-Identifier: Apache-2.0
// proton-mark-loops: structured loops and natural loops of blocks.
#include "collector/passes/auto/passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

#include "collector/passes/auto/block_loops.h"
#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKLOOPS
#include "collector/passes/auto/passes.h.inc"

namespace {

/// "%k" in the source, where the parser of kernels kept it.
StringRef counterName(LoopLikeOpInterface loop) {
  const auto counters = loop.getLoopInductionVars();
  if (!counters || counters->empty())
    return {};
  const auto name = dyn_cast<NameLoc>(counters->front().getLoc());
  return name ? name.getName().getValue() : StringRef();
}

/// Marks the loops of one function. A loop's name differs from those of the loops around it, so
/// none is started while one of its name is open.
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

} // namespace
} // namespace pstudio
