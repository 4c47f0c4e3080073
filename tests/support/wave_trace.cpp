// SPDX-License-Identifier: Apache-2.0
#include "tests/support/wave_trace.h"

#include "tests/support/record_emitter.h"

namespace pstudio::test {
namespace {

constexpr uint16_t kTile = 0;
constexpr uint16_t kPart = 1;
constexpr uint16_t kValue = 2;

void emitWave(SegmentEmitter &unit, uint64_t at, uint64_t lanes) {
  unit.scopeStart(kTile, at);
  unit.partialScopeStart(kPart, at + 10, lanes);
  unit.partialScopeEnd(kPart, at + 30, lanes);
  record::Record value;
  value.kind = record::Kind::Value;
  value.operation = kValue;
  value.lane = 40;
  value.clock = at + 35;
  value.payload = 7;
  unit.emit(value);
  unit.scopeEnd(kTile, at + 50);
}

} // namespace

std::vector<std::byte> makeWaveBlocks(record::Granularity granularity) {
  const bool isByThread = granularity == record::Granularity::Thread;
  std::vector<std::byte> buffer;
  for (uint32_t cta = 0; cta < kWaveCtas; ++cta) {
    BlockEmitter block(isByThread ? kWavesPerCta * 64 : kWavesPerCta, isByThread ? 4 : 16);
    block.granularity = granularity;
    block.program = {cta, 0, 0};
    block.hardwareId = 0x100 + cta; // SE and CU
    block.setClocks(100, 400);
    for (uint32_t i = 0; i < block.units.size(); ++i) {
      const uint64_t at = 110 + i % 64;
      if (!isByThread) {
        emitWave(block.units[i], at, kWaveParts[i]);
        continue;
      }
      block.units[i].scopeStart(kTile, at);
      block.units[i].scopeEnd(kTile, at + 50);
    }
    block.appendTo(buffer);
  }
  return buffer;
}

record::LaunchCapture waveCapture(const std::vector<std::byte> &blocks) {
  record::LaunchCapture capture;
  capture.blocks = blocks;
  capture.operations.operations = {
      {record::OperationKind::Scope, "tile", OperationId(), "k.mlir:3:1"},
      {record::OperationKind::Scope, "part", OperationId(kTile), "k.mlir:4:1"},
      {record::OperationKind::Value,
       "sum",
       OperationId(kTile),
       "",
       {},
       record::ValueType::I32,
       ""}};
  capture.kernel = "k";
  capture.target = "gfx942";
  capture.timeBase = TimeBase::Measured;
  capture.grid = {kWaveCtas, 1, 1};
  capture.block = {kWavesPerCta * 64, 1, 1};
  capture.lanesPerWarp = 64;
  return capture;
}

} // namespace pstudio::test
