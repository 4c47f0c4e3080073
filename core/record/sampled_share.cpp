// SPDX-License-Identifier: Apache-2.0
#include "core/record/sampled_share.h"

#include <algorithm>

namespace pstudio::record {

SampledShare::SampledShare(const Sampling &sampling, const OperationTable &operations)
    : m_every(std::max(1u, sampling.every)), m_isKnown(sampling.iteratedAccesses.has_value()),
      m_implied(operations), m_isIterated(operations.operations.size()),
      m_counts(operations.operations.size()) {
  for (uint32_t i = 0; m_isKnown && i < m_counts.size(); ++i)
    m_isIterated[i] = sampling.iteratedAccesses->contains(i);
}

void SampledShare::addWarp(std::span<const Record> accesses) {
  if (m_every == 1 || !m_isKnown)
    return;
  for (const Record &access : accesses)
    if (access.operation < m_counts.size())
      ++m_counts[access.operation];
  for (const Record &access : accesses) {
    if (access.operation >= m_counts.size() || m_counts[access.operation] == 0)
      continue;
    const auto recorded = static_cast<double>(m_counts[access.operation]);
    m_counts[access.operation] = 0;
    const double perRecord = m_implied.perRecord(access.operation);
    m_recorded += perRecord * recorded;
    m_all += perRecord *
             (m_isIterated[access.operation] ? recorded * m_every - (m_every - 1) / 2.0 : recorded);
  }
}

double SampledShare::part() const {
  return m_all > 0 ? m_recorded / m_all : 1.0 / m_every;
}

} // namespace pstudio::record
