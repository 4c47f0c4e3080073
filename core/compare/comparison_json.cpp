// SPDX-License-Identifier: Apache-2.0
// A comparison as one JSON object.
#include "core/compare/comparison_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/compare/comparison_text.h"
#include "core/compare/side_figures.h"

namespace pstudio::compare {
namespace {

using Json = nlohmann::ordered_json;

template <class T> Json valueOrNull(const std::optional<T> &value) {
  return value ? Json(*value) : Json(nullptr);
}

Json factsJson(const TraceFacts &facts) {
  return {{"title", facts.title},
          {"length_ps", facts.length ? Json(facts.length->value) : Json(nullptr)},
          {"kernels", facts.kernels},
          {"targets", facts.targets},
          {"ps_per_cycle", valueOrNull(facts.psPerCycle)},
          {"records_written", facts.records ? Json(facts.records->written) : Json(nullptr)},
          {"records_dropped", facts.records ? Json(facts.records->dropped) : Json(nullptr)},
          {"recorded_parts", facts.sampled},
          {"incomplete_slices", facts.incompleteSlices}};
}

Json sideJson(const std::optional<ScopeSide> &side) {
  if (!side)
    return nullptr;
  Json json = {{"name", side->name}};
  for (const SideFigure &figure : kSideFigures) {
    const table::Value value = figure.value(side->figures);
    const auto *whole = std::get_if<int64_t>(&value);
    json[std::string(figure.name)] = whole ? Json(*whole) : Json(std::get<double>(value));
  }
  json["median_slice"] = side->median.isValid() ? Json(side->median.value) : Json(nullptr);
  json["start_ps"] = valueOrNull(side->startPs);
  return json;
}

Json intervalJson(const std::optional<RatioInterval> &interval) {
  if (!interval)
    return nullptr;
  const auto bound = [](double ratio) {
    return std::isfinite(ratio) ? Json(ratio) : Json(nullptr);
  };
  return {{"low", bound(interval->low)}, {"high", bound(interval->high)}};
}

std::string_view kindText(ScopeKind kind) {
  switch (kind) {
  case ScopeKind::Launch:
    return "launch";
  case ScopeKind::GpuTime:
    return "gpu_time";
  case ScopeKind::Flight:
    return "in_flight";
  case ScopeKind::Waited:
    return "waited";
  case ScopeKind::Scope:
    break;
  }
  return "scope";
}

Json scopeJson(const ScopeComparison &row) {
  return {{"kind", kindText(row.kind)},
          {"match", row.match == MatchKind::None ? Json(nullptr) : Json(nameOf(row.match))},
          {"unit", row.isInCycles ? "cycles" : "ps"},
          {"verdict", nameOf(row.verdict)},
          {"reason", row.reason.empty() ? Json(nullptr) : Json(row.reason)},
          {"regression", row.isRegression},
          {"decided_by", row.isByMean ? "mean" : "median"},
          {"ratio", valueOrNull(row.ratio)},
          {"interval", intervalJson(row.interval)},
          {"difference", valueOrNull(row.difference())},
          {"baseline", sideJson(row.baseline)},
          {"candidate", sideJson(row.candidate)}};
}

} // namespace

std::string comparisonJson(const TraceComparison &comparison) {
  Json json = {{"baseline", factsJson(comparison.baseline)},
               {"candidate", factsJson(comparison.candidate)},
               {"aligned",
                {{"at", comparison.aligned.text},
                 {"baseline_ps", comparison.aligned.baseline.value},
                 {"candidate_ps", comparison.aligned.candidate.value}}},
               {"threshold", comparison.options.threshold},
               {"resamples", comparison.options.resamples},
               {"regressions", comparison.regressions()},
               {"only_in_baseline", comparison.countOf(Verdict::OnlyBaseline)},
               {"only_in_candidate", comparison.countOf(Verdict::OnlyCandidate)},
               {"warnings", comparison.warnings}};
  json["scopes"] = jsonList<Json>(comparison.scopes, scopeJson);
  return jsonText(std::move(json));
}

} // namespace pstudio::compare
