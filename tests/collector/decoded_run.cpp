// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/decoded_run.h"

#include <QTemporaryDir>

#include "collector/streaming/stream_drainer.h"
#include "core/base/file_bytes.h"
#include "core/capture/drained_trace.h"
#include "core/record/block_reader.h"
#include "core/record/clock_unwrap.h"
#include "core/record/stream_decoder.h"
#include "core/trace/notes.h"

namespace pstudio::test {
namespace {

using namespace record;

struct alignas(kBlockAlignment) Line {
  std::byte bytes[kBlockAlignment];
};

Result<std::unique_ptr<StreamDrainer>> startDrainer(std::span<std::byte> blocks,
                                                    const InstrumentedKernel &shape,
                                                    const std::filesystem::path &log,
                                                    uint32_t ctas) {
  LaunchCapture capture;
  capture.operations = shape.operations;
  capture.grid = {ctas, 1, 1};
  PSTUDIO_TRY_ASSIGN(StreamLogWriter writer, makeDrainLog(log, capture, {}));
  return std::make_unique<StreamDrainer>(blocks, *shape.stream, std::move(writer));
}

Result<BlockHeader> headerOf(std::span<const std::byte> block, uint32_t cta) {
  const auto header = readBlockHeader(block, {{cta, 0, 0}, Nanoseconds(0)});
  if (!header)
    return fail(ErrorCode::InvalidFormat, makeNote(noteOf(header.error())).message);
  return *header;
}

Result<std::vector<UnitRun>> readBlocks(std::span<const std::byte> blocks, uint32_t ctas,
                                        const OperationTable &operations) {
  std::vector<UnitRun> units;
  const size_t bytes = blocks.size() / ctas;
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    const auto block = blocks.subspan(cta * bytes, bytes);
    PSTUDIO_TRY_ASSIGN(const BlockHeader header, headerOf(block, cta));
    for (uint32_t i = 0; i < header.unitCount; ++i) {
      UnitRun &unit = units.emplace_back();
      PSTUDIO_TRY_ASSIGN(unit.counts, decodeSegment(segmentOf(block, header, i, operations.groups),
                                                    unit.records.records, &unit.records.addresses));
      unwrapClocks(unit.records.records, header.clockBounds(), unit.counts.slotsDropped > 0);
    }
  }
  return units;
}

Result<std::vector<UnitRun>> readLog(const std::filesystem::path &file, uint32_t ctas) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(file));
  PSTUDIO_TRY_ASSIGN(const StreamLog log, StreamLog::read(bytes.bytes()));
  if (log.isCutOff())
    return fail(ErrorCode::InvalidFormat, "the log is cut off");
  std::vector<UnitRun> units;
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    PSTUDIO_TRY_ASSIGN(const BlockHeader header, headerOf(log.block(cta), cta));
    for (uint32_t i = 0; i < header.unitCount; ++i) {
      UnitRun &unit = units.emplace_back();
      const Segment segment = segmentOf(log.block(cta), header, i);
      unit.counts = decodeStreamedUnit(log.chunks(cta, i), segment.written, header.clockBounds(),
                                       unit.records)
                        .segments;
    }
  }
  return units;
}

} // namespace

Result<DecodedRun> runAndDecode(const std::string &body, const std::string &mode, uint32_t ctas,
                                uint32_t threads, std::vector<float> values, bool drains,
                                std::string_view processor) {
  const std::string parameter = "%A: memref<" + std::to_string(values.size()) + "xf32>";
  PSTUDIO_TRY_ASSIGN(CompiledKernel compiled,
                     compile(kernelSource(parameter, body), mode, threads, processor));
  const InstrumentedKernel &shape = compiled.instrumented;
  DecodedRun run{shape.operations, {}, std::move(values)};
  const bool isRecorded = shape.unitCount > 0;
  std::vector<Line> lines(isRecorded ? shape.blockBytes / kBlockAlignment * ctas : 0);
  const std::span<std::byte> blocks(reinterpret_cast<std::byte *>(lines.data()),
                                    lines.size() * sizeof(Line));
  const QTemporaryDir folder;
  const std::filesystem::path log = folder.filePath("log").toStdString();
  std::unique_ptr<StreamDrainer> drainer;
  if (shape.stream && drains) {
    PSTUDIO_TRY_ASSIGN(drainer, startDrainer(blocks, shape, log, ctas));
  }
  std::vector<cpu::KernelArgument> arguments{argument("A", run.arguments)};
  if (isRecorded)
    arguments.push_back({"profile", reinterpret_cast<uint64_t>(blocks.data()), 0, {}, 1});
  PSTUDIO_TRY(launch(request(compiled, {ctas, 1, 1}, {threads, 1, 1}, std::move(arguments)))
                  .map([](const cpu::LaunchResult &) {}));
  if (!isRecorded)
    return run;
  if (!shape.stream) {
    PSTUDIO_TRY_ASSIGN(run.units, readBlocks(blocks, ctas, run.operations));
    return run;
  }
  if (!drainer) {
    PSTUDIO_TRY_ASSIGN(drainer, startDrainer(blocks, shape, log, ctas));
  }
  PSTUDIO_TRY(drainer->finish());
  PSTUDIO_TRY_ASSIGN(run.units, readLog(log, ctas));
  return run;
}

} // namespace pstudio::test
