// SPDX-License-Identifier: Apache-2.0
// Capacity of the profile buffer, in words.
#include "core/run/record_room.h"

#include <algorithm>
#include <bit>

#include "core/base/number_text.h"
#include "core/record/record_layout.h"
#include "core/record/recording_units.h"

namespace pstudio {
namespace {

using Mode = InstrumentationMode;

// Slots of a record: grouped ones take half a slot, ones alone two where a kernel has groups, an
// access with the address of each lane 33.
constexpr uint32_t kSlotsOfRecord = 2;
constexpr uint32_t kSlotsOfAccess = 33;

std::string unitOf(Mode::Granularity granularity) {
  switch (granularity) {
  case Mode::Granularity::Thread:
    return "thread";
  case Mode::Granularity::Warp:
    return "warp";
  case Mode::Granularity::Cta:
    return "CTA";
  default:
    return "group of warps";
  }
}

/// Segments of a launch; 0 if its shape is unknown.
uint64_t segmentsOf(const Mode &mode, const RecordingLaunch &launch) {
  if (launch.threads == 0 || launch.ctas == 0)
    return 0;
  const uint64_t ctas = mode.ctas.isEmpty() ? launch.ctas
                                            : mode.ctas.countBelow(static_cast<uint32_t>(
                                                  std::min<uint64_t>(launch.ctas, UINT32_MAX)));
  return ctas *
         record::RecordingUnits(mode.granularity, launch.threads, launch.lanes, mode.warps).count();
}

/// Capacity of a segment in global memory [slots].
uint32_t slotsOf(const Mode &mode, uint64_t segments) {
  if (mode.slotsPerUnit != 0)
    return mode.slotsPerUnit;
  const uint32_t usual =
      mode.granularity == Mode::Granularity::Thread ? kDefaultThreadSlots : kDefaultGlobalSlots;
  const bool isLarge = mode.has(Mode::AutoMode::Memory) && segments != 0 &&
                       record::traitsOf(mode.strategy).isBounded;
  return isLarge ? std::max(usual, mostMemorySlots(segments)) : usual;
}

/// "512 to 2,048 records"
std::string recordsIn(uint32_t slots, const Mode &mode) {
  if (mode.has(Mode::AutoMode::Memory))
    return countText(slots / kSlotsOfAccess) + " to " + countText(slots / kSlotsOfRecord) +
           " memory accesses";
  return countText(slots / kSlotsOfRecord) + " to " + countText(uint64_t{slots} * 2) + " records";
}

} // namespace

uint32_t mostMemorySlots(uint64_t segments) {
  const uint64_t fit =
      kMostMemoryBufferBytes / record::kSlotBytes / std::max<uint64_t>(1, segments);
  return static_cast<uint32_t>(std::bit_floor(std::min(fit, kMostMemorySlots)));
}

std::string recordRoom(const Mode &mode, const RecordingLaunch &launch) {
  if (!mode.enabled)
    return {};
  if (mode.strategy == Mode::Strategy::Histogram)
    return countText(mode.bins) + " counters of each operation, no records.";
  if (mode.strategy == Mode::Strategy::Stream)
    return mode.whenFull == Mode::WhenFull::Wait
               ? "All records fit: they are streamed to the host."
               : "Records are streamed to the host, and dropped while it is slower.";
  const std::string unit = unitOf(mode.granularity);
  if (mode.bufferType == Mode::BufferType::Shared && mode.slotsPerUnit == 0)
    return "As many records of each " + unit + " fit as shared memory has room for.";
  const uint64_t segments = segmentsOf(mode, launch);
  const uint32_t slots = slotsOf(mode, segments);
  const std::string_view kept =
      mode.strategy == Mode::Strategy::First ? "the first stay" : "the newest stay";
  std::string text =
      recordsIn(slots, mode) + " of each " + unit + " fit, " + std::string(kept) + ".";
  if (segments != 0)
    text += " Buffer: " + countText(segments, "segment", "segments") + ", at most " +
            bytesText(static_cast<double>(segments * slots * record::kSlotBytes)) + ".";
  return text;
}

} // namespace pstudio
