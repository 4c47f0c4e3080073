// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_event_sink.h"

namespace pstudio {

bool JsonEventSink::isPartOfTrace(const JsonEvent &event, bool isOfSamples) {
  if (event.phase != 0 || event.isSample)
    return true;
  if (isOfSamples)
    m_outcome.samplesWithoutStack += event.fieldCount > 0 ? 1 : 0;
  return !m_isAfterDamage && !isOfSamples;
}

void JsonEventSink::take(JsonEvent &event, bool isOfSamples) {
  m_outcome.phaseCount += event.hasPhaseField ? 1 : 0;
  m_outcome.callTreeCount += event.hasChildrenField ? 1 : 0;
  event.isSample = event.phase == 0 && !event.frame.empty() && event.timestamp;
  if (!isPartOfTrace(event, isOfSamples))
    return;
  ++m_outcome.eventCount;
  if (event.hasTime() && !event.isMetadata() && !event.nameId.isValid()) {
    event.nameId = m_builder.intern(event.name);
    if (!event.category.empty())
      event.categoryId = m_builder.intern(event.category);
  }
  m_visit(event);
}

StringId JsonEventSink::idOf(const JsonBlock &block, uint32_t number) {
  StringId &id = m_ids[number];
  if (!id.isValid())
    id = m_builder.intern(block.texts.text(number));
  return id;
}

void JsonEventSink::takeOf(JsonBlock &block, JsonBlock::Event &entry, bool isOfSamples) {
  JsonEvent &event = entry.event;
  const auto args = std::span(block.args).subspan(entry.firstArg, entry.argCount);
  for (Arg &arg : args) {
    arg.key = idOf(block, arg.key.value);
    if (arg.type == ArgType::String)
      arg.stringValue = idOf(block, arg.stringValue.value);
  }
  event.args = args;
  event.near = block.begin == std::string_view::npos ? 0 : block.begin;
  if (event.hasTime() && !event.isMetadata()) {
    event.nameId = idOf(block, entry.name);
    if (!event.category.empty())
      event.categoryId = idOf(block, entry.category);
  }
  take(event, isOfSamples);
}

void JsonEventSink::takeAll(JsonBlock &block, bool isOfSamples) {
  m_ids.resize(block.texts.size());
  for (JsonBlock::Event &entry : block.events)
    takeOf(block, entry, isOfSamples);
  block.events.clear();
  block.args.clear();
}

} // namespace pstudio
