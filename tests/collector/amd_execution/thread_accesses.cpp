// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/amd_execution/thread_accesses.h"

#include <algorithm>
#include <functional>
#include <string>

#include "core/access/launch_accesses.h"

namespace pstudio::test {

std::vector<ThreadAccess> accessesOf(const Launch &launch, uint32_t lanes) {
  const memory::AccessTable &table = launch.accesses->table;
  const memory::BufferMap &buffers = launch.accesses->buffers;
  std::vector<ThreadAccess> accesses;
  for (const memory::WarpRun &run : table.warps())
    for (uint64_t i = run.begin; i < run.end; ++i) {
      const memory::AccessSite &site = table.sites()[table[i].site];
      const memory::LaneAddresses addresses = table.lanesOf(table[i]);
      for (uint32_t lane = 0; lane < addresses.count(); ++lane) {
        ThreadAccess access{run.cta,
                            run.warp * lanes + addresses.lane(lane),
                            uint8_t(site.kind),
                            uint8_t(site.space),
                            uint32_t(site.bytesPerLane),
                            0,
                            0};
        const uint64_t address = addresses.address(lane);
        const uint32_t buffer = buffers.find(site.space, address);
        const bool isShared = site.space == memory::AccessSpace::Shared;
        if (buffer != memory::BufferMap::kNone && !isShared) {
          access.buffer = std::hash<std::string>()(buffers.buffers()[buffer].name);
          access.offset = address - buffers.buffers()[buffer].base;
        }
        accesses.push_back(access);
      }
    }
  std::ranges::sort(accesses);
  return accesses;
}

std::string firstDifference(const std::vector<ThreadAccess> &found,
                            const std::vector<ThreadAccess> &expected) {
  const auto [first, second] = std::ranges::mismatch(found, expected);
  if (first == found.end() && second == expected.end())
    return {};
  const auto textOf = [](const auto &at, const std::vector<ThreadAccess> &list) -> std::string {
    if (at == list.end())
      return "nothing";
    return "CTA " + std::to_string(at->cta) + " thread " + std::to_string(at->thread) + " kind " +
           std::to_string(at->kind) + " space " + std::to_string(at->space) + ", " +
           std::to_string(at->bytes) + " bytes at " + std::to_string(at->offset) + " of " +
           std::to_string(at->buffer);
  };
  return textOf(first, found) + "\nexpected " + textOf(second, expected);
}

} // namespace pstudio::test
