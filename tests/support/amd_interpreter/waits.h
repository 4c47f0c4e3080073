// SPDX-License-Identifier: Apache-2.0
// The model of wait counters: which registers of a wave may not be read yet.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "tests/support/amd_interpreter/instruction.h"

namespace pstudio::test::amdgpu {

/// vmcnt, lgkmcnt and vscnt.
enum class Counter : uint8_t { Vector, LdsAndScalar, Store };
inline constexpr size_t kCounters = 3;

/// Source of a value. Operations of one kind complete in order, except scalar loads.
enum class PendingKind : uint8_t { VectorMemory, Lds, ScalarMemory, Message };

/// The operations of one wave that have been issued and not been waited for.
class Waits {
public:
  /// Counts an operation; `destination` may be null.
  void issue(Counter counter, PendingKind kind, const Operand *destination);
  /// Removes the operations that are complete when `counter` is at most `limit`: the oldest ones,
  /// or none if the order of completion is not defined and `limit` is not 0.
  void wait(Counter counter, uint32_t limit);

  /// True if a register of the operand has not been waited for. A later operation of the kind
  /// `ordered` completes after it and may therefore overwrite it.
  bool isPending(const Operand &operand) const;
  bool isPending(const Operand &operand, Counter counter, PendingKind ordered) const;
  bool isIdle() const { return m_count == 0; }

  /// Operations of a counter that were issued and that are complete, since the first one.
  uint64_t issued(Counter counter) const { return m_issued[size_t(counter)]; }
  uint64_t completed(Counter counter) const {
    return m_issued[size_t(counter)] - m_pending[size_t(counter)].size();
  }

private:
  struct Pending {
    PendingKind kind;
    Operand::Kind file;
    uint16_t index;
    uint16_t count;
  };
  static bool overlaps(const Pending &pending, const Operand &operand);

  std::array<std::deque<Pending>, kCounters> m_pending;
  std::array<uint64_t, kCounters> m_issued{};
  size_t m_count = 0;
};

} // namespace pstudio::test::amdgpu
