// SPDX-License-Identifier: Apache-2.0
// Cycles per record of our own lowering, in every variant.
#include <array>

#include "collector/bench/sections.h"
#include "collector/bench/table_rows.h"
#include "collector/calibration/micro_launch.h"
#include "collector/calibration/sample_statistics.h"

namespace pstudio::bench {
namespace {

using namespace calibration;

constexpr std::array<uint32_t, 4> kWarpCounts{1, 4, 8, 16};
/// Scopes in a row, or iterations of the loop: two records each.
constexpr uint32_t kScopes = 64;
/// Slots that hold all of them.
constexpr uint32_t kSlots = 256;
constexpr uint32_t kWarmups = 3;
constexpr uint32_t kLaunches = 11;

/// One way to record.
struct Variant {
  std::string buffer;   ///< "shared", "global"
  std::string strategy; ///< "circular", "first"
  bool isLoop = false;
  RecordLanes lanes = RecordLanes::All;
  uint32_t warps = 1;
  bool isGrouped = true;
};

/// Cycles per record of one variant.
struct Measured {
  Spread gaps;  ///< (last - first) / (records - 1), over launches and warps
  Spread outer; ///< the same by clocks around all
  Spread scope; ///< lengths of the empty scopes
};

std::string modeText(const Variant &variant) {
  std::string text = "default:buffer_type=" + variant.buffer;
  // The default strategy is not spelled out: it is part of every build.
  if (variant.strategy != "circular")
    text += ":strategy=" + variant.strategy;
  if (!variant.isGrouped)
    text += ":groups=off";
  return text + ":slots=" + std::to_string(kSlots);
}

Result<Measured> measure(MeasuringDevice &device, const Variant &variant, uint32_t launches) {
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode, InstrumentationMode::parse(modeText(variant)));
  PSTUDIO_TRY_ASSIGN(
      MicroLaunch kernel,
      MicroLaunch::prepare(device, variant.isLoop ? emptyScopesInLoop() : emptyScopes(kScopes),
                           mode, variant.warps, variant.lanes));
  std::vector<double> means;
  std::vector<double> outer;
  std::vector<double> lengths;
  for (uint32_t i = 0; i < kWarmups + launches; ++i) {
    PSTUDIO_TRY_ASSIGN(const MicroResult result, kernel.run(device, kScopes));
    if (i < kWarmups)
      continue;
    for (const auto &records : result.units) {
      means.push_back(meanGap(records, kernel.operations(), "empty"));
      const std::vector<double> scopes = durationsOf(records, kernel.operations(), "empty");
      if (scopes.size() != kScopes)
        return fail(ErrorCode::WrongResult, "a warp recorded " + std::to_string(scopes.size()) +
                                                " scopes instead of " + std::to_string(kScopes));
      lengths.insert(lengths.end(), scopes.begin(), scopes.end());
    }
    for (double cycles : result.outerCycles)
      outer.push_back(cycles / (2.0 * kScopes));
  }
  return Measured{spreadOf(std::move(means)), spreadOf(std::move(outer)),
                  spreadOf(std::move(lengths))};
}

Table emptyTable(const std::string &title) {
  Table table;
  table.title = title;
  table.columns = {{"warps", ""}, {"buffer", ""}, {"strategy", ""},
                   {"code", ""},  {"lanes", ""},  {"groups", ""}};
  appendSpreadColumns(table.columns, "cycles", 2);
  table.columns.push_back({"outer clocks", "cycles", 2});
  table.columns.push_back({"empty scope", "cycles", 1});
  return table;
}

void addTarget(Section &section, const Variant &variant, const Result<Measured> &measured) {
  const bool isGoal = variant.buffer == "shared" && !variant.isLoop &&
                      variant.strategy == "circular" && variant.lanes == RecordLanes::All &&
                      variant.isGrouped;
  if (!isGoal || variant.warps == 16)
    return;
  const double limit = variant.warps == 1 ? 7.5 : 9.0;
  const std::string what = "record, straight-line code, shared buffer, " +
                           std::to_string(variant.warps) +
                           (variant.warps == 1 ? " warp" : " warps");
  section.targets.push_back(
      measured ? measuredTarget(what, limit, "cycles", measured->gaps.median)
               : missingTarget(what, limit, "cycles", measured.error().toString()));
}

void addVariant(MeasuringDevice &device, const Variant &variant, uint32_t launches, Table &table,
                Section &section) {
  std::vector<Cell> row{int64_t{variant.warps},
                        variant.buffer,
                        variant.strategy,
                        std::string(variant.isLoop ? "loop (ring)" : "straight line"),
                        std::string(variant.lanes == RecordLanes::All ? "all" : "one"),
                        std::string(variant.isGrouped ? "yes" : "no")};
  const Result<Measured> measured = measure(device, variant, launches);
  addTarget(section, variant, measured);
  if (!measured) {
    addFailedRow(table, std::move(row), measured.error());
    return;
  }
  appendSpread(row, measured->gaps);
  row.emplace_back(measured->outer.median);
  row.emplace_back(measured->scope.median);
  table.rows.push_back(std::move(row));
}

struct ValueKind {
  RecordedValue value;
  const char *name;
};
constexpr std::array kValueKinds{
    ValueKind{RecordedValue::SameInAllLanes, "i32, the same in all lanes"},
    ValueKind{RecordedValue::OfOneLane, "i32 of one lane"},
    ValueKind{RecordedValue::WideOfOneLane, "index of one lane"},
};

/// Gaps between values, over launches and warps.
Result<Spread> measureValues(MeasuringDevice &device, const ValueKind &kind,
                             const std::string &buffer, uint32_t warps, uint32_t launches) {
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode,
                     InstrumentationMode::parse(modeText({buffer, "circular"})));
  PSTUDIO_TRY_ASSIGN(MicroLaunch kernel,
                     MicroLaunch::prepare(device, recordedValues(kScopes, kind.value), mode, warps,
                                          RecordLanes::All));
  std::vector<double> means;
  for (uint32_t i = 0; i < kWarmups + launches; ++i) {
    PSTUDIO_TRY_ASSIGN(const MicroResult result, kernel.run(device, kScopes));
    for (const auto &records : result.units)
      if (i >= kWarmups)
        means.push_back(meanGap(records, kernel.operations(), "value"));
  }
  return spreadOf(std::move(means));
}

/// Every kind of value; a device that is lost ends it.
Result<void> measureValues(MeasuringDevice &device, uint32_t launches, Section &section) {
  section.tables.push_back({});
  Table &table = section.tables.back();
  table.title = "a value of ours";
  table.columns = {{"warps", ""}, {"buffer", ""}, {"value", ""}};
  appendSpreadColumns(table.columns, "cycles", 2);
  table.notes = {std::to_string(kScopes) +
                 " values in a row in one CTA; (last clock - first clock) / (values - 1) of each "
                 "warp. A value of 32 bits takes 2 slots, one of 64 bits 3."};
  for (const char *buffer : {"shared", "global"})
    for (const ValueKind &kind : kValueKinds)
      for (const uint32_t warps : kWarpCounts) {
        std::vector<Cell> row{int64_t{warps}, std::string(buffer), std::string(kind.name)};
        const Result<Spread> gaps = measureValues(device, kind, buffer, warps, launches);
        if (gaps) {
          appendSpread(row, *gaps);
          table.rows.push_back(std::move(row));
        } else {
          addFailedRow(table, std::move(row), gaps.error());
        }
        if (device.context.isLost())
          return fail(ErrorCode::RunFailed, "the device was lost in this section");
      }
  return {};
}

/// Every variant; a device that is lost ends it.
Result<void> measureLowered(MeasuringDevice &device, uint32_t launches, Section &section) {
  section.tables.push_back(emptyTable("a record of ours"));
  Table &table = section.tables.back();
  table.notes = {
      std::to_string(kScopes) +
          " empty scopes in a row, or a loop of as many, in one CTA; (last clock - first "
          "clock) / (records - 1) of each warp, over " +
          std::to_string(launches) + " launches",
      "outer clocks: a 64-bit clock before the first and after the last record, divided "
      "by the number of records",
      "empty scope: the median length of a scope around nothing, as a trace shows it"};
  for (const bool isLoop : {false, true})
    for (const char *buffer : {"shared", "global"})
      for (const char *strategy : {"circular", "first"})
        for (const RecordLanes lanes : {RecordLanes::All, RecordLanes::One})
          for (const bool isGrouped : {true, false})
            for (const uint32_t warps : kWarpCounts) {
              addVariant(device, {buffer, strategy, isLoop, lanes, warps, isGrouped}, launches,
                         table, section);
              if (device.context.isLost())
                return fail(ErrorCode::RunFailed, "the device was lost in this section");
            }
  return {};
}

} // namespace

Result<void> measureRecords(const Request &request, MeasuringDevice &device, Section &section) {
  const uint32_t launches = request.iterations > 0 ? request.iterations : kLaunches;
  PSTUDIO_TRY(measureLowered(device, launches, section));
  return measureValues(device, launches, section);
}

} // namespace pstudio::bench
