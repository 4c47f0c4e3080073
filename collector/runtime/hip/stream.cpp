// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/stream.h"

#include <cmath>
#include <utility>

#include "collector/runtime/hip/device_state.h"
#include "collector/runtime/hip/kernel_arguments.h"

namespace pstudio::hip {
namespace {

constexpr std::string_view kOpening = "opening a stream";
constexpr std::string_view kSending = "copying to the GPU";
constexpr std::string_view kReading = "copying from the GPU";
constexpr std::string_view kMarking = "marking a time on the GPU";
/// How long a copy may take before the device counts as stuck.
constexpr double kCopySeconds = 30.0;

Result<void> checkRange(const DeviceBuffer &buffer, uint64_t bytes) {
  if (bytes <= buffer.bytes())
    return {};
  return fail(ErrorCode::InvalidInput, std::to_string(bytes) + " bytes of a device buffer of " +
                                           std::to_string(buffer.bytes()) + " bytes");
}

} // namespace

Result<Stream> Stream::open(const Device &device) {
  Stream stream(device.state());
  DeviceState &state = *stream.m_device;
  PSTUDIO_TRY(state.enterToRead(kOpening));
  PSTUDIO_TRY(state.call(kOpening, state.api().hipStreamCreateWithFlags, &stream.m_handle,
                         kHipStreamNonBlocking));
  return stream;
}

Stream::Stream(Stream &&other) noexcept
    : m_device(std::move(other.m_device)), m_handle(std::exchange(other.m_handle, nullptr)),
      m_marks(std::exchange(other.m_marks, {})),
      m_spareMarks(std::exchange(other.m_spareMarks, {})),
      m_lastKernel(std::move(other.m_lastKernel)), m_isStuck(other.m_isStuck) {}

Stream &Stream::operator=(Stream &&other) noexcept {
  std::swap(m_device, other.m_device);
  std::swap(m_handle, other.m_handle);
  std::swap(m_marks, other.m_marks);
  std::swap(m_spareMarks, other.m_spareMarks);
  std::swap(m_lastKernel, other.m_lastKernel);
  std::swap(m_isStuck, other.m_isStuck);
  return *this;
}

Stream::~Stream() {
  if (!m_handle)
    return;
  forgetMarks();
  for (void *mark : m_spareMarks)
    m_device->release(m_device->api().hipEventDestroy, mark);
  m_device->release(m_device->api().hipStreamDestroy, m_handle);
  m_device->markIdle(m_handle);
}

Result<void> Stream::afterKernel(Result<void> result) const {
  // HIP reports a fault at whatever call comes next.
  if (!result && m_device->condition().isLost() && !m_lastKernel.empty())
    result.error().message += ", after kernel " + m_lastKernel;
  return result;
}

Result<void> Stream::copyToDevice(const DeviceBuffer &to, std::span<const std::byte> from) {
  PSTUDIO_TRY(checkRange(to, from.size()));
  PSTUDIO_TRY(m_device->enter(kSending));
  if (from.empty())
    return {};
  m_device->markBusy(m_handle);
  // HIP's declaration takes mutable memory, and only reads it.
  PSTUDIO_TRY(
      afterKernel(m_device->call(kSending, m_device->api().hipMemcpyHtoDAsync, to.pointer(),
                                 const_cast<std::byte *>(from.data()), from.size(), m_handle)));
  return wait({kCopySeconds, nullptr});
}

Result<void> Stream::copyToHost(std::span<std::byte> to, const DeviceBuffer &from) {
  PSTUDIO_TRY(checkRange(from, to.size()));
  // Behind work that never ends the copy would never come: a stuck stream answers with the reason.
  PSTUDIO_TRY(m_isStuck ? m_device->enter(kReading) : m_device->enterToRead(kReading));
  if (to.empty())
    return {};
  m_device->markBusy(m_handle);
  PSTUDIO_TRY(afterKernel(m_device->call(kReading, m_device->api().hipMemcpyDtoHAsync, to.data(),
                                         from.pointer(), to.size(), m_handle)));
  return wait({kCopySeconds, nullptr});
}

Result<void> Stream::fill(const DeviceBuffer &buffer, std::byte value) {
  constexpr std::string_view kFilling = "filling device memory";
  PSTUDIO_TRY(m_device->enter(kFilling));
  if (buffer.bytes() == 0)
    return {};
  m_device->markBusy(m_handle);
  return afterKernel(m_device->call(kFilling, m_device->api().hipMemsetD8Async, buffer.pointer(),
                                    static_cast<unsigned char>(value),
                                    static_cast<size_t>(buffer.bytes()), m_handle));
}

Result<void> Stream::launch(const Kernel &kernel, const LaunchShape &shape,
                            std::span<const uint64_t> arguments) {
  PSTUDIO_TRY(checkLaunch(m_device->info(), kernel.layout(), shape));
  PSTUDIO_TRY_ASSIGN(std::vector<std::byte> segment, packArguments(kernel.layout(), arguments));
  const std::string doing = "launching kernel " + kernel.name();
  PSTUDIO_TRY(m_device->enter(doing));
  // HIP takes keys and values in this order only, and copies the segment at the call. A kernel
  // without arguments must be given none.
  size_t bytes = segment.size();
  const auto key = [](uintptr_t number) { return reinterpret_cast<void *>(number); };
  std::array<void *, 5> extra{key(kHipLaunchBufferPointer), segment.data(),
                              key(kHipLaunchBufferSize), &bytes, key(kHipLaunchEnd)};
  PSTUDIO_TRY(afterKernel(
      m_device->call(doing, m_device->api().hipModuleLaunchKernel, kernel.handle(), shape.grid[0],
                     shape.grid[1], shape.grid[2], shape.block[0], shape.block[1], shape.block[2],
                     static_cast<unsigned>(shape.dynamicLdsBytes), m_handle,
                     static_cast<void **>(nullptr), segment.empty() ? nullptr : extra.data())));
  m_device->markBusy(m_handle);
  m_lastKernel = kernel.name();
  return {};
}

Result<size_t> Stream::mark() {
  PSTUDIO_TRY(m_device->enter(kMarking));
  const HipApi &api = m_device->api();
  HipEvent event = nullptr;
  if (m_spareMarks.empty()) {
    PSTUDIO_TRY(m_device->call(kMarking, api.hipEventCreateWithFlags, &event, kHipEventDefault));
  } else {
    event = m_spareMarks.back();
    m_spareMarks.pop_back();
  }
  m_marks.push_back(event);
  m_device->markBusy(m_handle);
  PSTUDIO_TRY(afterKernel(m_device->call(kMarking, api.hipEventRecord, event, m_handle)));
  return m_marks.size() - 1;
}

Result<Nanoseconds> Stream::between(size_t first, size_t second) const {
  constexpr std::string_view kMeasuring = "measuring time on the GPU";
  if (first >= m_marks.size() || second >= m_marks.size())
    return fail(ErrorCode::InvalidInput, "time between marks " + std::to_string(first) + " and " +
                                             std::to_string(second) + ": the stream has " +
                                             std::to_string(m_marks.size()));
  PSTUDIO_TRY(m_device->enter(kMeasuring));
  float milliseconds = 0.0f;
  PSTUDIO_TRY(m_device->call(kMeasuring, m_device->api().hipEventElapsedTime, &milliseconds,
                             m_marks[first], m_marks[second]));
  return Nanoseconds(std::llround(double(milliseconds) * 1e6));
}

void Stream::forgetMarks() {
  m_spareMarks.insert(m_spareMarks.end(), m_marks.begin(), m_marks.end());
  m_marks.clear();
}

Result<void> Stream::wait(const WaitLimits &limits) {
  DeviceState &state = *m_device;
  const std::string doing =
      m_lastKernel.empty() ? "waiting for the GPU" : "running kernel " + m_lastKernel;
  PSTUDIO_TRY(state.enterToRead(doing));
  HipResult result = HipResult::Success;
  const auto ask = [&] {
    result = state.api().hipStreamQuery(m_handle);
    return result == HipResult::Success    ? WorkState::Done
           : result == HipResult::NotReady ? WorkState::Pending
                                           : WorkState::Failed;
  };
  const WaitEnd end = waitUntilDone(ask, limits);
  if (end == WaitEnd::Failed)
    return tl::unexpected<Error>(state.judge(result, state.api().hipStreamQuery.name, doing));
  if (end == WaitEnd::Done) {
    state.markIdle(m_handle);
    return {};
  }
  Error error = givenUp(end, doing, limits);
  m_isStuck = true;
  state.condition().markHung(error);
  return tl::unexpected<Error>(std::move(error));
}

} // namespace pstudio::hip
