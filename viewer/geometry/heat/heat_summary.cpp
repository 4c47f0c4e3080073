// SPDX-License-Identifier: Apache-2.0
// Texts about a launch's accesses: headline, badges, lines of the table, cards.
#include "viewer/geometry/heat/heat_summary.h"

#include <algorithm>
#include <cctype>

#include "core/base/coverage_text.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {

namespace {

using memory::AccessSpace;
using memory::FindingKind;
using memory::SiteStatistics;
using Severity = QualityBadge::Severity;

constexpr double kMuch = 0.25; // of a launch's traffic: worth a warning

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

MemoryOperationRow rowOf(const HeatData &data, uint16_t index) {
  const memory::AccessSite &site = data.accesses().table.sites()[index];
  const SiteStatistics &numbers = (*data.sites())[index];
  const memory::MemoryModel &model = data.accesses().model;
  MemoryOperationRow row;
  row.site = index;
  row.facts = site;
  row.place = parseSourcePlace(site.location);
  row.operation = site.name.empty() ? "access" : site.name;
  row.accesses = numbers.accesses;
  row.moved = row.isShared() ? numbers.wavefronts : numbers.sectors;
  row.ideal = row.isShared() ? numbers.phases : numbers.ideal;
  const uint64_t unit =
      row.isShared() ? uint64_t{model.banks.banks} * model.banks.bankBytes : model.sectorBytes;
  row.excessBytes = (row.moved - std::min(row.ideal, row.moved)) * unit;
  const SiteStatistics::Dominant pattern = numbers.dominant();
  row.isCounted = data.isCounted();
  row.pattern =
      row.isCounted ? "counted by address" : memory::patternWords(numbers, pattern.pattern);
  row.patternPart = row.isCounted ? 1 : pattern.part;
  row.worstDegree = numbers.worstDegree;
  return row;
}

/// The text as a sentence: with a capital letter and a full stop.
std::string sentence(std::string text) {
  if (text.empty())
    return text;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text.back() == '.' ? text : text + ".";
}

analysis::Finding cardOf(const memory::Finding &finding) {
  analysis::Finding card;
  card.code = memory::declarationOf(finding.kind).code;
  const bool isSevere = finding.kind == FindingKind::OutsideBuffers || finding.gain >= kMuch;
  card.severity =
      isSevere ? analysis::Finding::Severity::Warning : analysis::Finding::Severity::Notice;
  card.title = finding.what + ".";
  card.detail = sentence(finding.evidence);
  if (!finding.advice.empty())
    card.detail += " " + sentence(finding.advice);
  if (finding.gain > 0)
    card.numbers.push_back({"gain", 100 * finding.gain, "%"});
  return card;
}

/// Badges for accesses that were counted on the device.
void addCountedBadges(const memory::LaunchAccesses &accesses, std::vector<QualityBadge> &badges) {
  uint64_t count = 0;
  for (const memory::AccessCount &cell : accesses.counts.cells)
    count += cell.accesses;
  badges.push_back(
      {Severity::Neutral, "counted: " + countText(count, "access", "accesses"),
       "The device counted accesses by memory piece. Each access counts in the piece of its lowest "
       "active lane. Access times and the addresses of the other lanes are not recorded."});
  if (const double sampled = accesses.table.share().sampledPart; sampled < 1)
    badges.push_back({Severity::Caution,
                      "sampled: " + coverageText(sampled, formatPercent) + " of the accesses",
                      "The recording options selected only this share for counting."});
}

/// `isComplete`: the mode records every access instruction of the kernel.
void addShareBadges(const memory::AccessTable &table, bool isComplete,
                    std::vector<QualityBadge> &badges) {
  const memory::RecordedShare &share = table.share();
  if (share.dropped > 0)
    badges.push_back(
        {Severity::Loss,
         countText(share.dropped) + " of " +
             countText(share.dropped + table.size() + share.noLanes, "access dropped",
                       "accesses dropped"),
         "The profile buffer was too small and dropped these records. All numbers describe the "
         "remaining accesses. Record with strategy=stream or select fewer warps."});
  if (share.sampledPart < 1)
    badges.push_back(
        {Severity::Caution,
         "sampled: " + coverageText(share.sampledPart, formatPercent) + " of the accesses",
         "The recording options selected only this share. All counts describe the sampled "
         "accesses. Memory without a recorded access may have been accessed."});
  if (share.dropped == 0 && share.sampledPart >= 1 && isComplete)
    badges.push_back({Severity::Good, "exact: " + countText(table.size(), "access", "accesses"),
                      "The numbers include every access of every warp with the address of every "
                      "active lane. No record was dropped."});
  if (share.noLanes > 0)
    badges.push_back({Severity::Neutral, countText(share.noLanes) + " without an active lane",
                      "These accesses had no active lane and touched no memory."});
  if (share.joined > 0)
    badges.push_back(
        {Severity::Neutral,
         countText(share.joined, "access has", "accesses have") + " no time of their own",
         "One record holds several accesses that follow each other at constant distances. Their "
         "addresses are exact, their time is that of the first one. memory:groups=off gives each "
         "access a record and a time of its own."});
}

void addCountBadges(const HeatData &data, std::vector<QualityBadge> &badges) {
  if (!data.accesses().buffers.overlaps().empty())
    badges.push_back({Severity::Caution, "buffers overlap",
                      "Some bytes belong to several buffers. The maps show them in the smallest "
                      "buffer. The findings name the buffers."});
  if (const auto &map = data.timeMap(); map && map->outsideCount() > 0)
    badges.push_back({Severity::Caution,
                      countText(map->outsideCount(), "access", "accesses") + " outside buffers",
                      "No argument of the launch covers these sectors: they are scratch memory or "
                      "wrong addresses. The buffer maps do not show them."});
  if (const auto &sectors = data.sectors(); sectors && sectors->keptPart() < 1)
    badges.push_back(
        {Severity::Caution, coverageText(sectors->keptPart(), formatPercent) + " of pages sampled",
         "The launch touches too many sectors to track all of them. The analysis samples 4 KiB "
         "pages by a hash of the page number. Sampled pages are exact; other pages are empty."});
}

} // namespace

double MemoryOperationRow::movedEach() const {
  return ratio(moved, accesses);
}

double MemoryOperationRow::idealEach() const {
  return ratio(ideal, accesses);
}

double MemoryOperationRow::efficiency() const {
  return moved == 0 ? 1 : ratio(ideal, moved);
}

std::vector<MemoryOperationRow> memoryOperationRows(const HeatData &data,
                                                    const SourceTexts &texts) {
  std::vector<MemoryOperationRow> rows;
  if (!data.sites())
    return rows;
  for (uint32_t site = 0; site < data.sites()->size(); ++site)
    if ((*data.sites())[site].accesses > 0)
      rows.push_back(rowOf(data, static_cast<uint16_t>(site)));
  std::ranges::stable_sort(rows, std::ranges::greater(), &MemoryOperationRow::excessBytes);
  for (MemoryOperationRow &row : rows)
    row.source = row.place ? sourceLine(texts, *row.place) : std::string();
  return rows;
}

const char *unitOf(const MemoryOperationRow &row, bool isOne) {
  if (row.isShared())
    return isOne ? "wavefront" : "wavefronts";
  return isOne ? "sector" : "sectors";
}

std::string efficiencyText(const MemoryOperationRow &row) {
  return row.isCounted ? kUnknownText : formatPercent(row.efficiency());
}

std::string movedText(const MemoryOperationRow &row) {
  if (row.isCounted)
    return kUnknownText;
  return formatMean(row.movedEach()) + " " + unitOf(row, row.movedEach() == 1);
}

std::string excessText(const MemoryOperationRow &row) {
  if (row.isCounted)
    return kUnknownText;
  if (row.excessBytes == 0)
    return "0";
  return row.isShared() ? countText(row.moved - row.ideal, "wavefront", "wavefronts")
                        : formatBytes(row.excessBytes);
}

std::string bufferText(const memory::Buffer &buffer) {
  std::string text = buffer.name.empty() ? "buffer" : buffer.name;
  for (size_t i = 0; i < buffer.shape.size(); ++i)
    text += (i == 0 ? "[" : ", ") + std::to_string(buffer.shape[i]);
  text += buffer.shape.empty() ? "" : "]";
  return buffer.dtype.empty() ? text : text + " " + buffer.dtype;
}

std::string heatHeadline(const HeatData &data, const HeatChoice &choice) {
  const auto buffers = data.accesses().buffers.buffers();
  std::string text = choice.buffer ? bufferText(buffers[*choice.buffer])
                                   : countText(buffers.size(), "buffer", "buffers");
  if (choice.buffer)
    text += buffers[*choice.buffer].space == AccessSpace::Global ? ", global memory"
                                                                 : ", shared memory";
  text += ". ";
  if (!data.sites())
    return text + "Accesses are being counted.";
  uint64_t accesses = 0, lanes = 0;
  bool isExact = true; // lanes are counted by operation, not by buffer
  for (const SiteStatistics &site : *data.sites()) {
    const auto of = choice.buffer ? site.buffers.find(*choice.buffer) : site.buffers.end();
    const uint64_t count = !choice.buffer             ? site.accesses
                           : of == site.buffers.end() ? 0
                                                      : of->second;
    accesses += count;
    lanes += count > 0 ? site.lanes : 0;
    isExact = isExact && (count == 0 || count == site.accesses);
  }
  text += countText(accesses, "warp access", "warp accesses");
  if (isExact)
    text += ", " + countText(lanes, "lane address", "lane addresses");
  return text + ".";
}

std::vector<QualityBadge> heatBadges(const Trace &trace, const HeatChoice &choice,
                                     const HeatData &data) {
  std::vector<QualityBadge> badges =
      notCoveredBadges(trace, trace.launches().subspan(choice.launch, 1));
  // Accesses of warps that did not end, or that the decoder could not read, are missing as well.
  const bool isComplete =
      badges.empty() && std::ranges::none_of(trace.notes(), [](const Note &note) {
        return note.severity != Note::Severity::Info;
      });
  if (data.isCounted())
    addCountedBadges(data.accesses(), badges);
  else
    addShareBadges(data.accesses().table, isComplete, badges);
  addCountBadges(data, badges);
  if (trace.launches()[choice.launch].isCostSubtracted)
    badges.push_back(
        {Severity::Caution, "times as recorded",
         "The recording cost is subtracted from the timeline, but not from the access times."});
  return badges;
}

std::vector<analysis::Finding> heatCards(const HeatData &data) {
  std::vector<analysis::Finding> cards;
  if (!data.findings())
    return cards;
  for (const memory::Finding &finding : *data.findings())
    cards.push_back(cardOf(finding));
  if (cards.empty() && data.accesses().table.size() > 0) {
    analysis::Finding card;
    card.code = "memory.nothing-to-mend";
    card.severity = analysis::Finding::Severity::Good;
    card.title = "No operation wastes more than 1 % of the launch's sectors or wavefronts.";
    card.detail =
        "Every recorded access is inside a named buffer and transfers close to the minimum.";
    cards.push_back(std::move(card));
  }
  return cards;
}

} // namespace pstudio
