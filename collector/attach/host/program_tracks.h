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

/// Data that is added to the trace.
struct ProgramTracks {
  const ProgramEvents &events;
  const SeenProcess &process;
  const ProgramClock &clock;
  std::map<uint32_t, std::string> devices; ///< known names
  std::map<uint32_t, LaunchId> launches;   ///< of the trace, by their index in events.launches
  uint64_t mostActivities = UINT64_MAX;    ///< of each kind; recorded launches are always shown
};

/// Adds host > thread with scopes and calls, device > stream with kernels, copies and sets, and an
/// arrow from each call to its work. Events without a time, lost events and omitted events become a
/// note. O(n log n).
void addProgramTracks(const ProgramTracks &program, TraceBuilder &trace);

/// Names of the nodes of a call path, outermost first, joined by " > "; empty for the root.
std::string callPathText(const ProgramEvents &events, uint32_t path);

} // namespace pstudio::attach
