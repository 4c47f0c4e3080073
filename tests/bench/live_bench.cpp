// SPDX-License-Identifier: Apache-2.0
// Measures an update of a streamed run: decoding its drain log from the beginning, as the window
// does.
//
// usage: live_bench [MILLIONS OF RECORDS]
#include <QTemporaryDir>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>

#include "app/documents/open_trace.h"
#include "core/base/little_endian.h"
#include "core/capture/drained_trace.h"
#include "core/record/record_layout.h"
#include "core/trace/notes.h"
#include "tests/bench/bench_clock.h"
#include "tests/support/record_emitter.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr uint32_t kWarps = 4;
constexpr uint32_t kSlots = 2048; // of each warp
constexpr uint32_t kChunkSlots = 64;
constexpr uint32_t kRecordsPerTurn = 8;
constexpr uint64_t kOrigin = 1'795'000'000'000'000'000u; // [ns] a day in 2026

OperationTable loopTable() {
  OperationTable table;
  table.operations = {{OperationKind::Scope, "tile", OperationId(), "gemm.mlir:10:5"},
                      {OperationKind::Scope, "wait", OperationId(0), "gemm.mlir:12:7"},
                      {OperationKind::Scope, "multiply", OperationId(0), "gemm.mlir:14:7"},
                      {OperationKind::Event, "copy", OperationId(), "gemm.mlir:11:7"}};
  return table;
}

/// A loop of a copy, a wait for the previous copy, and a product. Returns the clock after it.
uint64_t fillWarp(test::SegmentEmitter &unit, uint64_t clock, std::mt19937 &random) {
  const auto after = [&](uint32_t cycles) { return clock += cycles + random() % (cycles / 2); };
  for (uint32_t turn = 0; turn < kSlots / kRecordsPerTurn; ++turn) {
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

/// Adds the drained data of one CTA: its header and unit table, and the slots of its warps.
void addCta(StreamLogWriter &log, uint32_t cta, std::mt19937 &random) {
  test::BlockEmitter block(kWarps, kSlots, Strategy::Stream);
  block.program = {cta, 0, 0};
  block.hardwareId = cta % 132;
  const uint64_t begin = 1000 + uint64_t{cta / 132} * 1'000'000;
  uint64_t end = begin;
  for (test::SegmentEmitter &unit : block.units)
    end = std::max(end, fillWarp(unit, begin, random));
  block.setClocks(begin, end + 100);
  block.beginTime += kOrigin;
  block.endTime += kOrigin;
  std::vector<std::byte> bytes;
  block.appendTo(bytes);
  storeLittle<uint32_t>(bytes.data() + kFlushedSlots, kChunkSlots);
  log.addBlock(cta, std::span(bytes).first(kHeaderBytes + kWarps * kUnitBytes));
  for (uint32_t warp = 0; warp < kWarps; ++warp) {
    const auto slots = block.units[warp].bytes();
    for (uint32_t first = 0; first < kSlots; first += kChunkSlots)
      log.addChunk(cta, warp, {first, slots.subspan(first * kSlotBytes, kChunkSlots * kSlotBytes)});
  }
}

bool writeLog(const std::filesystem::path &folder, uint64_t records) {
  const auto ctas = static_cast<uint32_t>(records / (kWarps * kSlots));
  LaunchCapture launch;
  launch.operations = loopTable();
  launch.kernel = "gemm";
  launch.target = "NVIDIA H200";
  launch.grid = {ctas, 1, 1};
  launch.block = {kWarps * 32, 1, 1};
  auto log = makeDrainLog(folder / drainLogName(0), launch, {});
  if (!log) {
    std::fprintf(stderr, "%s\n", log.error().toString().c_str());
    return false;
  }
  std::mt19937 random(1);
  for (uint32_t cta = 0; cta < ctas; ++cta)
    addCta(*log, cta, random);
  return log->flush().has_value();
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t records = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1) * 1'000'000;
  const QTemporaryDir temporary;
  const std::filesystem::path folder = temporary.path().toStdString();
  if (!writeLog(folder, records))
    return 1;
  std::printf("%.1f million records, %.0f MB of log\n", static_cast<double>(records) / 1e6,
              static_cast<double>(std::filesystem::file_size(folder / drainLogName(0))) / 1e6);
  for (int i = 0; i < 3; ++i) {
    std::optional<Trace> trace;
    LoadedTrace data;
    const double before = bench::cpuSeconds();
    const double decoding = bench::secondsOf([&] {
      auto decoded = decodeDrainLogs(folder, makeNote(NoteCode::RunInProgress));
      if (!decoded)
        std::fprintf(stderr, "%s\n", decoded.error().toString().c_str());
      else
        trace = std::move(*decoded);
    });
    if (!trace)
      return 1;
    const double summing = bench::secondsOf([&] { data = summarize(std::move(*trace)); });
    std::printf("%zu slices: decode %.2f s, summarize %.2f s, processor %.2f s\n",
                data.trace->sliceCount(), decoding, summing, bench::cpuSeconds() - before);
  }
  return 0;
}
