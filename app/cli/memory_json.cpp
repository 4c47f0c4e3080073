// SPDX-License-Identifier: Apache-2.0
#include "app/cli/memory_json.h"

#include <nlohmann/json.hpp>

#include "core/access/access_names.h"
#include "core/analysis/memory/memory_text.h"
#include "core/base/json_text.h"

namespace pstudio::cli {
namespace {

using namespace memory;
using Json = nlohmann::ordered_json;

Json headJson(const MemoryJsonHead &head) {
  return {{"launch", head.number},
          {"kernel", head.kernel},
          {"target", head.target},
          {"missing", head.missing}};
}

Json shareJson(const AccessTable &table) {
  const RecordedShare &share = table.share();
  return {{"accesses", table.size()},
          {"warps", table.warps().size()},
          {"recorded_part", table.recordedPart()},
          {"dropped", share.dropped},
          {"without_lanes", share.noLanes},
          {"joined", share.joined},
          {"sampled_part", share.sampledPart}};
}

Json modelJson(const MemoryModel &model) {
  return {{"line_bytes", model.lineBytes},
          {"sector_bytes", model.sectorBytes},
          {"banks", model.banks.banks},
          {"bank_bytes", model.banks.bankBytes}};
}

/// Bins that are not 0, by their number or, by magnitude, by the first number that they hold.
template <class Bins> Json binsJson(const Bins &bins, bool isByMagnitude) {
  Json json = Json::object();
  for (size_t bin = 0; bin < bins.size(); ++bin)
    if (bins[bin] != 0)
      json[std::to_string(isByMagnitude && bin > 0 ? uint64_t{1} << (bin - 1) : bin)] = bins[bin];
  return json;
}

Json patternJson(const SiteStatistics &site) {
  const SiteStatistics::Dominant pattern = site.dominant();
  const AccessPattern &is = pattern.pattern;
  Json json = {{"text", patternWords(site, is)},
               {"part", pattern.part},
               {"stride", nullptr},
               {"pieces", nullptr},
               {"piece_bytes", nullptr}};
  if (is.stride != 0)
    json["stride"] = is.stride;
  if (is.kind == PatternClass::Tiled) {
    json["pieces"] = is.pieces;
    json["piece_bytes"] = is.pieceBytes;
  }
  return json;
}

/// The fields common to all memory operations, with recorded and with counted accesses.
template <class Statistics>
Json operationJson(const AccessSite &site, size_t number, const Statistics &is) {
  return {{"site", number},
          {"name", site.name},
          {"location", site.location},
          {"kind", nameOf(site.kind)},
          {"space", nameOf(site.space)},
          {"bytes_per_lane", site.bytesPerLane},
          {"accesses", is.accesses},
          {"lanes", is.lanes}};
}

Json siteJson(const LaunchAccesses &accesses, size_t number, const SiteStatistics &is) {
  const AccessSite &site = accesses.table.sites()[number];
  Json json = operationJson(site, number, is);
  json["bytes"] = is.bytes;
  json["pattern"] = patternJson(is);
  if (site.space == AccessSpace::Global) {
    json["sectors"] = is.sectors;
    json["ideal_sectors"] = is.ideal;
    json["lines"] = is.lines;
    json["efficiency"] = is.efficiency();
    json["excess_bytes"] = is.excessBytes(accesses.model);
    json["misaligned"] = is.misaligned;
  } else {
    json["wavefronts"] = is.wavefronts;
    json["phases"] = is.phases;
    json["worst_degree"] = is.worstDegree;
    json["mean_degree"] = is.wavefrontsPerPhase();
    json["degrees"] = binsJson(is.degrees, false);
  }
  json["buffers"] = jsonList<Json>(is.buffers, [](const auto &counted) {
    return Json{{"buffer", counted.first}, {"accesses", counted.second}};
  });
  json["outside"] = is.outside;
  return json;
}

Json bufferJson(const LaunchAccesses &accesses, uint32_t number, const LaunchMemory &memory) {
  const Buffer &buffer = accesses.buffers.buffers()[number];
  const uint64_t bytes = accesses.buffers.bytesOf(number);
  Json json = {{"name", buffer.name},    {"space", nameOf(buffer.space)},
               {"address", buffer.base}, {"bytes", bytes},
               {"dtype", buffer.dtype},  {"element_bytes", buffer.elementBytes},
               {"shape", buffer.shape}};
  if (buffer.space == AccessSpace::Global && bytes > 0) {
    const LineReuse lines = lineReuse(memory.touches, buffer.base, buffer.base + (bytes - 1));
    json["lines"] = lines.lines;
    json["touches"] = lines.touches;
  }
  return json;
}

Json reuseJson(const LaunchMemory &memory) {
  return {{"lines", memory.lines.lines},
          {"touches", memory.lines.touches},
          {"kept_part", memory.touches.keptPart()},
          {"lines_by_touches", binsJson(memory.lines.perLine, true)},
          {"lines_by_warps", binsJson(memory.lines.warps, true)},
          {"lines_by_ctas", binsJson(memory.lines.ctas, true)},
          {"first_touches", memory.distances.first},
          {"distances", binsJson(memory.distances.again, true)},
          {"distances_counted_part", memory.distances.countedPart}};
}

Json footprintJson(const LaunchMemory &memory, uint32_t unit) {
  Json json = {{"ctas", Json::array()},
               {"waves", Json::array()},
               {"waves_counted_part", memory.ofWaves.countedPart},
               {"working_set", Json::array()},
               {"working_set_counted_part", memory.ofTimes.countedPart}};
  for (const SectorTouches::CtaFootprint &cta : memory.touches.ctaFootprints())
    json["ctas"].push_back({{"cta", cta.cta}, {"bytes", cta.sectors * unit}});
  for (size_t i = 0; i < memory.waves.size(); ++i)
    json["waves"].push_back({{"begin", memory.waves[i].begin.value},
                             {"end", memory.waves[i].end.value},
                             {"ctas", memory.waves[i].ctas},
                             {"bytes", memory.ofWaves.sectors[i] * unit}});
  for (const uint64_t sectors : memory.ofTimes.sectors)
    json["working_set"].push_back(sectors * unit);
  return json;
}

Json findingJson(const Finding &finding) {
  Json json = {{"kind", declarationOf(finding.kind).name},
               {"what", finding.what},
               {"evidence", finding.evidence},
               {"advice", finding.advice},
               {"gain", finding.gain}};
  json["site"] = finding.site ? Json(*finding.site) : Json(nullptr);
  json["buffer"] = finding.buffer ? Json(*finding.buffer) : Json(nullptr);
  return json;
}

std::string lineOf(Json json) {
  return jsonText(std::move(json));
}

Json countedSiteJson(const LaunchAccesses &accesses, size_t index, const memory::CountedSite &is) {
  const memory::CountedBins &bins = accesses.counts.sites[index];
  Json json = operationJson(accesses.table.sites()[index], index, is);
  json["ctas"] = is.ctas;
  json["bins"] = bins.bins;
  json["piece_bytes"] = uint64_t{1} << bins.shift;
  json["pieces"] = is.pieces;
  json["touched_pieces"] = is.touched;
  json["placed_accesses"] = is.placed;
  json["buffer"] = is.buffer == memory::BufferMap::kNone
                       ? Json(nullptr)
                       : Json(accesses.buffers.buffers()[is.buffer].name);
  return json;
}

Json countJson(const LaunchAccesses &accesses, const memory::AccessCount &cell, uint32_t buffer) {
  Json json = {{"site", cell.site},
               {"cta", cell.cta},
               {"bin", cell.bin},
               {"accesses", cell.accesses},
               {"lanes", cell.lanes}};
  if (buffer == memory::BufferMap::kNone)
    return json;
  const memory::Buffer &of = accesses.buffers.buffers()[buffer];
  if (const auto bytes = memory::bytesOfBin(accesses.counts.sites[cell.site], cell.bin, of.base,
                                            accesses.buffers.bytesOf(buffer)))
    json["bytes"] = {bytes->first - of.base, bytes->end - of.base};
  return json;
}

} // namespace

std::string memoryToJson(const MemoryJsonHead &head) {
  return lineOf(headJson(head));
}

std::string countedToJson(const MemoryJsonHead &head, const LaunchAccesses &accesses,
                          std::span<const memory::CountedSite> sites) {
  Json json = headJson(head);
  json["sampled_part"] = accesses.table.share().sampledPart;
  json["counted"] = Json::array();
  for (size_t i = 0; i < sites.size(); ++i)
    json["counted"].push_back(countedSiteJson(accesses, i, sites[i]));
  json["counts"] = Json::array();
  for (const memory::AccessCount &cell : accesses.counts.cells)
    json["counts"].push_back(countJson(accesses, cell, sites[cell.site].buffer));
  return lineOf(json);
}

std::string memoryToJson(const MemoryJsonHead &head, const LaunchAccesses &accesses,
                         const LaunchMemory &memory) {
  Json json = headJson(head);
  json["share"] = shareJson(accesses.table);
  json["model"] = modelJson(accesses.model);
  json["operations"] = Json::array();
  for (size_t i = 0; i < memory.sites.size(); ++i)
    if (memory.sites[i].accesses > 0)
      json["operations"].push_back(siteJson(accesses, i, memory.sites[i]));
  json["buffers"] = Json::array();
  for (uint32_t i = 0; i < accesses.buffers.buffers().size(); ++i)
    json["buffers"].push_back(bufferJson(accesses, i, memory));
  json["overlaps"] = Json::array();
  for (const BufferOverlap &overlap : accesses.buffers.overlaps())
    json["overlaps"].push_back({{"buffers", {overlap.one, overlap.other}},
                                {"first", overlap.first},
                                {"last", overlap.last}});
  json["reuse"] = reuseJson(memory);
  json["footprint"] = footprintJson(memory, accesses.model.sectorBytes);
  json["findings"] = jsonList<Json>(memory.findings, findingJson);
  return lineOf(json);
}

} // namespace pstudio::cli
