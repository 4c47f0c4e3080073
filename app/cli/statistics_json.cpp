// SPDX-License-Identifier: Apache-2.0
// Statistics of a trace as JSON.
#include "app/cli/statistics_json.h"

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/statistics/statistics_text.h"

namespace pstudio::cli {
namespace {

using namespace statistics;
using Json = nlohmann::ordered_json;

template <class Value> Json orNull(const std::optional<Value> &value) {
  return value ? Json(*value) : Json();
}

/// Lengths of one unit, divided by `scale`. Whole numbers where the scale is 1.
Json lengthsJson(const std::optional<int64_t> &total, const std::optional<int64_t> &self,
                 const std::optional<DurationFigures> &figures, double scale) {
  const auto length = [scale](const std::optional<int64_t> &value) {
    return !value ? Json() : scale == 1 ? Json(*value) : Json(static_cast<double>(*value) / scale);
  };
  Json json = {{"total", length(total)}, {"self", length(self)}};
  json["mean"] = figures ? Json(figures->mean() / scale) : Json();
  const auto add = [&](const char *key, int64_t DurationFigures::*figure) {
    json[key] = figures ? length((*figures).*figure) : Json();
  };
  add("median", &DurationFigures::median);
  add("p95", &DurationFigures::high95);
  add("p99", &DurationFigures::high99);
  add("minimum", &DurationFigures::least);
  add("maximum", &DurationFigures::most);
  return json;
}

Json rowJson(const Trace &trace, const StatisticsTable &table, const StatisticsRow &row) {
  const bool hasWhole = row.time.count > 0;
  const bool isScope = row.content == RowContent::Scope;
  Json json = {{"scope", isScope ? trace.string(row.scope.name) : std::string_view(row.label)},
               {"kind", rowKindText(trace, row)}};
  if (table.query.by != GroupBy::Scope)
    json["group"] = row.label;
  json["count"] = row.time.count;
  json["cut"] = row.cutCount;
  json["open"] = row.openCount;
  json["ns"] = lengthsJson(row.hasLengths() ? std::optional(row.total) : std::nullopt,
                           row.hasLengths() ? row.self : std::nullopt,
                           hasWhole ? std::optional(row.time) : std::nullopt, 1000);
  json["cycles"] = row.totalCycles || row.cycles
                       ? lengthsJson(row.totalCycles, row.selfCycles, row.cycles, 1)
                       : Json();
  json["share"] = orNull(row.share);
  return json;
}

} // namespace

std::string statisticsToJson(const Trace &trace, const StatisticsTable &table) {
  Json json = {{"by", groupByText(table.query.by)}};
  json["range_ns"] = Json();
  if (const auto &range = table.query.range)
    json["range_ns"] = {static_cast<double>(range->begin.value) / 1000,
                        static_cast<double>(range->end.value) / 1000};
  json["tracks"] = table.trackCount;
  json["warp_time_ns"] = static_cast<double>(table.warpTime.whole) / 1000;
  json["outside_of_scopes_ns"] = static_cast<double>(table.warpTime.outside) / 1000;
  json["not_recorded_ns"] = static_cast<double>(table.warpTime.notRecorded) / 1000;
  json["cost_subtracted"] = table.isCostSubtracted;
  json["rows"] = jsonList<Json>(
      table.rows, [&](const StatisticsRow &row) { return rowJson(trace, table, row); });
  return jsonText(std::move(json));
}

} // namespace pstudio::cli
