// SPDX-License-Identifier: Apache-2.0
// The state of a kernel that is being made. Parts: statements (leaf_maker.cpp), control flow
// (control_maker.cpp), launch and functions (make_kernel.cpp).
#pragma once

#include <optional>
#include <random>
#include <set>
#include <vector>

#include "tests/collector/generated/make_kernel.h"

namespace pstudio::test {

using Statements = std::vector<Statement>;

/// Facts about the place where a statement is added.
struct Region {
  bool isUniform = false; ///< all threads of the CTA are here, or none is
  /// Names all lanes of the warp that are here and no other lane but those that have returned;
  /// nothing where no variable has them.
  std::optional<Operand> mask;
  uint32_t depth = 0;
  bool isInLoop = false;
  bool canBreak = false, canContinue = false, canReturn = false;
  /// The mask variable of the loop around, if its iterations follow breaks.
  std::optional<uint32_t> followedMask;
};

/// In what ways lanes left a region before its end.
struct Exits {
  bool breaks = false, continues = false, returns = false;
  void operator|=(const Exits &other) {
    breaks |= other.breaks;
    continues |= other.continues;
    returns |= other.returns;
  }
};

class KernelMaker {
public:
  KernelMaker(uint64_t seed, KernelClass kind) : m_random(seed), m_class(kind) {
    m_kernel.seed = seed;
  }
  Kernel make();

private:
  // Chance. Distributions of the standard library differ between machines.
  uint64_t pick(uint64_t count) { return m_random() % count; }
  bool chance(uint32_t percent) { return pick(100) < percent; }
  template <class T> const T &oneOf(const std::vector<T> &values) {
    return values[pick(values.size())];
  }

  void chooseLaunch();
  void addFunction();
  void begin(Statements &out, Region &region);
  void end(Statements &out);
  void addVariables(size_t first);

  /// About `budget` statements in the region, which is changed as its lanes leave.
  Exits statements(Statements &out, Region &region, int budget);
  Exits control(Statements &out, Region &region, int budget);
  Exits branch(Statements &out, Region &region, int budget);
  void exitBranch(Statements &out, Region &region, Exits &exits);
  Exits loop(Statements &out, Region &region, int budget);
  Condition tripCondition(Statements &out, uint32_t counter, bool isUniform);
  void ballot(Statements &out, uint32_t to, const Operand &mask, const Condition &condition);
  void split(Statements &out, const Region &region, const Condition &condition, Region &taken,
             Region &other, bool isNeeded = false);
  void leave(Statements &out, Region &region, const Exits &exits);

  void leaf(Statements &out, Region &region);
  void assign(Statements &out);
  void load(Statements &out);
  int64_t unreadSlot(Memory memory, int64_t first);
  void store(Statements &out);
  void scratch(Statements &out);
  void atomic(Statements &out);
  void shuffle(Statements &out, const Region &region);
  void vote(Statements &out, const Region &region);
  void exchange(Statements &out);
  void countInTile(Statements &out);
  void call(Statements &out, const Region &region);
  Exits scope(Statements &out, Region &region, int budget);
  std::optional<Operand> activeLanes(Statements &out, const Region &region);
  AtomicOperation anyAtomic();

  Statement made(Statement::Kind kind);
  void use(Statements &out, uint32_t variable);
  void showDigest(Statements &out);
  Condition condition(bool isUniform);
  Operand operand();                    ///< an i32
  Operand variable(ValueType type);     ///< an ordinary variable
  uint32_t target(ValueType type);      ///< likewise, to be changed
  uint32_t newVariable(ValueType type); ///< that nothing else changes
  static Operand constant(int64_t value) { return {Operand::Kind::Constant, value}; }
  static Operand of(uint32_t variable) { return {Operand::Kind::Variable, int64_t{variable}}; }
  Function &function() { return m_kernel.functions[m_function]; }
  bool isMlir() const { return m_class == KernelClass::Portable || m_class == KernelClass::Tree; }
  bool isFullWarps() const { return m_kernel.threads() % 32 == 0; }

  static constexpr int64_t kNoSlot = -1;

  std::mt19937_64 m_random;
  KernelClass m_class;
  Kernel m_kernel;
  size_t m_function = 0;
  std::vector<uint32_t> m_ordinary;     ///< variables of the function that any statement may change
  std::optional<uint32_t> m_activeMask; ///< of the function
  uint32_t m_digest = 0;                ///< of all that the function loads: no load is dead
  uint32_t m_loaded = 0;                ///< what goes into it next
  std::set<std::pair<Memory, int64_t>> m_read; ///< slots that a load of the function reads
  std::vector<AtomicOperation> m_counting; ///< of the counters by type: one each, as others do not
                                           ///< commute with it
  uint32_t m_line = 0;
  uint32_t m_loops = 0; ///< around the place
  int64_t m_warpCounter = 0;
};

} // namespace pstudio::test
