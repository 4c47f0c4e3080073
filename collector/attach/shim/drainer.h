// SPDX-License-Identifier: Apache-2.0
// Waits for recorded launches and copies their records into files, in a thread of its own.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

#include "collector/attach/shim/device_memory.h"
#include "collector/attach/shim/mapped_file.h"
#include "collector/vendor/cuda_types.h"

namespace pstudio::attach {

class Attachment;
struct DeviceContext;
struct Kernel;

/// A launch of a twin whose records have not arrived.
struct PendingRecords {
  DeviceContext *context = nullptr;
  CuEvent done = nullptr;                    ///< after the twin, on the program's stream
  CuResult recordResult = CuResult::Success; ///< an error: `done` was not recorded
  DeviceMemory buffer;                       ///< none: the twin has no records
  uint64_t bytes = 0;                        ///< of the buffer
  bool keepsMemory = false;                  ///< the buffer is never freed
  MappedFile file;                           ///< its header is complete but for the state
  const Kernel *kernel = nullptr;
  uint64_t launch = 0;
};

/// [thread: any] The thread starts with the first launch and blocks all signals.
class Drainer {
public:
  explicit Drainer(Attachment &attachment) : m_attachment(attachment) {}

  void add(PendingRecords records);
  /// Waits until nothing is pending (in `context`; null: in any), at most `milliseconds`. True if
  /// nothing is.
  bool flush(uint32_t milliseconds, const DeviceContext *context = nullptr);
  /// Gives up what is pending in a context that goes; for null all of it, now and later, because
  /// the driver ends. Waits a moment for a call of the driver that the thread is in.
  void abandon(const DeviceContext *context);

private:
  static void *run(void *self);
  void drain();
  bool startThread();
  void giveUp(PendingRecords &records);
  bool hasPending(const DeviceContext *context) const;
  /// True once the launch needs no more care.
  bool step(PendingRecords &records);
  CuResult copy(PendingRecords &records);
  void close(PendingRecords &records, const char *call, CuResult result);

  Attachment &m_attachment;
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::list<PendingRecords> m_pending;
  const PendingRecords *m_current = nullptr; ///< being worked on, without the lock
  bool m_isCurrentAbandoned = false;
  bool m_isOver = false; ///< nothing is taken any more
  bool m_isRunning = false;
};

} // namespace pstudio::attach
