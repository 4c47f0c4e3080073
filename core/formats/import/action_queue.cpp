// SPDX-License-Identifier: Apache-2.0
#include "core/formats/import/action_queue.h"

#include <algorithm>
#include <numeric>

namespace pstudio {

void ActionQueue::add(const TrackAction &action) {
  using Kind = TrackAction::Kind;
  m_sliceCount += action.kind == Kind::Begin || action.kind == Kind::Complete ? 1 : 0;
  const bool isPlainEnd = action.kind == Kind::End && !action.name.isValid() &&
                          !action.category.isValid() && !action.args.isValid() &&
                          action.flowCount == 0 && action.remainderPs == 0 && action.flags == 0;
  const auto detail = isPlainEnd ? kPlainEnd : static_cast<uint32_t>(m_details.size());
  m_actions.add({action.timestamp, action.stack, detail});
  if (!isPlainEnd)
    m_details.add({action.durationPs, action.name, action.category, action.args, action.firstFlow,
                   action.flowCount, action.remainderPs, action.kind, action.flags});
}

TrackAction ActionQueue::take(size_t index) {
  const Action entry = m_actions.take(index);
  TrackAction action;
  action.timestamp = entry.timestamp;
  action.stack = entry.stack;
  action.kind = TrackAction::Kind::End;
  if (entry.detail == kPlainEnd)
    return action;
  const Detail detail = m_details.take(entry.detail);
  action.durationPs = detail.value;
  action.name = detail.name;
  action.category = detail.category;
  action.args = detail.args;
  action.firstFlow = detail.firstFlow;
  action.flowCount = detail.flowCount;
  action.remainderPs = detail.remainderPs;
  action.kind = detail.kind;
  action.flags = detail.flags;
  return action;
}

std::vector<uint32_t> ActionQueue::orderByTime() const {
  size_t sorted = 1;
  while (sorted < size() && timeAt(sorted - 1) <= timeAt(sorted))
    ++sorted;
  if (sorted >= size())
    return {};
  std::vector<uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [this](uint32_t a, uint32_t b) { return timeAt(a) < timeAt(b); });
  return order;
}

} // namespace pstudio
