// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/gpu/stream.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "collector/runtime/gpu/staging.h"

namespace pstudio::gpu {

namespace {

constexpr std::string_view kOpening = "opening a stream";
constexpr std::string_view kReadingStream = "copying from the GPU";
constexpr std::string_view kMarking = "marking a time on the GPU";

} // namespace

Stream::Stream(std::shared_ptr<DeviceState> device) : m_device(std::move(device)) {}
Stream::Stream(Stream &&) noexcept = default;
Stream &Stream::operator=(Stream &&) noexcept = default;
Stream::~Stream() = default;

Result<Stream> Stream::open(const Device &device, Slots slots) {
  Stream stream(device.deviceState());
  DeviceState &state = *stream.m_device;
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, state.enterToRead(kOpening));
  const DriverFunctions &functions = state.functions();
  Handle handle = nullptr;
  PSTUDIO_TRY(state.call(kOpening, functions.createStream, &handle, kStreamNonBlocking));
  stream.m_handle = {stream.m_device, functions.destroyStream, handle};
  if (slots == Slots::AtOnce)
    PSTUDIO_TRY(stream.provideSlots());
  return stream;
}

Result<void> Stream::provideSlots() {
  if (!m_staging) {
    PSTUDIO_TRY_ASSIGN(m_staging, Staging::create(m_device));
  }
  return {};
}

Result<void> Stream::afterKernel(Result<void> result) const {
  // The driver reports a fault at whatever call comes next.
  if (!result && m_device->isLost() && !m_lastKernel.empty())
    result.error().message += ", after kernel " + m_lastKernel;
  return result;
}

Result<void> Stream::launched(const std::string &kernel, Result<void> queued) {
  PSTUDIO_TRY(afterKernel(std::move(queued)));
  m_device->markBusy(handle());
  m_lastKernel = kernel;
  return {};
}

Result<void> Stream::copyToDevice(const DeviceBuffer &to, uint64_t offset,
                                  std::span<const std::byte> from) {
  PSTUDIO_TRY(to.checkRange(offset, from.size()));
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, m_device->enter("copying to the GPU"));
  if (from.empty())
    return {};
  PSTUDIO_TRY(provideSlots());
  m_device->markBusy(handle());
  return afterKernel(m_staging->toDevice(handle(), to.address() + offset, from));
}

Result<void> Stream::copyToHost(std::span<std::byte> to, const DeviceBuffer &from,
                                uint64_t offset) {
  PSTUDIO_TRY(from.checkRange(offset, to.size()));
  // After work that never ends the copy would never come: a stuck stream answers with the reason.
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, m_isStuck
                                                      ? m_device->enter(kReadingStream)
                                                      : m_device->enterToRead(kReadingStream));
  if (to.empty())
    return {};
  PSTUDIO_TRY(provideSlots());
  m_device->markBusy(handle());
  PSTUDIO_TRY(afterKernel(m_staging->toHost(handle(), to, from.address() + offset)));
  m_device->markIdle(handle());
  return {};
}

Result<void> Stream::fill(const DeviceBuffer &buffer, std::byte value) {
  constexpr std::string_view kFilling = "filling device memory";
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, m_device->enter(kFilling));
  if (buffer.bytes() == 0)
    return {};
  return queue(kFilling, m_device->functions().fill, buffer.address(),
               static_cast<unsigned char>(value), size_t(buffer.bytes()), handle());
}

Result<size_t> Stream::mark() {
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, m_device->enter(kMarking));
  const DriverFunctions &functions = m_device->functions();
  if (m_spareMarks.empty()) {
    Handle event = nullptr;
    PSTUDIO_TRY(m_device->call(kMarking, functions.createEvent, &event, kEventDefault));
    m_marks.emplace_back(m_device, functions.destroyEvent, event);
  } else {
    m_marks.push_back(std::move(m_spareMarks.back()));
    m_spareMarks.pop_back();
  }
  PSTUDIO_TRY(queue(kMarking, functions.recordEvent, m_marks.back().get(), handle()));
  return m_marks.size() - 1;
}

Result<Nanoseconds> Stream::between(size_t first, size_t second) const {
  constexpr std::string_view kMeasuring = "measuring time on the GPU";
  if (first >= m_marks.size() || second >= m_marks.size())
    return fail(ErrorCode::InvalidInput, "time between marks " + std::to_string(first) + " and " +
                                             std::to_string(second) + ": the stream has " +
                                             std::to_string(m_marks.size()));
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, m_device->enter(kMeasuring));
  const auto &function = m_device->functions().elapsedTime;
  float milliseconds = 0.0f;
  const DriverResult result = function(&milliseconds, m_marks[first].get(), m_marks[second].get());
  if (result == DriverResult::NotReady)
    return fail(ErrorCode::InvalidInput, "a mark has not passed yet", "",
                "wait for the stream first");
  if (result != DriverResult::Success)
    return tl::unexpected<Error>(m_device->judge(result, function.name, kMeasuring));
  return Nanoseconds(std::llround(double(milliseconds) * 1e6));
}

void Stream::forgetMarks() {
  m_spareMarks.insert(m_spareMarks.end(), std::move_iterator(m_marks.begin()),
                      std::move_iterator(m_marks.end()));
  m_marks.clear();
}

Result<void> Stream::wait(const WaitLimits &limits) {
  const std::string doing =
      m_lastKernel.empty() ? "waiting for the GPU" : "running kernel " + m_lastKernel;
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, m_device->enterToRead(doing));
  Result<void> done = m_device->waitFor(m_device->functions().queryStream, handle(), doing, limits);
  if (done)
    m_device->markIdle(handle());
  else
    m_isStuck = m_device->isHung();
  return done;
}

Result<void> Stream::flushPrinted() {
  const std::string doing = "printing what kernel " + m_lastKernel + " printed";
  PSTUDIO_TRY_ASSIGN(const CurrentDevice current, m_device->enterToRead(doing));
  return m_device->call(doing, m_device->functions().synchronizeStream, handle());
}

void Stream::flushAfterFault() const {
  if (m_device->isHung())
    return; // it would wait for the kernel
  if (const auto current = m_device->makeCurrent("printing"))
    static_cast<void>(m_device->functions().synchronizeStream(handle())); // the fault, once more
}

} // namespace pstudio::gpu
