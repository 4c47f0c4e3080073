// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/hip_activity.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "collector/session/targets/activity_report.h"

namespace pstudio {

std::unique_ptr<HipActivity> HipActivity::begin(const ActivityKinds &kinds,
                                                const Environment &environment) {
  if (!kinds.any())
    return nullptr;
  std::unique_ptr<HipActivity> activity(new HipActivity(kinds));
  auto source = roc::beginActivity({kinds.copies, kinds.memsets, kinds.api}, environment);
  if (source)
    activity->m_source = *std::move(source);
  else
    activity->m_rejection = source.error().toString();
  return activity;
}

void HipActivity::beginRun() {
  if (m_source && !m_fromNs)
    m_fromNs = m_source->now();
}

void HipActivity::noteRecorded(LaunchId launch) {
  if (!m_launches.empty())
    m_launches.back().launch = launch;
}

void HipActivity::noteReadings(Nanoseconds first, Nanoseconds last) {
  if (!m_launches.empty())
    m_launches.back().readings = {first, last};
}

std::vector<activity::ClockAnchor> HipActivity::match(activity::ActivityCapture &capture,
                                                      TraceBuilder &trace, Nanoseconds timerTick) {
  const auto isOurs = [&](const activity::KernelActivity &kernel) {
    return kernel.name.empty() || // of a tool that does not report names
           std::ranges::find(m_launches, kernel.name, &HipLaunchSeen::kernel) != m_launches.end();
  };
  std::ranges::stable_sort(capture.log.kernels, {}, [](const activity::KernelActivity &kernel) {
    return kernel.time.beginNs;
  });
  std::vector<activity::KernelActivity *> seen;
  for (activity::KernelActivity &kernel : capture.log.kernels)
    if (isOurs(kernel))
      seen.push_back(&kernel);
  std::vector<activity::ClockAnchor> anchors;
  if (seen.size() != m_launches.size()) { // the missing ones cannot be determined
    trace.addNote(NoteCode::ActivityUnmatched,
                  {capture.tool, std::to_string(seen.size()), std::to_string(m_launches.size())});
    return anchors;
  }
  for (size_t i = 0; i < seen.size(); ++i) {
    activity::KernelActivity &kernel = *seen[i];
    const HipLaunchSeen &launch = m_launches[i];
    kernel.name = launch.kernel;
    kernel.grid = launch.grid;
    kernel.block = launch.block;
    capture.kernels[kernel.correlation].launch = launch.launch;
    if (launch.readings)
      anchors.push_back({kernel.time, launch.readings->first, launch.readings->second, timerTick});
  }
  return anchors;
}

void HipActivity::addTo(TraceBuilder &trace, ProgressSink &progress, const std::string &device,
                        Nanoseconds timerTick, bool isLost) {
  if (!m_source)
    return reportNoActivity(m_rejection, trace, progress);
  activity::ActivityCapture capture;
  capture.log = m_source->collect(isLost ? 0 : m_launchCount + m_launches.size());
  capture.shown = m_kinds;
  capture.fromNs = m_fromNs.value_or(0);
  capture.tool = m_source->name();
  capture.device = device;
  capture.clock = activity::ActivityClock::fit(match(capture, trace, timerTick));
  reportActivity(capture, m_source->complaints(), isLost, trace, progress);
  m_launchCount += std::exchange(m_launches, {}).size();
  m_fromNs.reset();
}

} // namespace pstudio
