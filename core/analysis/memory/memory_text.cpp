// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/memory_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "core/access/access_names.h"
#include "core/base/coverage_text.h"
#include "core/base/number_text.h"
#include "core/base/text_table.h"
#include "core/base/utf8.h"

namespace pstudio::memory {

namespace {

/// "A", or "A 90 %, B 10 %, outside 3": the first few by falling number.
std::string buffersText(const LaunchAccesses &accesses, const SiteStatistics &site) {
  constexpr size_t kNamed = 3;
  std::vector<std::pair<uint64_t, std::string>> named;
  for (const auto &[buffer, count] : site.buffers)
    named.emplace_back(count, accesses.buffers.buffers()[buffer].name);
  std::ranges::stable_sort(named, std::greater(), &std::pair<uint64_t, std::string>::first);
  std::string text;
  for (size_t i = 0; i < std::min(named.size(), kNamed); ++i)
    text += (i == 0 ? "" : ", ") + named[i].second +
            (named[i].first == site.accesses
                 ? ""
                 : " " + percentText(ratio(named[i].first, site.accesses), 3));
  if (named.size() > kNamed)
    text += " and " + countText(named.size() - kNamed) + " more";
  if (site.outside > 0 && !accesses.buffers.buffers().empty())
    text += (text.empty() ? "" : ", ") + countText(site.outside) + " outside";
  return text;
}

std::string patternColumn(const SiteStatistics &site) {
  const SiteStatistics::Dominant pattern = site.dominant();
  return patternWords(site, pattern.pattern) +
         (pattern.part < 1 ? " (" + percentText(pattern.part, 3) + ")" : "");
}

/// "load, 4 bytes".
std::string kindText(const AccessSite &site) {
  return std::string(nameOf(site.kind)) + ", " + countText(site.bytesPerLane, "byte", "bytes");
}

std::string shapeText(const Buffer &buffer) {
  std::string text =
      buffer.dtype.empty() ? countText(buffer.elementBytes, "byte", "bytes") : buffer.dtype;
  for (size_t i = 0; i < buffer.shape.size(); ++i)
    text += (i == 0 ? "[" : ", ") + std::to_string(buffer.shape[i]);
  return text + (buffer.shape.empty() ? "" : "]");
}

std::string binText(size_t bin) {
  if (bin < 2)
    return countText(bin);
  const uint64_t first = uint64_t{1} << (bin - 1);
  return countText(first) + " to " + countText(first - 1 + first);
}

/// "1: 25 %, 2 to 3: 75 %": the bins that are not empty.
std::string histogramText(const LogHistogram &bins) {
  uint64_t all = 0;
  for (const uint64_t count : bins)
    all += count;
  std::string text;
  for (size_t bin = 0; bin < bins.size(); ++bin)
    if (bins[bin] != 0)
      text +=
          (text.empty() ? "" : ", ") + binText(bin) + ": " + percentText(ratio(bins[bin], all), 3);
  return text;
}

/// "4 KiB (median; 1 KiB to 16 KiB)", of numbers of sectors.
std::string spreadText(std::vector<uint64_t> sectors, uint32_t sectorBytes) {
  std::ranges::sort(sectors);
  const auto text = [&](uint64_t count) {
    return bytesText(static_cast<double>(count) * sectorBytes);
  };
  std::string result = text(sectors[sectors.size() / 2]);
  if (sectors.front() != sectors.back())
    result += " (median; " + text(sectors.front()) + " to " + text(sectors.back()) + ")";
  return result;
}

std::string estimateText(double part) {
  return part < 1 ? " (estimated from 1/" +
                        countText(static_cast<uint64_t>(std::llround(1 / part))) + " of the pages)"
                  : "";
}

std::string underHeading(const char *heading, const std::string &part) {
  return part.empty() ? "" : std::string(heading) + "\n" + part;
}

} // namespace

std::string describeShare(const AccessTable &table) {
  uint64_t ctas = 0;
  for (size_t run = 0; run < table.warps().size(); ++run)
    ctas += run == 0 || table.warps()[run].cta != table.warps()[run - 1].cta ? 1 : 0;
  const RecordedShare &share = table.share();
  std::string text = "  " + countText(table.size(), "access", "accesses") + " of " +
                     countText(table.warps().size(), "warp", "warps") + " in " +
                     countText(ctas, "CTA", "CTAs") + ": " + coverageText(table.recordedPart()) +
                     " of all";
  if (share.sampledPart < 1)
    text += "; " + coverageText(share.sampledPart) + " were selected for recording";
  if (share.dropped > 0)
    text += "; " + countText(share.dropped) + " were dropped";
  if (share.noLanes > 0)
    text += "; " + countText(share.noLanes) + " more had no active lane";
  if (share.joined > 0)
    text += "; " + countText(share.joined) + " have the time of an earlier access";
  return text + "\n";
}

std::string describeGlobal(const LaunchAccesses &accesses, const LaunchMemory &memory) {
  TextTable table("llrrrrrrll", {"operation", "kind", "accesses", "sectors", "ideal", "efficiency",
                                 "excess", "misaligned", "pattern", "buffer"});
  uint64_t sectors = 0, ideal = 0;
  for (size_t i = 0; i < memory.sites.size(); ++i) {
    const AccessSite &site = accesses.table.sites()[i];
    const SiteStatistics &is = memory.sites[i];
    if (is.accesses == 0 || site.space != AccessSpace::Global)
      continue;
    sectors += is.sectors;
    ideal += is.ideal;
    table.add({siteText(site), kindText(site), countText(is.accesses),
               significantText(ratio(is.sectors, is.accesses)),
               significantText(ratio(is.ideal, is.accesses)), percentText(is.efficiency()),
               bytesText(static_cast<double>(is.excessBytes(accesses.model))),
               percentText(ratio(is.misaligned, is.accesses), 3), patternColumn(is),
               buffersText(accesses, is)});
  }
  if (table.isEmpty())
    return "";
  const double unit = accesses.model.sectorBytes;
  return "  " + bytesText(static_cast<double>(sectors) * unit) + " in " +
         countText(sectors, "sector", "sectors") + " of " +
         std::to_string(accesses.model.sectorBytes) + " bytes, ideal " +
         bytesText(static_cast<double>(ideal) * unit) + ": efficiency " +
         percentText(ratio(ideal, sectors)) + "; sectors and ideal per access\n" + table.text();
}

std::string describeShared(const LaunchAccesses &accesses, const LaunchMemory &memory) {
  TextTable table("llrrrrrrll", {"operation", "kind", "accesses", "wavefronts", "ideal",
                                 "efficiency", "worst degree", "mean", "pattern", "buffer"});
  uint64_t wavefronts = 0, phases = 0;
  for (size_t i = 0; i < memory.sites.size(); ++i) {
    const AccessSite &site = accesses.table.sites()[i];
    const SiteStatistics &is = memory.sites[i];
    if (is.accesses == 0 || site.space != AccessSpace::Shared)
      continue;
    wavefronts += is.wavefronts;
    phases += is.phases;
    std::vector<std::string> row{siteText(site), kindText(site), countText(is.accesses)};
    if (isByLane(site.kind))
      row.insert(row.end(), {significantText(ratio(is.wavefronts, is.accesses)),
                             significantText(ratio(is.phases, is.accesses)),
                             percentText(1 / is.wavefrontsPerPhase()), countText(is.worstDegree),
                             significantText(is.wavefrontsPerPhase())});
    else // the bank accesses of a copy engine are unknown
      row.insert(row.end(), 5, "-");
    row.insert(row.end(), {patternColumn(is), buffersText(accesses, is)});
    table.add(std::move(row));
  }
  if (table.isEmpty())
    return "";
  return "  " + countText(wavefronts, "wavefront", "wavefronts") + " of " +
         std::to_string(accesses.model.banks.banks) + " banks, ideal " + countText(phases) +
         ": efficiency " + percentText(wavefronts == 0 ? 1 : ratio(phases, wavefronts)) +
         "; wavefronts and ideal per access, degrees per phase\n" + table.text();
}

std::string describeBuffers(const LaunchAccesses &accesses, const LaunchMemory &memory) {
  const BufferMap &buffers = accesses.buffers;
  TextTable table("lllrlrrrrr", {"buffer", "space", "address", "size", "type", "lines touched",
                                 "of buffer", "touches/line", "warps/line", "CTAs/line"});
  for (uint32_t i = 0; i < buffers.buffers().size(); ++i) {
    const Buffer &buffer = buffers.buffers()[i];
    const uint64_t bytes = buffers.bytesOf(i);
    std::vector<std::string> row{buffer.name, std::string(nameOf(buffer.space)),
                                 hexText(buffer.base), bytesText(static_cast<double>(bytes)),
                                 shapeText(buffer)};
    if (buffer.space == AccessSpace::Global && bytes != 0) {
      const LineReuse lines = lineReuse(memory.touches, buffer.base, buffer.base + (bytes - 1));
      uint64_t warps = 0, ctas = 0;
      memory.touches.forLines(buffer.base, buffer.base + (bytes - 1),
                              [&](uint64_t, const LineTouch &line) {
                                warps += line.warps;
                                ctas += line.ctas;
                              });
      const uint64_t all = (buffer.base + (bytes - 1)) / accesses.model.lineBytes -
                           buffer.base / accesses.model.lineBytes + 1;
      const double found = ratio(lines.lines, all) / memory.touches.keptPart();
      row.insert(row.end(), {countText(lines.lines), percentText(found, 3),
                             significantText(ratio(lines.touches, lines.lines)),
                             significantText(ratio(warps, lines.lines)),
                             significantText(ratio(ctas, lines.lines))});
    }
    row.resize(10);
    table.add(std::move(row));
  }
  return table.text();
}

std::string describeReuse(const LaunchMemory &memory) {
  const LineReuse &lines = memory.lines;
  const ReuseDistances &distances = memory.distances;
  if (lines.lines == 0)
    return "";
  std::string text = "  " + countText(lines.lines, "line", "lines") + ", each touched " +
                     significantText(ratio(lines.touches, lines.lines)) + " times" +
                     estimateText(memory.touches.keptPart()) + "\n" + "  lines by touches      " +
                     histogramText(lines.perLine) + "\n" + "  lines by warps        " +
                     histogramText(lines.warps) + "\n" + "  lines by CTAs         " +
                     histogramText(lines.ctas) + "\n";
  uint64_t again = 0;
  for (const uint64_t count : distances.again)
    again += count;
  text += "  touches in a CTA      " +
          percentText(ratio(distances.first, distances.first + again)) +
          " first touches of a line" + estimateText(distances.countedPart) + "\n";
  if (again > 0)
    text += "  other lines between   " + histogramText(distances.again) + "\n";
  return text;
}

std::string describeFootprint(const LaunchAccesses &accesses, const LaunchMemory &memory) {
  const uint32_t unit = accesses.model.sectorBytes;
  if (memory.lines.lines == 0)
    return "";
  std::vector<uint64_t> ctas;
  for (const SectorTouches::CtaFootprint &cta : memory.touches.ctaFootprints())
    ctas.push_back(cta.sectors);
  std::vector<uint64_t> inWave;
  for (const Wave &wave : memory.waves)
    inWave.push_back(wave.ctas.size());
  const uint64_t all = memory.touches.footprintOverTime(1)[0];
  std::string text =
      "  total       " + bytesText(static_cast<double>(all) * unit / memory.touches.keptPart()) +
      estimateText(memory.touches.keptPart()) + "\n  per CTA     " + spreadText(ctas, unit) +
      "\n  per wave    " + spreadText(memory.ofWaves.sectors, unit) + ", " +
      countText(memory.waves.size(), "wave", "waves") + " of up to " +
      countText(*std::ranges::max_element(inWave), "CTA", "CTAs") +
      estimateText(memory.ofWaves.countedPart) + "\n  over time  ";
  for (const uint64_t sectors : memory.ofTimes.sectors)
    text += " " + bytesText(static_cast<double>(sectors) * unit) + ",";
  text.pop_back();
  return text + " (per tenth of the time)" + estimateText(memory.ofTimes.countedPart) + "\n";
}

std::string describeFindings(const LaunchMemory &memory) {
  std::string text;
  for (const Finding &finding : memory.findings) {
    text +=
        "  - " + printableText(finding.what) + "\n    " + printableText(finding.evidence) + "\n";
    if (!finding.advice.empty())
      text += "    " + printableText(finding.advice) + "\n";
  }
  return text;
}

std::string describeMemory(const LaunchAccesses &accesses, const LaunchMemory &memory) {
  return underHeading("accesses", describeShare(accesses.table)) +
         underHeading("global memory", describeGlobal(accesses, memory)) +
         underHeading("shared memory", describeShared(accesses, memory)) +
         underHeading("buffers", describeBuffers(accesses, memory)) +
         underHeading("line reuse", describeReuse(memory)) +
         underHeading("footprint", describeFootprint(accesses, memory)) +
         underHeading("findings", describeFindings(memory));
}

} // namespace pstudio::memory
