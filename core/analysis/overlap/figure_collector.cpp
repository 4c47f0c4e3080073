// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/figure_collector.h"

namespace pstudio::analysis {

std::optional<double> OverlapFigures::hiddenShare() const {
  if (inFlight.sum <= 0)
    return std::nullopt;
  return static_cast<double>(hidden.sum) / static_cast<double>(inFlight.sum);
}

void FigureCollector::addOperation(const AsyncOperation &operation) {
  for (uint32_t i = 0; i < operation.visitCount; ++i)
    addVisit(m_launch.visits[operation.firstVisit + i]);
}

void FigureCollector::addVisit(const OperationVisit &visit) {
  if (!isMeasured(m_launch.operations[visit.operation].completion))
    return;
  m_operations += visit.operation != m_last;
  m_last = visit.operation;
  m_ready += !m_launch.waits[visit.wait].hasBlocked;
  m_exposed.push_back(visit.exposed.value);
  m_late.push_back(visit.late.value);
  m_hidden.push_back(visit.hidden().value);
  m_inFlight.push_back(visit.inFlight.value);
}

OverlapFigures FigureCollector::take() {
  OverlapFigures figures;
  figures.operations = m_operations;
  figures.visits = m_exposed.size();
  figures.readyBefore = m_ready;
  figures.exposed = distributionOf(m_exposed);
  figures.late = distributionOf(m_late);
  figures.hidden = distributionOf(m_hidden);
  figures.inFlight = distributionOf(m_inFlight);
  for (std::vector<int64_t> *values : {&m_exposed, &m_late, &m_hidden, &m_inFlight})
    values->clear();
  m_operations = 0;
  m_ready = 0;
  m_last = kNoIndex;
  return figures;
}

} // namespace pstudio::analysis
