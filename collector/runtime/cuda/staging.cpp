// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/staging.h"

#include <algorithm>
#include <cstring>

#include "collector/runtime/poll_pacer.h"

namespace pstudio::cuda {

namespace {

constexpr std::string_view kAllocating = "allocating page-locked memory for copies";
constexpr std::string_view kSending = "copying to the GPU";
constexpr std::string_view kReading = "copying from the GPU";

} // namespace

Result<std::unique_ptr<Staging>> Staging::create(std::shared_ptr<ContextState> context) {
  std::unique_ptr<Staging> staging(new Staging(std::move(context)));
  PSTUDIO_TRY(staging->allocate());
  return staging;
}

Result<void> Staging::allocate() {
  const DriverApi &api = m_context->api();
  for (Slot &slot : m_slots)
    PSTUDIO_TRY(m_context->call(kAllocating, api.cuEventCreate, &slot.done, kCuEventDisableTiming));
  if (m_context->isHung())
    return {};
  void *memory = nullptr;
  PSTUDIO_TRY(
      m_context->call(kAllocating, api.cuMemHostAlloc, &memory, kSlotBytes * m_slots.size(), 0u));
  for (size_t i = 0; i < m_slots.size(); ++i)
    m_slots[i].bytes = static_cast<std::byte *>(memory) + i * kSlotBytes;
  return {};
}

Staging::~Staging() {
  const DriverApi &api = m_context->api();
  for (const Slot &slot : m_slots)
    if (slot.done)
      m_context->release(api.cuEventDestroy_v2, slot.done);
  if (hasMemory())
    m_context->release(api.cuMemFreeHost, static_cast<void *>(m_slots[0].bytes));
}

Result<void> Staging::waitFor(const Slot &slot, std::string_view doing) {
  const DriverApi &api = m_context->api();
  const PollPacer pacer;
  for (;;) {
    const CuResult result = api.cuEventQuery(slot.done); // an event never recorded is done
    if (result == CuResult::Success)
      return {};
    if (result != CuResult::NotReady)
      return tl::unexpected<Error>(m_context->judge(result, api.cuEventQuery.name, doing));
    pacer.pause();
  }
}

Result<void> Staging::toDevice(CuStream stream, uint64_t to, std::span<const std::byte> from) {
  const DriverApi &api = m_context->api();
  while (!from.empty()) {
    const size_t bytes = std::min(from.size(), kSlotBytes);
    const Slot &slot = m_slots[m_next];
    PSTUDIO_TRY(waitFor(slot, kSending));
    std::memcpy(slot.bytes, from.data(), bytes);
    PSTUDIO_TRY(m_context->call(kSending, api.cuMemcpyHtoDAsync_v2, CuDevicePointer(to),
                                static_cast<const void *>(slot.bytes), bytes, stream));
    PSTUDIO_TRY(m_context->call(kSending, api.cuEventRecord, slot.done, stream));
    m_next = (m_next + 1) % m_slots.size();
    from = from.subspan(bytes);
    to += bytes;
  }
  return {};
}

Result<void> Staging::queueToHost(CuStream stream, const Slot &slot, std::span<std::byte> to,
                                  uint64_t from) {
  const DriverApi &api = m_context->api();
  void *target = hasMemory() ? slot.bytes : to.data();
  PSTUDIO_TRY(m_context->call(kReading, api.cuMemcpyDtoHAsync_v2, target, CuDevicePointer(from),
                              to.size(), stream));
  return m_context->call(kReading, api.cuEventRecord, slot.done, stream);
}

Result<void> Staging::toHost(CuStream stream, std::span<std::byte> to, uint64_t from) {
  const auto part = [&](size_t index) {
    const size_t begin = index * kSlotBytes;
    return to.subspan(begin, std::min(kSlotBytes, to.size() - begin));
  };
  const size_t parts = (to.size() + kSlotBytes - 1) / kSlotBytes;
  for (size_t queued = 0, done = 0; done < parts; ++done) {
    for (; queued < std::min(done + m_slots.size(), parts); ++queued) {
      const Slot &slot = m_slots[queued % m_slots.size()];
      // The slot's last reader below is this thread; its last copy may be one to the device.
      if (queued < m_slots.size())
        PSTUDIO_TRY(waitFor(slot, kReading));
      PSTUDIO_TRY(queueToHost(stream, slot, part(queued), from + queued * kSlotBytes));
    }
    const Slot &slot = m_slots[done % m_slots.size()];
    PSTUDIO_TRY(waitFor(slot, kReading));
    if (hasMemory())
      std::memcpy(part(done).data(), slot.bytes, part(done).size());
  }
  return {};
}

} // namespace pstudio::cuda
