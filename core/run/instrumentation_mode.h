// SPDX-License-Identifier: Apache-2.0
// Instrumentation of a kernel: recorded operations, recording units, place of the records and
// strategy of the buffer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/id_ranges.h"
#include "core/base/result.h"
#include "core/record/record_layout.h"

namespace pstudio {

/// The text form is "none", or modes separated by commas with options, each key once:
///
///     default                                   the kernel's annotations alone
///     functions,barriers:granularity=warp_4     annotations, functions and barriers; by warp
///     async:annotations=drop                    asynchronous operations alone
///     memory:strategy=histogram:bins=64         accesses counted by address, nothing recorded
///     default:callbacks=count@load,note@enter   annotations; calls functions of the user
///     groups default:strategy=stream:when_full=wait:warps=0,4-7
///
/// toString() writes the one canonical text: modes in the order of AutoMode, options in the order
/// of the fields below, defaults left out. parse(toString()) is equal.
struct InstrumentationMode {
  /// Treatment of the kernel's annotations. Dropped annotations cost nothing and disturb the
  /// records of auto modes less.
  enum class Annotations : uint8_t {
    Keep,
    Drop, ///< only with an auto mode or callbacks
  };
  /// Operations that are recorded besides the annotations of the kernel, without a change to its
  /// source.
  enum class AutoMode : uint8_t {
    Functions, ///< "functions": from entry to return
    Loops,     ///< "loops": from entering a loop to leaving it
    Barriers,  ///< "barriers": the wait at each barrier of a CTA or a cluster, and at mbarriers
    Accesses,  ///< "accesses": the time of runs of loads and stores
    Memory,    ///< "memory": which addresses each load and store touches
    Async,     ///< "async": operations on queues of asynchronous operations: issues, waits, ...
    Matrix,    ///< "matrix": matrix operations
  };
  static constexpr size_t kAutoModes = 7;

  /// Treatment of barriers of a warp in the mode "barriers". Their lanes wait for each other only
  /// until they reconverge, and kernels execute many of them.
  enum class WarpBarriers : uint8_t {
    Count, ///< counted at compile time, not recorded
    Record,
  };

  /// Where records are while the kernel runs.
  enum class BufferType : uint8_t {
    Automatic, ///< shared memory on a GPU where all records of a warp fit there, else global
    Shared,
    Global,
  };
  /// Treatment of the next record in a full segment; all strategies count lost records.
  using Strategy = record::Strategy;
  using Granularity = record::Granularity;
  /// Payload of a record.
  enum class Metric : uint8_t {
    Cycle, ///< clock of the SM
    Time,  ///< global timer of the device
  };
  /// Behaviour of a unit whose segment the host has not drained yet (strategy stream).
  enum class WhenFull : uint8_t {
    Wait, ///< it waits: nothing is lost, the kernel becomes slower
    Drop, ///< it drops and counts the records
  };

  /// Whether records that always happen together are stored at once.
  enum class Groups : uint8_t {
    Safe, ///< but before each wait that may not end: a kernel that hangs shows where
    Fast, ///< across waits, too: cheaper, and a kernel that hangs may lack its last two records
    Off,  ///< each record alone
  };

  /// Point at which each thread that reaches it calls a function of the user. Except exit and
  /// after_barrier, a point lies before the operation of its name. callback_points.h lists the
  /// arguments of the function.
  enum class Point : uint8_t {
    Enter,        ///< "enter": a function begins
    Exit,         ///< "exit": before it returns
    Iteration,    ///< "iteration": an iteration of a loop begins
    Load,         ///< "load": of memory that others see
    Store,        ///< "store"
    Atomic,       ///< "atomic"
    Barrier,      ///< "barrier"
    AfterBarrier, ///< "after_barrier"
    Async,        ///< "async": an asynchronous operation is issued
    Matrix,       ///< "matrix": a matrix operation
  };
  static constexpr size_t kPoints = 10;
  static std::string_view pointName(Point point); ///< as in the text: "load"
  struct Callback {
    std::string function;
    Point point = Point::Enter;
    auto operator<=>(const Callback &) const = default;
  };

  static constexpr uint32_t kDefaultBins = 16;

  bool enabled = true;
  std::vector<AutoMode> autoModes;                 ///< ascending, each once; empty: "default"
  Annotations annotations = Annotations::Keep;     ///< key annotations: keep, drop
  WarpBarriers warpBarriers = WarpBarriers::Count; ///< key warp_barriers: count, record
  BufferType bufferType = BufferType::Automatic;   ///< key buffer_type
  Strategy strategy = Strategy::Circular;          ///< key strategy
  WhenFull whenFull = WhenFull::Wait; ///< key when_full: wait, drop; with strategy=stream
  Groups groups = Groups::Safe;       ///< key groups: safe, fast, off
  uint32_t slotsPerUnit = 0; ///< key slots: capacity of a segment, a power of two; 0 = automatic
  /// Key bins: counters of each operation with strategy=histogram, a power of two up to 4096.
  uint32_t bins = kDefaultBins;
  Granularity granularity = Granularity::Warp; ///< key granularity: thread, warp, warp_2, ..., cta
  Metric metric = Metric::Cycle;               ///< key metric: cycle, time
  IdRanges warps;     ///< key warps: linear ids within the CTA that record; empty = all
  IdRanges ctas;      ///< key ctas: linear ids x + gridX * (y + gridY * z) that record; empty = all
  uint32_t every = 1; ///< key every: loops record each n-th iteration, the first one included
  std::vector<std::string> include; ///< key include: globs (* and ?) of functions; empty = all
  std::vector<std::string> exclude; ///< key exclude: as include; wins over it
  /// Key callbacks: FUNCTION@POINT, separated by commas; ascending, each once.
  std::vector<Callback> callbacks;

  /// InvalidInput names the error and the valid values.
  static Result<InstrumentationMode> parse(std::string_view text);
  std::string toString() const;

  bool has(AutoMode mode) const;
  /// True for a function that `include` and `exclude` let through.
  bool selects(std::string_view function) const;

  bool operator==(const InstrumentationMode &) const = default;
};

} // namespace pstudio
