// SPDX-License-Identifier: Apache-2.0
// State of the shim for one process: its connection, kernels, counters, twins and records.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <string>

#include "collector/attach/protocol/messages.h"
#include "collector/attach/protocol/record_files.h"
#include "collector/attach/protocol/rule_messages.h"
#include "collector/attach/shim/activity.h"
#include "collector/attach/shim/captured_paths.h"
#include "collector/attach/shim/connection.h"
#include "collector/attach/shim/counted_part.h"
#include "collector/attach/shim/device_contexts.h"
#include "collector/attach/shim/drainer.h"
#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/event_log.h"
#include "collector/attach/shim/graph_table.h"
#include "collector/attach/shim/image_store.h"
#include "collector/attach/shim/kernel_table.h"
#include "collector/attach/shim/mapped_file.h"

namespace pstudio::attach {

/// True if the environment names a server. Cached after the first call. [thread: any]
bool isAttachWanted();

/// Launches that the process has recorded, and the current size of their records in device memory.
struct RecordBudget {
  std::atomic<uint64_t> bytes = 0;
  std::atomic<uint32_t> launches = 0;
};

/// [thread: any]
class Attachment {
public:
  /// The attachment of this process. The first call with a loaded driver creates it. Null without a
  /// server.
  static Attachment *get() {
    Attachment *known = s_current.load(std::memory_order_acquire);
    return known || s_isOver.load(std::memory_order_relaxed) ? known : begin();
  }
  /// The attachment if get() has created it, else null.
  static Attachment *existing() { return s_current.load(std::memory_order_acquire); }

  const DriverApi driver;
  Welcome welcome;  ///< constant after the start
  CountedPart part; ///< constant after the start
  KernelTable kernels;
  GraphTable graphs;
  CapturedPaths capturedPaths;
  ImageStore images;
  DeviceContexts contexts;
  RecordBudget budget;
  /// Number of stream captures in progress. If it is 0, launches do not query the capture status.
  std::atomic<int> captures = 0;
  /// Number of choices of launches that were stored, plus 1.
  std::atomic<uint64_t> choices = 1;
  /// Number of values of GraphNodeEvent::graph that were assigned.
  std::atomic<uint32_t> describedGraphs = 0;
  Drainer drainer;
  EventLog events;
  Activity activity;
  /// The last LaunchEvent::id that was assigned.
  std::atomic<uint64_t> launches = 0;

  CounterHeader &counters() { return *reinterpret_cast<CounterHeader *>(m_counters.data()); }
  /// True if the server responds and no error has ended the recording of launches.
  bool mayChoose() const { return m_mayChoose.load(std::memory_order_relaxed); }
  /// True if each launch is written as an event.
  bool notesLaunches() const { return m_notesLaunches; }
  void stopChoosing() { m_mayChoose.store(false, std::memory_order_relaxed); }

  /// Sends KernelSeen, with `source` before it, and waits for the choice.
  void announce(Kernel &kernel, const KernelSource *source);
  void notify(std::string_view code, const Kernel *kernel, uint64_t launch, std::string text);
  /// Sends the rule and requests the choice of the kernels again for which it has changed.
  void send(const AddRule &rule);
  void send(const DropRule &rule);
  void send(const Interpreter &interpreter);
  void send(const PythonFiles &files);
  /// A new connection for one request, after Hello and Welcome. Closed if the server does not
  /// exist any more.
  Connection connectAgain() const;

  /// Waits for records and activities of completed work, at most `milliseconds` for each.
  void flush(uint32_t milliseconds);
  /// Called at the end of the process: waits for records, at most `milliseconds`, and closes the
  /// counter file.
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
  void sendDevices();
  void lose();
  void askForChoice(Kernel &kernel);
  template <class T> void sendRule(const T &rule);
  template <class T> bool sendLocked(const T &message);

  static std::atomic<Attachment *> s_current;
  static std::atomic<bool> s_isOver; ///< there is no server, or it records other processes only
  static Attachment *s_forgotten;    ///< attachments of the parent processes, the latest first

  Attachment *m_earlier = nullptr; ///< next element of the list `s_forgotten`
  const std::string m_socket;
  std::mutex m_mutex; ///< of the connection
  Connection m_connection;
  /// All choices that were received: a launch may still read an old one.
  std::deque<std::vector<LaunchRange>> m_choices;
  MappedFile m_counters;
  bool m_notesLaunches = false; ///< constant after the start
  std::atomic<bool> m_mayChoose = true;
  std::atomic<bool> m_hasSentDevices = false;
};

} // namespace pstudio::attach
