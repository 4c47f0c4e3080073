// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/twin_queue.h"

namespace pstudio::attach {
namespace {

/// Orders with equal keys give equal code.
std::string keyOf(const TwinOrder &order) {
  std::string key = order.onlyTries ? "try" : "make";
  for (const std::string &part : {order.image.hash, order.image.name, order.image.cubin.string(),
                                  order.image.metadata.string(), order.mode.toString(),
                                  std::to_string(order.mostSlots), order.python.executable})
    key += '\n' + part;
  if (const auto &place = order.image.place)
    key += '\n' + place->file.string() + '\n' + std::to_string(place->offset) + '\n' +
           std::to_string(place->bytes) + '\n' + std::to_string(place->check) + '\n' +
           order.image.architecture;
  if (order.block)
    for (const uint32_t extent : *order.block)
      key += ' ' + std::to_string(extent);
  for (const std::string &folder : order.python.path)
    key += '\n' + folder;
  return key;
}

} // namespace

TwinQueue::State &TwinQueue::stateOf(const TwinOrder &order) {
  const auto [entry, isNew] = m_states.try_emplace(keyOf(order));
  State &state = entry->second;
  if (isNew) {
    state.id = static_cast<uint32_t>(m_byId.size());
    m_byId[state.id] = &state;
    ++m_underWay;
    m_maker.order(state.id, order);
  }
  return state;
}

void TwinQueue::request(const TwinOrder &order, Answer answer) {
  State &state = stateOf(order);
  if (state.outcome)
    answer(*state.outcome, state.number);
  else
    state.waiting.push_back(std::move(answer));
}

void TwinQueue::requestUrgent(const TwinOrder &order, Answer answer) {
  m_maker.hurry(stateOf(order).id);
  request(order, std::move(answer));
}

void TwinQueue::collect() {
  for (auto &[id, outcome] : m_maker.takeDone()) {
    State &state = *m_byId.at(id);
    --m_underWay;
    if (outcome.code) {
      state.number = static_cast<uint32_t>(m_twins.size());
      m_twins.push_back(outcome.code);
    }
    state.outcome = std::move(outcome);
    // An answer may order further twins, but never this one again.
    for (const Answer &answer : std::exchange(state.waiting, {}))
      answer(*state.outcome, state.number);
  }
}

} // namespace pstudio::attach
