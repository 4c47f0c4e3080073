// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/calibration_evaluation.h"

#include <algorithm>
#include <optional>
#include <string>

#include "collector/calibration/micro_kernels.h"
#include "collector/calibration/sample_statistics.h"

namespace pstudio::calibration {
namespace {

/// All values of one kind over launches and warps.
template <class Extract>
std::vector<double> collect(std::span<const UnitRecords> launches, const Extract &extract) {
  std::vector<double> all;
  for (const UnitRecords &units : launches)
    for (const auto &records : units) {
      const std::vector<double> values = extract(std::span<const record::Record>(records));
      all.insert(all.end(), values.begin(), values.end());
    }
  return all;
}

/// The length of a scope that occurs exactly once; none otherwise.
std::optional<double> lengthOf(std::span<const record::Record> records,
                               const record::OperationTable &operations, std::string_view name) {
  const std::vector<double> lengths = durationsOf(records, operations, name);
  return lengths.size() == 1 ? std::optional(lengths.front()) : std::nullopt;
}

/// The median length of scope `index` of that name in a warp, over launches; none if it is missing.
std::optional<double> medianLength(std::span<const UnitRecords> launches, size_t warp,
                                   const record::OperationTable &operations, std::string_view name,
                                   size_t index) {
  std::vector<double> lengths;
  for (const UnitRecords &units : launches) {
    const std::vector<double> all = durationsOf(units[warp], operations, name);
    if (index >= all.size())
      return std::nullopt;
    lengths.push_back(all[index]);
  }
  return lengths.empty() ? std::nullopt : std::optional(spreadOf(std::move(lengths)).median);
}

/// The length of a warp's scope without the turns of its chains.
std::optional<double> lengthWithoutTurns(const CalibrationLaunches &shorter,
                                         const CalibrationLaunches &longer, size_t warp,
                                         const record::OperationTable &operations,
                                         std::string_view name, size_t index) {
  const auto low = medianLength(shorter.launches, warp, operations, name, index);
  const auto high = medianLength(longer.launches, warp, operations, name, index);
  if (!low || !high)
    return std::nullopt;
  const double turn = (*high - *low) / (double(longer.turns) - double(shorter.turns));
  return *low - turn * shorter.turns;
}

/// The cost that a record adds to each region, by warp and region.
std::vector<double> addedToRegions(const CalibrationLaunches &shorter,
                                   const CalibrationLaunches &longer,
                                   const record::OperationTable &operations) {
  std::vector<double> added;
  if (shorter.launches.empty())
    return added;
  for (size_t warp = 0; warp < shorter.launches.front().size(); ++warp) {
    const auto once = [&](std::string_view name, size_t index) {
      return lengthWithoutTurns(shorter, longer, warp, operations, name, index);
    };
    const std::optional<double> few = once("few", 0);
    const std::optional<double> many = once("many", 0);
    for (size_t region = 0; few && many && region < kRegions; ++region)
      if (const std::optional<double> length = once("region", region))
        added.push_back(std::max(0.0, *length - (*many - *few) / (kManyChains - kFewChains)));
  }
  return added;
}

/// The cost that a record adds to each region without a loop, by warp and region. It is negative
/// where the region gains from the overlap with the record.
std::vector<double> addedToStraightRegions(std::span<const UnitRecords> launches,
                                           const record::OperationTable &operations) {
  std::vector<double> added;
  if (launches.empty())
    return added;
  for (size_t warp = 0; warp < launches.front().size(); ++warp) {
    const auto length = [&](std::string_view name, size_t index) {
      return medianLength(launches, warp, operations, name, index);
    };
    const std::optional<double> few = length("straight few", 0);
    const std::optional<double> many = length("straight many", 0);
    for (size_t region = 0; few && many && region < kRegions; ++region)
      if (const std::optional<double> recorded = length("straight region", region))
        added.push_back(*recorded - (*many - *few) / (kManyChains - kFewChains));
  }
  return added;
}

/// The typical cost of a record from the cost that it adds to regions. Disturbances of a
/// measurement only increase it, so it is the lower quartile.
double usual(std::vector<double> added) {
  return percentileOf(std::move(added), 0.25);
}

/// The cost that each record adds to work with free issue slots, by launch and warp.
std::vector<double> addedToLoops(std::span<const UnitRecords> launches,
                                 const record::OperationTable &operations) {
  return collect(launches, [&](std::span<const record::Record> records) {
    const std::optional<double> plain = lengthOf(records, operations, "plain");
    const std::optional<double> recorded = lengthOf(records, operations, "recorded");
    const size_t scopes = durationsOf(records, operations, "work").size();
    if (!plain || !recorded || scopes == 0)
      return std::vector<double>();
    const double added = (*recorded - *plain) / (2.0 * static_cast<double>(scopes));
    return std::vector<double>{std::max(0.0, added)};
  });
}

/// Widens the range of a record's cost to the bulk of these samples.
Result<void> widen(RecordingCost &cost, const std::vector<double> &samples, std::string_view what) {
  if (samples.empty())
    return fail(ErrorCode::RunFailed, "the calibration kernel recorded no " + std::string(what));
  const Spread spread = spreadOf(samples);
  cost.recordLow = std::min(cost.recordLow, spread.low);
  cost.recordHigh = std::max(cost.recordHigh, spread.high);
  return {};
}

} // namespace

Result<RecordingCost> evaluateCalibration(const CalibrationLaunches &shorter,
                                          const CalibrationLaunches &longer,
                                          const record::OperationTable &operations) {
  const std::span<const UnitRecords> launches = shorter.launches;
  const auto gapsOf = [&](std::string_view name) {
    return collect(launches, [&](std::span<const record::Record> records) {
      return gapsWithin(records, operations, name);
    });
  };
  const std::vector<double> waits = collect(launches, [&](std::span<const record::Record> records) {
    return durationsOf(records, operations, "empty wait");
  });
  const std::vector<double> regions = addedToRegions(shorter, longer, operations);
  const std::vector<double> straight = addedToStraightRegions(launches, operations);
  RecordingCost cost;
  cost.record = std::max(0.0, (usual(regions) + usual(straight)) / 2);
  cost.recordLow = cost.record;
  cost.recordHigh = cost.record;
  PSTUDIO_TRY(widen(cost, regions, "regions"));
  PSTUDIO_TRY(widen(cost, straight, "regions without a loop"));
  cost.recordLow = std::max(0.0, cost.recordLow);
  PSTUDIO_TRY(widen(cost, gapsOf("empty"), "empty scopes"));
  PSTUDIO_TRY(widen(cost, gapsOf("empty in loop"), "empty scopes in a loop"));
  PSTUDIO_TRY(widen(cost, addedToLoops(launches, operations), "work in a loop"));
  if (waits.empty())
    return fail(ErrorCode::RunFailed, "the calibration kernel recorded no empty waits");
  cost.emptyWait = spreadOf(waits).median;
  return cost;
}

} // namespace pstudio::calibration
