// SPDX-License-Identifier: Apache-2.0
// proton-collect statistics: durations of the scopes of a trace as text, JSON or CSV.
#include "app/cli/statistics_command.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/statistics/rank_text.h"

namespace pstudio::cli {
namespace {

using namespace statistics;

constexpr size_t kMaxNames = 12; // that an error lists

/// The id of a name that slices have, or an error with the names that there are.
Result<StringId> nameOfSlices(const Trace &trace, const StatisticsCommandOptions &options) {
  std::set<std::string_view> names;
  for (const StringId name : trace.sliceNames()) {
    if (trace.string(name) == options.scope)
      return name;
    names.insert(trace.string(name));
  }
  std::string hint = names.empty() ? "the trace has no slices" : "scopes of the trace: ";
  size_t listed = 0;
  for (const std::string_view name : names)
    if (listed++ < kMaxNames)
      hint += (listed == 1 ? "" : ", ") + std::string(name);
  if (names.size() > kMaxNames)
    hint += " and " + std::to_string(names.size() - kMaxNames) + " more";
  return fail(ErrorCode::InvalidInput, "no slice has the name '" + options.scope + "'",
              options.file.string(), hint);
}

std::string rangeText(TimeRange range) {
  return nanosecondDigits(range.begin.value) + "ns.." + nanosecondDigits(range.end.value) + "ns";
}

Result<StatisticsQuery> queryOf(const Trace &trace, const StatisticsCommandOptions &options) {
  StatisticsQuery query;
  query.by = static_cast<GroupBy>(options.by);
  query.range = options.range;
  const TimeRange whole = trace.timeRange();
  if (query.range && (query.range->end <= whole.begin || query.range->begin >= whole.end))
    return fail(ErrorCode::InvalidInput, "the range has no part of the trace",
                options.file.string(), "the trace is at " + rangeText(whole));
  if (!options.scope.empty()) {
    PSTUDIO_TRY_ASSIGN(query.name, nameOfSlices(trace, options));
  }
  return query;
}

/// The rows of ranks alone, in every format.
Result<std::string> rankOutput(const Trace &trace, const StatisticsCommandOptions &options) {
  if (rankCountOf(trace).processes == 0)
    return fail(ErrorCode::InvalidInput, "the trace has no ranks", options.file.string(),
                "use merged.pftrace of proton-collect attach, which has two or more processes");
  if (!options.scope.empty())
    PSTUDIO_TRY(nameOfSlices(trace, options));
  if (options.format == StatisticsFormat::Json)
    return jsonText(rankJson(trace, options.scope)) + '\n';
  return options.format == StatisticsFormat::Csv ? rankCsv(trace, options.scope)
                                                 : statistics::rankText(trace, options.scope);
}

Result<std::string> statisticsOutput(const StatisticsCommandOptions &options) {
  PSTUDIO_TRY_ASSIGN(const Trace trace, readTraceFile(options.file));
  if (options.by == StatisticsRows::Rank)
    return rankOutput(trace, options);
  PSTUDIO_TRY_ASSIGN(const StatisticsQuery query, queryOf(trace, options));
  const StatisticsTable table = makeStatistics(trace, query);
  if (options.format == StatisticsFormat::Json)
    return statisticsJson(trace, table) + '\n';
  if (options.format == StatisticsFormat::Csv)
    return statisticsCsv(trace, table);
  const std::string ranks =
      options.range ? std::string() : statistics::rankText(trace, options.scope);
  return statisticsText(trace, table, options.unit) + (ranks.empty() ? "" : "\n") + ranks;
}

} // namespace

int statisticsCommand(const StatisticsCommandOptions &options) {
  if (options.by == StatisticsRows::Rank && options.range) {
    printError(Error{ErrorCode::InvalidInput, "ranks are compared over the whole trace", "--range",
                     "omit it"});
    return kWrongUsage;
  }
  if (options.by == StatisticsRows::Rank && options.unit != statistics::LengthUnit::Nanoseconds) {
    printError(
        Error{ErrorCode::InvalidInput, "ranks are compared in nanoseconds", "--unit", "omit it"});
    return kWrongUsage;
  }
  const bool isPart = options.by != StatisticsRows::Scope && options.by != StatisticsRows::Rank;
  if (isPart && options.scope.empty()) {
    printError(Error{ErrorCode::InvalidInput, "rows by warp, CTA or SM are of one scope", "--by",
                     "name it with --scope"});
    return kWrongUsage;
  }
  const Result<std::string> output = statisticsOutput(options);
  if (!output) {
    printError(output.error());
    return kFailed;
  }
  writeData(*output);
  return kDone;
}

} // namespace pstudio::cli
