// SPDX-License-Identifier: Apache-2.0
// Which kernels of a graph are watched, and the counters of all of them.
#include "collector/attach/shim/quiet_replays.h"

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/launch_choice.h"

namespace pstudio::attach {

// With events the numbers of all kernels are exact at any time: events of launches have them.
void QuietReplays::prepare(Attachment &attachment, const std::vector<GraphKernel> &kernels,
                           uint64_t choices) {
  const std::lock_guard lock(m_mutex);
  m_attachment = &attachment;
  m_watched.clear();
  m_counted.clear();
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    Kernel *kernel = kernels[i].kernel;
    const auto nodes = static_cast<uint32_t>(kernels[i].nodes.size());
    const bool isWatched =
        kernel && kernel->counters &&
        (attachment.notesLaunches() || kernel->sequence->hasChoice.load(std::memory_order_relaxed));
    m_counted.push_back({kernel, nodes, isWatched});
    if (isWatched)
      m_watched.push_back(
          {i, nodes,
           nextChosen(*kernel, kernel->sequence->last.load(std::memory_order_relaxed) + 1)});
  }
  m_choices = choices;
}

void QuietReplays::reset() {
  flush();
  m_choices = 0;
}

void QuietReplays::flush() {
  const std::lock_guard lock(m_mutex);
  const uint64_t replays = m_pending.exchange(0, std::memory_order_relaxed);
  if (replays == 0)
    return;
  for (const Counted &counted : m_counted)
    countReplays(*m_attachment, counted.kernel, replays * counted.nodes, counted.isWatched);
}

} // namespace pstudio::attach
