// SPDX-License-Identifier: Apache-2.0
#include "core/trace/launch_samples.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace pstudio {
namespace {

constexpr std::string_view kPeriod = "samples.periodCycles";
constexpr std::string_view kDropped = "samples.dropped";
constexpr std::string_view kLinePrefix = "samples[";
constexpr std::string_view kFunction = "].function";
constexpr std::string_view kLocation = "].location";
constexpr std::string_view kStall = "].stall.";
constexpr std::string_view kCounter = "counter.";

/// More lines than any kernel's source has. It bounds the memory that a damaged file can request.
constexpr size_t kMostLines = size_t{1} << 20;

std::string lineKey(size_t line, std::string_view what) {
  return std::string(kLinePrefix) + std::to_string(line) + std::string(what);
}

/// Appends arguments to those of a launch.
void append(TraceBuilder &trace, LaunchId launch, const std::vector<Arg> &more) {
  Launch &to = trace.launchAt(launch);
  std::vector<Arg> all = trace.argsIn(to.args);
  all.insert(all.end(), more.begin(), more.end());
  to.args = trace.addArgs(all);
}

/// "samples[12].stall.wait" split.
struct LineArg {
  size_t line;
  std::string_view rest; ///< "].stall.wait"
};
std::optional<LineArg> lineArgOf(std::string_view key) {
  if (!key.starts_with(kLinePrefix))
    return std::nullopt;
  const char *begin = key.data() + kLinePrefix.size();
  size_t line = 0;
  const auto [end, error] = std::from_chars(begin, key.data() + key.size(), line);
  if (error != std::errc() || line >= kMostLines)
    return std::nullopt;
  return LineArg{line, key.substr(static_cast<size_t>(end - key.data()))};
}

/// A count as the writer gives it; a reader of other files may have made it signed.
uint64_t countOf(const Arg &arg) {
  if (arg.type == ArgType::Uint)
    return arg.uintValue;
  return arg.type == ArgType::Int && arg.intValue > 0 ? static_cast<uint64_t>(arg.intValue) : 0;
}

double realOf(const Arg &arg) {
  return arg.type == ArgType::Double ? arg.doubleValue : static_cast<double>(countOf(arg));
}

void readLine(const Trace &trace, const Arg &arg, const LineArg &at, PcSampleTable &table) {
  if (table.lines.size() <= at.line)
    table.lines.resize(at.line + 1);
  LineSamples &line = table.lines[at.line];
  const bool isText = arg.type == ArgType::String;
  if (at.rest == kFunction && isText)
    line.function = trace.string(arg.stringValue);
  else if (at.rest == kLocation && isText)
    line.location = trace.string(arg.stringValue);
  else if (at.rest.starts_with(kStall))
    line.stalls.push_back({std::string(at.rest.substr(kStall.size())), countOf(arg)});
}

} // namespace

uint64_t LineSamples::samples() const {
  uint64_t sum = 0;
  for (const StallCount &stall : stalls)
    sum += stall.samples;
  return sum;
}

uint64_t PcSampleTable::samples() const {
  uint64_t sum = 0;
  for (const LineSamples &line : lines)
    sum += line.samples();
  return sum;
}

void addPcSamples(TraceBuilder &trace, LaunchId launch, const PcSampleTable &table) {
  std::vector<Arg> args;
  const auto text = [&](const std::string &key, std::string_view value) {
    args.push_back(Arg::ofString(trace.intern(key), trace.intern(value)));
  };
  args.push_back(Arg::ofUint(trace.intern(kPeriod), table.periodCycles));
  args.push_back(Arg::ofUint(trace.intern(kDropped), table.dropped));
  for (size_t i = 0; i < table.lines.size() && i < kMostLines; ++i) {
    const LineSamples &line = table.lines[i];
    text(lineKey(i, kFunction), line.function);
    if (!line.location.empty())
      text(lineKey(i, kLocation), line.location);
    for (const StallCount &stall : line.stalls)
      args.push_back(Arg::ofUint(trace.intern(lineKey(i, kStall) + stall.reason), stall.samples));
  }
  append(trace, launch, args);
}

void addCounters(TraceBuilder &trace, LaunchId launch, const std::vector<CounterValue> &counters) {
  std::vector<Arg> args;
  for (const CounterValue &counter : counters)
    args.push_back(
        Arg::ofDouble(trace.intern(std::string(kCounter) + counter.name), counter.value));
  append(trace, launch, args);
}

std::optional<PcSampleTable> pcSamplesOf(const Trace &trace, const Launch &launch) {
  PcSampleTable table;
  bool wasSampled = false;
  for (const Arg &arg : trace.args(launch.args)) {
    const std::string_view key = trace.string(arg.key);
    if (key == kPeriod) {
      table.periodCycles = countOf(arg);
      wasSampled = true;
    } else if (key == kDropped) {
      table.dropped = countOf(arg);
    } else if (const std::optional<LineArg> at = lineArgOf(key)) {
      readLine(trace, arg, *at, table);
    }
  }
  return wasSampled ? std::optional(std::move(table)) : std::nullopt;
}

std::vector<CounterValue> countersOf(const Trace &trace, const Launch &launch) {
  std::vector<CounterValue> counters;
  for (const Arg &arg : trace.args(launch.args)) {
    const std::string_view key = trace.string(arg.key);
    if (key.starts_with(kCounter))
      counters.push_back({std::string(key.substr(kCounter.size())), realOf(arg)});
  }
  return counters;
}

bool isSampleArg(std::string_view key) {
  return key == kPeriod || key == kDropped || key.starts_with(kCounter) ||
         lineArgOf(key).has_value();
}

} // namespace pstudio
