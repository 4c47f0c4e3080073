// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/clock_probe.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/little_endian.h"

namespace pstudio::cuda {
namespace {

constexpr const char *kEntry = "pstudio_clock_probe";

// What one CTA stores: u32 SM, u32 ticks seen, then for each tick two pairs (u64 clock, u64 time).
constexpr uint64_t kHeaderBytes = 8;
constexpr uint64_t kPairBytes = 16;
constexpr uint64_t kTickBytes = 2 * kPairBytes;
constexpr uint64_t kCtaBytes = kHeaderBytes + ClockProbe::kTicks * kTickBytes;

/// Parameters: where to store, ticks to wait for. Polls the timer's low word, which reads as fast
/// as a clock. Each poll reads the clock first and then the timer: a poll that still sees the old
/// time proves that its clock is before the tick. The branch makes the clock behind a tick be read
/// after the timer that shows it. The first tick only gives the start, since nothing is known of
/// the clock before it. Gives up on a timer that does not tick for 2^24 cycles.
constexpr const char *kPtx = R"(.version 7.0
.target sm_80
.address_size 64

.visible .entry pstudio_clock_probe(.param .u64 results, .param .u64 ticks)
{
  .reg .pred  %seen, %late, %start, %more;
  .reg .b32   %sm, %cta, %count, %ticks, %bytes, %low, %lowBefore, %step, %synced;
  .reg .b64   %out, %first, %time, %timeBefore, %clock, %clockBefore, %since, %wide;

  ld.param.u64       %out, [results];
  cvta.to.global.u64 %out, %out;
  ld.param.u32       %ticks, [ticks];
  mov.u32            %cta, %ctaid.x;
  mad.lo.u32         %bytes, %ticks, 32, 8;
  mad.wide.u32       %first, %cta, %bytes, %out;
  add.u64            %out, %first, 8;
  mov.u32            %sm, %smid;
  mov.u32            %count, 0;
  mov.u32            %synced, 0;
  mov.u64            %clockBefore, %clock64;
  mov.u64            %timeBefore, %globaltimer;
  cvt.u32.u64        %lowBefore, %timeBefore;
NEXT:
  mov.u64            %since, %clockBefore;
POLL:
  mov.u64            %clock, %clock64;
  mov.u32            %low, %globaltimer_lo;
  setp.ne.u32        %seen, %low, %lowBefore;
  @%seen bra         TICK;
  mov.u64            %clockBefore, %clock;
  sub.u64            %wide, %clock, %since;
  setp.gt.u64        %late, %wide, 16777216;
  @%late bra         DONE;
  bra                POLL;
TICK:
  mov.u64            %clock, %clock64;
  sub.u32            %step, %low, %lowBefore;
  cvt.u64.u32        %wide, %step;
  add.u64            %time, %timeBefore, %wide;
  setp.eq.u32        %start, %synced, 0;
  @%start bra        SYNC;
  st.global.u64      [%out], %clockBefore;
  st.global.u64      [%out+8], %timeBefore;
  st.global.u64      [%out+16], %clock;
  st.global.u64      [%out+24], %time;
  add.u64            %out, %out, 32;
  add.u32            %count, %count, 1;
SYNC:
  mov.u32            %synced, 1;
  mov.u64            %timeBefore, %time;
  mov.u32            %lowBefore, %low;
  mov.u64            %clockBefore, %clock;
  setp.lt.u32        %more, %count, %ticks;
  @%more bra         NEXT;
DONE:
  st.global.u32      [%first], %sm;
  st.global.u32      [%first+4], %count;
  ret;
}
)";

record::ClockReading readPair(uint32_t sm, const std::byte *bytes) {
  return {sm,
          {Cycles(static_cast<int64_t>(loadLittle<uint64_t>(bytes))),
           Nanoseconds(static_cast<int64_t>(loadLittle<uint64_t>(bytes + 8)))}};
}

} // namespace

ClockProbe::ClockProbe(Module module, Kernel kernel, DeviceBuffer before, DeviceBuffer after)
    : m_module(std::move(module)), m_kernel(std::move(kernel)), m_before(std::move(before)),
      m_after(std::move(after)) {}

Result<ClockProbe> ClockProbe::load(const Context &context) {
  const DeviceInfo &device = context.device();
  PSTUDIO_TRY_ASSIGN(Module module, Module::load(context, kPtx));
  PSTUDIO_TRY_ASSIGN(Kernel kernel, Kernel::find(module, kEntry));
  const uint64_t bytes = device.smCount * kCtaBytes;
  PSTUDIO_TRY_ASSIGN(DeviceBuffer before, DeviceBuffer::allocate(context, bytes, "clock readings"));
  PSTUDIO_TRY_ASSIGN(DeviceBuffer after, DeviceBuffer::allocate(context, bytes, "clock readings"));
  ClockProbe probe(std::move(module), std::move(kernel), std::move(before), std::move(after));
  probe.m_shape.grid = {device.smCount, 1, 1};
  probe.m_shape.dynamicSharedBytes = device.maxSharedBytesPerCta;
  return probe;
}

Result<void> ClockProbe::clear(Stream &stream) {
  PSTUDIO_TRY(stream.fill(m_before, std::byte{0}));
  return stream.fill(m_after, std::byte{0});
}

Result<void> ClockProbe::queue(Stream &stream, Set set) {
  const std::array<uint64_t, 2> arguments{buffer(set).address(), kTicks};
  return stream.launch(m_kernel, m_shape, arguments);
}

Result<std::vector<record::ClockReading>> ClockProbe::read(Stream &stream, Set set) const {
  std::vector<std::byte> bytes(buffer(set).bytes());
  PSTUDIO_TRY(stream.copyToHost(bytes, buffer(set), 0));
  std::vector<record::ClockReading> readings;
  for (uint64_t at = 0; at < bytes.size(); at += kCtaBytes) {
    const std::byte *cta = bytes.data() + at;
    const auto sm = loadLittle<uint32_t>(cta);
    const uint32_t ticks = std::min(loadLittle<uint32_t>(cta + 4), kTicks);
    for (uint32_t i = 0; i < 2 * ticks; ++i)
      readings.push_back(readPair(sm, cta + kHeaderBytes + i * kPairBytes));
  }
  return readings;
}

Nanoseconds timerTickOf(std::span<const record::ClockReading> readings) {
  std::optional<int64_t> smallest;
  for (size_t i = 1; i < readings.size(); ++i) {
    const int64_t step = readings[i].pair.time.value - readings[i - 1].pair.time.value;
    if (readings[i].hardwareId == readings[i - 1].hardwareId && step > 0)
      smallest = std::min(smallest.value_or(step), step);
  }
  return Nanoseconds(smallest.value_or(1));
}

} // namespace pstudio::cuda
