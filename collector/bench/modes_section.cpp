// SPDX-License-Identifier: Apache-2.0
// Overhead of every option for recording in the example kernels: each strategy, granularity,
// sampling, metric and auto mode once.
#include <array>

#include "collector/bench/kernel_versions.h"
#include "collector/bench/sections.h"

namespace pstudio::bench {
namespace {

using namespace calibration;
namespace fs = std::filesystem;

constexpr uint32_t kRounds = 20;

/// The baseline of the others; it is measured twice, which shows its noise.
constexpr const char *kPlain = "none";

constexpr std::array<const char *, 32> kModes{
    "default",
    "default:strategy=circular:buffer_type=shared",
    "default:strategy=circular:buffer_type=global",
    "default:strategy=first:buffer_type=shared",
    "default:strategy=first:buffer_type=global",
    "default:strategy=flush",
    "default:strategy=flush:slots=16",
    "default:strategy=stream",
    "default:strategy=stream:when_full=drop",
    "default:granularity=thread:buffer_type=global",
    "default:granularity=warp_2",
    "default:granularity=warp_4",
    "default:granularity=warp_8",
    "default:granularity=warp_group",
    "default:granularity=warp_group_2",
    "default:granularity=cta",
    "default:warps=0",
    "default:ctas=0-15",
    "default:every=4",
    "default:metric=time",
    "default:groups=fast",
    "default:groups=off",
    "functions",
    "loops",
    "barriers",
    "accesses",
    "memory:annotations=drop:slots=16384",
    "memory:annotations=drop:strategy=stream",
    "async",
    "matrix",
    "functions,loops,barriers,accesses,async,matrix",
    "functions,loops,barriers,accesses,async,matrix:strategy=flush",
};

Table modesTable() {
  Table table;
  table.title = "what each way to record adds to the examples";
  table.columns = {
      {"kernel", ""},  {"mode", ""}, {"GPU", "us", 2}, {"more", "%", 2}, {"in kernel", "cycles", 0},
      {"more", "%", 2}};
  const std::vector<Column> columns = resourceColumns();
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  table.notes = {
      "measured as in the section overhead, medians of " + std::to_string(kRounds) +
          " rounds by default; \"more\" compares with both rows of \"none\", which are the same "
          "code: their difference is noise",
      "launch overhead dominates the GPU time of a kernel shorter than 20 us: compare its cycles",
      "result: of the kernel from fresh arguments, checked against a reference of higher "
      "precision, "
      "and bit by bit against the first version, which records nothing"};
  return table;
}

/// The versions that can be built; the others become rows with the reason.
std::vector<Version> buildModes(MeasuringDevice &device, const ExampleData &data,
                                const std::string &name, const std::vector<std::string> &modes,
                                Table &table) {
  std::vector<Version> versions;
  for (const std::string &mode : modes) {
    Result<Version> version = buildVersion(device, data, mode, mode);
    if (version)
      versions.push_back(std::move(*version));
    else
      addFailedRow(table, {name, mode}, version.error());
  }
  return versions;
}

struct PlainMedians {
  double microseconds;
  double cycles;
};

/// Medians over all versions without records. Two of them halve the influence of their position in
/// the sequence and of the address of their code.
PlainMedians plainMedians(const std::vector<Version> &versions) {
  std::vector<double> microseconds, cycles;
  for (const Version &version : versions)
    if (version.name == kPlain) {
      microseconds.insert(microseconds.end(), version.microseconds.begin(),
                          version.microseconds.end());
      cycles.insert(cycles.end(), version.cycles.begin(), version.cycles.end());
    }
  return {spreadOf(microseconds).median, spreadOf(cycles).median};
}

std::vector<std::string> modesOf(const Request &request) {
  std::vector<std::string> modes{kPlain, kPlain};
  if (request.modes.empty())
    modes.insert(modes.end(), kModes.begin(), kModes.end());
  else
    modes.insert(modes.end(), request.modes.begin(), request.modes.end());
  return modes;
}

Result<void> measureModesOf(MeasuringDevice &device, const fs::path &specification,
                            const std::vector<std::string> &modes, uint32_t rounds, Table &table) {
  PSTUDIO_TRY_ASSIGN(ExampleData data, ExampleData::load(device, specification));
  const std::string name = specification.stem().string();
  std::vector<Version> versions = buildModes(device, data, name, modes, table);
  if (versions.empty())
    return {}; // the rows contain the reason
  PSTUDIO_TRY(runRounds(device, data, versions, rounds));
  const auto [microseconds, cycles] = plainMedians(versions);
  for (Version &version : versions) {
    const double ours = spreadOf(version.microseconds).median;
    const double ourCycles = spreadOf(version.cycles).median;
    std::vector<Cell> row{name,      version.name,
                          ours,      percentAbove(ours, microseconds),
                          ourCycles, percentAbove(ourCycles, cycles)};
    const std::vector<Cell> cells = resourceCells(device, data, version);
    row.insert(row.end(), cells.begin(), cells.end());
    table.rows.push_back(std::move(row));
  }
  return {};
}

} // namespace

Result<void> measureModes(const Request &request, MeasuringDevice &device, Section &section) {
  PSTUDIO_TRY_ASSIGN(const std::vector<fs::path> specifications, specificationsIn(request.kernels));
  section.tables = {modesTable()};
  const uint32_t rounds = request.iterations > 0 ? request.iterations : kRounds;
  for (const fs::path &specification : specifications) {
    if (const Result<void> measured =
            measureModesOf(device, specification, modesOf(request), rounds, section.tables[0]);
        !measured)
      addFailedRow(section.tables[0], {specification.stem().string()}, measured.error());
    if (device.context.isLost())
      return fail(ErrorCode::RunFailed, "the device was lost in this section",
                  specification.string());
  }
  return {};
}

} // namespace pstudio::bench
