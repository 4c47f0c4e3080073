// SPDX-License-Identifier: Apache-2.0
// From the profile buffer of a launch to a saved file: 4.7 million slices decoded, finished, saved
// and opened again.
//
// usage: capture_bench [CTAS] [FILE]     FILE is overwritten and kept; by default a temporary one
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include <sys/resource.h>

#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/record/launch_decoder.h"
#include "tests/support/record_emitter.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr uint32_t kSms = 132;
constexpr uint32_t kWarps = 4;
constexpr uint32_t kSlots = 2048;
constexpr uint32_t kSlotsPerTurn = 8;
constexpr uint32_t kTurns = kSlots / kSlotsPerTurn;
constexpr uint64_t kSlicesPerTurn = 4;
constexpr double kNanosecondsPerCycle = 1.0 / 1.98;
constexpr uint64_t kTick = 32;                           // [ns] of the global timer
constexpr uint64_t kOrigin = 1'795'000'000'000'000'000u; // [ns] a day in 2026

OperationTable gemmTable() {
  OperationTable table;
  table.operations = {{OperationKind::Scope, "tile", OperationId(), "gemm.mlir:10:5"},
                      {OperationKind::Scope, "wait", OperationId(0), "gemm.mlir:12:7"},
                      {OperationKind::Scope, "multiply", OperationId(0), "gemm.mlir:14:7"},
                      {OperationKind::Event, "copy", OperationId(), "gemm.mlir:11:7"}};
  return table;
}

/// One warp: a loop of a copy, a wait for the one before, and a product.
uint64_t fillWarp(test::SegmentEmitter &unit, uint64_t clock, std::mt19937 &random) {
  const auto after = [&](uint32_t cycles) { return clock += cycles + random() % (cycles / 2); };
  for (uint32_t turn = 0; turn < kTurns; ++turn) {
    unit.scopeStart(0, after(20));
    unit.eventStart(3, static_cast<uint16_t>(turn % 4), after(12));
    unit.scopeStart(1, after(12));
    unit.eventEnd(3, static_cast<uint16_t>(turn % 4), after(300));
    unit.scopeEnd(1, after(12));
    unit.scopeStart(2, after(12));
    unit.scopeEnd(2, after(900));
    unit.scopeEnd(0, after(12));
  }
  return clock;
}

/// The buffer of a launch, in waves of one CTA an SM.
std::vector<std::byte> makeBuffer(uint32_t ctas) {
  std::mt19937 random(1);
  std::vector<std::byte> buffer;
  buffer.reserve(ctas * (kWarps * kSlots * kSlotBytes + 1024u));
  const auto timeOf = [](uint64_t cycles) {
    const auto ns = static_cast<uint64_t>(static_cast<double>(cycles) * kNanosecondsPerCycle);
    return kOrigin + ns / kTick * kTick;
  };
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    test::BlockEmitter block(kWarps, kSlots);
    block.program = {cta, 0, 0};
    block.hardwareId = cta % kSms;
    block.beginCycle = uint64_t{cta / kSms} * 1'000'000 + 1000 + random() % 1000;
    block.beginTime = timeOf(block.beginCycle);
    uint64_t end = block.beginCycle;
    for (test::SegmentEmitter &unit : block.units)
      end = std::max(end, fillWarp(unit, block.beginCycle, random));
    block.endCycle = end + 100;
    block.endTime = timeOf(block.endCycle);
    block.appendTo(buffer);
  }
  return buffer;
}

double cpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval &t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Runs one stage and prints how long it took, on the clock and on all cores together.
template <class Work> auto timed(const char *name, uint64_t slices, Work work) {
  const auto begin = std::chrono::steady_clock::now();
  const double cpuBegin = cpuSeconds();
  auto result = work();
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double cpu = cpuSeconds() - cpuBegin;
  std::printf("%-8s %6.2f s  %6.2f s of all cores  %6.1f ns a slice on one core\n", name, wall, cpu,
              cpu * 1e9 / static_cast<double>(slices));
  return result;
}

[[noreturn]] void stop(const Error &error) {
  std::fprintf(stderr, "%s\n", error.toString().c_str());
  std::exit(1);
}

} // namespace

int main(int argc, char **argv) {
  const uint32_t ctas = argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 1148;
  const bool isKept = argc > 2;
  const std::filesystem::path path =
      isKept ? std::filesystem::path(argv[2])
             : std::filesystem::temp_directory_path() / "capture_bench.pftrace";
  const uint64_t slices = uint64_t{ctas} * kWarps * kTurns * kSlicesPerTurn;
  const std::vector<std::byte> buffer = makeBuffer(ctas);
  LaunchCapture capture;
  capture.blocks = buffer;
  capture.operations = gemmTable();
  capture.kernel = "gemm";
  capture.target = "NVIDIA H200";
  capture.grid = {ctas, 1, 1};
  capture.block = {kWarps * 32, 1, 1};
  capture.timerTick = Nanoseconds(kTick);
  TraceBuilder builder;
  builder.info().origin = Nanoseconds(static_cast<int64_t>(kOrigin));
  std::printf("%llu slices in %u CTAs, %.1f MB of records\n",
              static_cast<unsigned long long>(slices), ctas,
              static_cast<double>(buffer.size()) * 1e-6);

  const Result<void> decoded =
      timed("decode", slices, [&] { return decodeLaunch(capture, builder); });
  if (!decoded)
    stop(decoded.error());
  const Trace trace = timed("finish", slices, [&] { return std::move(builder).finish(); });
  const Result<void> saved = timed("save", slices, [&] { return writePftrace(trace, path); });
  if (!saved)
    stop(saved.error());
  const double bytes = static_cast<double>(std::filesystem::file_size(path));
  const Result<Trace> opened = timed("open", slices, [&] { return readTraceFile(path); });
  if (!opened)
    stop(opened.error());
  if (!isKept)
    std::filesystem::remove(path);
  std::printf("%llu slices; file %.1f MB, %.1f bytes a slice; memory %.1f bytes a slice\n",
              static_cast<unsigned long long>(opened->sliceCount()), bytes * 1e-6,
              bytes / static_cast<double>(slices),
              static_cast<double>(trace.memoryUse().value) / static_cast<double>(slices));
  return trace.sliceCount() == slices && opened->sliceCount() == slices ? 0 : 1;
}
