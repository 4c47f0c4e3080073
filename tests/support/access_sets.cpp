// SPDX-License-Identifier: Apache-2.0
#include "tests/support/access_sets.h"

#include <algorithm>
#include <iterator>

#include "core/access/access_names.h"

namespace pstudio::test {

using namespace memory;

std::vector<std::string> accessTexts(const AccessTable &table, const BufferMap &buffers) {
  std::vector<std::string> texts;
  for (const WarpRun &run : table.warps())
    for (uint64_t i = run.begin; i < run.end; ++i) {
      const AccessSite &site = table.sites()[table[i].site];
      std::string text = "CTA " + std::to_string(run.cta) + " warp " + std::to_string(run.warp) +
                         ": " + std::string(nameOf(site.kind)) + " " +
                         std::string(nameOf(site.space)) + " " + std::to_string(site.bytesPerLane) +
                         " bytes:";
      const LaneAddresses lanes = table.lanesOf(table[i]);
      for (uint32_t lane = 0; lane < lanes.count(); ++lane) {
        const uint64_t address = lanes.address(lane);
        const uint32_t buffer = buffers.find(site.space, address);
        const bool isKnown = buffer != BufferMap::kNone;
        text += " " + std::to_string(lanes.lane(lane)) + " " +
                (isKnown ? buffers.buffers()[buffer].name : "?") + "+" +
                std::to_string(address - (isKnown ? buffers.buffers()[buffer].base : 0));
      }
      texts.push_back(std::move(text));
    }
  std::ranges::sort(texts);
  return texts;
}

std::string differences(const std::vector<std::string> &have,
                        const std::vector<std::string> &want) {
  std::vector<std::string> more, less;
  std::ranges::set_difference(have, want, std::back_inserter(more));
  std::ranges::set_difference(want, have, std::back_inserter(less));
  if (more.empty() && less.empty())
    return {};
  std::string text = std::to_string(more.size()) + " too many, " + std::to_string(less.size()) +
                     " missing of " + std::to_string(want.size());
  if (!more.empty())
    text += "\nhave " + more.front();
  if (!less.empty())
    text += "\nwant " + less.front();
  return text;
}

std::string differences(const memory::LaunchAccesses &have, const memory::AccessTable &want,
                        const memory::BufferMap &wantedBuffers) {
  return differences(accessTexts(have.table, have.buffers), accessTexts(want, wantedBuffers));
}

} // namespace pstudio::test
