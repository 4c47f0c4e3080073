// SPDX-License-Identifier: Apache-2.0
// Event and text files of an attached process below out/raw, in addition to its record files: host
// calls, scopes, call paths, and the activity of its devices, in the order of arrival.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "collector/attach/protocol/activity_events.h"
#include "collector/attach/protocol/launch_events.h"
#include "collector/attach/protocol/session_event.h"

namespace pstudio::attach {

/// 'PSAE' and 'PSAT' as little-endian words.
inline constexpr uint32_t kEventMagic = 0x45415350u;
inline constexpr uint32_t kTextMagic = 0x54415350u;

// --- PID.N.events, N from 1: EventFileHeader, then kEventsInFile places, zero if not written.
// --- Files are filled one after the other; threads write to a file concurrently.

inline constexpr uint32_t kEventsInFile = 65535; ///< 4 MiB with the header
inline constexpr uint32_t kEventBytes = 64;

struct EventFileHeader {
  uint32_t magic = kEventMagic;
  uint32_t version = 1;
  uint32_t process = 0;
  uint32_t file = 0;              ///< N
  std::atomic<uint64_t> lost = 0; ///< events that were dropped for lack of a file
  std::array<uint64_t, 5> reserved{};
};
static_assert(sizeof(EventFileHeader) == kEventBytes);

/// Host times are CLOCK_MONOTONIC_RAW [ns]. Texts are numbers of texts in PID.N.texts. A call path
/// is the number of its last node; 0 is the root. The enumerators' values are part of the format.
enum class EventKind : uint32_t {
  None = 0,         ///< not written, or not completely
  PathNode = 1,     ///< PathNodeEvent; precedes the first event that refers to the node
  ScopeEnter = 2,   ///< ScopeEvent
  ScopeExit = 3,    ///< ScopeEvent
  Launch = 4,       ///< LaunchEvent: one call of the program that starts device work
  Metric = 5,       ///< MetricEvent
  Session = 6,      ///< SessionEvent (session_event.h)
  Kernel = 7,       ///< KernelActivity
  Copy = 8,         ///< CopyActivity
  Set = 9,          ///< CopyActivity without source
  Correlation = 10, ///< CorrelationEvent
  ClockPair = 11,   ///< ClockPairEvent
  Lost = 12,        ///< LostEvent
  GraphNode = 13,   ///< GraphNodeEvent; precedes the first replay that refers to its graph
  RangeBegin = 14,  ///< RangeEvent
  RangeEnd = 15,    ///< RangeEvent
};

/// Kind of a node of a call path.
enum class PathNodeKind : uint32_t {
  Scope = 1,    ///< entered by the program
  Frame = 2,    ///< "file:line@function", the format of Triton Proton
  State = 3,    ///< Triton Proton's state, above kernels
  Autotune = 4, ///< an autotuner's benchmark
  Captured = 5, ///< the place of a graph's capture
};

struct PathNodeEvent {
  uint32_t node = 0; ///< from 1, unique
  uint32_t parent = 0;
  uint32_t text = 0; ///< its name
  PathNodeKind kind = PathNodeKind::Scope;
};

/// A thread enters or leaves a scope. An exit contains the path of the scope that it leaves.
struct ScopeEvent {
  uint64_t time = 0;
  uint32_t path = 0; ///< with the scope as its last node
  uint32_t reserved = 0;
  uint64_t scope = 0; ///< number of this entry, from 1, unique in the process; 0: none
};

/// A range of the process, which belongs to no thread and no path, begins or ends.
struct RangeEvent {
  uint64_t time = 0;
  uint64_t range = 0; ///< its number, from 1, unique in the process
  uint32_t text = 0;  ///< its name
};

/// A metric of the program: of a path, or of the launches in an operation.
enum MetricFlags : uint32_t {
  kMetricExclusive = 1, ///< "(exc)" of Proton: of this node alone
  kMetricOfLaunch = 2,  ///< of launch metadata: belongs to the operation `scope`
  kMetricInteger = 4,   ///< `value` is an int64_t; else a double
};

struct MetricEvent {
  uint64_t scope = 0; ///< ScopeEvent::scope, or LaunchEvent::operation; 0: of the path
  uint32_t path = 0;
  uint32_t text = 0; ///< its name
  uint64_t value = 0;
  uint32_t flags = 0;
};

/// One place of an event file. The writer stores `kind` last.
struct Event {
  std::atomic<EventKind> kind = EventKind::None;
  uint32_t thread = 0; ///< id of the calling thread in the operating system; 0: of a device
  std::array<std::byte, kEventBytes - 8> content{};
};
static_assert(sizeof(Event) == kEventBytes);
static_assert(sizeof(LaunchEvent) <= sizeof(Event::content) &&
              sizeof(KernelActivity) <= sizeof(Event::content) &&
              sizeof(CopyActivity) <= sizeof(Event::content));

// --- PID.N.texts, N from 1: TextFileHeader, then texts up to `used` bytes: TextHead, the
// --- characters, zeros up to a multiple of 8.

inline constexpr uint32_t kTextFileBytes = 4u << 20;
inline constexpr uint32_t kMaxTextBytes = 16384; ///< longer texts are cut

struct TextFileHeader {
  uint32_t magic = kTextMagic;
  uint32_t version = 1;
  uint32_t process = 0;
  uint32_t file = 0;
  std::atomic<uint64_t> used = 64; ///< with this header
  std::array<uint64_t, 5> reserved{};
};
static_assert(sizeof(TextFileHeader) == 64);

struct TextHead {
  uint32_t text = 0; ///< number, from 1, unique in the process
  uint32_t bytes = 0;
};

} // namespace pstudio::attach
