// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/host/fake_records.h"

#include <cstring>
#include <fstream>

#include "core/record/record_layout.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::attach {
namespace {

using namespace record;

template <class T> void put(std::string &block, uint64_t at, T value) {
  std::memcpy(block.data() + at, &value, sizeof value);
}

std::string fakeBlock(const InstrumentedKernelEntry &kernel, uint32_t cta, uint64_t time) {
  std::string block(kernel.blockBytes, '\0');
  put<uint32_t>(block, kMagic, kBlockMagic);
  put<uint16_t>(block, kVersion, kLayoutVersion);
  put<uint16_t>(block, kHeaderSize, kHeaderBytes);
  put<uint32_t>(block, kProgramX, cta);
  put<uint32_t>(block, kHardwareId, cta % 2);
  put<uint32_t>(block, HeaderOffset::kUnitCount, kernel.unitCount);
  put<uint32_t>(block, HeaderOffset::kSlotsPerUnit, kernel.slotsPerUnit);
  put<uint32_t>(block, kFlags, makeFlags(Strategy::Circular, Granularity::Warp));
  // 1.5 cycles are 1 ns.
  put<uint64_t>(block, kBeginCycle, time * 3 / 2);
  put<uint64_t>(block, kBeginTime, time);
  put<uint64_t>(block, kEndCycle, (time + 3200) * 3 / 2);
  put<uint64_t>(block, kEndTime, time + 3200);
  for (uint32_t unit = 0; unit < kernel.unitCount; ++unit) {
    put<uint32_t>(block, unitEntryOffset(unit) + kUnitWritten, 2);
    put<uint32_t>(block, unitEntryOffset(unit) + kUnitState, kUnitFinalized);
    const uint64_t slot = segmentOffset(kernel.unitCount, kernel.slotsPerUnit, unit);
    put<uint32_t>(block, slot, makeTag(Kind::ScopeStart, 0, 0));
    put<uint32_t>(block, slot + 4, static_cast<uint32_t>((time + 320) * 3 / 2));
    put<uint32_t>(block, slot + 8, makeTag(Kind::ScopeEnd, 0, 0));
    put<uint32_t>(block, slot + 12, static_cast<uint32_t>((time + 2880) * 3 / 2));
  }
  return block;
}

} // namespace

std::string fakeBlocks(const InstrumentTable &table, uint64_t ctas, uint64_t launch) {
  const auto mode = InstrumentationMode::parse(table.mode);
  std::string blocks;
  for (uint64_t i = 0; i < ctas; ++i) {
    const uint32_t cta =
        mode && !mode->ctas.isEmpty() ? mode->ctas.at(i) : static_cast<uint32_t>(i);
    blocks += fakeBlock(table.kernels.front(), cta, fakeLaunchTime(launch) + i * 32);
  }
  return blocks;
}

void writeRecordFile(const std::filesystem::path &file, const RecordHeader &header,
                     const std::string &blocks) {
  std::string bytes(kRecordsOffset, '\0');
  std::memcpy(bytes.data(), static_cast<const void *>(&header), sizeof header);
  std::ofstream(file, std::ios::binary) << bytes << blocks;
}

} // namespace pstudio::attach
