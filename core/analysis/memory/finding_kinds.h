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
  OutsideBuffers,     ///< addresses that no buffer holds
  OverlappingBuffers, ///< names may be wrong
  MissingAccesses,    ///< dropped or not sampled: all numbers are of a part
  ExcessSectors,      ///< lanes lie too far apart
  Misaligned,         ///< neighbouring bytes that begin within a sector
  BankConflicts,
  FalseSharing,
};
inline constexpr uint8_t kFindingKinds = 7;

/// The traffic of a launch that the gains are parts of.
struct LaunchTraffic {
  uint64_t sectors = 0;    ///< of global memory
  uint64_t wavefronts = 0; ///< of shared memory

  void add(const SiteStatistics &site) {
    sectors += site.sectors;
    wavefronts += site.wavefronts;
  }
};

/// A finding of the kind is made only where its figures, which table, panel and JSON show, have the
/// condition, so that none of them contradicts it.
struct FindingDeclaration {
  FindingKind kind;
  std::string_view name; ///< short and stable, for files: "excess-sectors"
  std::string_view code; ///< of its card: "memory.excess-sectors"
  /// Of an operation: names as in the JSON of a launch; of a launch or a buffer: in words.
  std::span<const std::string_view> figures;
  std::string_view condition; ///< in words
};

const FindingDeclaration &declarationOf(FindingKind kind);

/// A gain below is no finding: 1 % of the launch's traffic.
inline constexpr double kLeastGain = 0.01;

/// The part of the launch's traffic that mending an operation would save, from its figures; 0 of
/// the kinds that are not about the traffic of an operation. O(1).
double gainOf(FindingKind kind, const SiteStatistics &site, const LaunchTraffic &launch);

/// ExcessSectors or Misaligned: which of them describes the sectors of an operation beyond the
/// ideal. Accesses that lie side by side and begin within a sector are misaligned.
FindingKind excessKind(const SiteStatistics &site);

} // namespace pstudio::memory
