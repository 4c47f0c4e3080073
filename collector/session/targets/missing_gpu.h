// SPDX-License-Identifier: Apache-2.0
// What a run that needs a GPU reports where no GPU can be used.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Which kernels need the GPU.
enum class CpuModelUse {
  Possible,   ///< the CPU model takes them as well
  Impossible, ///< they use what the CPU model lacks
};

/// Whether the CPU target takes a specification as far as that is known without compiling it
/// (checkCpuSpec()).
CpuModelUse cpuModelUse(const RunSpec &spec);

/// Replaces an error of opening the device by one that begins with what is missing and what to do;
/// the words of the driver or its loader follow in the hint. Errors other than Unsupported are
/// passed on: there the device exists.
/// \param vendor  "NVIDIA" or "AMD". \param target  "cuda" or "hip".
Error missingGpu(Error cause, std::string_view vendor, std::string_view target, CpuModelUse cpu);

/// The same for a list of targets, without the run: what is missing, what to use instead, and after
/// "Detail:" the words of the driver or its loader. The words alone for errors other than
/// Unsupported.
std::string missingGpuReason(const Error &cause, std::string_view vendor);

} // namespace pstudio
