// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/measuring_device.h"

namespace pstudio::calibration {
namespace {

/// No kernel that is measured takes this long [s].
constexpr double kLongestWait = 10.0;

} // namespace

Result<MeasuringDevice> MeasuringDevice::open(const cuda::Context &context,
                                              const nvidia::Architecture &architecture) {
  PSTUDIO_TRY_ASSIGN(cuda::Stream stream, cuda::Stream::open(context));
  return MeasuringDevice{context, architecture, std::move(stream)};
}

Result<void> MeasuringDevice::wait() {
  return stream.wait({kLongestWait, nullptr});
}

Result<cuda::DeviceBuffer> MeasuringDevice::makeFilled(uint64_t bytes, std::byte value,
                                                       std::string_view purpose) {
  PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer buffer,
                     cuda::DeviceBuffer::allocate(context, bytes, purpose));
  PSTUDIO_TRY(stream.fill(buffer, value));
  return buffer;
}

Result<std::vector<std::byte>> MeasuringDevice::read(const cuda::DeviceBuffer &buffer) {
  PSTUDIO_TRY(wait());
  std::vector<std::byte> bytes(buffer.bytes());
  PSTUDIO_TRY(stream.copyToHost(bytes, buffer, 0));
  return bytes;
}

} // namespace pstudio::calibration
