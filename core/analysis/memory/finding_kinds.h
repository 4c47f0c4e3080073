// SPDX-License-Identifier: Apache-2.0
// The declaration of each kind of memory finding: the figures that it is derived from, and its
// condition.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/analysis/memory/site_statistics.h"

namespace pstudio::memory {

enum class FindingKind : uint8_t {
  OutsideBuffers,     ///< addresses outside of all buffers
  OverlappingBuffers, ///< names may be wrong
  MissingAccesses,    ///< dropped or not sampled: all numbers are of a part of the accesses
  ExcessSectors,      ///< addresses of lanes are too far apart
  Misaligned,         ///< neighbouring bytes that begin within a sector
  BankConflicts,
  FalseSharing,
};
inline constexpr uint8_t kFindingKinds = 7;

/// The traffic of a launch. Gains are parts of it.
struct LaunchTraffic {
  uint64_t sectors = 0;    ///< of global memory
  uint64_t wavefronts = 0; ///< of shared memory

  void add(const SiteStatistics &site) {
    sectors += site.sectors;
    wavefronts += site.wavefronts;
  }
};

/// A finding of the kind requires that its figures satisfy the condition. Table, panel and JSON
/// show the same figures, so none of them contradicts the finding.
struct FindingDeclaration {
  FindingKind kind;
  std::string_view name; ///< short and stable, for files: "excess-sectors"
  std::string_view code; ///< of its card: "memory.excess-sectors"
  /// Of an operation: names as in the JSON of a launch; of a launch or a buffer: in words.
  std::span<const std::string_view> figures;
  std::string_view condition; ///< in words
};

const FindingDeclaration &declarationOf(FindingKind kind);

/// Least gain of a finding: 1 % of the launch's traffic.
inline constexpr double kMinGain = 0.01;

/// The part of the launch's traffic that a fix of an operation would save, from its figures; 0 for
/// kinds that are not about the traffic of an operation. O(1).
double gainOf(FindingKind kind, const SiteStatistics &site, const LaunchTraffic &launch);

/// ExcessSectors or Misaligned: which of them describes the sectors of an operation beyond the
/// ideal. Accesses that lie side by side and begin within a sector are misaligned.
FindingKind excessKind(const SiteStatistics &site);

} // namespace pstudio::memory
