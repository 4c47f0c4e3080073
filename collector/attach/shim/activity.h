// SPDX-License-Identifier: Apache-2.0
// Kernels, copies and sets of the program's devices by CUPTI, while no profiler of the program's
// uses it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "collector/attach/shim/activity_records.h"
#include "collector/attach/shim/cupti_api.h"

namespace pstudio::attach {

class Attachment;

/// CUPTI has one user in a process. The program's profiler comes first: it takes CUPTI over, and
/// gets all of its records; what had arrived until then is kept. [thread: any]
class Activity {
public:
  explicit Activity(Attachment &attachment) : m_attachment(attachment) {}

  /// Once, at the beginning of the attachment. A notice says why nothing is recorded.
  void start();
  /// Records arrive. One load.
  bool isOn() const { return m_isOn.load(std::memory_order_acquire); }

  /// Device work that the calling thread starts up to leave() belongs to the launch `id`.
  void enter(uint64_t id);
  void leave();

  /// Waits for records of work that is done, at most `milliseconds` and 2 s. At once while CUPTI
  /// has not returned from an earlier wait.
  void flush(uint32_t milliseconds);
  /// The same, and records nothing from then on.
  void end(uint32_t milliseconds);

  /// The program is about to call `function` of CUPTI, which is at `real`, as a profiler does. It
  /// has CUPTI from then on, and keeps it. The first call waits until CUPTI is free.
  static void giveToProgram(const char *function, const void *real);
  // Around fork: CUPTI does not survive it.
  static void lockForFork();
  static void unlockAfterFork();
  static void forgetAfterFork();

private:
  enum class Moment { Flush, End };

  bool open();
  bool isFree();
  bool checkForOthers();
  bool recordsWholeGraphs() const;
  bool enableKinds();
  void disableKinds();
  void registerClock();
  void restoreClock();
  void detachFrom(const void *real);
  void pairClocks();
  bool mayGoOn(Moment moment) const;
  bool isStuck() const { return m_hasTimedOut && m_unfinished > 0; }
  bool doInCupti(uint32_t milliseconds, void (Activity::*work)(uint32_t));
  void collect(uint32_t milliseconds);
  void stop(uint32_t milliseconds);
  void waitForRecords(uint32_t milliseconds, Moment moment);
  bool fail(const char *call, CuptiResult result);
  static void requestBuffer(uint8_t **buffer, size_t *bytes, size_t *mostRecords);
  static void completeBuffer(void *context, uint32_t stream, uint8_t *buffer, size_t bytes,
                             size_t validBytes);

  Attachment &m_attachment;
  CuptiApi m_api; ///< constant once m_isOn was true
  ActivityCounts m_counts;
  std::atomic<uint64_t> m_entered = 0;
  std::atomic<bool> m_isOn = false;
  std::mutex m_work; ///< of the threads of doInCupti()
  std::atomic<int> m_unfinished = 0;
  std::atomic<bool> m_hasTimedOut = false;
  std::atomic<bool> m_isGivenUp = false; ///< the end was not waited for: CUPTI may be another's
  bool m_hasOurClock = false;
};

/// Copies and sets of the calling thread, while it lives, are the recording's own.
class OwnWork {
public:
  explicit OwnWork(Activity &activity);
  ~OwnWork();
  OwnWork(const OwnWork &) = delete;
  OwnWork &operator=(const OwnWork &) = delete;

private:
  Activity *m_activity;
};

} // namespace pstudio::attach
