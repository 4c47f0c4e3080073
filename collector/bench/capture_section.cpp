// SPDX-License-Identifier: Apache-2.0
// A launch that leaves millions of slices: from the device to a file.
#include <array>

#include "collector/bench/capture_pipeline.h"
#include "collector/bench/sections.h"
#include "collector/bench/stopwatch.h"
#include "collector/bench/table_rows.h"
#include "collector/calibration/recording_kernel.h"

namespace pstudio::bench {
namespace {

using namespace calibration;

/// One turn: a scope "step" around four others with a little dependent arithmetic each.
constexpr const char *kKernel = R"(gpu.module @kernels {
  gpu.func @steps(%results: memref<131072xf32>, %iterations: i32, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.index_cast %iterations : i32 to index
    %result = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (f32) {
      proton.record start "step"
      proton.record start "load"
      %am = arith.mulf %y, %x : f32
      %a = arith.addf %am, %x : f32
      proton.record end "load"
      proton.record start "wait"
      %bm = arith.mulf %a, %x : f32
      %b = arith.addf %bm, %x : f32
      proton.record end "wait"
      proton.record start "multiply"
      %cm = arith.mulf %b, %x : f32
      %c = arith.addf %cm, %x : f32
      proton.record end "multiply"
      proton.record start "store"
      %dm = arith.mulf %c, %x : f32
      %d = arith.addf %dm, %x : f32
      proton.record end "store"
      proton.record end "step"
      scf.yield %d : f32
    }
    %thread = gpu.thread_id x
    %cta = gpu.block_id x
    %width = gpu.block_dim x
    %base = arith.muli %cta, %width : index
    %at = arith.addi %base, %thread : index
    memref.store %result, %results[%at] : memref<131072xf32>
    gpu.return
  }
}
)";
constexpr uint32_t kThreads = 32 * kCaptureWarps;
constexpr uint64_t kResultBytes = uint64_t{kCaptureCtas} * kThreads * sizeof(float);
static_assert(kResultBytes == 131072 * sizeof(float), "the kernel's type contains this number");
constexpr uint32_t kOneHalf = 0x3f000000; ///< 0.5f

/// Times of bringing the records to the host [s].
struct DeviceTimes {
  std::vector<double> clear;
  std::vector<double> kernel;
  std::vector<double> copy;
};

Result<std::vector<std::byte>> launchOnce(MeasuringDevice &device, RecordingKernel &kernel,
                                          const cuda::DeviceBuffer &results, uint32_t turns,
                                          DeviceTimes &times) {
  device.stream.forgetMarks();
  PSTUDIO_TRY_ASSIGN(const size_t clearBegin, device.stream.mark());
  PSTUDIO_TRY(kernel.clearRecords(device));
  PSTUDIO_TRY_ASSIGN(const size_t begin, device.stream.mark());
  const std::array<uint64_t, 3> arguments{results.address(), turns, kOneHalf};
  PSTUDIO_TRY(kernel.launch(device, arguments));
  PSTUDIO_TRY_ASSIGN(const size_t end, device.stream.mark());
  PSTUDIO_TRY(device.wait());
  PSTUDIO_TRY_ASSIGN(const Nanoseconds clear, device.stream.between(clearBegin, begin));
  PSTUDIO_TRY_ASSIGN(const Nanoseconds run, device.stream.between(begin, end));
  const Stopwatch copying;
  PSTUDIO_TRY_ASSIGN(std::vector<std::byte> blocks, kernel.readRecords(device));
  times.copy.push_back(copying.seconds());
  times.clear.push_back(static_cast<double>(clear.value) * 1e-9);
  times.kernel.push_back(static_cast<double>(run.value) * 1e-9);
  return blocks;
}

Table deviceTable(const DeviceTimes &times, uint64_t bytes) {
  Table table;
  table.title =
      "on the device and to the host, " + std::to_string(bytes / 1'000'000) + " MB of records";
  table.columns = {{"stage", ""}, {"median", "ms", 3}, {"least", "ms", 3}, {"most", "ms", 3}};
  const std::array<std::pair<const char *, const std::vector<double> *>, 3> stages{
      {{"clear the records", &times.clear},
       {"kernel", &times.kernel},
       {"copy to the host (with its allocation)", &times.copy}}};
  for (const auto &[name, seconds] : stages) {
    const Spread spread = spreadOf(*seconds);
    table.rows.push_back(
        {std::string(name), spread.median * 1e3, spread.least * 1e3, spread.most * 1e3});
  }
  return table;
}

record::LaunchCapture describe(const MeasuringDevice &device, const RecordingKernel &kernel,
                               std::span<const std::byte> blocks) {
  record::LaunchCapture capture;
  capture.blocks = blocks;
  capture.operations = kernel.instrumented().operations;
  capture.kernel = "steps";
  capture.target = device.context.device().name;
  capture.grid = {kCaptureCtas, 1, 1};
  capture.block = {kThreads, 1, 1};
  capture.timerTick = Nanoseconds(32);
  return capture;
}

} // namespace

Result<void> measureCapture(const Request &request, MeasuringDevice &device, Section &section) {
  PSTUDIO_TRY_ASSIGN(const uint32_t turns, turnsFor(request.slices));
  KernelSetup setup;
  PSTUDIO_TRY_ASSIGN(setup.mode, InstrumentationMode::parse("default:buffer_type=global:slots=" +
                                                            std::to_string(kCaptureSlots)));
  setup.grid = {kCaptureCtas, 1, 1};
  setup.block = {kThreads, 1, 1};
  PSTUDIO_TRY_ASSIGN(RecordingKernel kernel,
                     RecordingKernel::build(device, kKernel, "steps", setup));
  PSTUDIO_TRY_ASSIGN(const cuda::DeviceBuffer results,
                     device.makeFilled(kResultBytes, std::byte{0xff}, "the results"));
  DeviceTimes times;
  std::vector<std::byte> blocks;
  for (int i = 0; i < 3; ++i) {
    blocks = {}; // two of them need not fit
    PSTUDIO_TRY_ASSIGN(blocks, launchOnce(device, kernel, results, turns, times));
  }
  section.tables.push_back(deviceTable(times, blocks.size()));
  const uint64_t slices = uint64_t{kCaptureCtas} * kCaptureWarps * kScopesPerTurn * turns;
  return measureDecodeAndSave(request, describe(device, kernel, blocks), slices, section);
}

} // namespace pstudio::bench
