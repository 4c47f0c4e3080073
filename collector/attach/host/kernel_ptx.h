// SPDX-License-Identifier: Apache-2.0
// PTX of a kernel that a program launches, from the image that the driver was given.
#pragma once

#include <optional>
#include <vector>

#include "collector/attach/host/kernel_files.h"
#include "collector/attach/protocol/messages.h"
#include "core/image/kernel_ptx.h"

namespace pstudio::attach {

struct FoundPtx {
  /// Its text works on the variables of the original's module (core/ptx/original_variables.h).
  std::optional<image::KernelPtx> ptx;
  std::vector<TwinVariable> variables; ///< of the original's module
  CodeProblem problem;                 ///< valid if there is no PTX
};

/// Reads the image of `image.place` and finds the PTX from which the running code was made. Accepts
/// only a file that still has the image's bytes, and only PTX whose variables a twin can share with
/// the original. O(size of the code for the device). [thread: any]
FoundPtx findKernelPtx(const KernelImage &image);

} // namespace pstudio::attach
