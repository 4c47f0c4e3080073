// SPDX-License-Identifier: Apache-2.0
#include "tests/support/access_text.h"

#include <cstdio>

#include "core/access/access_names.h"
#include "core/base/number_text.h"

namespace pstudio::memory {
namespace {

std::string shareText(const LaunchAccesses &accesses) {
  const RecordedShare &share = accesses.table.share();
  char part[40];
  std::snprintf(part, sizeof part, "%.17g", share.sampledPart);
  return "  accesses " + std::to_string(accesses.table.size()) + " dropped " +
         std::to_string(share.dropped) + " without lanes " + std::to_string(share.noLanes) +
         " sampled " + part + (share.joined > 0 ? " joined " + std::to_string(share.joined) : "") +
         "\n";
}

std::string modelText(const MemoryModel &model) {
  const BankRules &banks = model.banks;
  std::string rules;
  for (const PhaseRule &rule : banks.rules)
    if (rule.bytes != 0) {
      rules += "; " + std::to_string(rule.bytes) + (rule.ofLoads ? " loaded" : " stored") + " in " +
               std::to_string(rule.banks) + " by";
      for (const uint8_t mask : rule.masks)
        rules += " " + std::to_string(mask);
    }
  return "  line " + std::to_string(model.lineBytes) + " sector " +
         std::to_string(model.sectorBytes) + " banks " + std::to_string(banks.banks) + "x" +
         std::to_string(banks.bankBytes) + " phase " + std::to_string(banks.phaseBytes) +
         " widest " + std::to_string(banks.maxLaneBytes) +
         (banks.atomicsOneByOne ? " atomics one by one" : "") + rules + "\n";
}

std::string siteLine(const AccessSite &site, size_t number) {
  return "  site " + std::to_string(number) + " " + std::string(nameOf(site.kind)) + " " +
         std::string(nameOf(site.space)) + " " + std::to_string(site.bytesPerLane) + " bytes " +
         siteText(site) + "\n";
}

std::string bufferLine(const Buffer &buffer) {
  std::string text = "  buffer " + buffer.name + " " + std::string(nameOf(buffer.space)) + " " +
                     hexText(buffer.base) + " " + buffer.dtype + " of " +
                     std::to_string(buffer.elementBytes) + " bytes";
  for (const int64_t extent : buffer.shape)
    text += " x" + std::to_string(extent);
  return text + "\n";
}

std::string accessLine(const AccessTable &table, const Access &access) {
  const LaneShape &shape = table.shapes()[access.shape];
  std::string text = "    " + std::to_string(access.time.value) + " site " +
                     std::to_string(access.site) + " lanes " + hexText(shape.mask) + " at " +
                     hexText(table.firstAddress(access));
  if (shape.form == LaneShape::Form::Affine)
    return text + " stride " + std::to_string(shape.stride) + "\n";
  const LaneAddresses lanes = table.lanesOf(access);
  for (uint32_t lane = 1; lane < lanes.count(); ++lane)
    text += " " + hexText(lanes.address(lane));
  return text + "\n";
}

std::string countsText(const AccessCounts &counts) {
  std::string text;
  for (size_t i = 0; i < counts.sites.size(); ++i) {
    const CountedBins &counted = counts.sites[i];
    text += "  counted " + std::to_string(i) + " in " + std::to_string(counted.bins) +
            " bins of 2^" + std::to_string(counted.shift) + " bytes of '" + counted.buffer +
            "' from " + hexText(counted.start) + "\n";
  }
  for (const AccessCount &cell : counts.cells)
    text += "    site " + std::to_string(cell.site) + " cta " + std::to_string(cell.cta) + " bin " +
            std::to_string(cell.bin) + " accesses " + std::to_string(cell.accesses) + " lanes " +
            std::to_string(cell.lanes) + "\n";
  return text;
}

} // namespace

std::string accessesToText(const LaunchAccesses &accesses) {
  const AccessTable &table = accesses.table;
  std::string text = shareText(accesses) + modelText(accesses.model);
  for (size_t i = 0; i < table.sites().size(); ++i)
    text += siteLine(table.sites()[i], i);
  for (const Buffer &buffer : accesses.buffers.buffers())
    text += bufferLine(buffer);
  for (const WarpRun &run : table.warps()) {
    text += "  cta " + std::to_string(run.cta) + " warp " + std::to_string(run.warp) + "\n";
    for (uint64_t i = run.begin; i < run.end; ++i)
      text += accessLine(table, table[i]);
  }
  return text + countsText(accesses.counts);
}

} // namespace pstudio::memory
