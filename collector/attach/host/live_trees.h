// SPDX-License-Identifier: Apache-2.0
// Call trees of sessions of programs that still run.
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "collector/attach/host/observations.h"
#include "core/base/result.h"
#include "core/process/descriptor.h"

namespace pstudio::attach {

/// A session of a process, with copies of what the server has seen of it.
struct TreeOrder {
  SeenProcess process;
  std::vector<std::shared_ptr<const TwinCode>> twins;
  std::filesystem::path raw;
  uint32_t session = 0;
  uint32_t phase = 0; ///< or WantTree::kAllPhases
};

/// One thread that makes one tree after the other, from the files of the program. It starts with
/// the first order. Results are announced by a descriptor. [thread: that of the owner]
class LiveTrees {
public:
  /// The Hatchet JSON, which is that of the session's file if the program ends now.
  using Answer = std::function<void(const Result<std::string> &tree)>;

  LiveTrees();
  /// Waits for the tree that is being made, and drops the others.
  ~LiveTrees();
  LiveTrees(const LiveTrees &) = delete;
  LiveTrees &operator=(const LiveTrees &) = delete;

  /// Calls `answer` from collect(), or at once with Io if there is no descriptor.
  void order(TreeOrder order, Answer answer);
  /// Readable when collect() has something; -1: there is none.
  int doneDescriptor() const { return m_done.get(); }
  void collect();

private:
  void work();

  Descriptor m_done;
  std::mutex m_mutex; ///< of all below
  std::condition_variable m_wake;
  bool m_isEnding = false;
  std::deque<std::pair<TreeOrder, Answer>> m_waiting;
  std::vector<std::pair<Result<std::string>, Answer>> m_finished;
  std::thread m_thread; ///< last: it uses everything else
};

} // namespace pstudio::attach
