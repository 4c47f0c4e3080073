// SPDX-License-Identifier: Apache-2.0
// Cycles per record of this program's lowering, in every variant.
#include <algorithm>
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

/// A method to record.
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
  // The default strategy is not part of the text: every build supports it.
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

/// Maximum cost of a record in straight-line code, with 1, 4, 8 and 16 warps [cycles].
constexpr std::array<double, kWarpCounts.size()> kSharedTargets{7.5, 9, 9, 18};
constexpr std::array<double, kWarpCounts.size()> kGlobalTargets{8.5, 10, 11, 22};

void addTarget(Section &section, const Variant &variant, const Result<Measured> &measured) {
  if (variant.isLoop || variant.strategy != "circular" || variant.lanes != RecordLanes::All ||
      !variant.isGrouped)
    return;
  const auto &targets = variant.buffer == "shared" ? kSharedTargets : kGlobalTargets;
  const auto place = std::find(kWarpCounts.begin(), kWarpCounts.end(), variant.warps);
  const double limit = targets[static_cast<size_t>(place - kWarpCounts.begin())];
  const std::string what = "record, straight-line code, " + variant.buffer + " buffer, " +
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

/// Cycles of an iteration of threeRecordsInLoop(), by clocks around all of them: the slope between
/// two numbers of iterations.
Result<double> iterationCycles(MeasuringDevice &device, const Variant &variant, uint32_t steps,
                               bool recorded, uint32_t launches) {
  constexpr uint32_t kFew = 16, kMany = 80; // their records fit into kSlots
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode, InstrumentationMode::parse(modeText(variant)));
  PSTUDIO_TRY_ASSIGN(MicroLaunch kernel,
                     MicroLaunch::prepare(device, threeRecordsInLoop(steps, recorded), mode,
                                          variant.warps, variant.lanes));
  const auto medianOf = [&](uint32_t iterations) -> Result<double> {
    std::vector<double> outer;
    for (uint32_t i = 0; i < kWarmups + launches; ++i) {
      PSTUDIO_TRY_ASSIGN(const MicroResult result, kernel.run(device, iterations));
      if (i >= kWarmups)
        outer.insert(outer.end(), result.outerCycles.begin(), result.outerCycles.end());
    }
    return spreadOf(std::move(outer)).median;
  };
  PSTUDIO_TRY_ASSIGN(const double few, medianOf(kFew));
  PSTUDIO_TRY_ASSIGN(const double many, medianOf(kMany));
  return (many - few) / (kMany - kFew);
}

/// Maximum cost of a record in a loop of three per iteration, with 1, 4, 8 and 16 warps [cycles].
struct LoopTarget {
  const char *buffer;
  uint32_t steps;
  std::array<double, kWarpCounts.size()> cycles;
};
constexpr std::array<LoopTarget, 3> kLoopTargets{{{"shared", 0, {12.5, 14, 13.5, 23.5}},
                                                  {"global", 0, {14.5, 17, 16, 30}},
                                                  {"shared", 2, {6.5, 7, 7.5, 10}}}};

void addLoopTarget(Section &section, const Variant &variant, uint32_t steps, double cycles) {
  for (const LoopTarget &target : kLoopTargets)
    for (size_t i = 0; i < kWarpCounts.size(); ++i)
      if (variant.isGrouped && variant.buffer == target.buffer && steps == target.steps &&
          variant.warps == kWarpCounts[i])
        section.targets.push_back(measuredTarget(
            "record, three in a loop, " + variant.buffer + " buffer, " + std::to_string(steps) +
                " multiply-adds before each, " + std::to_string(variant.warps) + " warps",
            target.cycles[i], "cycles", cycles));
}

/// Loops of three records per iteration; the loss of the device ends the measurement.
Result<void> measureLoops(MeasuringDevice &device, uint32_t launches, Section &section) {
  section.tables.push_back({});
  const size_t place = section.tables.size() - 1;
  section.tables[place].title = "one of three records in an iteration of a loop";
  section.tables[place].columns = {{"warps", ""},           {"buffer", ""},
                                   {"multiply-adds", ""},   {"groups", ""},
                                   {"record", "cycles", 2}, {"loop alone", "cycles", 2}};
  section.tables[place].notes = {
      "a third of what an iteration takes more than one of the same loop without records; the "
      "multiply-adds, each of which waits for the one before, are before each record"};
  for (const char *buffer : {"shared", "global"})
    for (const uint32_t steps : {0u, 2u, 8u})
      for (const uint32_t warps : kWarpCounts)
        for (const bool isGrouped : {true, false}) {
          const Variant variant{buffer, "circular", true, RecordLanes::All, warps, isGrouped};
          std::vector<Cell> row{int64_t{warps}, std::string(buffer), int64_t{steps},
                                std::string(isGrouped ? "yes" : "no")};
          const Result<double> with = iterationCycles(device, variant, steps, true, launches);
          const Result<double> alone = iterationCycles(device, variant, steps, false, launches);
          if (!with || !alone) {
            addFailedRow(section.tables[place], std::move(row),
                         with ? alone.error() : with.error());
          } else {
            const double cycles = (*with - *alone) / 3;
            addLoopTarget(section, variant, steps, cycles);
            row.emplace_back(cycles);
            row.emplace_back(*alone);
            section.tables[place].rows.push_back(std::move(row));
          }
          if (device.context.isLost())
            return fail(ErrorCode::RunFailed, "the device was lost in this section");
        }
  return {};
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

/// Every kind of value; the loss of the device ends the measurement.
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

/// Every variant; the loss of the device ends the measurement.
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
  PSTUDIO_TRY(measureLoops(device, launches, section));
  return measureValues(device, launches, section);
}

} // namespace pstudio::bench
