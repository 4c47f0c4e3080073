// SPDX-License-Identifier: Apache-2.0
// The recorded launches of one process, as one trace.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "collector/attach/host/merged_trace.h"
#include "collector/attach/host/observations.h"
#include "collector/attach/host/program_events.h"
#include "collector/attach/host/record_reader.h"
#include "core/attach/attach_report.h"

namespace pstudio::attach {

/// A file of a session that the program started.
struct SessionProfile {
  std::string session; ///< its name
  std::filesystem::path file;
};

/// Outputs from the record files of a process.
struct ProcessTrace {
  std::filesystem::path file;           ///< the trace; empty if it has no content
  std::filesystem::path tree;           ///< Hatchet JSON; empty if there is none
  std::vector<ReportedLaunch> launches; ///< without their files
  std::vector<SessionProfile> profiles;
  std::vector<Remark> remarks;  ///< launches whose records are missing or damaged
  std::optional<HostAxis> axis; ///< none: its times have no relation to the host's clock
};

/// Name of the program for its files: "softmax" of the command "python softmax.py", "python" of
/// "python -c code".
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

/// Writes NAME.hatchet and NAME.pftrace of each session of the process that bounds files, with the
/// launches of its active parts. A name that is taken gets the number of the process, then a
/// number. \param taken  names of files in the folder, without extensions; those of the sessions
/// are added. Fails only if a file cannot be written.
Result<std::vector<SessionProfile>> writeSessionProfiles(const ProcessInput &input,
                                                         const std::filesystem::path &output,
                                                         std::set<std::string> &taken);

/// The Hatchet JSON of the .hatchet file of a session, with the events and records that are there
/// now. \param input  with the events of the session (eventsOf)
Result<std::string> sessionTree(const ProcessInput &input);

} // namespace pstudio::attach
