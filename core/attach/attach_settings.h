// SPDX-License-Identifier: Apache-2.0
// Settings of a recording of an unmodified program. Window, command line, server and preloaded
// library use this one list. The preloaded library links nothing, so this header is complete.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/base/fields.h"

namespace pstudio::attach {

/// Information that is recorded about the place of a launch in the program.
enum class CallPath : uint8_t { None = 0, Scopes = 1, Python = 2 };
inline constexpr std::array<std::string_view, 3> kCallPathNames{"none", "scopes", "python"};

/// The recorded part of the devices' work. CUPTI adds GPU time to each kernel that it records, also
/// to the nodes of graphs; a graph as a whole is one interval.
enum class DeviceActivity : uint8_t {
  Off = 0,
  On = 1,     ///< kernels, copies and sets
  Graphs = 2, ///< the same, and replays of graphs as a whole in place of their nodes
};
inline constexpr std::array<std::string_view, 3> kDeviceActivityNames{"off", "on", "graphs"};

/// Chosen launches: first, first + step, ... up to last, inclusive. Numbers begin at 1 and count
/// the launches of all kernels of one name in one process.
struct LaunchRange {
  uint64_t first = 1, last = 1, step = 1;
  bool operator==(const LaunchRange &) const = default;
};
template <FieldsOwner<LaunchRange> T> constexpr auto fieldsOf(T &range) {
  auto &[first, last, step] = range;
  return std::tuple{Field{"first", first, kUnbounded}, Field{"last", last, kUnbounded},
                    Field{"step", step, kUnbounded}};
}

/// The part of a program whose launches are counted and may be recorded, by the text of --range.
struct CountedRange {
  enum class Kind : uint8_t { All, Profiler, Scope, Step };
  Kind kind = Kind::All;
  std::string_view scope;       ///< of Scope: a view of the text
  uint64_t first = 0, last = 0; ///< of Step: numbers of torch.profiler's steps, inclusive
  bool operator==(const CountedRange &) const = default;
};

/// "" (the whole program), "profiler", "scope=NAME", "step=N" or "step=A-B"; none for other text.
inline std::optional<CountedRange> parseCountedRange(std::string_view text) {
  constexpr std::string_view kScope = "scope=", kStep = "step=";
  using Kind = CountedRange::Kind;
  if (text.empty())
    return CountedRange();
  if (text == "profiler")
    return CountedRange{Kind::Profiler, {}, 0, 0};
  if (text.starts_with(kScope) && text.size() > kScope.size())
    return CountedRange{Kind::Scope, text.substr(kScope.size()), 0, 0};
  if (!text.starts_with(kStep))
    return std::nullopt;
  text.remove_prefix(kStep.size());
  CountedRange range{Kind::Step, {}, 0, 0};
  const char *end = text.data() + text.size();
  auto parsed = std::from_chars(text.data(), end, range.first);
  if (parsed.ec != std::errc())
    return std::nullopt;
  range.last = range.first;
  if (parsed.ptr != end && *parsed.ptr == '-')
    parsed = std::from_chars(parsed.ptr + 1, end, range.last);
  if (parsed.ec != std::errc() || parsed.ptr != end || range.last < range.first)
    return std::nullopt;
  return range;
}

/// Settings of all processes of a recording. Their ranges are in fieldsOf().
struct AttachSettings {
  bool countsAutotuning = false; ///< launches of an autotuner's benchmark may be chosen, too
  DeviceActivity activity = DeviceActivity::On;
  CallPath callPath = CallPath::Scopes;
  std::string range = {};                         ///< parseCountedRange(); empty: the whole program
  std::string processes = {};                     ///< ProcessChoice::parse(); empty: all of them
  uint64_t mostActivities = 1'000'000;            ///< limit per process and kind in a trace
  uint32_t mostLaunches = 16;                     ///< limit of recorded launches of a process
  uint64_t mostRecordBytes = uint64_t{256} << 20; ///< device memory for records at a time [bytes]
  uint32_t twinTimeoutMs = 60'000;  ///< limit of the wait of a chosen launch for its twin [ms]
  bool usesCache = true;            ///< the cache of instrumented kernels
  bool keepsRaw = false;            ///< the folder of the processes' files
  bool recordsKernelScopes = false; ///< scopes of triton.profiler.language inside kernels
  bool waitsForTwins = true;        ///< false: a later launch is recorded if the twin is not ready

  bool recordsActivity() const { return activity != DeviceActivity::Off; }
  bool operator==(const AttachSettings &) const = default;
};

/// A setting for the files and command lines that contain it. Its rule is in units.
template <class T> struct AttachOption : Field<T> {
  std::string_view option; ///< of the command line; of a bool without names it inverts the default
  std::string_view help;   ///< of the option
  uint64_t unit = 1;       ///< value of 1 in JSON and on the command line; 1 unless an integer

  constexpr int64_t inUnits() const requires(!std::same_as<std::remove_const_t<T>, std::string>) {
    return static_cast<int64_t>(static_cast<uint64_t>(this->value) / unit);
  }
  constexpr void setInUnits(int64_t number) const
      requires(!std::same_as<std::remove_const_t<T>, std::string>) {
    this->value = static_cast<T>(static_cast<uint64_t>(number) * unit);
  }
};
template <class T, class... Rest>
AttachOption(Field<T>, std::string_view, std::string_view, Rest...) -> AttachOption<T>;

inline constexpr std::array<std::string_view, 2> kNoYes{"no", "yes"};

/// Every setting, in the order of the command's help. Stored settings of earlier versions lack
/// some.
template <FieldsOwner<AttachSettings> T> constexpr auto fieldsOf(T &settings) {
  auto &[autotuning, activity, callPath, range, processes, activities, launches, memory, timeout,
         cache, raw, scopes, waits] = settings;
  return std::tuple{
      AttachOption{Field{"autotuning", autotuning}.optional(), "--autotune",
                   "Also count and record launches of an autotuner's benchmark"},
      AttachOption{Field{"activity", activity, oneOf(kDeviceActivityNames)}.optional(),
                   "--activity",
                   "Record when the kernels and copies of the GPU ran; graphs: replays of CUDA "
                   "graphs as a whole in place of their kernels, at less cost"},
      AttachOption{Field{"callpath", callPath, oneOf(kCallPathNames)}.optional(), "--callpath",
                   "Where in the program a launch happened: scopes, python (also the frames of "
                   "Python) or none; with --activity off the default is none"},
      AttachOption{Field{"range", range}.optional(), "--range",
                   "Count and record launches only between cuProfilerStart and cuProfilerStop "
                   "(profiler), inside a scope or a range of NVTX of this name (scope=NAME), or in "
                   "steps of torch.profiler (step=N or step=A-B, from 0)"},
      AttachOption{Field{"processes", processes}.optional(), "--processes",
                   "Processes to record: all, ranks (rank=0,3 or rank=0-3), a name with * and ? "
                   "(name=train*), or the first that use a GPU (first=N); others run as without "
                   "attach"},
      AttachOption{Field{"most_activity", activities, within(0, 100'000'000)}.optional(),
                   "--max-activity",
                   "Maximum number of kernels, of copies and of calls of a process in a trace"},
      AttachOption{Field{"most_launches", launches, within(1, 1 << 20)}.optional(),
                   "--max-launches", "Maximum number of recorded launches of a process"},
      AttachOption{Field{"most_memory_mib", memory, within(1, 1 << 20)}.optional(), "--max-memory",
                   "Maximum device memory for records in MiB. A launch that needs more records "
                   "some of its CTAs",
                   uint64_t{1} << 20},
      AttachOption{Field{"twin_timeout_s", timeout, within(1, 86'400)}.optional(), "--twin-timeout",
                   "How long a launch may wait for its instrumented kernel in seconds",
                   uint64_t{1000}},
      AttachOption{Field{"cache", cache}.optional(), "--no-cache",
                   "Do not read or write the cache of instrumented kernels"},
      AttachOption{Field{"keep_raw", raw}.optional(), "--keep-raw",
                   "Keep the folder raw: records before decoding, LLVM IR and cubins"},
      AttachOption{Field{"kernel_scopes", scopes}.optional(), "--kernel-scopes",
                   "Record the scopes of triton.profiler.language inside kernels, whose originals "
                   "are compiled with marks, in a cache of their own"},
      AttachOption{Field{"wait", waits, oneOf(kNoYes)}.optional(), "--wait",
                   "Whether a launch waits for its instrumented kernel; no: the original runs, and "
                   "the next launch of the kernel is recorded instead"}};
}

} // namespace pstudio::attach
