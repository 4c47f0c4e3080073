// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/floor_kernels.h"

#include "collector/codegen/nvidia/newer_architectures.h"

namespace pstudio::bench {
namespace {

constexpr uint32_t kSlotBytes = 8;
constexpr uint32_t kMostWarps = 16;

std::string number(uint64_t value) {
  return std::to_string(value);
}

std::string space(const FloorRecord &record) {
  return record.memory == FloorMemory::Shared ? "shared" : "global";
}

/// Where the records of this warp go (%slots), its results (%results), and who stores (%stores).
std::string prologue(const FloorRecord &record) {
  std::string text = "  ld.param.u64 %results, [floor_param_0];\n"
                     "  cvta.to.global.u64 %results, %results;\n"
                     "  mov.u32 %thread, %tid.x;\n"
                     "  shr.u32 %warp, %thread, 5;\n"
                     "  and.b32 %lane, %thread, 31;\n"
                     "  setp.eq.u32 %first, %lane, 0;\n";
  text += "  mul.wide.u32 %offset, %warp, " + number(kFloorWordsPerWarp * 8) + ";\n";
  text += "  add.u64 %results, %results, %offset;\n";
  text += "  mul.wide.u32 %offset, %warp, " + number(kFloorRecords * kSlotBytes) + ";\n";
  if (record.memory == FloorMemory::Shared) {
    text += "  mov.u64 %slots, ring;\n";
  } else {
    text += "  ld.param.u64 %slots, [floor_param_1];\n";
    text += "  cvta.to.global.u64 %slots, %slots;\n";
  }
  return text + "  add.u64 %slots, %slots, %offset;\n  bar.sync 0;\n";
}

/// One record: read the time, store it. Stores to shared memory are volatile, so that none is left
/// out or merged; those to global memory are seen outside anyway.
std::string oneRecord(const FloorRecord &record, uint32_t index) {
  const std::string guard = record.allLanes ? "  " : "  @%first ";
  const std::string store =
      guard + (record.memory == FloorMemory::Shared ? "st.volatile.shared" : "st.global");
  const std::string address = "[%slots+" + number(uint64_t{index} * kSlotBytes) + "]";
  if (record.clock == FloorClock::Clock64)
    return "  mov.u64 %time64, %clock64;\n" + store + ".u64 " + address + ", %time64;\n";
  const std::string source = record.clock == FloorClock::Clock32 ? "%clock" : "%globaltimer_lo";
  std::string text = "  mov.u32 %time, " + source + ";\n";
  if (record.bytes == 4)
    return text + store + ".u32 " + address + ", %time;\n";
  // The tag is a constant that differs from record to record, as a compiler's would.
  text += "  mov.u32 %tag, " + number(0x10000000u + (uint64_t{index} << 16)) + ";\n";
  return text + store + ".v2.u32 " + address + ", {%tag, %time};\n";
}

/// Copies the times out, by lane 0: the clocks around the records, then each record's.
std::string epilogue(const FloorRecord &record) {
  const bool hasTag = record.bytes == 8 && record.clock != FloorClock::Clock64;
  std::string text = "  @!%first bra DONE;\n"
                     "  cvt.u64.u32 %word, %begin;\n"
                     "  st.global.u64 [%results], %word;\n"
                     "  cvt.u64.u32 %word, %end;\n"
                     "  st.global.u64 [%results+8], %word;\n";
  for (uint32_t i = 0; i < kFloorRecords; ++i) {
    const std::string from = "[%slots+" + number(i * kSlotBytes + (hasTag ? 4 : 0)) + "]";
    text += "  ld.volatile." + space(record) + ".u32 %time, " + from + ";\n";
    text += "  cvt.u64.u32 %word, %time;\n";
    text += "  st.global.u64 [%results+" + number(16 + i * 8) + "], %word;\n";
  }
  return text + "DONE:\n  ret;\n";
}

} // namespace

std::string nameOf(FloorClock clock) {
  switch (clock) {
  case FloorClock::Clock32:
    return "32-bit clock";
  case FloorClock::Clock64:
    return "64-bit clock";
  case FloorClock::GlobalTimer:
    break;
  }
  return "global timer";
}

std::string floorKernel(const FloorRecord &record, const nvidia::Architecture &architecture) {
  const std::string newer(nvidia::ptxVersionOf(architecture));
  std::string text = ".version " + (newer.empty() ? "8.0" : newer) + "\n.target " +
                     architecture.name + "\n.address_size 64\n";
  if (record.memory == FloorMemory::Shared)
    text +=
        ".shared .align 16 .b8 ring[" + number(kMostWarps * kFloorRecords * kSlotBytes) + "];\n";
  text += ".visible .entry floor(.param .u64 floor_param_0, .param .u64 floor_param_1)\n{\n"
          "  .reg .pred %first;\n  .reg .u32 %thread, %warp, %lane, %time, %tag, %begin, %end;\n"
          "  .reg .u64 %results, %slots, %offset, %time64, %word;\n";
  text += prologue(record);
  text += "  mov.u32 %begin, %clock;\n";
  for (uint32_t i = 0; i < kFloorRecords; ++i)
    text += oneRecord(record, i);
  text += "  mov.u32 %end, %clock;\n";
  return text + epilogue(record) + "}\n";
}

} // namespace pstudio::bench
