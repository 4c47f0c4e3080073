// SPDX-License-Identifier: Apache-2.0
// The recorded launches of one process, as one trace.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "collector/attach/host/observations.h"
#include "collector/attach/host/program_events.h"
#include "collector/attach/host/record_reader.h"

namespace pstudio::attach {

/// A launch of a trace.
struct RecordedLaunch {
  std::string kernel;
  uint64_t launch = 0;
  std::string mode;
  std::string backEnd;
  std::array<uint32_t, 3> grid{1, 1, 1};
  uint64_t ctas = 0;         ///< of the grid
  uint64_t recordedCtas = 0; ///< CTAs that recorded
  int32_t registers = 0, originalRegisters = 0;
  int32_t localBytes = 0, originalLocalBytes = 0;      ///< of a thread
  uint64_t residentCtas = 0, originalResidentCtas = 0; ///< that run at the same time; 0: unknown
  std::string mayWait;               ///< why CTAs may wait for others; empty: they never wait
  uint64_t slotsPerUnit = 0;         ///< [slots]
  uint64_t records = 0;              ///< upper bound of the kernel's records
  uint64_t recordsDropped = 0;       ///< upper bound of dropped records
  std::optional<double> coveredPart; ///< part of the recorded warps' time; none: all, or unknown
  uint64_t hostCostNs = 0;
  std::optional<uint64_t> twinTimeNs;     ///< duration of this launch on the device
  std::optional<uint64_t> originalTimeNs; ///< median of the kernel's launches of the same size
};

/// Outputs from the record files of a process.
struct ProcessTrace {
  std::filesystem::path file; ///< the trace; empty if it has no content
  std::filesystem::path tree; ///< Hatchet JSON; empty if there is none
  std::vector<RecordedLaunch> launches;
  std::vector<Remark> remarks; ///< launches whose records are missing or damaged
};

/// Name of the program for its files: "softmax" of the command "python softmax.py".
std::string programNameOf(const std::string &command);

/// Data of a process after its end.
struct ProcessInput {
  const SeenProcess &process;
  const std::vector<std::shared_ptr<const TwinCode>> &twins;
  const std::vector<std::filesystem::path> &records; ///< its record files
  const ProgramEvents &events;
  uint64_t mostActivities = UINT64_MAX;                ///< ProgramTracks::mostActivities
  std::vector<std::filesystem::path> sourceRoots = {}; ///< AttachRequest::sourceRoots
};

/// Decodes the files to OUT/NAME.PID[.rankR].pftrace and .hatchet. All launches of a process share
/// the time axis of the device's global timer (program_clock.h). Files that cannot be decoded
/// become remarks; fails only if a file cannot be written.
Result<ProcessTrace> writeProcessTrace(const ProcessInput &input,
                                       const std::filesystem::path &output);

} // namespace pstudio::attach
