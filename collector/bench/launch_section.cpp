// SPDX-License-Identifier: Apache-2.0
// Cost of a launch besides its kernel: host time, GPU time, clearing and copying the records.
#include <array>

#include "collector/bench/launch_kinds.h"
#include "collector/bench/sections.h"
#include "collector/bench/stopwatch.h"
#include "collector/bench/table_rows.h"
#include "collector/calibration/recording_kernel.h"

namespace pstudio::bench {
namespace {

using namespace calibration;

constexpr uint32_t kWarmups = 20;
constexpr uint32_t kLaunches = 200;
constexpr uint64_t kMegabyte = 1'000'000;

constexpr const char *kNothing = R"(gpu.module @kernels {
  gpu.func @nothing() kernel {
    proton.record start "nothing"
    proton.record end "nothing"
    gpu.return
  }
}
)";

/// Times of one kernel's launches [us].
struct LaunchTimes {
  std::vector<double> call;      ///< until the launch call returns
  std::vector<double> roundTrip; ///< until the kernel has ended
  std::vector<double> gpu;       ///< between two marks around it
};

/// One launch with the GPU idle before it.
Result<void> launchOnce(MeasuringDevice &device, RecordingKernel &kernel, LaunchTimes &times) {
  PSTUDIO_TRY(kernel.clearRecords(device));
  PSTUDIO_TRY(device.wait());
  const Stopwatch watch;
  PSTUDIO_TRY(kernel.launch(device, cuda::ArgumentBlock()));
  times.call.push_back(watch.microseconds());
  PSTUDIO_TRY(device.wait());
  times.roundTrip.push_back(watch.microseconds());
  device.stream.forgetMarks();
  PSTUDIO_TRY_ASSIGN(const size_t begin, device.stream.mark());
  PSTUDIO_TRY(kernel.launch(device, cuda::ArgumentBlock()));
  PSTUDIO_TRY_ASSIGN(const size_t end, device.stream.mark());
  PSTUDIO_TRY(device.wait());
  PSTUDIO_TRY_ASSIGN(const Nanoseconds elapsed, device.stream.between(begin, end));
  times.gpu.push_back(static_cast<double>(elapsed.value) / 1e3);
  return {};
}

/// The same kernel in several versions, launched in turn.
Result<std::vector<LaunchTimes>>
launchInTurn(MeasuringDevice &device, std::vector<RecordingKernel> &kernels, uint32_t launches) {
  std::vector<LaunchTimes> times(kernels.size());
  for (uint32_t i = 0; i < kWarmups + launches; ++i) {
    if (i == kWarmups)
      times.assign(kernels.size(), {});
    for (size_t k = 0; k < kernels.size(); ++k)
      PSTUDIO_TRY(launchOnce(device, kernels[k], times[k]));
  }
  return times;
}

Result<void> measureEmptyKernel(MeasuringDevice &device, uint32_t ctas, uint32_t launches,
                                Table &table) {
  constexpr std::array<const char *, 3> kModes{"none", "default:buffer_type=shared",
                                               "default:buffer_type=global"};
  std::vector<RecordingKernel> kernels;
  for (const char *text : kModes) {
    KernelSetup setup;
    PSTUDIO_TRY_ASSIGN(setup.mode, InstrumentationMode::parse(text));
    setup.grid = {ctas, 1, 1};
    setup.block = {128, 1, 1};
    PSTUDIO_TRY_ASSIGN(RecordingKernel kernel,
                       RecordingKernel::build(device, kNothing, "nothing", setup));
    kernels.push_back(std::move(kernel));
  }
  PSTUDIO_TRY_ASSIGN(const std::vector<LaunchTimes> times, launchInTurn(device, kernels, launches));
  for (size_t i = 0; i < kModes.size(); ++i) {
    std::vector<Cell> row{int64_t{ctas}, std::string(kModes[i])};
    for (const std::vector<double> *values : {&times[i].call, &times[i].roundTrip, &times[i].gpu}) {
      const Spread spread = spreadOf(*values);
      row.emplace_back(spread.median);
      row.emplace_back(spread.high);
      if (values == &times[i].call)
        row.emplace_back(spread.median / spreadOf(times[0].call).median);
    }
    table.rows.push_back(std::move(row));
  }
  return {};
}

/// GPU time to clear, and host time to copy back, a buffer of that size [us].
Result<void> measureBuffer(MeasuringDevice &device, uint64_t megabytes, Table &table) {
  PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer buffer,
                     device.makeFilled(megabytes * kMegabyte, std::byte{0}, "a buffer to clear"));
  std::vector<std::byte> host(buffer.bytes());
  std::vector<double> clears;
  std::vector<double> copies;
  for (int i = 0; i < 6; ++i) {
    device.stream.forgetMarks();
    PSTUDIO_TRY_ASSIGN(const size_t begin, device.stream.mark());
    PSTUDIO_TRY(device.stream.fill(buffer, std::byte{0}));
    PSTUDIO_TRY_ASSIGN(const size_t end, device.stream.mark());
    PSTUDIO_TRY(device.wait());
    PSTUDIO_TRY_ASSIGN(const Nanoseconds elapsed, device.stream.between(begin, end));
    const Stopwatch watch;
    PSTUDIO_TRY(device.stream.copyToHost(host, buffer, 0));
    if (i == 0) // the first access to the host's pages
      continue;
    clears.push_back(static_cast<double>(elapsed.value) / 1e3);
    copies.push_back(watch.microseconds());
  }
  const double clear = spreadOf(std::move(clears)).median;
  const double copy = spreadOf(std::move(copies)).median;
  const auto size = static_cast<double>(megabytes);
  table.rows.push_back({static_cast<int64_t>(megabytes), clear, clear / size, copy, copy / size});
  return {};
}

} // namespace

Result<void> measureLaunches(const Request &request, MeasuringDevice &device, Section &section) {
  const uint32_t launches = request.iterations > 0 ? request.iterations : kLaunches;
  Table kernels;
  kernels.title = "a kernel of one empty scope, 128 threads a CTA";
  kernels.columns = {{"CTAs", ""},     {"mode", ""},         {"call", "us", 1},
                     {"p90", "us", 1}, {"of plain", "x", 2}, {"round trip", "us", 1},
                     {"p90", "us", 1}, {"GPU", "us", 2},     {"p90", "us", 2}};
  kernels.notes = {"the versions alternate, each after clearing its records and waiting",
                   "call: until the launch returns; round trip: until the end is known; GPU: "
                   "between two events around the launch",
                   "of plain: call over that of the same kernel without instrumentation"};
  for (const uint32_t ctas : {1u, 1024u})
    if (const Result<void> measured = measureEmptyKernel(device, ctas, launches, kernels);
        !measured)
      addFailedRow(kernels, {int64_t{ctas}}, measured.error());
  section.tables.push_back(std::move(kernels));
  measureLaunchKinds(device, launches, section);
  Table buffers;
  buffers.title = "clearing and copying back the records";
  buffers.columns = {{"size", "MB"},
                     {"clear", "us", 1},
                     {"clear", "us/MB", 2},
                     {"copy to host", "us", 1},
                     {"copy to host", "us/MB", 1}};
  for (const uint64_t megabytes : {uint64_t{1}, uint64_t{16}, uint64_t{128}})
    if (const Result<void> measured = measureBuffer(device, megabytes, buffers); !measured)
      addFailedRow(buffers, {static_cast<int64_t>(megabytes)}, measured.error());
  section.tables.push_back(std::move(buffers));
  return {};
}

} // namespace pstudio::bench
