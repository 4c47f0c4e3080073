// SPDX-License-Identifier: Apache-2.0
// The maps of the heat panel, and the content of each for a choice.
#include "viewer/geometry/heat/heat_views.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/geometry/heat/heat_map_address.h"
#include "viewer/geometry/heat/heat_map_counted.h"

namespace pstudio {

namespace {

constexpr const char *kNoGlobal = "The launch touched no global-memory buffer.";

/// The operation to which maps of addresses are limited, if the choice has isOnlySite.
std::optional<uint16_t> onlySite(const HeatChoice &choice) {
  return choice.isOnlySite ? choice.selection.site : std::nullopt;
}

/// The map of addresses that a view shows; null for other views and until it is counted.
std::shared_ptr<const memory::AddressMap> mapOf(HeatView view, const HeatData &data) {
  switch (view) {
  case HeatView::Time:
    return data.timeMap();
  case HeatView::Ctas:
    return data.ctaMap();
  case HeatView::Sms:
    return data.smMap();
  case HeatView::Matrix:
  case HeatView::Banks:
    break;
  }
  return nullptr;
}

HeatViewSource counting() {
  return {nullptr, "Accesses are being counted.", "The map appears when counting completes."};
}

HeatViewSource addresses(HeatView view, const HeatData &data, const HeatChoice &choice) {
  if (view == HeatView::Sms && !data.hasSms())
    return {nullptr, "The trace does not record the SM of each CTA.",
            "The CTA map shows the same data by CTA."};
  const auto map = mapOf(view, data);
  if (!map)
    return counting();
  if (map->touchCount() == 0)
    return {nullptr, kNoGlobal, "Address maps show the buffers that are arguments of the launch."};
  return {makeAddressHeatMap(data.sharedAccesses(), map, onlySite(choice)), {}, {}};
}

/// Counts have neither times nor the addresses of all lanes.
HeatViewSource counted(HeatView view, const HeatData &data, const HeatChoice &choice) {
  if (view != HeatView::Ctas)
    return {nullptr, "Accesses were counted, not recorded individually.",
            "The CTA map shows the counts. For this map, record without strategy=histogram."};
  if (!data.countedMap())
    return counting();
  if (data.countedMap()->placedCount() == 0)
    return {nullptr, "No access is inside a global-memory buffer.",
            "The operation table contains their counts."};
  return {makeCountedHeatMap(data.sharedAccesses(), data.countedMap(), onlySite(choice)), {}, {}};
}

bool isShared(const HeatData &data, uint32_t buffer) {
  return data.accesses().buffers.buffers()[buffer].space == memory::AccessSpace::Shared;
}

/// Sectors, and CTAs that share them, have no meaning for memory that is private to a CTA.
MatrixMeasure measureFor(bool isSharedBuffer, MatrixMeasure wanted) {
  const bool isOfSectors =
      wanted == MatrixMeasure::Efficiency || wanted == MatrixMeasure::FalseSharing;
  return isSharedBuffer && isOfSectors ? MatrixMeasure::Touches : wanted;
}

HeatViewSource matrix(const HeatData &data, const HeatChoice &choice) {
  if (!choice.buffer)
    return {nullptr, "No buffer is selected.", "Select one in the toolbar above."};
  const bool isOfCta = isShared(data, *choice.buffer);
  const auto &touches = isOfCta ? data.sharedWords() : data.sectors();
  if (!touches)
    return counting();
  if (data.accesses().buffers.bytesOf(*choice.buffer) == 0)
    return {nullptr, "The buffer has no elements.", "Select another one in the toolbar above."};
  return {makeMatrixHeatMap(data.sharedAccesses(), touches, isOfCta ? nullptr : data.timeMap(),
                            MatrixLayout::whole(data.accesses().buffers, *choice.buffer),
                            measureFor(isOfCta, choice.matrixMeasure)),
          {},
          {}};
}

HeatViewSource banks(const HeatData &data, const HeatChoice &choice) {
  if (!data.banks())
    return counting();
  if (data.banks()->accesses == 0)
    return {nullptr, "No access to shared memory was recorded.",
            "The kernel has none, or the recording options excluded them."};
  return {makeBankHeatMap(data.sharedAccesses(), data.banks(), choice.bankMeasure), {}, {}};
}

} // namespace

const char *heatViewName(HeatView view) {
  constexpr std::array<const char *, kHeatViews> kNames = {"time", "matrix", "banks", "ctas",
                                                           "sms"};
  return kNames[static_cast<size_t>(view)];
}

HeatViewSource heatViewSource(HeatView view, const HeatData &data, const HeatChoice &choice) {
  if (data.isCounted())
    return counted(view, data, choice);
  switch (view) {
  case HeatView::Matrix:
    return matrix(data, choice);
  case HeatView::Banks:
    return banks(data, choice);
  case HeatView::Time:
  case HeatView::Ctas:
  case HeatView::Sms:
    break;
  }
  return addresses(view, data, choice);
}

bool isSameSource(HeatView view, const HeatData &data, const HeatChoice &choice,
                  const HeatData &otherData, const HeatChoice &otherChoice) {
  if (data.countedMap() != otherData.countedMap())
    return false;
  switch (view) {
  case HeatView::Matrix:
    return data.sectors() == otherData.sectors() && data.timeMap() == otherData.timeMap() &&
           data.sharedWords() == otherData.sharedWords() && choice.buffer == otherChoice.buffer &&
           choice.matrixMeasure == otherChoice.matrixMeasure;
  case HeatView::Banks:
    return data.banks() == otherData.banks() && choice.bankMeasure == otherChoice.bankMeasure;
  case HeatView::Time:
  case HeatView::Ctas:
  case HeatView::Sms:
    break;
  }
  return mapOf(view, data) == mapOf(view, otherData) && onlySite(choice) == onlySite(otherChoice);
}

std::optional<TimeRange> timeAxisOf(HeatView view, const HeatData &data) {
  if (view == HeatView::Time && data.timeMap())
    return accessTimes(data);
  if (view == HeatView::Banks && data.banks())
    return data.banks()->time;
  return std::nullopt;
}

HeatRange heatRangeOf(const TimeRange &axis, std::optional<TimeRange> time) {
  const auto length = static_cast<double>(axis.length().value);
  if (!time)
    return {0, length};
  const auto placeOf = [&](Picoseconds at) {
    return std::clamp(static_cast<double>(at.value) - static_cast<double>(axis.begin.value), 0.0,
                      length);
  };
  return {placeOf(time->begin), placeOf(time->end)};
}

std::optional<TimeRange> timeOfHeatRange(const TimeRange &axis, HeatRange range) {
  const auto length = static_cast<double>(axis.length().value);
  if (range.begin <= 0 && range.end >= length)
    return std::nullopt;
  const auto timeAt = [&](double place) {
    return axis.begin + Picoseconds(std::llround(std::clamp(place, 0.0, length)));
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
