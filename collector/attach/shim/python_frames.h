// SPDX-License-Identifier: Apache-2.0
// The Python frames of the calling thread as nodes of a call path.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "collector/attach/shim/host_events.h"
#include "collector/attach/shim/python_api.h"

namespace pstudio::attach {

/// Where a frame is: its code, and the instruction (before Python 3.11 the line) that it executes.
struct FramePlace {
  PyObject *code = nullptr;
  int place = 0;
  bool operator==(const FramePlace &) const = default;
};

/// The frames that one thread had at its last launch, from the outermost one. [thread: its own]
struct KnownFrames {
  uint32_t below = 0; ///< the node that the outermost frame is a child of
  std::vector<FramePlace> places;
  std::vector<uint32_t> nodes;
  std::vector<FramePlace> innermostFirst; ///< space of the reading
};

/// [thread: any]
class PythonFrames {
public:
  /// Of deeper stacks the innermost frames are read; a node "<outer frames>" stands for the others.
  static constexpr size_t kMaxFrames = 512;
  /// Code objects that are kept alive, so that none has the address of an earlier one.
  static constexpr size_t kMaxPlaces = size_t(1) << 20;

  explicit PythonFrames(HostEvents &events);

  /// The node of the calling thread's innermost frame, below the node `below`; `below` itself for a
  /// thread that runs no Python. About 2 us for 40 frames that are known; may wait for Python's
  /// lock. No lock of this library may be held.
  uint32_t path(const PythonApi &python, KnownFrames &known, uint32_t below);

  /// Other threads made launches wait for Python's lock, longer than 20 us on average: path()
  /// returns `below` from now on.
  bool isOff() const { return m_isOff.load(std::memory_order_relaxed); }
  /// Launches of which outer frames were left out.
  uint64_t cut() const { return m_cut.load(std::memory_order_relaxed); }

  void lock() { m_mutex.lock(); }
  void unlock() { m_mutex.unlock(); }
  /// In the child of a fork: no launch of it has waited.
  void beginAnew();

private:
  struct Key {
    uint32_t parent = 0;
    FramePlace frame;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &key) const {
      const auto code = reinterpret_cast<uintptr_t>(key.frame.code);
      return (code ^ uint64_t(key.parent) << 32 ^ static_cast<uint32_t>(key.frame.place)) *
                 0x9e3779b97f4a7c15u >>
             16;
    }
  };

  static bool read(const PythonApi &python, std::vector<FramePlace> &innermostFirst);
  uint32_t node(const PythonApi &python, uint32_t parent, const FramePlace &frame);
  uint32_t makeNode(const PythonApi &python, uint32_t parent, const FramePlace &frame);
  void noteWait(uint64_t nanoseconds);

  HostEvents &m_events;
  std::mutex m_mutex; ///< of m_nodes; no function of Python is called with it
  std::unordered_map<Key, uint32_t, KeyHash> m_nodes;
  std::atomic<int64_t> m_waitCredit; ///< [ns]; below 0 the frames are off
  std::atomic<bool> m_isOff = false;
  std::atomic<uint64_t> m_cut = 0;
};

} // namespace pstudio::attach
