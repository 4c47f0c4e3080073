// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/device_activity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "collector/collector.h"
#include "collector/session/targets/activity_report.h"

namespace pstudio {

std::unique_ptr<DeviceActivity> DeviceActivity::begin(const ActivityKinds &kinds,
                                                      const cupti::Environment &environment) {
  if (!kinds.any())
    return nullptr;
  std::unique_ptr<DeviceActivity> activity(new DeviceActivity(kinds));
  auto library = cupti::Library::open(environment);
  if (!library) {
    activity->m_rejection = library.error().toString();
    return activity;
  }
  auto session =
      cupti::ActivitySession::begin(*std::move(library), {kinds.copies, kinds.memsets, kinds.api});
  if (session)
    activity->m_session = *std::move(session);
  else
    activity->m_rejection = session.error().toString();
  return activity;
}

DeviceActivity::~DeviceActivity() {
  if (m_isLost && m_session)
    cupti::ActivitySession::abandon(std::move(m_session));
}

void DeviceActivity::stop() {
  if (m_session)
    m_session->stop();
}

void DeviceActivity::beginRun() {
  if (!m_fromNs)
    m_fromNs = static_cast<int64_t>(cupti::ActivitySession::now());
}

void DeviceActivity::addProbe(uint32_t number, std::span<const record::ClockReading> readings,
                              Nanoseconds tick) {
  if (number == 0 || readings.empty())
    return;
  const auto [first, last] = std::ranges::minmax_element(
      readings, {}, [](const record::ClockReading &reading) { return reading.pair.time; });
  m_probes.push_back({number, first->pair.time, last->pair.time, tick});
  m_roles[number].isOwn = true;
}

void DeviceActivity::addLaunch(const LaunchNumbers &numbers,
                               std::span<const record::ClockReading> before,
                               std::span<const record::ClockReading> after, Nanoseconds timerTick) {
  addProbe(numbers.before, before, timerTick);
  addProbe(numbers.after, after, timerTick);
  m_lastKernel = numbers.kernel;
  if (m_lastKernel != 0)
    m_roles[m_lastKernel] = {};
}

void DeviceActivity::noteRecorded(LaunchId launch) {
  if (m_lastKernel != 0)
    m_roles[m_lastKernel].launch = launch;
}

activity::ActivityClock DeviceActivity::fitClock(const activity::ActivityLog &log) const {
  std::vector<activity::ClockAnchor> anchors;
  for (const activity::KernelActivity &kernel : log.kernels) {
    const auto probe = std::ranges::find(m_probes, kernel.correlation, &Probe::number);
    if (probe != m_probes.end())
      anchors.push_back({kernel.time, probe->first, probe->last, probe->tick});
  }
  return activity::ActivityClock::fit(std::move(anchors));
}

void DeviceActivity::addTo(TraceBuilder &trace, ProgressSink &progress,
                           const cuda::Context &context) {
  if (!m_session)
    return reportNoActivity(m_rejection, trace, progress);
  m_isLost = m_isLost || context.isLost();
  activity::ActivityCapture capture;
  capture.log = m_session->collect(m_isLost);
  capture.clock = fitClock(capture.log);
  capture.shown = m_kinds;
  capture.fromNs = m_fromNs.value_or(0);
  capture.kernels = std::exchange(m_roles, {});
  capture.tool = "CUPTI " + cupti::versionText(m_session->library().version());
  capture.device = context.device().name;
  const activity::Containment containment =
      reportActivity(capture, m_session->complaints(), m_isLost, trace, progress);
  m_probes.clear();
  m_fromNs.reset();
  m_lastKernel = 0;
  if (!capture.clock.isKnown() || containment.launches == 0)
    return;
  char text[160];
  std::snprintf(text, sizeof text, "records lie %.2f us %s the kernels of %zu launches",
                std::abs(containment.outsideNs) / 1000.0,
                containment.outsideNs > 0 ? "outside" : "or more inside", containment.launches);
  progress.log(text);
}

} // namespace pstudio
