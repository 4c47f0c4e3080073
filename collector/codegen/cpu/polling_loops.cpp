// SPDX-License-Identifier: Apache-2.0
// Follows the values that a loop reads from memory to its exits.
#include "collector/codegen/cpu/polling_loops.h"

#include <algorithm>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::cpu {
namespace {

class PolledValues {
public:
  explicit PolledValues(const LoopRegion &region)
      : m_blocks(region.loop.begin(), region.loop.end()) {
    for (const llvm::BasicBlock *block : region.loop)
      m_hasFence |= std::any_of(block->begin(), block->end(), [](const llvm::Instruction &i) {
        return llvm::isa<llvm::FenceInst>(i);
      });
    for (const llvm::BasicBlock *block : region.loop)
      for (const llvm::Instruction &instruction : *block)
        if (readsSharedState(instruction))
          add(instruction);
    follow();
  }

  bool decideAnExit() const {
    return std::any_of(m_blocks.begin(), m_blocks.end(), [&](const llvm::BasicBlock *block) {
      return m_values.contains(block->getTerminator()) &&
             std::any_of(llvm::succ_begin(block), llvm::succ_end(block),
                         [&](const llvm::BasicBlock *to) { return !m_blocks.contains(to); });
    });
  }

private:
  bool readsSharedState(const llvm::Instruction &instruction) const {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->isVolatile() || load->isAtomic() || m_hasFence;
    return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
  }

  void add(const llvm::Instruction &instruction) {
    if (m_blocks.contains(instruction.getParent()) && m_values.insert(&instruction).second)
      m_work.push_back(&instruction);
  }

  void follow() {
    while (!m_work.empty()) {
      const llvm::Instruction *instruction = m_work.pop_back_val();
      for (const llvm::User *user : instruction->users())
        if (const auto *dependent = llvm::dyn_cast<llvm::Instruction>(user))
          add(*dependent);
      if (instruction->isTerminator())
        addChosenValues(*instruction);
    }
  }

  /// Adds the values that a branch selects, if one of its sides is empty or a single block.
  void addChosenValues(const llvm::Instruction &terminator) {
    for (const llvm::BasicBlock *side : llvm::successors(&terminator)) {
      addPhis(*side);
      if (const llvm::BasicBlock *join = side->getSingleSuccessor())
        addPhis(*join);
    }
  }

  void addPhis(const llvm::BasicBlock &block) {
    for (const llvm::PHINode &phi : block.phis())
      add(phi);
  }

  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> m_blocks;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> m_values;
  llvm::SmallVector<const llvm::Instruction *, 16> m_work;
  bool m_hasFence = false;
};

} // namespace

bool pollsMemory(const LoopRegion &region) {
  return PolledValues(region).decideAnExit();
}

} // namespace pstudio::cpu
