// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/waits.h"

#include <algorithm>

namespace pstudio::test::amdgpu {

void Waits::issue(Counter counter, PendingKind kind, const Operand *destination) {
  Pending pending{kind, Operand::Kind::Word, 0, 0};
  if (destination && destination->isRegister())
    pending = {kind, destination->kind, destination->index, destination->count};
  m_pending[size_t(counter)].push_back(pending);
  ++m_issued[size_t(counter)];
  ++m_count;
}

void Waits::wait(Counter counter, uint32_t limit) {
  std::deque<Pending> &queue = m_pending[size_t(counter)];
  if (queue.size() <= limit)
    return;
  if (limit > 0) {
    const bool isOrdered = std::ranges::all_of(queue, [&](const Pending &pending) {
      return pending.kind == queue.front().kind && pending.kind != PendingKind::ScalarMemory;
    });
    if (!isOrdered)
      return;
  }
  m_count -= queue.size() - limit;
  queue.erase(queue.begin(), queue.end() - limit);
}

bool Waits::overlaps(const Pending &pending, const Operand &operand) {
  return pending.file == operand.kind && pending.index < operand.index + operand.count &&
         operand.index < pending.index + pending.count;
}

bool Waits::isPending(const Operand &operand) const {
  return std::ranges::any_of(m_pending, [&](const std::deque<Pending> &queue) {
    return std::ranges::any_of(queue,
                               [&](const Pending &pending) { return overlaps(pending, operand); });
  });
}

bool Waits::isPending(const Operand &operand, Counter counter, PendingKind ordered) const {
  for (size_t i = 0; i < m_pending.size(); ++i)
    for (const Pending &pending : m_pending[i])
      if (overlaps(pending, operand) && (i != size_t(counter) || pending.kind != ordered))
        return true;
  return false;
}

} // namespace pstudio::test::amdgpu
