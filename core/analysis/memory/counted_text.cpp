// SPDX-License-Identifier: Apache-2.0
// Counted accesses as text.
#include <set>

#include "core/access/access_names.h"
#include "core/analysis/memory/counted_accesses.h"
#include "core/base/coverage_text.h"
#include "core/base/number_text.h"
#include "core/base/text_table.h"

namespace pstudio::memory {
namespace {

std::string partText(uint64_t part, uint64_t whole) {
  return percentText(whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole));
}

/// "A, 4 of 64 pieces of 16 KiB".
std::string placeText(const LaunchAccesses &accesses, size_t site, const CountedSite &is) {
  if (is.buffer == BufferMap::kNone)
    return "unknown";
  const std::string name = accesses.buffers.buffers()[is.buffer].name;
  if (is.pieces == 0)
    return name + ", too large for its bins";
  const auto bytes = static_cast<double>(uint64_t{1} << accesses.counts.sites[site].shift);
  std::string text = name + ", " + countText(is.touched) + " of " + countText(is.pieces) +
                     " pieces of " + bytesText(bytes);
  if (is.placed < is.accesses)
    text += ", " + partText(is.accesses - is.placed, is.accesses) + " outside";
  return text;
}

std::string summaryText(const LaunchAccesses &accesses) {
  uint64_t count = 0;
  std::set<uint32_t> ctas;
  for (const AccessCount &cell : accesses.counts.cells) {
    count += cell.accesses;
    ctas.insert(cell.cta);
  }
  const double sampled = accesses.table.share().sampledPart;
  return "counted accesses\n  " + countText(count) + " of " +
         countText(ctas.size(), "CTA", "CTAs") +
         (sampled < 1 ? ", " + coverageText(sampled) + " of all" : "") +
         "; each access counts in the piece of its lowest active lane\n";
}

} // namespace

std::string describeCounted(const LaunchAccesses &accesses, std::span<const CountedSite> sites) {
  TextTable table("llrrrrrrl", {"operation", "kind", "accesses", "lanes", "bytes", "CTAs",
                                "busiest CTA", "busiest piece", "buffer"});
  for (size_t i = 0; i < sites.size(); ++i) {
    const AccessSite &site = accesses.table.sites()[i];
    const CountedSite &is = sites[i];
    if (is.accesses == 0)
      continue;
    const double bytes = static_cast<double>(is.lanes) * site.bytesPerLane;
    table.add(
        {siteText(site), std::string(nameOf(site.kind)) + ", " + std::string(nameOf(site.space)),
         countText(is.accesses),
         significantText(static_cast<double>(is.lanes) / static_cast<double>(is.accesses)),
         bytesText(bytes), countText(is.ctas), partText(is.mostInCta, is.accesses),
         is.placed == 0 ? "" : partText(is.mostInPiece, is.accesses), placeText(accesses, i, is)});
  }
  return summaryText(accesses) + table.text();
}

} // namespace pstudio::memory
