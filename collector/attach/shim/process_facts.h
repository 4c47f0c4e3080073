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

/// The kernel's number of the calling thread. One load after the thread's first call.
uint32_t threadId();
/// In the child of a fork, whose thread has another number.
void forgetThreadId();

/// CLOCK_MONOTONIC_RAW [ns].
uint64_t nowNs();

} // namespace pstudio::attach
