// SPDX-License-Identifier: Apache-2.0
#include "collector/session/compile/instrument_options.h"

#include <algorithm>
#include <bit>

#include "collector/session/compile/known_facts.h"
#include "core/record/record_layout.h"
#include "core/record/recording_units.h"
#include "core/run/record_room.h"

namespace pstudio {
namespace {

/// Largest gap between segments and the kernel's dynamic memory, which is aligned to 1024 bytes.
constexpr uint64_t kGap = 1008;
constexpr uint64_t kSmShare = 24;
constexpr uint64_t kMaxSlots = 256;
constexpr uint64_t kLeastSlots = 64;

/// Number of segments of a CTA.
uint64_t unitsOf(const InstrumentOptions &options) {
  return record::RecordingUnits(options.mode.granularity, std::max(1u, options.threadsPerCta()),
                                options.lanesPerWarp, options.mode.warps)
      .count();
}

/// Capacity of shared segments if the mode does not specify their place [slots]; 0 for none.
uint32_t automaticSharedSlots(const InstrumentOptions &options, const DeviceLimits &limits) {
  const uint64_t units = unitsOf(options);
  const uint64_t counters = units * limits.counterBytesPerWarp + 16; // aligned
  const uint64_t free = options.sharedBytesFree - std::min(counters, options.sharedBytesFree);
  const uint64_t bytes = std::min(limits.sharedBytesPerSm / kSmShare, free);
  const uint64_t fit = bytes / (std::max<uint64_t>(units, 1) * record::kSlotBytes);
  const uint64_t wanted = options.mode.slotsPerUnit;
  if (wanted != 0)
    return wanted <= fit ? static_cast<uint32_t>(wanted) : 0;
  return fit < kLeastSlots ? 0 : static_cast<uint32_t>(std::min(std::bit_floor(fit), kMaxSlots));
}

/// Largest capacity of global segments if the mode does not specify it [slots]; 0: the default.
uint32_t mostAutomaticSlots(const InstrumentOptions &options, uint64_t ctas) {
  if (!options.mode.has(InstrumentationMode::AutoMode::Memory) ||
      !record::traitsOf(options.mode.strategy).isBounded)
    return 0;
  return mostMemorySlots(unitsOf(options) * ctas);
}

/// Shared memory for segments if the mode does not specify their size [bytes].
uint64_t stagingBytes(const InstrumentOptions &options, const DeviceLimits &limits) {
  const uint64_t free = options.sharedBytesFree;
  return limits.sharedBytesPerSm == 0 ? free : std::min(limits.sharedBytesPerSm / kSmShare, free);
}

Result<void> checkIds(const RunSpec &spec, std::string_view what, const IdRanges &sampled,
                      uint64_t count) {
  if (sampled.isEmpty() || sampled.ranges().back().last < count)
    return {};
  return fail(ErrorCode::InvalidInput,
              "the instrumentation mode samples " + std::string(what) + " " + sampled.toString() +
                  ", but the launch has " + std::string(what) + " 0-" + std::to_string(count - 1),
              spec.path.string() + ": instrumentation", "remove the ids that do not exist");
}

} // namespace

Result<void> checkSampling(const RunSpec &spec, const DeviceLimits &limits) {
  const uint64_t warps =
      (extentProduct(spec.block) + limits.lanesPerWarp - 1) / limits.lanesPerWarp;
  PSTUDIO_TRY(checkIds(spec, "warps", spec.mode.warps, warps));
  return checkIds(spec, "CTAs", spec.mode.ctas, extentProduct(spec.grid));
}

uint64_t recordedCtas(const RunSpec &spec) {
  const uint64_t ctas = extentProduct(spec.grid);
  if (spec.mode.ctas.isEmpty())
    return ctas;
  return spec.mode.ctas.countBelow(static_cast<uint32_t>(std::min<uint64_t>(ctas, UINT32_MAX)));
}

namespace {

uint64_t largestBufferBytes(const RunSpec &spec) {
  uint64_t most = 0;
  for (const Argument &argument : spec.arguments)
    if (const auto *buffer = std::get_if<BufferArgument>(&argument.value))
      most = std::max(most, byteCountOf(*buffer));
  for (const NamedBuffer &named : spec.buffers)
    most = std::max(most, byteCountOf(named.buffer));
  return most;
}

} // namespace

InstrumentOptions instrumentOptions(const RunSpec &spec, const KernelSignature &signature,
                                    const DeviceLimits &limits) {
  const uint64_t used = signature.staticSharedBytes +
                        (spec.dynamicSharedBytes == 0 ? 0 : spec.dynamicSharedBytes + kGap);
  InstrumentOptions options;
  options.mode = spec.mode;
  options.block = spec.block;
  options.lanesPerWarp = limits.lanesPerWarp;
  options.sharedBytesFree = used < limits.sharedBytesPerCta ? limits.sharedBytesPerCta - used : 0;
  options.counterBytesPerUnit = limits.counterBytesPerWarp;
  options.hasClockEpochs = limits.hasWrappingClock;
  options.stagingBytes = stagingBytes(options, limits);
  options.automaticSharedSlots = automaticSharedSlots(options, limits);
  options.mostAutomaticSlots = mostAutomaticSlots(options, recordedCtas(spec));
  if (record::traitsOf(spec.mode.strategy).isCounting)
    options.largestBufferBytes = largestBufferBytes(spec);
  options.facts = knownFacts(spec);
  options.chip = limits.chip;
  return options;
}

} // namespace pstudio
