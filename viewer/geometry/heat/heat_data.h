// SPDX-License-Identifier: Apache-2.0
// What is counted of one launch's memory accesses, part by part, so that views can show what is
// there while the rest is still being counted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/address_map.h"
#include "core/analysis/memory/counted_accesses.h"
#include "core/analysis/memory/findings.h"
#include "core/analysis/memory/footprint.h"
#include "core/analysis/memory/reuse.h"
#include "core/analysis/memory/sector_touches.h"
#include "core/analysis/memory/site_statistics.h"
#include "core/trace/trace.h"
#include "viewer/geometry/heat/heat_map_address.h"
#include "viewer/geometry/heat/heat_map_banks.h"

namespace pstudio {

/// The parts in the order in which they are counted: what is looked at first, and is quick, first.
enum class HeatPart : uint8_t {
  TimeMap,  ///< address by time
  Sites,    ///< sums by operation of the source
  Banks,    ///< of shared memory by time
  Sectors,  ///< who touched which sector
  Findings, ///< needs both
  CtaMap,   ///< address by CTA
  SmMap,    ///< address by SM, where the SMs are known
  Words,    ///< who touched which word of shared memory
  Reuse,    ///< distances
  Waves,    ///< what CTAs that ran together touched
  Counts,   ///< of accesses that were counted on the device
};
inline constexpr uint8_t kHeatParts = 11;

/// Distinct global memory of each wave.
struct WaveFootprints {
  std::vector<memory::Wave> waves;
  memory::Footprints touched, written; ///< by wave
};

/// "sectors and who touched them": what is being counted, for a progress text.
std::string heatPartName(HeatPart part);

/// Immutable; with() makes another one that shares the parts. Holds the accesses, so that all of it
/// stays valid when the trace is closed. Costs of the parts: core/analysis/memory/README.md.
/// [thread: any]
class HeatData {
public:
  /// Nothing is counted. `accesses` is not null; `sms` says where its CTAs ran, if that is known.
  /// O(1).
  explicit HeatData(std::shared_ptr<const memory::LaunchAccesses> accesses,
                    std::optional<SmOfCta> sms = {});

  /// The part to count next; nothing if all are there.
  std::optional<HeatPart> next() const;
  /// This with next() counted, on `threads` threads (0: all); the same if all are there.
  HeatData withNext(unsigned threads = 0) const;
  bool isComplete() const { return !next(); }
  /// Estimated part of the work that is done, [0, 1].
  double progress() const;

  const memory::LaunchAccesses &accesses() const { return *m_accesses; }
  const std::shared_ptr<const memory::LaunchAccesses> &sharedAccesses() const { return m_accesses; }
  /// Whether there will be a map by SM.
  bool hasSms() const { return m_sms != nullptr; }
  /// Whether accesses were counted on the device, by pieces of memory, and none was recorded.
  bool isCounted() const { return !m_accesses->counts.empty(); }
  // Each is null until it is counted.
  const std::shared_ptr<const memory::CountedMap> &countedMap() const { return m_countedMap; }
  const std::shared_ptr<const memory::AddressMap> &timeMap() const { return m_timeMap; }
  const std::shared_ptr<const memory::AddressMap> &ctaMap() const { return m_ctaMap; }
  const std::shared_ptr<const memory::AddressMap> &smMap() const { return m_smMap; }
  const std::shared_ptr<const BankPicture> &banks() const { return m_banks; }
  const std::shared_ptr<const std::vector<memory::SiteStatistics>> &sites() const {
    return m_sites;
  }
  const std::shared_ptr<const memory::SectorTouches> &sectors() const { return m_sectors; }
  const std::shared_ptr<const memory::SectorTouches> &sharedWords() const { return m_sharedWords; }
  const std::shared_ptr<const std::vector<memory::Finding>> &findings() const { return m_findings; }
  const std::shared_ptr<const memory::ReuseDistances> &reuse() const { return m_reuse; }
  const std::shared_ptr<const WaveFootprints> &waves() const { return m_waves; }

  /// Of the parts that are there, without the accesses [bytes].
  uint64_t memoryBytes() const;

private:
  std::shared_ptr<const memory::LaunchAccesses> m_accesses;
  std::shared_ptr<const SmOfCta> m_sms; ///< null: not known
  std::shared_ptr<const memory::AddressMap> m_timeMap, m_ctaMap, m_smMap;
  std::shared_ptr<const memory::CountedMap> m_countedMap;
  std::shared_ptr<const BankPicture> m_banks;
  std::shared_ptr<const std::vector<memory::SiteStatistics>> m_sites;
  std::shared_ptr<const memory::SectorTouches> m_sectors, m_sharedWords;
  std::shared_ptr<const std::vector<memory::Finding>> m_findings;
  std::shared_ptr<const memory::ReuseDistances> m_reuse;
  std::shared_ptr<const WaveFootprints> m_waves;
};

/// All parts at once, for a picture.
std::shared_ptr<const HeatData>
countedHeatData(std::shared_ptr<const memory::LaunchAccesses> accesses,
                std::optional<SmOfCta> sms = {});

/// The accesses of a launch that has some, nothing counted. O(tracks + warps).
HeatData heatDataOf(const Trace &trace, uint32_t launch);

/// Indices of the launches that recorded accesses, also if there were none to record.
std::vector<uint32_t> launchesWithAccesses(const Trace &trace);

/// "transpose_naive", and "transpose_naive #2" where a kernel is launched several times. `launch`
/// is an index of Trace::launches().
std::string launchName(const Trace &trace, uint32_t launch);

/// Times from the first access to behind the last one; empty at 0 if there are none. O(accesses)
/// until the map of times is there.
TimeRange accessTimes(const HeatData &data);

} // namespace pstudio
