// SPDX-License-Identifier: Apache-2.0
// Takes the events of a Chrome trace from the readers, in order.
#pragma once

#include <functional>
#include <vector>

#include "core/formats/chrome_json/json_block.h"
#include "core/formats/chrome_json/json_event_parser.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// Counts events, and passes on those that belong to the trace. [not thread-safe]
class JsonEventSink {
public:
  /// All must outlive this.
  JsonEventSink(TraceBuilder &builder, const std::function<void(const JsonEvent &)> &visit,
                JsonOutcome &outcome)
      : m_builder(builder), m_visit(visit), m_outcome(outcome) {}

  /// After damage, objects without a phase are parts of damaged events.
  void setAfterDamage() { m_isAfterDamage = true; }
  /// Takes an event whose arguments have ids of the builder. Its name and category get theirs.
  void take(JsonEvent &event, bool isOfSamples);
  /// Takes the events of a block, and removes them. Texts keep their numbers: further events of the
  /// block may follow before startBlock().
  void takeAll(JsonBlock &block, bool isOfSamples);
  /// Forgets the texts of the block before.
  void startBlock() { m_ids.clear(); }

private:
  bool isPartOfTrace(const JsonEvent &event, bool isOfSamples);
  void takeOf(JsonBlock &block, JsonBlock::Event &entry, bool isOfSamples);
  StringId idOf(const JsonBlock &block, uint32_t number);

  TraceBuilder &m_builder;
  const std::function<void(const JsonEvent &)> &m_visit;
  JsonOutcome &m_outcome;
  bool m_isAfterDamage = false;
  std::vector<StringId> m_ids; ///< of the texts of the current block, by number
};

} // namespace pstudio
