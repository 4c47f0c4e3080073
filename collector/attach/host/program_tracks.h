// SPDX-License-Identifier: Apache-2.0
// The program around its recorded launches, as tracks of the trace: threads and streams.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "collector/attach/host/observations.h"
#include "collector/attach/host/program_clock.h"
#include "collector/attach/host/program_events.h"
#include "core/trace/trace_builder.h"

namespace pstudio::attach {

/// What is added to the trace.
struct ProgramTracks {
  const ProgramEvents &events;
  const SeenProcess &process;
  const ProgramClock &clock;
  std::map<uint32_t, std::string> devices; ///< names that are known
  std::map<uint32_t, LaunchId> launches;   ///< of the trace, by their place in events.launches
  uint64_t mostActivities = UINT64_MAX;    ///< of each kind; recorded launches are always shown
};

/// Adds host > thread with scopes and calls, device > stream with kernels, copies and sets, and an
/// arrow from each call to its work. What has no place in time, is lost or left out becomes a note.
/// O(n log n).
void addProgramTracks(const ProgramTracks &program, TraceBuilder &trace);

/// The names of the nodes of a call path from outside, joined by " > "; empty for the root.
std::string callPathText(const ProgramEvents &events, uint32_t path);

} // namespace pstudio::attach
