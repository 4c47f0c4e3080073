// SPDX-License-Identifier: Apache-2.0
// What Hello and KernelSeen contain about the process and its device.
#pragma once

#include <string>

#include "collector/attach/shim/driver_api.h"

namespace pstudio::attach {

/// The words of the command, separated by spaces; cut if they are long.
std::string commandLine();

/// RANK, LOCAL_RANK or OMPI_COMM_WORLD_RANK; empty if none is set.
std::string rankOfProcess();

/// "sm_90" of the current context's device; empty without one.
std::string architectureOfDevice(const DriverApi &driver);

/// CLOCK_MONOTONIC_RAW [ns].
uint64_t nowNs();

} // namespace pstudio::attach
