// SPDX-License-Identifier: Apache-2.0
// A driver's result code as an Error: the call, the driver's description, and a hint.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "collector/runtime/gpu/driver_functions.h"
#include "core/base/result.h"

namespace pstudio::gpu {

/// Properties of a result code that the driver does not report.
struct KnownResult {
  DriverResult result;
  bool endsDevice; ///< after it every call of this process fails
  std::string_view hint;
};

/// A vendor's table. Results that are not listed neither end the device nor have a hint.
using KnownResults = std::span<const KnownResult>;

bool endsDevice(KnownResults known, DriverResult result);
/// Remedy for the user; empty if there is none.
std::string_view hintFor(KnownResults known, DriverResult result);

/// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered" from the driver's
/// name and text of a result. Both may be null; a text that repeats the name is left out.
std::string describeResult(DriverResult result, const char *name, const char *text);

/// "DOING: CALL failed with DESCRIPTION".
Error callError(std::string_view call, std::string_view doing, std::string_view description,
                std::string_view hint, ErrorCode code);

} // namespace pstudio::gpu
