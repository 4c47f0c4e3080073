// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/calibration_evaluation.h"

#include <algorithm>
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

/// What each record added to the work, by launch and warp.
std::vector<double> addedByRecords(std::span<const UnitRecords> launches,
                                   const record::OperationTable &operations, Work work) {
  const std::string name = nameOf(work);
  return collect(launches, [&](std::span<const record::Record> records) {
    const std::vector<double> plain = durationsOf(records, operations, "plain " + name);
    const std::vector<double> recorded = durationsOf(records, operations, "recorded " + name);
    const size_t scopes = durationsOf(records, operations, "work " + name).size();
    if (plain.size() != 1 || recorded.size() != 1 || scopes == 0)
      return std::vector<double>();
    const double added = (recorded[0] - plain[0]) / (2.0 * static_cast<double>(scopes));
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

Result<RecordingCost> evaluateCalibration(std::span<const UnitRecords> launches,
                                          const record::OperationTable &operations) {
  const auto gapsOf = [&](std::string_view name) {
    return collect(launches, [&](std::span<const record::Record> records) {
      return gapsWithin(records, operations, name);
    });
  };
  const std::vector<double> waits = collect(launches, [&](std::span<const record::Record> records) {
    return durationsOf(records, operations, "empty wait");
  });
  const std::vector<double> empty = gapsOf("empty");
  RecordingCost cost;
  cost.record = spreadOf(empty).median;
  cost.recordLow = cost.record;
  cost.recordHigh = cost.record;
  PSTUDIO_TRY(widen(cost, empty, "empty scopes"));
  PSTUDIO_TRY(widen(cost, gapsOf("empty in loop"), "empty scopes in a loop"));
  for (const Work work : {Work::Dependent, Work::Independent})
    PSTUDIO_TRY(widen(cost, addedByRecords(launches, operations, work), nameOf(work) + " work"));
  if (waits.empty())
    return fail(ErrorCode::RunFailed, "the calibration kernel recorded no empty waits");
  cost.emptyWait = spreadOf(waits).median;
  return cost;
}

} // namespace pstudio::calibration
