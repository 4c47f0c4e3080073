// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/activity_report.h"

#include <cstdio>

#include "collector/collector.h"

namespace pstudio {

void reportNoActivity(const std::string &rejection, TraceBuilder &trace, ProgressSink &progress) {
  trace.addNote(NoteCode::ActivityOff, {rejection});
  progress.log("no activity: " + rejection);
}

activity::Containment reportActivity(const activity::ActivityCapture &capture,
                                     std::span<const std::string> complaints, bool isLost,
                                     TraceBuilder &trace, ProgressSink &progress) {
  for (const std::string &complaint : complaints)
    trace.addNote(NoteCode::ActivityNotAll, {complaint});
  trace.addNote(NoteCode::ActivityLost, {capture.tool}, isLost ? 1 : 0);
  const activity::Containment containment = activity::addActivity(capture, trace);
  if (!capture.clock.isKnown())
    return containment;
  char text[160];
  std::snprintf(text, sizeof text,
                "activity: %zu kernels, %zu copies, %zu memsets, %zu calls; clocks matched within "
                "%.2f us",
                capture.log.kernels.size(), capture.log.copies.size(), capture.log.memsets.size(),
                capture.log.calls.size(), capture.clock.uncertaintyNs() / 1000.0);
  progress.log(capture.tool + " " + text);
  return containment;
}

} // namespace pstudio
