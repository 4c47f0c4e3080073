// SPDX-License-Identifier: Apache-2.0
// Counts of one launch's memory accesses, part by part: views show the parts that exist while the
// rest is being counted.
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

/// The parts in the order in which they are counted: parts that are shown first, and fast ones,
/// come first.
enum class HeatPart : uint8_t {
  TimeMap,  ///< address by time
  Sites,    ///< sums by operation of the source
  Banks,    ///< of shared memory by time
  Sectors,  ///< warps and CTAs that touched each sector
  Findings, ///< require Sites and Sectors
  CtaMap,   ///< address by CTA
  SmMap,    ///< address by SM, where the SMs are known
  Words,    ///< warps and CTAs that touched each word of shared memory
  Reuse,    ///< reuse distances
  Waves,    ///< memory that concurrent CTAs touched
  Counts,   ///< accesses that were counted on the device
};
inline constexpr uint8_t kHeatParts = 11;

/// Distinct global memory of each wave.
struct WaveFootprints {
  std::vector<memory::Wave> waves;
  memory::Footprints touched, written; ///< by wave
};

/// "sectors, warps and CTAs": the part as a progress text.
std::string heatPartName(HeatPart part);

/// Immutable; withNext() returns a copy with one more part, which shares the other parts. Owns the
/// accesses, so all data stay valid when the trace is closed. Costs of the parts:
/// core/analysis/memory/README.md. [thread: any]
class HeatData {
public:
  /// Nothing is counted yet. `accesses` is not null; `sms` gives the SMs of its CTAs, if known.
  /// O(1).
  explicit HeatData(std::shared_ptr<const memory::LaunchAccesses> accesses,
                    std::optional<SmOfCta> sms = {});

  /// The part to count next; nothing if all exist.
  std::optional<HeatPart> next() const;
  /// A copy of this with next() counted, on `threads` threads (0: all); an equal copy if all parts
  /// exist.
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

  /// Memory of the parts that exist, without the accesses [bytes].
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

/// Counts all parts at once, for a picture.
std::shared_ptr<const HeatData>
countedHeatData(std::shared_ptr<const memory::LaunchAccesses> accesses,
                std::optional<SmOfCta> sms = {});

/// The accesses of a launch that has some; nothing is counted yet. O(tracks + warps).
HeatData heatDataOf(const Trace &trace, uint32_t launch);

/// Indices of the launches that recorded accesses, including launches with zero accesses.
std::vector<uint32_t> launchesWithAccesses(const Trace &trace);

/// "transpose_naive", and "transpose_naive #2" where a kernel is launched several times. `launch`
/// is an index of Trace::launches().
std::string launchName(const Trace &trace, uint32_t launch);

/// From the time of the first access to the picosecond after the last one; empty at 0 without
/// accesses. O(accesses) until the map of times exists.
TimeRange accessTimes(const HeatData &data);

} // namespace pstudio
