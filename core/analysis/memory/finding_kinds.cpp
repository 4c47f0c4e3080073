// SPDX-License-Identifier: Apache-2.0
// The declaration of each kind of memory finding.
#include "core/analysis/memory/finding_kinds.h"

#include <array>

namespace pstudio::memory {
namespace {

using Name = std::string_view;

constexpr std::array kOutside = {Name("accesses"), Name("outside")};
constexpr std::array kOverlaps = {Name("buffers")};
constexpr std::array kMissing = {Name("recorded_part"), Name("dropped"), Name("sampled_part")};
constexpr std::array kSectors = {Name("sectors"), Name("ideal_sectors"), Name("accesses"),
                                 Name("misaligned"), Name("pattern")};
constexpr std::array kWavefronts = {Name("wavefronts"), Name("phases"), Name("worst_degree"),
                                    Name("accesses"), Name("pattern")};
constexpr std::array kSharing = {Name("touched sectors"), Name("falsely shared sectors")};

/// In the order of FindingKind.
constexpr std::array<FindingDeclaration, kFindingKinds> kDeclarations = {{
    {FindingKind::OutsideBuffers, "outside-buffers", "memory.outside-buffers", kOutside,
     "at least one access is outside of all buffers"},
    {FindingKind::OverlappingBuffers, "overlapping-buffers", "memory.overlapping-buffers",
     kOverlaps, "two buffers have bytes in common"},
    {FindingKind::MissingAccesses, "missing-accesses", "memory.missing-accesses", kMissing,
     "the recorded part is below 1"},
    {FindingKind::ExcessSectors, "excess-sectors", "memory.excess-sectors", kSectors,
     "(sectors - ideal) is at least 1 % of the launch's sectors"},
    {FindingKind::Misaligned, "misaligned", "memory.misaligned", kSectors,
     "as excess-sectors, the pattern with the most excess is coalesced, and accesses are "
     "misaligned"},
    {FindingKind::BankConflicts, "bank-conflicts", "memory.bank-conflicts", kWavefronts,
     "(wavefronts - phases) is at least 1 % of the launch's wavefronts"},
    {FindingKind::FalseSharing, "false-sharing", "memory.false-sharing", kSharing,
     "at least 1 % of the touched sectors of a buffer are falsely shared"},
}};

} // namespace

const FindingDeclaration &declarationOf(FindingKind kind) {
  return kDeclarations[static_cast<size_t>(kind)];
}

double gainOf(FindingKind kind, const SiteStatistics &site, const LaunchTraffic &launch) {
  switch (kind) {
  case FindingKind::ExcessSectors:
  case FindingKind::Misaligned:
    return ratio(site.sectors - site.ideal, launch.sectors);
  case FindingKind::BankConflicts:
    return ratio(site.wavefronts - site.phases, launch.wavefronts);
  default:
    return 0;
  }
}

FindingKind excessKind(const SiteStatistics &site) {
  return site.worst().pattern.kind == PatternClass::Coalesced && site.misaligned > 0
             ? FindingKind::Misaligned
             : FindingKind::ExcessSectors;
}

} // namespace pstudio::memory
