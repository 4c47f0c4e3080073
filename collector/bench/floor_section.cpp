// SPDX-License-Identifier: Apache-2.0
// Minimum cycles per record on the hardware, by hand-written PTX.
#include <algorithm>
#include <array>
#include <cstring>

#include "collector/bench/floor_kernels.h"
#include "collector/bench/sections.h"
#include "collector/bench/table_rows.h"

namespace pstudio::bench {
namespace {

using namespace calibration;

constexpr std::array<uint32_t, 4> kWarpCounts{1, 4, 8, 16};
constexpr uint32_t kWarmups = 3;
constexpr uint32_t kLaunches = 11;

/// A hand-written record on the device, ready to be launched with any number of warps.
class Floor {
public:
  static Result<Floor> prepare(MeasuringDevice &device, const FloorRecord &record) {
    PSTUDIO_TRY_ASSIGN(
        cuda::Module module,
        cuda::Module::load(device.context, floorKernel(record, device.architecture)));
    PSTUDIO_TRY_ASSIGN(cuda::Kernel kernel, cuda::Kernel::find(module, kFloorEntry));
    PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer words,
                       device.makeFilled(16 * kFloorWordsPerWarp * 8, std::byte{0xff}, "results"));
    PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer slots,
                       device.makeFilled(16 * kFloorRecords * 8, std::byte{0}, "slots"));
    return Floor(std::move(module), std::move(kernel), std::move(words), std::move(slots));
  }

  /// Appends cycles per record by the clocks around all, by warp.
  Result<void> run(MeasuringDevice &device, uint32_t warps, std::vector<double> &cycles) {
    PSTUDIO_TRY(device.stream.fill(m_words, std::byte{0xff}));
    const std::array<uint64_t, 2> arguments{m_words.address(), m_slots.address()};
    PSTUDIO_TRY(cuda::launch(device.stream, m_kernel, {{1, 1, 1}, {32 * warps, 1, 1}, {1, 1, 1}, 0},
                             arguments));
    PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> bytes, device.read(m_words));
    for (uint32_t warp = 0; warp < warps; ++warp) {
      std::array<uint64_t, kFloorWordsPerWarp> words{};
      std::memcpy(words.data(), bytes.data() + warp * sizeof words, sizeof words);
      if (std::find(words.begin(), words.end(), UINT64_MAX) != words.end())
        return fail(ErrorCode::WrongResult, "a hand-written record was not stored");
      // 32 bits of the counter: the difference is correct across a wrap.
      const uint32_t passed = static_cast<uint32_t>(words[1]) - static_cast<uint32_t>(words[0]);
      cycles.push_back(static_cast<double>(passed) / kFloorRecords);
    }
    return {};
  }

private:
  Floor(cuda::Module module, cuda::Kernel kernel, cuda::DeviceBuffer words,
        cuda::DeviceBuffer slots)
      : m_module(std::move(module)), m_kernel(std::move(kernel)), m_words(std::move(words)),
        m_slots(std::move(slots)) {}

  cuda::Module m_module;
  cuda::Kernel m_kernel;
  cuda::DeviceBuffer m_words;
  cuda::DeviceBuffer m_slots;
};

Result<double> medianOf(MeasuringDevice &device, Floor &floor, uint32_t warps, uint32_t launches) {
  std::vector<double> cycles;
  for (uint32_t i = 0; i < kWarmups; ++i)
    PSTUDIO_TRY(floor.run(device, warps, cycles));
  cycles.clear();
  for (uint32_t i = 0; i < launches; ++i)
    PSTUDIO_TRY(floor.run(device, warps, cycles));
  return spreadOf(std::move(cycles)).median;
}

/// The valid methods to write a record: a tag and a 64-bit clock do not fit into 8 bytes.
std::vector<FloorRecord> floorRecords() {
  std::vector<FloorRecord> records;
  for (const FloorMemory memory : {FloorMemory::Shared, FloorMemory::Global})
    for (const bool allLanes : {true, false})
      for (const FloorClock clock :
           {FloorClock::Clock32, FloorClock::Clock64, FloorClock::GlobalTimer})
        for (const uint32_t bytes : {4u, 8u})
          if (clock != FloorClock::Clock64 || bytes == 8)
            records.push_back({clock, memory, bytes, allLanes});
  return records;
}

Table emptyTable() {
  Table table;
  table.title = "the floor: a record by hand-written PTX";
  table.columns = {{"clock", ""}, {"memory", ""}, {"bytes", ""}, {"lanes", ""}};
  for (const uint32_t warps : kWarpCounts)
    table.columns.push_back(
        {std::to_string(warps) + (warps == 1 ? " warp" : " warps"), "cycles", 2});
  table.notes = {std::to_string(kFloorRecords) +
                 " records in a row to static slots; median of (clock after - clock before) / "
                 "records over warps and launches"};
  return table;
}

std::vector<Cell> describe(const FloorRecord &record) {
  return {nameOf(record.clock),
          std::string(record.memory == FloorMemory::Shared ? "shared" : "global"),
          int64_t{record.bytes}, std::string(record.allLanes ? "all" : "one")};
}

} // namespace

Result<void> measureFloors(const Request &request, MeasuringDevice &device, Section &section) {
  const uint32_t launches = request.iterations > 0 ? request.iterations : kLaunches;
  section.tables.push_back(emptyTable());
  Table &table = section.tables.back();
  for (const FloorRecord &record : floorRecords()) {
    std::vector<Cell> row = describe(record);
    Result<Floor> floor = Floor::prepare(device, record);
    if (!floor) {
      addFailedRow(table, std::move(row), floor.error());
      continue;
    }
    for (const uint32_t warps : kWarpCounts) {
      const Result<double> cycles = medianOf(device, *floor, warps, launches);
      row.push_back(cycles ? Cell(*cycles) : Cell(cycles.error().toString()));
    }
    table.rows.push_back(std::move(row));
    if (device.context.isLost())
      return fail(ErrorCode::RunFailed, "the device was lost in this section");
  }
  return {};
}

} // namespace pstudio::bench
