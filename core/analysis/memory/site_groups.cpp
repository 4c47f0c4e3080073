// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/site_groups.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>

#include "core/base/number_text.h"

namespace pstudio::memory {
namespace {

/// "file:line:column" or "file:line".
struct SiteLine {
  std::string_view file;
  uint32_t line = 0;
};

std::optional<uint32_t> wholeNumber(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

std::optional<SiteLine> lineOf(std::string_view location) {
  const size_t last = location.rfind(':');
  if (last == location.npos)
    return std::nullopt;
  const std::string_view before = location.substr(0, last);
  if (const size_t first = before.rfind(':'); first != before.npos)
    if (const auto line = wholeNumber(before.substr(first + 1)))
      return SiteLine{before.substr(0, first), *line};
  const auto line = wholeNumber(location.substr(last + 1));
  return line ? std::optional(SiteLine{before, *line}) : std::nullopt;
}

/// True for the same sectors and wavefronts per access, in the same buffers, for the same reason.
bool hasSameTraffic(const SiteStatistics &a, const SiteStatistics &b) {
  const auto isSameRatio = [](uint64_t partA, uint64_t allA, uint64_t partB, uint64_t allB) {
    return static_cast<unsigned __int128>(partA) * allB ==
           static_cast<unsigned __int128>(partB) * allA;
  };
  return isSameRatio(a.sectors, a.accesses, b.sectors, b.accesses) &&
         isSameRatio(a.ideal, a.accesses, b.ideal, b.accesses) &&
         isSameRatio(a.wavefronts, a.phases, b.wavefronts, b.phases) &&
         a.worst().pattern == b.worst().pattern &&
         std::ranges::equal(a.buffers, b.buffers, {}, &std::pair<const uint32_t, uint64_t>::first,
                            &std::pair<const uint32_t, uint64_t>::first);
}

/// A site with a source line.
struct LinedSite {
  std::tuple<std::string_view, std::string_view, AccessKind, AccessSpace, uint32_t> what;
  uint32_t line = 0;
  uint16_t site = 0;
  auto operator<=>(const LinedSite &) const = default;
};

} // namespace

std::vector<SiteGroup> groupSites(const AccessTable &table, std::span<const SiteStatistics> sites) {
  std::vector<SiteGroup> groups;
  std::vector<LinedSite> lined;
  for (uint16_t i = 0; i < sites.size(); ++i) {
    const AccessSite &site = table.sites()[i];
    if (const auto at = lineOf(site.location))
      lined.push_back(
          {{at->file, site.name, site.kind, site.space, site.bytesPerLane}, at->line, i});
    else
      groups.push_back({{i}, sites[i]});
  }
  std::ranges::sort(lined);
  for (size_t i = 0; i < lined.size(); ++i) {
    const LinedSite &now = lined[i];
    const bool follows = i > 0 && lined[i - 1].what == now.what &&
                         now.line - lined[i - 1].line <= 1 &&
                         hasSameTraffic(sites[lined[i - 1].site], sites[now.site]);
    if (!follows) {
      groups.push_back({{now.site}, sites[now.site]});
      continue;
    }
    groups.back().sites.push_back(now.site);
    groups.back().sum += sites[now.site];
  }
  std::ranges::stable_sort(groups, {}, [](const SiteGroup &group) { return group.sites.front(); });
  return groups;
}

std::string groupText(const AccessTable &table, const SiteGroup &group) {
  const AccessSite &first = table.sites()[group.sites.front()];
  const auto begin = lineOf(first.location);
  const auto end = lineOf(table.sites()[group.sites.back()].location);
  if (group.sites.size() == 1 || !begin || !end)
    return siteText(first);
  const std::string_view file = begin->file.substr(begin->file.rfind('/') + 1);
  return (first.name.empty() ? "access" : first.name) + " (" + std::string(file) + ":" +
         std::to_string(begin->line) +
         (end->line == begin->line ? "" : " to " + std::to_string(end->line)) + ", " +
         countText(group.sites.size(), "operation", "operations") + ")";
}

} // namespace pstudio::memory
