// SPDX-License-Identifier: Apache-2.0
#include "core/image/kernel_ptx.h"

#include "core/image/device_code.h"

namespace pstudio::image {

std::string_view wordsOf(NoPtxReason reason) {
  switch (reason) {
  case NoPtxReason::NoPtx:
    return "the image has machine code only";
  case NoPtxReason::OtherArchitecture:
    return "the image has PTX of another architecture only, from which the running code was not "
           "made";
  case NoPtxReason::Relocatable:
    return "the code was linked of several objects (-rdc=true)";
  case NoPtxReason::DynamicParallelism:
    return "the kernel launches kernels from the device";
  case NoPtxReason::UnknownCompression:
    return "the image has an unknown format";
  case NoPtxReason::Damaged:
    return "the image is damaged";
  case NoPtxReason::NoCode:
    return "the image has no code of this kernel for the device";
  }
  return "unknown";
}

PtxAnswer withoutImage(const Error &error) {
  return {std::nullopt,
          error.code == ErrorCode::Unsupported ? NoPtxReason::UnknownCompression
                                               : NoPtxReason::Damaged,
          error.toString()};
}

PtxAnswer findPtx(const GpuImage &image, std::string_view kernel, Architecture device) {
  return DeviceCode(image, device).findPtx(kernel);
}

PtxAnswer findPtx(std::span<const std::byte> image, std::string_view kernel, Architecture device) {
  const Result<GpuImage> read = readImage(image);
  return read ? findPtx(*read, kernel, device) : withoutImage(read.error());
}

} // namespace pstudio::image
