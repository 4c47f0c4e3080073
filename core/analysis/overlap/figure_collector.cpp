// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/figure_collector.h"

namespace pstudio::analysis {

std::optional<double> OverlapFigures::hiddenShare() const {
  if (inFlight.sum <= 0)
    return std::nullopt;
  return static_cast<double>(hidden.sum) / static_cast<double>(inFlight.sum);
}

void FigureCollector::addOperation(const AsyncOperation &operation) {
  if (!isMeasured(operation.completion))
    return;
  for (uint32_t i = 0; i < operation.visitCount; ++i)
    add(m_launch.visits[operation.firstVisit + i]);
}

void FigureCollector::addVisit(const OperationVisit &visit) {
  if (isMeasured(m_launch.operations[visit.operation].completion))
    add(visit);
}

void FigureCollector::add(const OperationVisit &visit) {
  m_operations += visit.operation != m_last;
  m_last = visit.operation;
  m_ready += visit.exposed + visit.late == Ticks(); // a wait that blocked has a positive duration
  m_exposed.push_back(visit.exposed.value);
  m_late.push_back(visit.late.value);
  m_inFlight.push_back(visit.inFlight.value);
}

OverlapFigures FigureCollector::take() {
  OverlapFigures figures;
  figures.operations = m_operations;
  figures.visits = m_exposed.size();
  figures.readyBefore = m_ready;
  figures.late = distributionOf(m_late);
  for (size_t i = 0; i < m_inFlight.size(); ++i)
    m_late[i] = m_inFlight[i] - m_exposed[i]; // before m_exposed and m_inFlight are reordered
  figures.hidden = distributionOf(m_late);
  figures.exposed = distributionOf(m_exposed);
  figures.inFlight = distributionOf(m_inFlight);
  for (std::vector<int64_t> *values : {&m_exposed, &m_late, &m_inFlight})
    values->clear();
  m_operations = 0;
  m_ready = 0;
  m_last = kNoIndex;
  return figures;
}

} // namespace pstudio::analysis
