// SPDX-License-Identifier: Apache-2.0
// The arguments of asynchronous slices. Each set of arguments is read once.
#pragma once

#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "core/queues/async_site.h"
#include "core/queues/paired_queues.h"
#include "core/trace/trace.h"

namespace pstudio::analysis {

/// The queue with a name of kAsyncQueueArg; none for another name.
std::optional<AsyncQueue> queueNamed(std::string_view name);
/// The name for kAsyncQueueArg; "event" for none.
std::string_view queueName(std::optional<AsyncQueue> queue);

/// Arguments of a slice or instant of arg_names.h.
struct AsyncFacts {
  std::optional<AsyncQueue> queue;
  std::optional<uint64_t> instance;
  std::optional<uint64_t> stage;
  AsyncPairing pairing = AsyncPairing::Certain; ///< OrderNotCertain for unsupported words
  uint64_t operation = ~uint64_t{0}; ///< number of the static operation; all ones if missing
  StringId source;                   ///< its source location; none if missing
  bool isMatrix = false;          ///< operations that are matrix operations by kAsyncOperationsArg
  std::optional<int64_t> endedBy; ///< number of the unit that recorded the end, if different
};

/// Reads sets of arguments of one trace. [not thread-safe]
class AsyncFactCache {
public:
  explicit AsyncFactCache(const Trace &trace) : m_trace(trace), m_places(trace.argSetCount(), 0) {}
  /// Valid as long as this. O(1) except for the first call with `args`.
  const AsyncFacts &of(ArgSetId args);

private:
  enum class Key : uint8_t {
    Unread,
    Other,
    Queue,
    Instance,
    Stage,
    Pairing,
    Operation,
    Source,
    Operations,
    End
  };
  Key keyOf(StringId name);
  AsyncFacts read(ArgSetId args);
  void take(Key key, const Arg &arg, AsyncFacts &facts) const;

  const Trace &m_trace;
  std::vector<uint32_t> m_places; // by set: 1 + index in m_facts; 0: not read
  std::deque<AsyncFacts> m_facts;
  std::vector<Key> m_keys; // by string
  AsyncFacts m_none;
};

/// A number among arguments, of any numeric type; none if it is missing or not a number.
/// O(arguments).
std::optional<double> numberIn(const Trace &trace, ArgSetId args, std::string_view key);

} // namespace pstudio::analysis
