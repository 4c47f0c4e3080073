// SPDX-License-Identifier: Apache-2.0
// The accesses that the views of the heat panel show, and their counts.
#include "viewer/models/heat_model.h"

#include <algorithm>

namespace pstudio {

namespace {

/// Limit of the counts that are kept of launches that are not shown [bytes].
constexpr uint64_t kMaxKept = uint64_t{1} << 30;

/// The buffer of global memory that most accesses of a site begin in.
std::optional<uint32_t> bufferOf(const HeatData &data, uint16_t site) {
  if (!data.sites() || site >= data.sites()->size())
    return std::nullopt;
  const auto buffers = data.accesses().buffers.buffers();
  std::optional<uint32_t> found;
  uint64_t most = 0;
  for (const auto &[buffer, count] : (*data.sites())[site].buffers)
    if (count > most && buffers[buffer].space == memory::AccessSpace::Global) {
      found = buffer;
      most = count;
    }
  return found;
}

} // namespace

HeatModel::~HeatModel() = default;

void HeatModel::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace)
    return;
  const std::shared_ptr<const Trace> before = std::exchange(m_trace, std::move(trace));
  const auto launches = m_trace ? launchesWithAccesses(*m_trace) : std::vector<uint32_t>();
  const uint32_t chosen = m_choice.launch;
  if (m_data && std::ranges::binary_search(launches, chosen) &&
      m_trace->launches()[chosen].accesses == m_data->sharedAccesses())
    return; // the same accesses with other times
  keep(before);
  if (!m_trace)
    m_kept.clear();
  showLaunch(launches.empty() ? std::nullopt : std::optional(launches.front()));
}

void HeatModel::setWanted() {
  m_isWanted = true;
  startCounting();
}

/// Keeps the counts of the shown launch, for the case that the launch is chosen again.
void HeatModel::keep(const std::shared_ptr<const Trace> &trace) {
  std::erase_if(m_kept, [](const Kept &kept) { return kept.trace.expired(); });
  if (!m_data)
    return;
  std::erase_if(m_kept, [this](const Kept &kept) {
    return kept.data->sharedAccesses() == m_data->sharedAccesses();
  });
  m_kept.push_back({trace, m_data});
  uint64_t bytes = 0;
  for (auto kept = m_kept.rbegin(); kept != m_kept.rend(); ++kept) {
    bytes += kept->data->memoryBytes();
    if (bytes > kMaxKept) {
      m_kept.erase(m_kept.begin(), kept.base());
      return;
    }
  }
}

std::shared_ptr<const HeatData> HeatModel::dataOf(uint32_t launch) const {
  const auto &accesses = m_trace->launches()[launch].accesses;
  const auto known = std::ranges::find_if(
      m_kept, [&](const Kept &kept) { return kept.data->sharedAccesses() == accesses; });
  return known != m_kept.end() ? known->data
                               : std::make_shared<const HeatData>(heatDataOf(*m_trace, launch));
}

void HeatModel::showLaunch(std::optional<uint32_t> launch) {
  m_counting.cancel();
  m_isBufferChosen = false;
  m_data = launch ? dataOf(*launch) : nullptr;
  // The measures stay; buffer, time and selection do not.
  m_choice = {.launch = launch.value_or(0),
              .matrixMeasure = m_choice.matrixMeasure,
              .bankMeasure = m_choice.bankMeasure};
  if (m_data)
    m_choice.buffer = openingBuffer(*m_data);
  startCounting();
  Q_EMIT launchChanged();
}

void HeatModel::startCounting() {
  if (m_isWanted && m_data && !m_data->isComplete() && !isCounting())
    m_counting.start(
        [data = m_data](const std::stop_token &) {
          return std::make_shared<const HeatData>(data->withNext());
        },
        [this](std::shared_ptr<const HeatData> data) { take(std::move(data)); });
}

void HeatModel::take(std::shared_ptr<const HeatData> data) {
  m_data = std::move(data);
  startCounting();
  const HeatChoice before = m_choice;
  if (!m_isBufferChosen)
    m_choice.buffer = openingBuffer(*m_data);
  Q_EMIT partCounted();
  if (m_choice != before)
    Q_EMIT choiceChanged();
}

void HeatModel::choose(const HeatChoice &choice) {
  if (choice.launch != m_choice.launch)
    chooseLaunch(choice.launch);
  m_isBufferChosen = m_isBufferChosen || choice.buffer != m_choice.buffer;
  if (choice == m_choice)
    return;
  m_choice = choice;
  Q_EMIT choiceChanged();
}

void HeatModel::chooseLaunch(uint32_t launch) {
  if (launch == m_choice.launch)
    return;
  keep(m_trace);
  showLaunch(launch);
}

void HeatModel::chooseBuffer(std::optional<uint32_t> buffer) {
  HeatChoice choice = m_choice;
  choice.buffer = buffer;
  m_isBufferChosen = true;
  choose(choice);
}

void HeatModel::select(const HeatSelection &selection) {
  HeatChoice choice = m_choice;
  choice.selection = selection;
  const bool isOtherSite = selection.site && selection.site != m_choice.selection.site;
  if (const auto buffer = isOtherSite ? bufferOf(*m_data, *selection.site) : std::nullopt)
    choice.buffer = buffer;
  choose(choice);
}

void HeatModel::chooseTime(std::optional<TimeRange> time) {
  HeatChoice choice = m_choice;
  choice.time = time;
  choose(choice);
}

void HeatModel::chooseMeasure(MatrixMeasure measure) {
  HeatChoice choice = m_choice;
  choice.matrixMeasure = measure;
  choose(choice);
}

void HeatModel::chooseMeasure(BankMeasure measure) {
  HeatChoice choice = m_choice;
  choice.bankMeasure = measure;
  choose(choice);
}

void HeatModel::chooseOnlySite(bool isOnly) {
  HeatChoice choice = m_choice;
  choice.isOnlySite = isOnly;
  choose(choice);
}

} // namespace pstudio
