// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_text.h"

#include <algorithm>

#include "core/base/coverage_text.h"
#include "core/base/parallel.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

using memory::AccessSpace;
using memory::AccessTable;
using memory::Toucher;
using memory::Touchers;

constexpr size_t kMostSites = 4;

std::string warpText(const AccessTable &table, const Toucher &toucher) {
  const memory::WarpRun &run = table.warps()[toucher.run];
  return "CTA " + countText(run.cta) + ", warp " + countText(run.warp) + ", " +
         formatExact(toucher.time);
}

} // namespace

std::string shareNote(const AccessTable &table) {
  const memory::RecordedShare &share = table.share();
  const std::string shown =
      countText(table.size()) + (table.size() == 1 ? " access" : " accesses") + " recorded";
  std::string why;
  if (share.sampledPart < 1)
    why = coverageText(share.sampledPart, formatPercent) + " were sampled";
  if (share.dropped != 0)
    why += (why.empty() ? "" : ", ") + countText(share.dropped) + " were dropped";
  if (why.empty())
    return "All " + shown + ".";
  return shown + ", " + coverageText(table.recordedPart(), formatPercent) + " of all: " + why + ".";
}

std::string byteRangeText(const memory::BufferMap &buffers, AccessSpace space, uint64_t first,
                          uint64_t last) {
  const uint32_t buffer = buffers.find(space, first);
  if (buffer == memory::BufferMap::kNone)
    return buffers.describe(space, first);
  const memory::Buffer &of = buffers.buffers()[buffer];
  const auto elementOf = [&](uint64_t address) {
    return address - (address - of.base) % of.elementBytes;
  };
  // The elements that contain the first and the last byte.
  const std::string from = buffers.describe(space, elementOf(first));
  const std::string to = buffers.describe(space, elementOf(last));
  return from == to ? from : from + " .. " + to;
}

unsigned backgroundThreads() {
  return std::max(2u, threadCountOf(0)) - 1;
}

void addTouchers(const AccessTable &table, const Touchers &touchers, HeatHover &hover) {
  hover.lines.push_back({"accesses", countText(touchers.accesses)});
  for (size_t i = 0; i < std::min(touchers.sites.size(), kMostSites); ++i)
    hover.lines.push_back(
        {siteText(table.sites()[touchers.sites[i].site]), countText(touchers.sites[i].accesses)});
  if (touchers.sites.size() > kMostSites)
    hover.lines.push_back({"other operations", countText(touchers.sites.size() - kMostSites)});
  if (!touchers.first)
    return;
  hover.lines.push_back(
      {"by", countText(touchers.warps) + (touchers.warps == 1 ? " warp of " : " warps of ") +
                 countText(touchers.ctas) + (touchers.ctas == 1 ? " CTA" : " CTAs")});
  hover.lines.push_back({"first", warpText(table, *touchers.first)});
  if (touchers.accesses > 1)
    hover.lines.push_back({"last", warpText(table, *touchers.last)});
  hover.selection.site = touchers.sites.front().site;
  const memory::WarpRun &run = table.warps()[touchers.first->run];
  hover.selection.cta = run.cta;
  hover.selection.warp = run.warp;
}

} // namespace pstudio
