// SPDX-License-Identifier: Apache-2.0
// What the shim keeps for one process: its connection, kernels, counters, twins and records.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <string>

#include "collector/attach/protocol/messages.h"
#include "collector/attach/protocol/record_files.h"
#include "collector/attach/shim/activity.h"
#include "collector/attach/shim/connection.h"
#include "collector/attach/shim/device_contexts.h"
#include "collector/attach/shim/drainer.h"
#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/event_log.h"
#include "collector/attach/shim/kernel_table.h"
#include "collector/attach/shim/mapped_file.h"

namespace pstudio::attach {

/// True if the environment names a server. Costs nothing after the first call. [thread: any]
bool isAttachWanted();

/// Launches that the process has recorded, and device memory that their records have now.
struct RecordBudget {
  std::atomic<uint64_t> bytes = 0;
  std::atomic<uint32_t> launches = 0;
};

/// [thread: any]
class Attachment {
public:
  /// The one of this process. It begins with the first call that finds the driver loaded; null
  /// without a server.
  static Attachment *get() {
    Attachment *known = s_current.load(std::memory_order_acquire);
    return known || s_isOver.load(std::memory_order_relaxed) ? known : begin();
  }
  /// The same, but null where get() was never called.
  static Attachment *existing() { return s_current.load(std::memory_order_acquire); }

  const DriverApi driver;
  Welcome welcome; ///< constant after the beginning
  KernelTable kernels;
  DeviceContexts contexts;
  RecordBudget budget;
  /// Captures of streams that began and did not end: without one no launch asks for it.
  std::atomic<int> captures = 0;
  Drainer drainer;
  EventLog events;
  Activity activity;
  /// Of LaunchEvent; the last that was given.
  std::atomic<uint64_t> launches = 0;

  CounterHeader &counters() { return *reinterpret_cast<CounterHeader *>(m_counters.data()); }
  /// The server answers, and nothing has happened after which no launch is recorded.
  bool mayChoose() const { return m_mayChoose.load(std::memory_order_relaxed); }
  /// Each launch is an event.
  bool notesLaunches() const { return m_notesLaunches; }
  void stopChoosing() { m_mayChoose.store(false, std::memory_order_relaxed); }

  /// Sends KernelSeen, with `source` before it, and waits for the choice.
  void announce(Kernel &kernel, const KernelSource *source);
  void notify(std::string_view code, const Kernel *kernel, uint64_t launch, std::string text);
  void send(const Interpreter &interpreter);
  void send(const PythonFiles &files);
  /// A connection of its own, for one twin. Closed if there is no server any more.
  Connection connectAgain() const;

  /// Waits for records and activities of work that is done, at most `milliseconds` for each.
  void flush(uint32_t milliseconds);
  /// The process ends: waits for records, at most `milliseconds`, and closes the counter file.
  void finish(uint32_t milliseconds);

private:
  Attachment(std::string socket, const DriverApi &api);
  static Attachment *begin();
  static Attachment *make(const char *socket, const DriverApi &api);
  static void lockForFork();
  static void unlockAfterFork();
  static void forgetAfterFork();
  bool greet();
  bool openCounters();
  void lose();
  void askForChoice(Kernel &kernel);
  template <class T> bool sendLocked(const T &message);

  static std::atomic<Attachment *> s_current;
  static std::atomic<bool> s_isOver; ///< there is no server
  static Attachment *s_forgotten;    ///< of the parents of this process, the last one first

  Attachment *m_earlier = nullptr; ///< of `s_forgotten`
  const std::string m_socket;
  std::mutex m_mutex; ///< of the connection
  Connection m_connection;
  /// All that were ever received: a launch may be reading an old one.
  std::deque<std::vector<LaunchRange>> m_choices;
  MappedFile m_counters;
  bool m_notesLaunches = false; ///< constant after the beginning
  std::atomic<bool> m_mayChoose = true;
};

} // namespace pstudio::attach
