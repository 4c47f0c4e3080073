// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/calibration/played_calibration.h"

#include <algorithm>

#include "collector/calibration/micro_kernels.h"

namespace pstudio::test {

using namespace calibration;

record::OperationTable calibrationTable() {
  record::OperationTable operations;
  for (const char *name :
       {"empty", "empty in loop", "empty wait", "few", "many", "region", "straight few",
        "straight many", "straight region", "plain", "recorded", "work"})
    operations.operations.push_back({record::OperationKind::Scope, name, {}, {}});
  return operations;
}

uint16_t PlayedWarp::idOf(std::string_view name) const {
  const auto &all = m_operations.operations;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto &each) { return each.name == name; });
  return static_cast<uint16_t>(found - all.begin());
}

void PlayedWarp::scopes(std::string_view name, int count, uint64_t gap) {
  for (int i = 0; i < count; ++i) {
    m_segment.scopeStart(idOf(name), m_now);
    m_segment.scopeEnd(idOf(name), m_now + gap);
    m_now += 2 * gap;
  }
}

void PlayedWarp::work(uint64_t cycles, uint64_t added) {
  scopes("plain", 1, cycles);
  m_segment.scopeStart(idOf("recorded"), m_now);
  const uint64_t end = m_now + cycles + 2 * 4 * added;
  scopes("work", 4, cycles / 8);
  m_now = end;
  m_segment.scopeEnd(idOf("recorded"), m_now);
  m_now += 100;
}

std::vector<std::byte> blockOf(const std::vector<PlayedWarp> &warps) {
  BlockEmitter emitter(static_cast<uint32_t>(warps.size()), 256);
  uint64_t end = 0;
  for (size_t i = 0; i < warps.size(); ++i) {
    emitter.units[i] = warps[i].segment();
    end = std::max(end, warps[i].now());
  }
  emitter.setClocks(1000, end + 100);
  std::vector<std::byte> bytes;
  emitter.appendTo(bytes);
  return bytes;
}

std::vector<std::byte> blockOf(const PlayedCosts &costs, uint32_t warps,
                               const record::OperationTable &operations) {
  PlayedWarp warp(operations);
  warp.scopes("empty", 32, costs.empty);
  warp.scopes("empty wait", 16, costs.wait);
  warp.scopes("few", 1, costs.around + kFewChains * costs.chain);
  warp.scopes("many", 1, costs.around + kManyChains * costs.chain);
  warp.scopes("region", kRegions, costs.region);
  warp.scopes("straight few", 1, costs.around + kFewChains * costs.chain);
  warp.scopes("straight many", 1, costs.around + kManyChains * costs.chain);
  warp.scopes("straight region", kRegions, costs.straightRegion);
  warp.scopes("empty in loop", 16, costs.inLoop);
  warp.work(costs.plain, costs.added);
  return blockOf(std::vector<PlayedWarp>(warps, warp));
}

} // namespace pstudio::test
