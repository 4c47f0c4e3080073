// SPDX-License-Identifier: Apache-2.0
// Data of Hello and KernelSeen about the process and its device.
#pragma once

#include <string>
#include <vector>

#include "collector/attach/protocol/device_message.h"
#include "collector/attach/shim/driver_api.h"

namespace pstudio::attach {

/// The words of the command line, separated by spaces; cut if they are too long.
std::string commandLine();

/// Place of the process in its program, as the launcher sets it in the environment.
struct ProcessRank {
  std::string rank;      ///< empty: none is set
  std::string worldSize; ///< of the same launcher; empty: none is set
};
/// Of torchrun, Open MPI, PMI or Slurm, else the rank in the machine.
ProcessRank rankOfProcess();

/// The devices of the process with their UUIDs. Empty before cuInit(), and with a driver that does
/// not report them (before CUDA 11.4). O(devices).
std::vector<DeviceSeen> visibleDevices(const DriverApi &driver);

/// Architecture of the current context's device, "sm_90"; empty without a context.
std::string architectureOfDevice(const DriverApi &driver);

/// Id of the calling thread in the operating system. One load after the thread's first call.
uint32_t threadId();
/// Discards the cached id. For the child of a fork, whose thread has another id.
void forgetThreadId();

/// CLOCK_MONOTONIC_RAW [ns].
uint64_t nowNs();

} // namespace pstudio::attach
