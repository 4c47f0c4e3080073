// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/stream.h"

#include <cmath>
#include <utility>

#include "collector/runtime/cuda/context_state.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "collector/runtime/cuda/launch_checks.h"
#include "collector/runtime/cuda/staging.h"

namespace pstudio::cuda {

namespace {

// Without the opt-in a CTA gets this much shared memory on every device.
constexpr uint64_t kSharedBytesWithoutOptIn = 48 * 1024;

constexpr std::string_view kOpening = "opening a stream";
constexpr std::string_view kReading = "copying from the GPU";
constexpr std::string_view kMarking = "marking a time on the GPU";

Result<void> checkRange(const DeviceBuffer &buffer, uint64_t offset, uint64_t bytes) {
  if (offset <= buffer.bytes() && bytes <= buffer.bytes() - offset)
    return {};
  return fail(ErrorCode::InvalidInput,
              "bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) +
                  " of a device buffer of " + std::to_string(buffer.bytes()) + " bytes");
}

} // namespace

Stream::Stream() = default;

Result<Stream> Stream::open(const Context &context, Slots slots) {
  Stream stream;
  stream.m_context = context.state();
  ContextState &state = *stream.m_context;
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, state.enterToRead(kOpening));
  PSTUDIO_TRY(
      state.call(kOpening, state.api().cuStreamCreate, &stream.m_handle, kCuStreamNonBlocking));
  if (slots == Slots::AtOnce)
    PSTUDIO_TRY(stream.provideSlots());
  return stream;
}

Result<void> Stream::provideSlots() {
  if (!m_staging) {
    PSTUDIO_TRY_ASSIGN(m_staging, Staging::create(m_context));
  }
  return {};
}

Stream::Stream(Stream &&other) noexcept
    : m_context(std::move(other.m_context)), m_handle(std::exchange(other.m_handle, nullptr)),
      m_staging(std::move(other.m_staging)), m_marks(std::exchange(other.m_marks, {})),
      m_spareMarks(std::exchange(other.m_spareMarks, {})),
      m_lastKernel(std::move(other.m_lastKernel)), m_isStuck(other.m_isStuck) {}

Stream &Stream::operator=(Stream &&other) noexcept {
  std::swap(m_context, other.m_context);
  std::swap(m_handle, other.m_handle);
  std::swap(m_staging, other.m_staging);
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
    m_context->release(m_context->api().cuEventDestroy_v2, CuEvent(mark));
  m_staging.reset();
  m_context->release(m_context->api().cuStreamDestroy_v2, CuStream(m_handle));
  m_context->markIdle(m_handle);
}

Result<void> Stream::afterKernel(Result<void> result) const {
  // The driver reports a fault at whatever call comes next.
  if (!result && m_context->isLost() && !m_lastKernel.empty())
    result.error().message += ", after kernel " + m_lastKernel;
  return result;
}

Result<void> Stream::copyToDevice(const DeviceBuffer &to, uint64_t offset,
                                  std::span<const std::byte> from) {
  PSTUDIO_TRY(checkRange(to, offset, from.size()));
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, m_context->enter("copying to the GPU"));
  if (from.empty())
    return {};
  PSTUDIO_TRY(provideSlots());
  m_context->markBusy(m_handle);
  return afterKernel(m_staging->toDevice(m_handle, to.address() + offset, from));
}

Result<void> Stream::copyToHost(std::span<std::byte> to, const DeviceBuffer &from,
                                uint64_t offset) {
  PSTUDIO_TRY(checkRange(from, offset, to.size()));
  // Behind work that never ends the copy would never come: a stuck stream answers with the reason.
  PSTUDIO_TRY_ASSIGN(const CurrentContext current,
                     m_isStuck ? m_context->enter(kReading) : m_context->enterToRead(kReading));
  if (to.empty())
    return {};
  PSTUDIO_TRY(provideSlots());
  m_context->markBusy(m_handle);
  PSTUDIO_TRY(afterKernel(m_staging->toHost(m_handle, to, from.address() + offset)));
  m_context->markIdle(m_handle);
  return {};
}

Result<void> Stream::fill(const DeviceBuffer &buffer, std::byte value) {
  constexpr std::string_view kFilling = "filling device memory";
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, m_context->enter(kFilling));
  if (buffer.bytes() == 0)
    return {};
  m_context->markBusy(m_handle);
  return afterKernel(m_context->call(
      kFilling, m_context->api().cuMemsetD8Async, CuDevicePointer(buffer.address()),
      static_cast<unsigned char>(value), size_t(buffer.bytes()), CuStream(m_handle)));
}

Result<void> Stream::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  constexpr std::string_view kCopying = "copying memory of the program";
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, m_context->enter(kCopying));
  if (bytes == 0)
    return {};
  m_context->markBusy(m_handle);
  return afterKernel(m_context->call(kCopying, m_context->api().cuMemcpyAsync, CuDevicePointer(to),
                                     CuDevicePointer(from), size_t(bytes), CuStream(m_handle)));
}

Result<void> Stream::fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count) {
  constexpr std::string_view kFilling = "filling memory of the program";
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, m_context->enter(kFilling));
  if (count == 0)
    return {};
  m_context->markBusy(m_handle);
  const DriverApi &api = m_context->api();
  const auto fillBy = [&](const auto &function, auto element) {
    return afterKernel(m_context->call(kFilling, function, CuDevicePointer(to), element,
                                       size_t(count), CuStream(m_handle)));
  };
  if (elementBytes == 4)
    return fillBy(api.cuMemsetD32Async, unsigned{value});
  if (elementBytes == 2)
    return fillBy(api.cuMemsetD16Async, static_cast<unsigned short>(value));
  return fillBy(api.cuMemsetD8Async, static_cast<unsigned char>(value));
}

Result<void> Stream::launch(const Kernel &kernel, const LaunchShape &shape,
                            std::span<const uint64_t> arguments) {
  return launch(kernel, shape, ArgumentBlock(arguments));
}

Result<void> Stream::launch(const Kernel &kernel, const LaunchShape &shape,
                            const ArgumentBlock &arguments) {
  ContextState &state = *m_context;
  PSTUDIO_TRY(checkLaunch(state.device(), kernel, shape));
  PSTUDIO_TRY(checkArguments(kernel, arguments));
  const std::string doing = "launching kernel " + kernel.name();
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, state.enter(doing));
  if (shape.dynamicSharedBytes + kernel.resources().staticSharedBytes > kSharedBytesWithoutOptIn)
    PSTUDIO_TRY(state.call(doing, state.api().cuFuncSetAttribute, CuFunction(kernel.handle()),
                           CuFunctionAttribute::MaxDynamicSharedSizeBytes,
                           static_cast<int>(shape.dynamicSharedBytes)));
  arguments.pointTo(m_parameters);
  PSTUDIO_TRY(afterKernel(queueLaunch(state, kernel, shape, m_handle, m_parameters.data(), doing)));
  state.markBusy(m_handle);
  m_lastKernel = kernel.name();
  return {};
}

Result<size_t> Stream::mark() {
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, m_context->enter(kMarking));
  const DriverApi &api = m_context->api();
  CuEvent event = nullptr;
  if (m_spareMarks.empty()) {
    PSTUDIO_TRY(m_context->call(kMarking, api.cuEventCreate, &event, kCuEventDefault));
  } else {
    event = m_spareMarks.back();
    m_spareMarks.pop_back();
  }
  m_marks.push_back(event);
  m_context->markBusy(m_handle);
  PSTUDIO_TRY(afterKernel(m_context->call(kMarking, api.cuEventRecord, event, CuStream(m_handle))));
  return m_marks.size() - 1;
}

Result<Nanoseconds> Stream::between(size_t first, size_t second) const {
  constexpr std::string_view kMeasuring = "measuring time on the GPU";
  if (first >= m_marks.size() || second >= m_marks.size())
    return fail(ErrorCode::InvalidInput, "time between marks " + std::to_string(first) + " and " +
                                             std::to_string(second) + ": the stream has " +
                                             std::to_string(m_marks.size()));
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, m_context->enter(kMeasuring));
  const DriverApi &api = m_context->api();
  float milliseconds = 0.0f;
  const CuResult result =
      api.cuEventElapsedTime(&milliseconds, CuEvent(m_marks[first]), CuEvent(m_marks[second]));
  if (result == CuResult::NotReady)
    return fail(ErrorCode::InvalidInput, "a mark has not passed yet", "",
                "wait for the stream first");
  if (result != CuResult::Success)
    return tl::unexpected<Error>(m_context->judge(result, api.cuEventElapsedTime.name, kMeasuring));
  return Nanoseconds(std::llround(double(milliseconds) * 1e6));
}

void Stream::forgetMarks() {
  m_spareMarks.insert(m_spareMarks.end(), m_marks.begin(), m_marks.end());
  m_marks.clear();
}

Result<void> Stream::wait(const WaitLimits &limits) {
  ContextState &state = *m_context;
  const std::string doing =
      m_lastKernel.empty() ? "waiting for the GPU" : "running kernel " + m_lastKernel;
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, state.enterToRead(doing));
  const DriverApi &api = state.api();
  CuResult result = CuResult::Success;
  const WaitEnd end = waitUntilDone(
      [&] {
        result = api.cuStreamQuery(m_handle);
        return result == CuResult::Success    ? WorkState::Done
               : result == CuResult::NotReady ? WorkState::Pending
                                              : WorkState::Failed;
      },
      limits);
  if (end == WaitEnd::Failed)
    return tl::unexpected<Error>(state.judge(result, api.cuStreamQuery.name, doing));
  if (end == WaitEnd::Done) {
    state.markIdle(m_handle);
    return {};
  }
  Error error = givenUp(end, doing, limits);
  m_isStuck = true;
  state.markHung(error);
  return tl::unexpected<Error>(std::move(error));
}

Result<void> Stream::flushPrinted() {
  ContextState &state = *m_context;
  const std::string doing = "printing what kernel " + m_lastKernel + " printed";
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, state.enterToRead(doing));
  const DriverApi &api = state.api();
  const CuResult result = api.cuStreamSynchronize(m_handle);
  if (result != CuResult::Success)
    return tl::unexpected<Error>(state.judge(result, api.cuStreamSynchronize.name, doing));
  return {};
}

void Stream::flushAfterFault() const {
  if (m_context->isHung())
    return; // it would wait for the kernel
  const CurrentContext current(*m_context);
  static_cast<void>(m_context->api().cuStreamSynchronize(m_handle)); // the fault, once more
}

} // namespace pstudio::cuda
