// SPDX-License-Identifier: Apache-2.0
#include "collector/session/instrument_options.h"

#include <algorithm>
#include <bit>

#include "core/record/record_layout.h"

namespace pstudio {
namespace {

constexpr uint64_t kSmShare = 24;
constexpr uint64_t kMostSlots = 256;
constexpr uint64_t kLeastSlots = 64;

/// Capacity of shared segments that nobody asked for [slots]; 0 for none.
uint32_t automaticSharedSlots(const InstrumentOptions &options, const DeviceLimits &limits) {
  const uint64_t units =
      (uint64_t{options.threadsPerCta} + options.lanesPerWarp - 1) / options.lanesPerWarp;
  const uint64_t counters = units * limits.counterBytesPerWarp + 16; // aligned
  const uint64_t free = options.sharedBytesFree - std::min(counters, options.sharedBytesFree);
  const uint64_t bytes = std::min(limits.sharedBytesPerSm / kSmShare, free);
  const uint64_t fit = bytes / (std::max<uint64_t>(units, 1) * record::kSlotBytes);
  const uint64_t wanted = options.mode.slotsPerUnit;
  if (wanted != 0)
    return wanted <= fit ? static_cast<uint32_t>(wanted) : 0;
  return fit < kLeastSlots ? 0 : static_cast<uint32_t>(std::min(std::bit_floor(fit), kMostSlots));
}

/// Shared memory that segments may take whose size the mode does not say [bytes].
uint64_t stagingBytes(const InstrumentOptions &options, const DeviceLimits &limits) {
  const uint64_t free = options.sharedBytesFree;
  return limits.sharedBytesPerSm == 0 ? free : std::min(limits.sharedBytesPerSm / kSmShare, free);
}

} // namespace

InstrumentOptions instrumentOptions(const RunSpec &spec, const KernelSignature &signature,
                                    const DeviceLimits &limits) {
  const uint64_t used = signature.staticSharedBytes + spec.dynamicSharedBytes;
  InstrumentOptions options;
  options.mode = spec.mode;
  options.threadsPerCta = static_cast<uint32_t>(extentProduct(spec.block));
  options.lanesPerWarp = limits.lanesPerWarp;
  options.sharedBytesFree = used < limits.sharedBytesPerCta ? limits.sharedBytesPerCta - used : 0;
  options.counterBytesPerUnit = limits.counterBytesPerWarp;
  options.stagingBytes = stagingBytes(options, limits);
  options.automaticSharedSlots = automaticSharedSlots(options, limits);
  return options;
}

} // namespace pstudio
