// SPDX-License-Identifier: Apache-2.0
// Data of Hello and KernelSeen about the process and its device.
#pragma once

#include <string>

#include "collector/attach/shim/driver_api.h"

namespace pstudio::attach {

/// The words of the command line, separated by spaces; cut if they are too long.
std::string commandLine();

/// RANK, LOCAL_RANK or OMPI_COMM_WORLD_RANK; empty if none is set.
std::string rankOfProcess();

/// Architecture of the current context's device, "sm_90"; empty without a context.
std::string architectureOfDevice(const DriverApi &driver);

/// Id of the calling thread in the operating system. One load after the thread's first call.
uint32_t threadId();
/// Discards the cached id. For the child of a fork, whose thread has another id.
void forgetThreadId();

/// CLOCK_MONOTONIC_RAW [ns].
uint64_t nowNs();

} // namespace pstudio::attach
