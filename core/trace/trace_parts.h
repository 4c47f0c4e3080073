// SPDX-License-Identifier: Apache-2.0
// The parts of a Trace, one plain struct per kind.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/ids.h"
#include "core/trace/clock_line.h"
#include "core/trace/recording_cost.h"
#include "core/trace/slice_flags.h"
#include "core/trace/trace_span.h"

namespace pstudio {

namespace memory {
struct LaunchAccesses;
} // namespace memory

/// Half-open interval of trace time, empty if end <= begin; its length is the longest at most.
struct TimeRange {
  Picoseconds begin;
  Picoseconds end;
  constexpr bool isEmpty() const { return end <= begin; }
  constexpr Picoseconds length() const { return lengthBetween(begin, end); }
  constexpr auto operator<=>(const TimeRange &) const = default;
};

/// Meaning of a track. The viewer groups and labels by it.
enum class TrackKind : uint8_t {
  Group,   ///< a heading without a meaning of its own
  Process, ///< an operating-system process; number = pid
  Thread,  ///< an operating-system thread; number = tid
  Kernel,  ///< all launches of one kernel
  Launch,  ///< one launch; number = its index within the kernel
  Sm,      ///< a streaming multiprocessor / compute unit; number = hardware id
  Cta,     ///< a CTA (workgroup); number = linear id
  Warp,    ///< a warp (wavefront), or the unit that a segment belongs to; number = index in the CTA
  Async,   ///< overlapping operations in flight; its rows are lanes. Its slices have parents only
           ///< where the source of the trace names them
  Counter, ///< a sampled number
};

/// A track: a node of the track tree with rows of slices, instants, or counter samples.
struct Track {
  TrackKind kind = TrackKind::Group;
  StringId name;
  TrackId parent;      ///< none for a root; always less than the track's own id
  int64_t number = -1; ///< meaning by kind; -1 unknown
  StringId unit;       ///< of a counter, e.g. "bytes"; none otherwise
  ClockId clock;       ///< maps the cycles of this track's slices; none where there are no cycles
  LaunchId launch;     ///< the launch that this track belongs to, or none
  ArgSetId args;

  RowId firstRow; ///< rows of one track are contiguous; none if rowCount == 0
  uint32_t rowCount = 0;
  uint32_t firstInstant = 0; ///< into the instant columns
  uint32_t instantCount = 0;
  uint32_t firstSample = 0; ///< into the sample columns
  uint32_t sampleCount = 0;
};

/// One depth of a nested track, or one lane of an Async track. Its slices are contiguous, ordered
/// by begin and never overlap, so a view finds any of them by binary search.
struct Row {
  TrackId track;
  uint32_t index = 0; ///< 0 is outermost / first lane
  SliceId firstSlice;
  uint32_t sliceCount = 0;
};

/// All of one slice, gathered from the columns.
struct Slice {
  SliceId id;
  RowId row;
  TrackId track;
  StringId name;
  StringId category; ///< none if there is none
  TimeRange time;
  bool hasCycles = false;
  Cycles beginCycles; ///< raw counter, unwrapped to 64 bits; valid if hasCycles
  Cycles endCycles;
  SliceId parent; ///< innermost slice of the same track that contains it; none at the top. On Async
                  ///< tracks as the source of the trace names it
  ArgSetId args;
  uint8_t flags = 0; ///< SliceFlag bits
};

/// A point in time on a track.
struct Instant {
  TrackId track;
  StringId name;
  StringId category;
  Picoseconds time;
  ArgSetId args;
};

/// A counter reading. It holds until the track's next sample.
struct Sample {
  Picoseconds time;
  double value = 0.0;
};

/// The event at which a flow arrow starts or ends.
struct EventRef {
  enum class Kind : uint8_t { Slice, Instant };
  Kind kind = Kind::Slice;
  uint32_t index = 0; ///< SliceId or InstantId value
  bool operator==(const EventRef &) const = default;
};

/// An arrow between two events.
struct Flow {
  EventRef from;
  EventRef to;
  uint64_t id = 0; ///< as in the file; arrows that belong together share it
};

enum class ArgType : uint8_t { Int, Uint, Double, Bool, String, Pointer };

/// One named value. Nested values have flat keys: "a.b", "a[0]".
struct Arg {
  StringId key;
  ArgType type = ArgType::Int;
  union {
    int64_t intValue;
    uint64_t uintValue; ///< also Bool (0, 1) and Pointer
    double doubleValue;
    StringId stringValue;
  };
  Arg() : intValue(0) {}
  static Arg ofInt(StringId key, int64_t v);
  static Arg ofUint(StringId key, uint64_t v);
  static Arg ofDouble(StringId key, double v);
  static Arg ofBool(StringId key, bool v);
  static Arg ofString(StringId key, StringId v);
  static Arg ofPointer(StringId key, uint64_t v);
};

/// One launch of an instrumented kernel, with the facts that qualify its records: losses, time
/// base, recording cost.
struct Launch {
  StringId kernel;
  StringId target;                        ///< "CPU model", "NVIDIA H200", ...
  std::array<uint32_t, 3> grid{0, 0, 0};  ///< CTAs; 0 = unknown
  std::array<uint32_t, 3> block{0, 0, 0}; ///< threads
  uint64_t dynamicSharedBytes = 0;
  TimeBase timeBase = TimeBase::Measured;
  uint64_t recordsWritten = 0;   ///< by the kernel, kept or not
  uint64_t recordsDropped = 0;   ///< written but overwritten or rejected: the buffer was too small
  uint64_t recordsUnmatched = 0; ///< kept, but their start or end is missing
  std::optional<RecordingCost> recordingCost; ///< none if it was not measured
  /// The times of its slices have that cost taken off (cost_correction.h); cycles stay as recorded.
  bool isCostSubtracted = false;
  ArgSetId args; ///< anything else (mode, buffer size, ...)
  /// Its memory accesses (core/access/launch_accesses.h), or null if none were to be recorded.
  std::shared_ptr<const memory::LaunchAccesses> accesses = nullptr;
};

/// A message of the reader or decoder for the user.
struct Note {
  enum class Severity : uint8_t { Info, DataLoss, Error };
  Severity severity = Severity::Info;
  std::string code;    ///< stable and short: "chrome-json.assumed-1ghz"
  std::string message; ///< one sentence for the user
  uint64_t count = 1;  ///< how often it happened
  bool operator==(const Note &) const = default;
};

/// A text that belongs to a trace: a file that locations name, or code that was made of it.
struct SourceFile {
  std::string path;                        ///< as locations name it; not empty
  std::shared_ptr<const std::string> text; ///< any bytes; never null
  /// Texts are compared by value.
  bool operator==(const SourceFile &other) const {
    return path == other.path && (text == other.text || *text == *other.text);
  }
};

/// Content of a Perfetto trace that no part of a Trace holds: the packets that were not read, so
/// that a saved file has them too.
struct ForeignPackets {
  std::string bytes;  ///< the packets as in the file, each with its tag and length
  uint64_t count = 0; ///< of packets
  bool operator==(const ForeignPackets &) const = default;
};

/// Facts about the whole trace.
struct TraceInfo {
  std::string title;    ///< name in a list: kernel or file name
  std::string producer; ///< program and version that wrote it
  std::string date;     ///< ISO 8601, UTC; empty if unknown
  Nanoseconds origin;   ///< absolute time of trace time 0
  bool operator==(const TraceInfo &) const = default;
};

} // namespace pstudio
