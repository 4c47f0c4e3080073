// SPDX-License-Identifier: Apache-2.0
// The maps of the heat panel: which there are, and what each shows of a choice.
#include "viewer/geometry/heat_views.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/geometry/heat_map_address.h"

namespace pstudio {

namespace {

/// What of a choice decides what a map shows.
std::optional<uint16_t> onlySite(const HeatChoice &choice) {
  return choice.isOnlySite ? choice.selection.site : std::nullopt;
}

const std::shared_ptr<const memory::AddressMap> &mapOf(HeatView view, const HeatData &data) {
  return view == HeatView::Time ? data.timeMap() : data.ctaMap();
}

HeatViewSource counting() {
  return {nullptr, "Accesses are being counted.", "This map appears as soon as its part is done."};
}

} // namespace

const char *heatViewName(HeatView view) {
  constexpr std::array<const char *, kHeatViews> kNames = {"time", "ctas"};
  return kNames[static_cast<size_t>(view)];
}

HeatViewSource heatViewSource(HeatView view, const HeatData &data, const HeatChoice &choice) {
  const auto &map = mapOf(view, data);
  if (!map)
    return counting();
  if (map->touchCount() == 0)
    return {nullptr, "No buffer of global memory was touched.",
            "Memory is mapped by the buffers of the run specification's arguments."};
  return {makeAddressHeatMap(data.sharedAccesses(), map, onlySite(choice)), {}, {}};
}

bool isSameSource(HeatView view, const HeatData &data, const HeatChoice &choice,
                  const HeatData &otherData, const HeatChoice &otherChoice) {
  return mapOf(view, data) == mapOf(view, otherData) && mapOf(view, data) != nullptr &&
         onlySite(choice) == onlySite(otherChoice);
}

HeatRange heatRangeOf(const HeatData &data, std::optional<TimeRange> time) {
  const TimeRange all = accessTimes(data);
  const auto length = static_cast<double>(all.length().value);
  if (!time)
    return {0, length};
  const auto placeOf = [&](Picoseconds at) {
    return std::clamp(static_cast<double>(at.value) - static_cast<double>(all.begin.value), 0.0,
                      length);
  };
  return {placeOf(time->begin), placeOf(time->end)};
}

std::optional<TimeRange> timeOfHeatRange(const HeatData &data, HeatRange range) {
  const TimeRange all = accessTimes(data);
  const auto length = static_cast<double>(all.length().value);
  if (range.begin <= 0 && range.end >= length)
    return std::nullopt;
  const auto timeAt = [&](double place) {
    return all.begin + Picoseconds(std::llround(std::clamp(place, 0.0, length)));
  };
  return TimeRange{timeAt(range.begin), timeAt(range.end)};
}

std::optional<HeatSelection::Bytes> bytesOfBuffer(const HeatData &data, uint32_t buffer) {
  const memory::BufferMap &buffers = data.accesses().buffers;
  if (buffer >= buffers.buffers().size() || buffers.bytesOf(buffer) == 0 ||
      buffers.buffers()[buffer].space != memory::AccessSpace::Global)
    return std::nullopt;
  const uint64_t base = buffers.buffers()[buffer].base;
  return HeatSelection::Bytes{base, base + (buffers.bytesOf(buffer) - 1)};
}

} // namespace pstudio
