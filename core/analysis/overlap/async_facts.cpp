// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/async_facts.h"

#include <algorithm>

#include "core/queues/async_names.h"
#include "core/trace/arg_names.h"

namespace pstudio::analysis {
namespace {

AsyncPairing pairingNamed(std::string_view words) {
  for (uint8_t i = 0; i < kAsyncPairings; ++i)
    if (wordsOf(static_cast<AsyncPairing>(i)) == words)
      return static_cast<AsyncPairing>(i);
  return AsyncPairing::OrderNotCertain; // given, but not supported
}

std::optional<uint64_t> wholeNumber(const Arg &arg) {
  if (arg.type == ArgType::Uint)
    return arg.uintValue;
  if (arg.type == ArgType::Int && arg.intValue >= 0)
    return static_cast<uint64_t>(arg.intValue);
  return std::nullopt;
}

} // namespace

std::optional<AsyncQueue> queueNamed(std::string_view name) {
  const auto found = std::ranges::find(kAsyncQueueNames, name);
  if (found == kAsyncQueueNames.end())
    return std::nullopt;
  return static_cast<AsyncQueue>(found - kAsyncQueueNames.begin());
}

std::string_view queueName(std::optional<AsyncQueue> queue) {
  return queue ? nameOf(*queue) : "event";
}

const AsyncFacts &AsyncFactCache::of(ArgSetId args) {
  if (!args.isValid() || args.value >= m_places.size())
    return m_none;
  uint32_t &place = m_places[args.value];
  if (place == 0) {
    m_facts.push_back(read(args));
    place = static_cast<uint32_t>(m_facts.size());
  }
  return m_facts[place - 1];
}

AsyncFacts AsyncFactCache::read(ArgSetId args) {
  AsyncFacts facts;
  for (const Arg &arg : m_trace.args(args))
    take(keyOf(arg.key), arg, facts);
  return facts;
}

void AsyncFactCache::take(Key key, const Arg &arg, AsyncFacts &facts) const {
  const bool isText = arg.type == ArgType::String;
  switch (key) {
  case Key::Queue:
    facts.queue = isText ? queueNamed(m_trace.string(arg.stringValue)) : std::nullopt;
    return;
  case Key::Operations:
    facts.isMatrix = isText && m_trace.string(arg.stringValue) == kAsyncMatrixText;
    return;
  case Key::Instance:
    facts.instance = wholeNumber(arg);
    return;
  case Key::Stage:
    facts.stage = wholeNumber(arg);
    return;
  case Key::Pairing:
    facts.pairing =
        isText ? pairingNamed(m_trace.string(arg.stringValue)) : AsyncPairing::OrderNotCertain;
    return;
  case Key::Operation:
    facts.operation = wholeNumber(arg).value_or(facts.operation);
    return;
  case Key::Source:
    if (isText)
      facts.source = arg.stringValue;
    return;
  case Key::End:
    if (const auto number = wholeNumber(arg))
      facts.endedBy = static_cast<int64_t>(*number);
    return;
  case Key::Unread:
  case Key::Other:
    return;
  }
}

AsyncFactCache::Key AsyncFactCache::keyOf(StringId name) {
  if (!name.isValid())
    return Key::Other;
  if (name.value >= m_keys.size())
    m_keys.resize(size_t{name.value} + 1, Key::Unread);
  Key &key = m_keys[name.value];
  if (key != Key::Unread)
    return key;
  const std::string_view text = m_trace.string(name);
  key = text == kAsyncQueueArg        ? Key::Queue
        : text == kAsyncInstanceArg   ? Key::Instance
        : text == kAsyncStageArg      ? Key::Stage
        : text == kAsyncPairingArg    ? Key::Pairing
        : text == "operation"         ? Key::Operation
        : text == "source"            ? Key::Source
        : text == kEndedByUnitArg     ? Key::End
        : text == kAsyncOperationsArg ? Key::Operations
                                      : Key::Other;
  return key;
}

std::optional<double> numberIn(const Trace &trace, ArgSetId args, std::string_view key) {
  for (const Arg &arg : trace.args(args)) {
    if (trace.string(arg.key) != key)
      continue;
    if (arg.type == ArgType::Double)
      return arg.doubleValue;
    if (arg.type == ArgType::Int)
      return static_cast<double>(arg.intValue);
    if (arg.type == ArgType::Uint)
      return static_cast<double>(arg.uintValue);
  }
  return std::nullopt;
}

} // namespace pstudio::analysis
