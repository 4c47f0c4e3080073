// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/clock_probe.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/little_endian.h"

namespace pstudio::cuda {
namespace {

constexpr const char *kEntry = "pstudio_clock_probe";

// Output of one CTA: u32 SM, u32 zero, then for each reading u64 clock, u64 time.
constexpr uint64_t kHeaderBytes = 8;
constexpr uint64_t kPairBytes = 16;
constexpr uint64_t kCtaBytes = kHeaderBytes + ClockProbe::kReadings * kPairBytes;

/// Parameters: address of the results, number of readings. One of eight delays separates two
/// readings, so that their distance is not a multiple of the timer's tick. (No register may have
/// the name %clock: PTX would read the special register of that name.)
constexpr const char *kPtx = R"(.version 7.0
.target sm_80
.address_size 64

.visible .entry pstudio_clock_probe(.param .u64 results, .param .u64 readings)
{
  .reg .pred  %more;
  .reg .b32   %sm, %cta, %count, %readings, %bytes, %delay;
  .reg .b64   %out, %first, %time, %cycle;

  ld.param.u64       %out, [results];
  cvta.to.global.u64 %out, %out;
  ld.param.u32       %readings, [readings];
  mov.u32            %cta, %ctaid.x;
  mad.lo.u32         %bytes, %readings, 16, 8;
  mad.wide.u32       %first, %cta, %bytes, %out;
  mov.u32            %sm, %smid;
  st.global.u32      [%first], %sm;
  add.u64            %out, %first, 8;
  mov.u32            %count, 0;
NEXT:
  mov.u64            %time, %globaltimer;
  mov.u64            %cycle, %clock64;
  st.global.u64      [%out], %cycle;
  st.global.u64      [%out+8], %time;
  and.b32            %delay, %count, 7;
  mul.lo.u32         %delay, %delay, 5;
  nanosleep.u32      %delay;
  add.u64            %out, %out, 16;
  add.u32            %count, %count, 1;
  setp.lt.u32        %more, %count, %readings;
  @%more bra         NEXT;
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
  const std::array<uint64_t, 2> arguments{buffer(set).address(), kReadings};
  return cuda::launch(stream, m_kernel, m_shape, arguments);
}

Result<std::vector<record::ClockReading>> ClockProbe::read(Stream &stream, Set set) const {
  std::vector<std::byte> bytes(buffer(set).bytes());
  PSTUDIO_TRY(stream.copyToHost(bytes, buffer(set), 0));
  std::vector<record::ClockReading> readings;
  for (uint64_t at = 0; at < bytes.size(); at += kCtaBytes) {
    const std::byte *cta = bytes.data() + at;
    for (uint32_t i = 0; i < kReadings; ++i) {
      const std::byte *pair = cta + kHeaderBytes + i * kPairBytes;
      if (loadLittle<uint64_t>(pair + sizeof(uint64_t)) != 0) // else the CTA has not come so far
        readings.push_back(readPair(loadLittle<uint32_t>(cta), pair));
    }
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
