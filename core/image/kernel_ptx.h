// SPDX-License-Identifier: Apache-2.0
// The PTX from which the running code of a kernel was made, or the reason why there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/image/gpu_image.h"

namespace pstudio::image {

enum class NoPtxReason : uint8_t {
  NoPtx,              ///< the image has machine code only
  OtherArchitecture,  ///< it has PTX, and the running code was not made from it
  Relocatable,        ///< the code was linked of several objects (-rdc=true)
  DynamicParallelism, ///< the kernel launches kernels
  UnknownCompression, ///< the entry is compressed in an unknown format
  Damaged,            ///< the detail has the offset
  NoCode,             ///< the image has no code for the device, or not of this kernel
};

/// A sentence without a full stop: "the image has machine code only".
std::string_view wordsOf(NoPtxReason reason);

struct KernelPtx {
  std::string text;         ///< of the module (PtxOutline::textFor)
  std::string ptxasOptions; ///< with which the running code was assembled: "-O1  --fmad false "
  Architecture target;      ///< of .target
  Architecture running;     ///< of the running machine code, for ptxas -arch
  bool isDriverCompiled = false; ///< the image has no machine code for the device
  bool hasIndirectCalls = false; ///< callees are unknown, and so is what they execute
  bool hasBlock = false;         ///< the kernel fixes the size of its CTAs
  bool hasVariables = false;     ///< of the module (PtxOutline::hasVariables)
};

/// `ptx`, or why there is none.
struct PtxAnswer {
  std::optional<KernelPtx> ptx;
  NoPtxReason reason = NoPtxReason::NoPtx;
  std::string detail; ///< "byte 96: zstd data is damaged: ..."; may be empty
};

/// The answer for an image that cannot be read.
PtxAnswer withoutImage(const Error &error);

/// The PTX of a kernel, by its name in the image. The machine code that the driver selects for
/// `device` decides: only PTX of the architecture, suffix included, that this code was made from is
/// accepted; without such machine code, the PTX that the driver compiles. Decompresses the code for
/// the device. O(image). [thread: any]
PtxAnswer findPtx(const GpuImage &image, std::string_view kernel, Architecture device);

/// As above, from the bytes of an image.
PtxAnswer findPtx(std::span<const std::byte> image, std::string_view kernel, Architecture device);

} // namespace pstudio::image
