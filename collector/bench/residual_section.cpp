// SPDX-License-Identifier: Apache-2.0
// Regions of known length on one warp: recorded length minus true length.
#include <algorithm>
#include <cmath>

#include "collector/bench/sections.h"
#include "collector/bench/table_rows.h"
#include "collector/calibration/calibrate.h"
#include "collector/calibration/micro_launch.h"

namespace pstudio::bench {
namespace {

using namespace calibration;

constexpr const char *kMode = "default:buffer_type=shared:slots=64";
/// Regions with records in one launch.
constexpr uint32_t kRecorded = 8;
/// Regions of the two kernels without inner records. The time of one region is the slope between
/// them, in which the constant parts of both kernels cancel out.
constexpr uint32_t kFewRegions = 4;
constexpr uint32_t kManyRegions = 12;
constexpr uint32_t kWarmups = 3;
constexpr uint32_t kLaunches = 15;
/// Maximum error of a region: this number of cycles or this share, whichever is more.
constexpr double kAllowedCycles = 4.0;
constexpr double kAllowedShare = 0.01;
/// Shorter regions are shown, but not compared with the limit [cycles].
constexpr double kShortestJudged = 50.0;
/// Lengths, in a loop and without one, whose regions are shown one by one.
constexpr uint32_t kShownSteps = 80, kShownStraightSteps = 50;

/// The same regions in three kernels.
struct RegionKernels {
  MicroLaunch recorded;
  MicroLaunch few;
  MicroLaunch many;
};

template <class Make> Result<RegionKernels> prepare(MeasuringDevice &device, const Make &make) {
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode, InstrumentationMode::parse(kMode));
  PSTUDIO_TRY_ASSIGN(MicroLaunch recorded,
                     MicroLaunch::prepare(device, make(kRecorded, true), mode, 1));
  PSTUDIO_TRY_ASSIGN(MicroLaunch few,
                     MicroLaunch::prepare(device, make(kFewRegions, false), mode, 1));
  PSTUDIO_TRY_ASSIGN(MicroLaunch many,
                     MicroLaunch::prepare(device, make(kManyRegions, false), mode, 1));
  return RegionKernels{std::move(recorded), std::move(few), std::move(many)};
}

/// Lengths of all scopes of that name in all launches but the first ones.
Result<std::vector<double>> lengths(MeasuringDevice &device, MicroLaunch &kernel,
                                    std::string_view scope, uint32_t iterations,
                                    uint32_t launches) {
  std::vector<double> all;
  for (uint32_t i = 0; i < kWarmups + launches; ++i) {
    PSTUDIO_TRY_ASSIGN(const MicroResult result, kernel.run(device, iterations));
    if (i < kWarmups)
      continue;
    for (const auto &records : result.units) {
      const std::vector<double> some = durationsOf(records, kernel.operations(), scope);
      all.insert(all.end(), some.begin(), some.end());
    }
  }
  if (all.empty())
    return fail(ErrorCode::WrongResult, "no scope \"" + std::string(scope) + "\" was recorded");
  return all;
}

/// Recorded minus true, of many regions of one length.
struct Errors {
  double truth = 0.0; ///< [cycles]
  Spread raw;
  Spread corrected;
  double inRange = 0.0;   ///< share of the regions whose true length is in their corrected range
  double firstMore = 0.0; ///< extra length of the first region, also without inner records [cycles]
  std::vector<double> rawOfEach; ///< medians of the regions, in their order in the kernel
  double allowed() const { return std::max(kAllowedCycles, kAllowedShare * truth); }
  static double worst(const Spread &errors) {
    return std::max(std::abs(errors.least), std::abs(errors.most));
  }
};

/// True lengths of the regions with records. The speed of equal code depends on its address, so the
/// length of a turn is measured for each region of a loop.
struct Truth {
  std::vector<double> turn; ///< of each region [cycles]
  double once = 0.0;        ///< length of a chain without its turns [cycles]
  double start = 0.0;       ///< length of the scope around all without its chains [cycles]
  double of(size_t region, uint32_t turns) const {
    return turn[region % turn.size()] * turns + once;
  }
};

/// Medians over launches of the scopes of that name, in their order in the kernel.
Result<std::vector<double>> mediansInOrder(MeasuringDevice &device, MicroLaunch &kernel,
                                           std::string_view scope, uint32_t turns,
                                           uint32_t launches, uint32_t count) {
  PSTUDIO_TRY_ASSIGN(const std::vector<double> all,
                     lengths(device, kernel, scope, turns, launches));
  std::vector<double> medians;
  for (uint32_t i = 0; i < count; ++i) {
    std::vector<double> ofOne;
    for (size_t at = i; at < all.size(); at += count)
      ofOne.push_back(all[at]);
    medians.push_back(spreadOf(std::move(ofOne)).median);
  }
  return medians;
}

Result<Truth> measureTruth(MeasuringDevice &device, RegionKernels &kernels, uint32_t launches) {
  constexpr uint32_t kFewTurns = 100;
  constexpr uint32_t kManyTurns = 1000;
  const auto turnAndRest = [&](MicroLaunch &kernel, std::string_view scope,
                               uint32_t count) -> Result<std::vector<std::pair<double, double>>> {
    PSTUDIO_TRY_ASSIGN(const std::vector<double> few,
                       mediansInOrder(device, kernel, scope, kFewTurns, launches, count));
    PSTUDIO_TRY_ASSIGN(const std::vector<double> many,
                       mediansInOrder(device, kernel, scope, kManyTurns, launches, count));
    std::vector<std::pair<double, double>> lines;
    for (uint32_t i = 0; i < count; ++i) {
      const double turn = (many[i] - few[i]) / (kManyTurns - kFewTurns);
      lines.emplace_back(turn, few[i] - turn * kFewTurns);
    }
    return lines;
  };
  PSTUDIO_TRY_ASSIGN(const auto few, turnAndRest(kernels.few, "all", 1));
  PSTUDIO_TRY_ASSIGN(const auto many, turnAndRest(kernels.many, "all", 1));
  PSTUDIO_TRY_ASSIGN(const auto regions, turnAndRest(kernels.recorded, "region", kRecorded));
  Truth truth;
  truth.once = (many[0].second - few[0].second) / (kManyRegions - kFewRegions);
  truth.start = few[0].second - kFewRegions * truth.once;
  for (const auto &[turn, rest] : regions)
    truth.turn.push_back(turn);
  return truth;
}

Result<Errors> measure(MeasuringDevice &device, RegionKernels &kernels, uint32_t iterations,
                       uint32_t launches, const RecordingCost &cost, const Truth *known = nullptr) {
  PSTUDIO_TRY_ASSIGN(const std::vector<double> few,
                     lengths(device, kernels.few, "all", iterations, launches));
  PSTUDIO_TRY_ASSIGN(const std::vector<double> many,
                     lengths(device, kernels.many, "all", iterations, launches));
  PSTUDIO_TRY_ASSIGN(const std::vector<double> regions,
                     lengths(device, kernels.recorded, "region", iterations, launches));
  Errors errors;
  errors.truth = (spreadOf(many).median - spreadOf(few).median) / (kManyRegions - kFewRegions);
  std::vector<double> raw;
  std::vector<double> corrected;
  size_t inRange = 0;
  // The scope around all has the error of a region, and the constant cost of the code after its
  // start.
  const auto truthOf = [&](size_t i) { return known ? known->of(i, iterations) : errors.truth; };
  std::vector<double> usual;
  for (size_t i = 0; i < regions.size(); ++i)
    usual.push_back(regions[i] - truthOf(i));
  const double start = known ? known->start : spreadOf(few).median - kFewRegions * errors.truth;
  errors.firstMore = std::max(0.0, start - spreadOf(std::move(usual)).median);
  for (size_t i = 0; i < regions.size(); ++i) {
    const double length = regions[i];
    const double truth = truthOf(i) + (i % kRecorded == 0 ? errors.firstMore : 0.0);
    inRange += truth >= std::max(0.0, length - cost.recordHigh) &&
               truth <= std::max(0.0, length - cost.recordLow);
    raw.push_back(length - truth);
    // The trace's correction of neighbouring records.
    corrected.push_back(std::max(0.0, length - cost.record) - truth);
  }
  errors.inRange = static_cast<double>(inRange) / static_cast<double>(regions.size());
  for (size_t place = 0; place < kRecorded; ++place) {
    std::vector<double> ofOne;
    for (size_t i = place; i < raw.size(); i += kRecorded)
      ofOne.push_back(raw[i]);
    errors.rawOfEach.push_back(spreadOf(std::move(ofOne)).median);
  }
  errors.raw = spreadOf(std::move(raw));
  errors.corrected = spreadOf(std::move(corrected));
  return errors;
}

/// The largest share of the allowed error, over the lengths that are compared with the limit.
struct Verdict {
  std::optional<double> median;
  std::optional<double> worst;
  void add(const Errors &errors) {
    if (errors.truth < kShortestJudged)
      return;
    median = std::max(median.value_or(0.0), std::abs(errors.corrected.median) / errors.allowed());
    worst = std::max(worst.value_or(0.0), Errors::worst(errors.corrected) / errors.allowed());
  }
};

Table emptyTable(const std::string &title) {
  Table table;
  table.title = title;
  table.columns = {{"steps", ""},
                   {"true length", "cycles", 1},
                   {"raw error, median", "cycles", 1},
                   {"raw error, worst", "cycles", 1},
                   {"corrected, median", "cycles", 1},
                   {"corrected, worst", "cycles", 1},
                   {"allowed", "cycles", 1},
                   {"in range", "%", 0},
                   {"regions", ""}};
  return table;
}

std::string textOf(const std::vector<double> &numbers) {
  std::string text;
  for (const double number : numbers)
    text += " " + std::to_string(std::lround(number));
  return text;
}

void addRow(Table &table, uint32_t steps, const Result<Errors> &errors, Verdict &verdict) {
  std::vector<Cell> row{int64_t{steps}};
  if (!errors) {
    addFailedRow(table, std::move(row), errors.error());
    return;
  }
  verdict.add(*errors);
  if (steps == kShownSteps || steps == kShownStraightSteps)
    table.notes.push_back("raw errors of the regions of " + std::to_string(steps) +
                          " steps in their order in the code:" + textOf(errors->rawOfEach) +
                          "; the first one is taken to be " +
                          std::to_string(std::lround(errors->firstMore)) +
                          " cycles longer, as a scope around all of them is where no region "
                          "has records");
  for (const double value :
       {errors->truth, errors->raw.median, Errors::worst(errors->raw), errors->corrected.median,
        Errors::worst(errors->corrected), errors->allowed(), 100.0 * errors->inRange})
    row.emplace_back(value);
  row.emplace_back(static_cast<int64_t>(errors->raw.count));
  table.rows.push_back(std::move(row));
}

void addTarget(Section &section, const std::string &what, const std::optional<double> &share) {
  const std::string unit = "of max(4 cycles, 1 %)";
  section.targets.push_back(share ? measuredTarget(what, 1.0, unit, *share)
                                  : missingTarget(what, 1.0, unit, "no region was measured"));
}

/// Chains in loops, of 50 to 50,000 cycles.
Result<Verdict> measureLoops(MeasuringDevice &device, uint32_t launches, const RecordingCost &cost,
                             Section &section) {
  section.tables.push_back(emptyTable("a loop of dependent multiply-adds, one warp"));
  Table &table = section.tables.back();
  table.notes = {"true length: iterations of the region's own loop times the slope per iteration "
                 "(equal loops differ by up to 5 % by the alignment of their code), plus the fixed "
                 "time of a chain, from kernels without inner records",
                 "corrected: less the calibrated cost of a record, " +
                     std::to_string(cost.record).substr(0, 5) + " cycles"};
  constexpr uint32_t kSteps = 8;
  PSTUDIO_TRY_ASSIGN(RegionKernels kernels, prepare(device, [&](uint32_t count, bool inside) {
                       return chainRegions(count, {Work::Dependent, kSteps}, inside);
                     }));
  PSTUDIO_TRY_ASSIGN(const Truth truth, measureTruth(device, kernels, launches));
  Verdict verdict;
  for (const uint32_t iterations : {1u, 2u, 3u, 4u, 6u, 10u, 20u, 50u, 100u, 200u, 500u, 1000u})
    addRow(table, iterations * kSteps, measure(device, kernels, iterations, launches, cost, &truth),
           verdict);
  return verdict;
}

/// Chains without a loop, which the assembler may interleave with the records.
Result<Verdict> measureStraight(MeasuringDevice &device, uint32_t launches,
                                const RecordingCost &cost, Section &section) {
  section.tables.push_back(emptyTable("dependent multiply-adds without a loop, one warp"));
  Table &table = section.tables.back();
  table.notes = {"ptxas schedules instructions of the chain into the wait for a record's clock: a "
                 "record costs almost nothing here, and the correction subtracts too much",
                 "in range: regions whose true length is between the lengths corrected by the "
                 "largest and by the smallest cost of a record in the calibration"};
  Verdict verdict;
  for (const uint32_t steps : {12u, 25u, 50u, 100u, 250u}) {
    Result<RegionKernels> kernels = prepare(
        device, [&](uint32_t count, bool inside) { return straightRegions(count, steps, inside); });
    addRow(table, steps,
           kernels ? measure(device, *kernels, 1, launches, cost)
                   : Result<Errors>(tl::unexpected(kernels.error())),
           verdict);
  }
  return verdict;
}

} // namespace

Result<void> measureResiduals(const Request &request, MeasuringDevice &device, Section &section) {
  const uint32_t launches = request.iterations > 0 ? request.iterations : kLaunches;
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode, InstrumentationMode::parse(kMode));
  PSTUDIO_TRY_ASSIGN(const RecordingCost cost,
                     calibrate(device.context, device.architecture, mode, 1));
  PSTUDIO_TRY_ASSIGN(const Verdict loops, measureLoops(device, launches, cost, section));
  addTarget(section, "region in a loop after correction, median of each length", loops.median);
  addTarget(section, "region in a loop after correction, worst of all", loops.worst);
  PSTUDIO_TRY_ASSIGN(const Verdict straight, measureStraight(device, launches, cost, section));
  addTarget(section, "straight region after correction, median of each length", straight.median);
  return {};
}

} // namespace pstudio::bench
