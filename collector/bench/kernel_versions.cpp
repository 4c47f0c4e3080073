// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/kernel_versions.h"

#include <algorithm>
#include <system_error>

#include "collector/bench/stopwatch.h"

namespace pstudio::bench {

using namespace calibration;
namespace fs = std::filesystem;

namespace {

constexpr uint32_t kWarmups = 10;

void idle() {
  const Stopwatch watch;
  while (watch.microseconds() < kIdleMicroseconds) {
  }
}

/// "ok", or what is wrong with what the version computes from fresh arguments.
std::string checkVersion(MeasuringDevice &device, ExampleData &data, Version &version) {
  const auto run = [&]() -> Result<void> {
    PSTUDIO_TRY(data.reset(device));
    PSTUDIO_TRY(version.kernel.run(device, data));
    return data.check(device);
  };
  const Result<void> result = run();
  return result ? "ok" : result.error().toString();
}

} // namespace

Result<Version> buildVersion(MeasuringDevice &device, const ExampleData &data,
                             const std::string &name, const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode parsed, InstrumentationMode::parse(mode));
  PSTUDIO_TRY_ASSIGN(ExampleKernel kernel, ExampleKernel::build(device, data, parsed));
  return Version{name, std::move(kernel), {}, {}, {}};
}

Result<void> runRounds(MeasuringDevice &device, const ExampleData &data,
                       std::vector<Version> &versions, uint32_t rounds) {
  for (uint32_t round = 0; round < kWarmups + rounds; ++round)
    for (size_t i = 0; i < versions.size(); ++i) {
      Version &version = versions[(i + round) % versions.size()];
      idle();
      PSTUDIO_TRY_ASSIGN(const LaunchTimes times, version.kernel.run(device, data));
      if (round < kWarmups)
        continue;
      version.microseconds.push_back(times.gpuMicroseconds);
      version.cycles.push_back(times.span.cycles);
      version.nanoseconds.push_back(times.span.nanoseconds);
    }
  return {};
}

std::vector<Column> resourceColumns() {
  return {{"registers", ""}, {"local", "bytes"}, {"memory", ""}, {"slots a unit", ""},
          {"records", ""},   {"dropped", ""},    {"result", ""}};
}

std::vector<Cell> resourceCells(MeasuringDevice &device, ExampleData &data, Version &version) {
  const std::string result = checkVersion(device, data, version);
  const cuda::KernelResources &resources = version.kernel.resources();
  std::vector<Cell> cells{int64_t{resources.registersPerThread},
                          static_cast<int64_t>(resources.localBytesPerThread)};
  const auto launch = version.kernel.lastLaunch(device, data);
  if (launch && *launch) {
    const InstrumentedKernel &kernel = version.kernel.instrumented();
    cells.emplace_back(std::string(kernel.isShared ? "shared" : "global"));
    cells.emplace_back(int64_t{kernel.slotsPerUnit});
    cells.emplace_back(static_cast<int64_t>((*launch)->recordsWritten));
    cells.emplace_back(static_cast<int64_t>((*launch)->recordsDropped));
  } else {
    cells.resize(cells.size() + 4);
  }
  cells.emplace_back(launch ? result : launch.error().toString());
  return cells;
}

double percentAbove(double value, double base) {
  return base > 0.0 ? (value / base - 1.0) * 100.0 : 0.0;
}

Result<std::vector<fs::path>> specificationsIn(const fs::path &folder) {
  if (folder.empty())
    return fail(ErrorCode::InvalidInput, "the folder of example kernels is not set", {},
                "--kernels names it");
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".json")
      found.push_back(entry->path());
  if (error)
    return fail(ErrorCode::Io, error.message(), folder.string());
  if (found.empty())
    return fail(ErrorCode::InvalidInput, "there is no specification", folder.string(),
                "--kernels names a folder of .json files");
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace pstudio::bench
