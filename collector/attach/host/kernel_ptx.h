// SPDX-License-Identifier: Apache-2.0
// PTX of a kernel that a program launches, from the image that the driver was given.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "collector/attach/host/kernel_files.h"
#include "core/image/kernel_ptx.h"

namespace pstudio::attach {

struct FoundPtx {
  std::optional<image::KernelPtx> ptx;
  CodeProblem problem; ///< valid if there is no PTX
  /// Line of the report about each recorded launch of the PTX; its code is empty: none.
  CodeProblem remark = {};
};

/// The bytes of the file that `image.place` names, as the program loaded them. Io if the file has
/// others. O(size). [thread: any]
Result<std::string> imageBytes(const KernelImage &image);

/// The PTX of the kernel `image.name` in an image, unless its twin would have a second variable of
/// its module. O(size of the code for the device). [thread: any]
FoundPtx ptxIn(std::string_view bytes, const KernelImage &image);

/// Reads the image of `image.place` and finds the PTX from which the running code was made. Accepts
/// only a file that still has the image's bytes, and no PTX whose twin would have a second variable
/// of its module. O(size of the code for the device). [thread: any]
FoundPtx findKernelPtx(const KernelImage &image);

} // namespace pstudio::attach
