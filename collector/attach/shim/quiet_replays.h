// SPDX-License-Identifier: Apache-2.0
// Counts replays of a graph while no rule chooses one of its nodes, without a look at each kernel.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "collector/attach/shim/kernel_table.h"

namespace pstudio::attach {

class Attachment;
struct GraphKernel;

/// A kernel of which launches are chosen: its nodes get their numbers at each replay.
struct WatchedKernel {
  uint32_t place = 0; ///< index into ExecutableGraph::kernels
  uint32_t nodes = 0;
  uint64_t next = 0; ///< the next number that is chosen; UINT64_MAX: none
};

/// Replays since the last flush() are counted here alone. The counter file gets them at the latest
/// after kMostPending of them, when choices change, and at the end of the program.
/// [thread: that of the graph; flush(): any]
class QuietReplays {
public:
  static constexpr uint64_t kMostPending = 64;

  /// True if the kernels and the choices are those of the last prepare().
  bool isReady(uint64_t choices) const { return m_choices == choices; }
  /// Counts one replay. Takes a lock each kMostPending-th time.
  void count() {
    if (m_pending.fetch_add(1, std::memory_order_relaxed) + 1 >= kMostPending) [[unlikely]]
      flush();
  }
  std::vector<WatchedKernel> &watched() { return m_watched; }

  /// \param choices  Attachment::choices before the kernels were counted last. O(kernels)
  void prepare(Attachment &attachment, const std::vector<GraphKernel> &kernels, uint64_t choices);
  /// The kernels are about to change: replays are counted one by one until prepare(). O(kernels)
  void reset();
  /// Adds what is pending to the counters of the kernels. O(kernels)
  void flush();

private:
  struct Counted {
    Kernel *kernel = nullptr; ///< null: unknown
    uint64_t nodes = 0;
    bool isWatched = false;
  };

  std::vector<WatchedKernel> m_watched;
  uint64_t m_choices = 0; ///< 0: not prepared
  std::atomic<uint64_t> m_pending = 0;
  std::mutex m_mutex; ///< of what flush() reads
  std::vector<Counted> m_counted;
  Attachment *m_attachment = nullptr;
};

} // namespace pstudio::attach
