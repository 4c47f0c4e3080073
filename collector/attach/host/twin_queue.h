// SPDX-License-Identifier: Apache-2.0
// Which twins exist, are being made or cannot be, and which launches wait for them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "collector/attach/host/observations.h"
#include "collector/attach/host/twin_maker.h"

namespace pstudio::attach {

/// Twins of a whole program. Orders for the same code and mode are made once. [not thread-safe]
class TwinQueue {
public:
  using Answer = std::function<void(const TwinOutcome &outcome, uint32_t number)>;
  explicit TwinQueue(TwinMaker &maker, std::vector<std::shared_ptr<const TwinCode>> &twins)
      : m_maker(maker), m_twins(twins) {}

  /// Begins to make the twin unless that has begun.
  void prepare(const TwinOrder &order) { stateOf(order); }
  /// Calls `answer` once the twin is there or cannot be made: at once, or from collect().
  void request(const TwinOrder &order, Answer answer);
  /// The same for a launch that waits: before all twins that nothing waits for.
  void requestUrgent(const TwinOrder &order, Answer answer);
  /// Takes what the maker has finished.
  void collect();
  bool isIdle() const { return m_underWay == 0; }

private:
  struct State {
    uint32_t id = 0;
    std::optional<TwinOutcome> outcome;
    uint32_t number = 0; ///< of the code in the protocol
    std::vector<Answer> waiting;
  };
  State &stateOf(const TwinOrder &order);

  TwinMaker &m_maker;
  std::vector<std::shared_ptr<const TwinCode>> &m_twins;
  std::map<std::string, State> m_states;
  std::map<uint32_t, State *> m_byId;
  size_t m_underWay = 0;
};

} // namespace pstudio::attach
