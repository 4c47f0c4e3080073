// SPDX-License-Identifier: Apache-2.0
#include "core/record/queue_args.h"

#include "core/queues/async_names.h"
#include "core/trace/arg_names.h"

namespace pstudio::record {

using analysis::AsyncSite;
using analysis::AsyncStep;
using analysis::kNoNumber;
using analysis::StreamPlace;

size_t QueueArgs::KeyHash::operator()(const Key &key) const {
  uint64_t hash = key.operationAndInstance * 0x9e3779b97f4a7c15u;
  hash = (hash ^ hash >> 29 ^ key.stageAndPhase) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ hash >> 32 ^ key.pairingAndUnit) * 0x94d049bb133111ebu;
  return static_cast<size_t>(hash ^ hash >> 31);
}

ArgSetId QueueArgs::of(uint16_t operation, const StreamPlace &place,
                       std::optional<uint32_t> endUnit) {
  Key key;
  key.operationAndInstance = uint64_t{operation} << 32 | place.instance;
  key.stageAndPhase = uint64_t{place.stage} << 32 | place.phase;
  key.pairingAndUnit = static_cast<uint64_t>(place.pairing) << 33 |
                       uint64_t{endUnit.has_value()} << 32 | endUnit.value_or(0);
  const auto [found, isNew] = m_sets.try_emplace(key);
  if (!isNew)
    return found->second;
  m_scratch.clear();
  m_args.appendStatic(operation, m_scratch);
  const Operation *known = m_operations.find(OperationId(operation));
  if (known != nullptr && known->async) {
    const AsyncSite &site = *known->async;
    m_scratch.push_back(Arg::ofString(m_trace.intern(kAsyncQueueArg),
                                      m_trace.intern(analysis::nameOf(site.queue))));
    if (site.isMatrix)
      m_scratch.push_back(
          Arg::ofString(m_trace.intern(kAsyncOperationsArg), m_trace.intern(kAsyncMatrixText)));
    if (site.step == AsyncStep::Wait && analysis::isInOrder(site.queue))
      append(kAsyncPendingArg, site.pending);
  }
  append(kAsyncInstanceArg, place.instance);
  append(kAsyncStageArg, place.stage);
  append(kAsyncPhaseArg, place.phase);
  if (const std::string_view words = wordsOf(place.pairing); !words.empty())
    m_scratch.push_back(Arg::ofString(m_trace.intern(kAsyncPairingArg), m_trace.intern(words)));
  if (endUnit)
    append(kEndedByUnitArg, *endUnit);
  found->second = m_trace.addArgs(m_scratch);
  return found->second;
}

void QueueArgs::append(std::string_view key, uint32_t number) {
  if (number != kNoNumber)
    m_scratch.push_back(Arg::ofUint(m_trace.intern(key), number));
}

} // namespace pstudio::record
