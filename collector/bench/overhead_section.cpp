// SPDX-License-Identifier: Apache-2.0
// Overhead of recording in the example kernels: versions in turn, with equal pauses.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "collector/bench/kernel_versions.h"
#include "collector/bench/sections.h"

namespace pstudio::bench {
namespace {

using namespace calibration;
namespace fs = std::filesystem;

constexpr uint32_t kRounds = 60;

/// Maximum overhead of recording with the default buffer in an example.
struct ExampleTarget {
  std::string_view kernel;
  double microsecondsPercent;          ///< of GPU time
  std::optional<double> cyclesPercent; ///< in the kernel
};
constexpr std::array<ExampleTarget, 2> kTargets{
    {{"gemm_tiled", 5.0, std::nullopt}, {"gemm_wgmma", 3.0, 3.0}}};

/// A version of an example.
struct VersionName {
  const char *name;
  const char *mode;
};
/// The first version is the baseline of the others. The second is equal, so that its difference
/// shows the noise.
constexpr std::array<VersionName, 6> kVersions{{{"plain", "none"},
                                                {"plain again", "none"},
                                                {"default", "default"},
                                                {"shared", "default:buffer_type=shared"},
                                                {"one by one", "default:groups=off"},
                                                {"fast groups", "default:groups=fast"}}};

Result<std::vector<Version>> buildVersions(MeasuringDevice &device, const ExampleData &data) {
  std::vector<Version> versions;
  for (const VersionName &version : kVersions) {
    PSTUDIO_TRY_ASSIGN(Version built, buildVersion(device, data, version.name, version.mode));
    versions.push_back(std::move(built));
  }
  return versions;
}

Table timeTable() {
  Table table;
  table.title = "time of the example kernels, recorded and plain";
  table.columns = {
      {"kernel", ""},       {"version", ""},  {"GPU", "us", 2},           {"p10", "us", 2},
      {"p90", "us", 2},     {"more", "%", 2}, {"in kernel", "cycles", 0}, {"p10", "cycles", 0},
      {"p90", "cycles", 0}, {"more", "%", 2}, {"in kernel", "us", 2},     {"more", "%", 2}};
  table.notes = {
      "versions alternate, each after clearing its records, waiting and " +
          std::to_string(static_cast<int>(kIdleMicroseconds)) + " us of rest; medians of " +
          std::to_string(kRounds) + " rounds by default",
      "GPU: between two events around the launch of the kernel itself; in kernel, of a second "
      "launch with clocks around every warp in every version: last end minus first begin of the "
      "warps on the SM that was busy longest, and the same over all SMs by the global timer",
      "\"plain again\" is the same code as \"plain\": its difference is noise"};
  return table;
}

Table resourceTable() {
  Table table;
  table.title = "resources, records and results of the same kernels";
  table.columns = {{"kernel", ""}, {"version", ""}};
  const std::vector<Column> columns = resourceColumns();
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  table.notes = {
      "registers and local bytes a thread; the result is compared bit by bit with that of "
      "the first version"};
  return table;
}

void addTimes(Table &table, const std::string &name, const std::vector<Version> &versions) {
  const Version &plain = versions.front();
  for (size_t i = 0; i < versions.size(); ++i) {
    std::vector<Cell> row{name, versions[i].name};
    const auto add = [&](const std::vector<double> &values, const std::vector<double> &base,
                         bool withSpread) {
      const Spread spread = spreadOf(values);
      row.emplace_back(spread.median);
      if (withSpread) {
        row.emplace_back(spread.low);
        row.emplace_back(spread.high);
      }
      row.push_back(i == 0 ? Cell() : Cell(percentAbove(spread.median, spreadOf(base).median)));
    };
    add(versions[i].microseconds, plain.microseconds, true);
    add(versions[i].cycles, plain.cycles, true);
    std::vector<double> microseconds = versions[i].nanoseconds;
    std::vector<double> base = plain.nanoseconds;
    for (std::vector<double> *values : {&microseconds, &base})
      for (double &value : *values)
        value /= 1e3;
    add(microseconds, base, false);
    table.rows.push_back(std::move(row));
  }
}

void addResources(MeasuringDevice &device, Table &table, const std::string &name, ExampleData &data,
                  std::vector<Version> &versions) {
  for (Version &version : versions) {
    std::vector<Cell> row{name, version.name};
    const std::vector<Cell> cells = resourceCells(device, data, version);
    row.insert(row.end(), cells.begin(), cells.end());
    table.rows.push_back(std::move(row));
  }
}

std::string timeTarget(std::string_view kernel) {
  return "GPU time added to " + std::string(kernel) + " with the default buffer";
}

std::string cyclesTarget(std::string_view kernel) {
  return "cycles added in " + std::string(kernel) + " with the default buffer";
}

void addTargets(Section &section, const ExampleTarget &target,
                const std::vector<Version> &versions) {
  const auto added = [&](const auto &valuesOf) {
    return percentAbove(spreadOf(valuesOf(versions[2])).median,
                        spreadOf(valuesOf(versions[0])).median);
  };
  section.targets.push_back(
      measuredTarget(timeTarget(target.kernel), target.microsecondsPercent, "%",
                     added([](const Version &version) { return version.microseconds; })));
  if (target.cyclesPercent)
    section.targets.push_back(
        measuredTarget(cyclesTarget(target.kernel), *target.cyclesPercent, "%",
                       added([](const Version &version) { return version.cycles; })));
}

/// Adds targets of examples that are missing or could not be measured.
void addMissingTargets(Section &section) {
  for (const ExampleTarget &target : kTargets) {
    const std::string name = timeTarget(target.kernel);
    const bool isThere = std::ranges::any_of(
        section.targets, [&](const Target &measured) { return measured.what == name; });
    if (!isThere)
      section.targets.push_back(
          missingTarget(name, target.microsecondsPercent, "%",
                        "no example " + std::string(target.kernel) + " was measured"));
  }
}

Result<void> measureExample(MeasuringDevice &device, const fs::path &specification, uint32_t rounds,
                            Section &section) {
  PSTUDIO_TRY_ASSIGN(ExampleData data, ExampleData::load(device, specification));
  PSTUDIO_TRY_ASSIGN(std::vector<Version> versions, buildVersions(device, data));
  PSTUDIO_TRY(runRounds(device, data, versions, rounds));
  const std::string name = specification.stem().string();
  addTimes(section.tables[0], name, versions);
  addResources(device, section.tables[1], name, data, versions);
  for (const ExampleTarget &target : kTargets)
    if (target.kernel == name)
      addTargets(section, target, versions);
  return {};
}

} // namespace

Result<void> measureOverhead(const Request &request, MeasuringDevice &device, Section &section) {
  PSTUDIO_TRY_ASSIGN(const std::vector<fs::path> specifications, specificationsIn(request.kernels));
  section.tables = {timeTable(), resourceTable()};
  const uint32_t rounds = request.iterations > 0 ? request.iterations : kRounds;
  for (const fs::path &specification : specifications) {
    if (const Result<void> measured = measureExample(device, specification, rounds, section);
        !measured)
      addFailedRow(section.tables[0], {specification.stem().string()}, measured.error());
    if (device.context.isLost())
      return fail(ErrorCode::RunFailed, "the device was lost in this section",
                  specification.string());
  }
  addMissingTargets(section);
  return {};
}

} // namespace pstudio::bench
