// SPDX-License-Identifier: Apache-2.0
// GPU architectures that PTX can be compiled for, by name, and checks of the architectures that a
// device runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio::nvidia {

/// The target of PTX code.
struct Architecture {
  std::string name;        ///< "sm_80", "sm_90a", "sm_120"
  uint32_t capability = 0; ///< 80, 90, 120: compute capability major * 10 + minor
  bool isSpecific = false; ///< "a": code for exactly this chip, which no other one takes
  bool operator==(const Architecture &) const = default;
};

/// The architecture of that name. Unsupported, with the supported names, for one that neither this
/// build's LLVM nor newer_architectures.h has: no other architecture is substituted.
Result<Architecture> architectureNamed(std::string_view name);

/// The default architecture for a device of compute capability major.minor: the chip's own
/// architecture if it is known (sm_90a on 9.0, sm_100a on 10.0), otherwise the newest one whose PTX
/// the driver compiles for the device (sm_121 on 13.0). Unsupported below 8.0.
Result<Architecture> architectureForDevice(uint32_t major, uint32_t minor);

/// Checks that code for `architecture` runs on a device of that capability. Unsupported, naming
/// both, for chip-specific code on another chip and for code that is newer than the device.
Result<void> checkRunsOn(const Architecture &architecture, uint32_t major, uint32_t minor);

} // namespace pstudio::nvidia
