// SPDX-License-Identifier: Apache-2.0
// The asynchronous operations that the views of the overlap panel show.
#include "viewer/models/overlap_model.h"

#include <algorithm>

namespace pstudio {

namespace {

/// Whether a choice among the operations of `before` is one among those of `after`.
bool areSameOperations(const OverlapData &before, const OverlapData &after, uint32_t launch) {
  return after.trace().info() == before.trace().info() &&
         after.trace().sliceCount() == before.trace().sliceCount() &&
         after.launches().size() == before.launches().size() &&
         after.launches()[launch].channels.size() == before.launches()[launch].channels.size() &&
         after.launches()[launch].ctas.size() == before.launches()[launch].ctas.size();
}

} // namespace

void OverlapModel::setData(std::shared_ptr<const OverlapData> data) {
  const bool staysTrue =
      m_data && data && m_choice && areSameOperations(*m_data, *data, m_choice->launch);
  m_data = std::move(data);
  forgetNumbers();
  if (!staysTrue)
    m_choice = m_data ? openingChoice(*m_data) : std::nullopt;
  Q_EMIT dataChanged();
  Q_EMIT choiceChanged();
}

bool OverlapModel::prepare() {
  if (m_numbers || !m_choice)
    return isReady();
  if (launch().channels[m_choice->channel].operationCount <= kAtOnce) {
    m_numbers = overlapNumbers(*m_data, *m_choice);
    return true;
  }
  if (!m_job.isRunning())
    m_job.start([data = m_data, choice = *m_choice](
                    const std::stop_token &) { return overlapNumbers(*data, choice); },
                [this](OverlapNumbers numbers) {
                  if (!m_numbers) // else numbers() was faster
                    m_numbers = std::move(numbers);
                  Q_EMIT numbersReady();
                });
  return false;
}

const OverlapNumbers &OverlapModel::numbers() const {
  if (!m_numbers)
    m_numbers = overlapNumbers(*m_data, *m_choice);
  return *m_numbers;
}

void OverlapModel::forgetNumbers() {
  m_job.cancel();
  m_numbers.reset();
}

void OverlapModel::changed() {
  forgetNumbers();
  Q_EMIT choiceChanged();
}

void OverlapModel::choose(const OverlapChoice &choice) {
  if (m_choice == choice)
    return;
  m_choice = choice;
  changed();
}

void OverlapModel::chooseChannel(uint32_t launch, uint32_t channel) {
  OverlapChoice choice = *m_choice;
  if (choice.launch != launch)
    choice.cta.reset();
  choice.launch = launch;
  choice.channel = channel;
  choose(choice);
}

void OverlapModel::chooseCta(std::optional<uint32_t> cta) {
  OverlapChoice choice = *m_choice;
  choice.cta = cta;
  choose(choice);
}

void OverlapModel::chooseAlignment(IterationAlignment alignment) {
  OverlapChoice choice = *m_choice;
  choice.alignment = alignment;
  choose(choice);
}

void OverlapModel::show(OperationRef ref) {
  const uint32_t channel = m_data->operation(ref).channel;
  if (channel < m_data->launches()[ref.launch].channels.size())
    chooseChannel(ref.launch, channel);
  if (m_choice->cta && m_data->ctaOf(ref) < launch().ctas.size())
    chooseCta(m_data->ctaOf(ref));
}

std::optional<uint32_t> OverlapModel::rowOf(OperationRef ref) const {
  const analysis::AsyncOperation &operation = m_data->operation(ref);
  if (m_choice->launch != ref.launch || operation.channel != m_choice->channel ||
      (m_choice->cta && m_data->ctaOf(ref) != *m_choice->cta))
    return std::nullopt;
  return rowOfInstance(table().rows, operation.instance);
}

} // namespace pstudio
