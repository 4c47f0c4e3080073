// SPDX-License-Identifier: Apache-2.0
// Errors of a run that needs a GPU if no GPU can be used.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Whether the CPU model can run the kernels.
enum class CpuModelUse {
  Possible,   ///< the CPU model can run them as well
  Impossible, ///< they use features that the CPU model does not have
};

/// Whether the CPU target accepts a specification, as far as checkCpuSpec() determines it without a
/// compile.
CpuModelUse cpuModelUse(const RunSpec &spec);

/// Replaces an error of opening the device by an error that begins with the missing part and the
/// remedy. The message of the driver or its loader follows in the hint. Errors other than
/// Unsupported are returned unchanged: the device exists.
/// \param vendor  "NVIDIA" or "AMD". \param target  "cuda" or "hip".
Error missingGpu(Error cause, std::string_view vendor, std::string_view target, CpuModelUse cpu);

/// The same text for a list of targets: the missing part, the alternative, and after "Detail:" the
/// message of the driver or its loader. Only the message for errors other than Unsupported.
std::string missingGpuReason(const Error &cause, std::string_view vendor);

} // namespace pstudio
