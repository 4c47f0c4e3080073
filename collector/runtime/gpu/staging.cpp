// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/gpu/staging.h"

#include <algorithm>
#include <cstring>

namespace pstudio::gpu {

namespace {

constexpr std::string_view kAllocating = "allocating page-locked memory for copies";
constexpr std::string_view kSending = "copying to the GPU";
constexpr std::string_view kReading = "copying from the GPU";

} // namespace

Result<std::unique_ptr<Staging>> Staging::create(std::shared_ptr<DeviceState> device) {
  std::unique_ptr<Staging> staging(new Staging(std::move(device)));
  PSTUDIO_TRY(staging->allocate());
  return staging;
}

Result<void> Staging::allocate() {
  const DriverFunctions &functions = m_device->functions();
  for (Slot &slot : m_slots) {
    Handle event = nullptr;
    PSTUDIO_TRY(m_device->call(kAllocating, functions.createEvent, &event, kEventDisableTiming));
    slot.done = {m_device, functions.destroyEvent, event};
  }
  if (m_device->isHung())
    return {};
  void *memory = nullptr;
  PSTUDIO_TRY(m_device->call(kAllocating, functions.allocateHost, &memory,
                             kSlotBytes * m_slots.size(), kHostMemoryDefault));
  m_memory = {m_device, functions.freeHost, memory};
  for (size_t i = 0; i < m_slots.size(); ++i)
    m_slots[i].bytes = static_cast<std::byte *>(memory) + i * kSlotBytes;
  return {};
}

Result<void> Staging::waitFor(const Slot &slot, std::string_view doing) {
  // An event that was never recorded is done.
  return m_device->waitFor(m_device->functions().queryEvent, slot.done.get(), doing,
                           {m_device->copySeconds(), nullptr});
}

Result<void> Staging::toDevice(Handle stream, uint64_t to, std::span<const std::byte> from) {
  const DriverFunctions &functions = m_device->functions();
  while (!from.empty()) {
    const size_t bytes = std::min(from.size(), kSlotBytes);
    const Slot &slot = m_slots[m_next];
    PSTUDIO_TRY(waitFor(slot, kSending));
    std::memcpy(slot.bytes, from.data(), bytes);
    PSTUDIO_TRY(m_device->call(kSending, functions.copyToDevice, to,
                               static_cast<const void *>(slot.bytes), bytes, stream));
    PSTUDIO_TRY(m_device->call(kSending, functions.recordEvent, slot.done.get(), stream));
    m_next = (m_next + 1) % m_slots.size();
    from = from.subspan(bytes);
    to += bytes;
  }
  return {};
}

Result<void> Staging::queueToHost(Handle stream, const Slot &slot, std::span<std::byte> to,
                                  uint64_t from) {
  const DriverFunctions &functions = m_device->functions();
  void *target = hasMemory() ? slot.bytes : to.data();
  PSTUDIO_TRY(m_device->call(kReading, functions.copyToHost, target, from, to.size(), stream));
  return m_device->call(kReading, functions.recordEvent, slot.done.get(), stream);
}

Result<void> Staging::toHost(Handle stream, std::span<std::byte> to, uint64_t from) {
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

} // namespace pstudio::gpu
