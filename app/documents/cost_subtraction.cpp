// SPDX-License-Identifier: Apache-2.0
// One trace with or without the cost of recording in its times.
#include "app/documents/cost_subtraction.h"

#include <algorithm>

#include "core/trace/cost_correction.h"

namespace pstudio {
namespace {

/// The corrected trace in the colours of the recorded one: a toggle moves things, no more. Overlap
/// compares warps and stays that of the times as recorded.
LoadedTrace correct(const LoadedTrace &recorded) {
  LoadedTrace corrected;
  corrected.trace = std::make_shared<const Trace>(correctRecordingCost(*recorded.trace));
  auto summary = std::make_shared<TraceSummary>(*recorded.summary);
  summary->scopes = scopeShares(*corrected.trace);
  summary->busy = BusyCurve::ofTrace(*corrected.trace);
  summary->opening = openingOf(*corrected.trace);
  corrected.summary = std::move(summary);
  return corrected;
}

} // namespace

CostSubtraction::CostSubtraction(LoadedTrace recorded, QObject *parent)
    : QObject(parent), m_recorded(std::move(recorded)) {}

QString CostSubtraction::obstacle() const {
  if (hasRecordingCost(*m_recorded.trace))
    return {};
  const auto launches = m_recorded.trace->launches();
  const bool wasSubtracted =
      std::any_of(launches.begin(), launches.end(),
                  [](const Launch &launch) { return launch.isCostSubtracted; });
  return wasSubtracted ? tr("These times do not include the recording cost: it was subtracted "
                            "before the file was written")
                       : tr("The recording cost is unknown: it was not calibrated for this trace");
}

void CostSubtraction::setOn(bool isOn) {
  if (isOn == m_isOn || !obstacle().isEmpty())
    return;
  m_isOn = isOn;
  if (isBusy() && !m_job.isRunning())
    m_job.start([recorded = m_recorded](const std::stop_token &) { return correct(recorded); },
                [this](LoadedTrace corrected) {
                  m_corrected = std::move(corrected);
                  Q_EMIT changed();
                });
  Q_EMIT changed();
}

} // namespace pstudio
