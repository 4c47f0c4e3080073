// SPDX-License-Identifier: Apache-2.0
#include "core/record/operation_args.h"

#include <cstdio>
#include <string>

#include "core/trace/arg_names.h"
#include "core/trace/call_path.h"

namespace pstudio::record {

size_t OperationArgs::KeyHash::operator()(const Key &key) const {
  uint64_t hash = key.operationAndInstance * 0x9e3779b97f4a7c15u;
  hash = (hash ^ hash >> 29 ^ key.lanes) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ hash >> 29 ^ key.unit) * 0x94d049bb133111ebu;
  return static_cast<size_t>((hash ^ hash >> 32) + key.given);
}

ArgSetId OperationArgs::of(uint16_t operation, const Detail &detail) {
  Key key;
  key.operationAndInstance = uint64_t{operation} << 16 | detail.instance.value_or(0);
  key.lanes = detail.laneMask.value_or(0);
  key.unit = detail.endUnit.value_or(0);
  key.given = static_cast<uint8_t>(detail.instance.has_value() | detail.laneMask.has_value() << 1 |
                                   detail.endUnit.has_value() << 2 |
                                   detail.isLengthUnknown << 3);
  const auto [found, isNew] = m_sets.try_emplace(key);
  if (!isNew)
    return found->second;
  m_args.clear();
  appendStatic(operation, m_args);
  if (detail.instance)
    m_args.push_back(Arg::ofUint(m_trace.intern("instance"), *detail.instance));
  if (detail.laneMask)
    appendLanes(*detail.laneMask, m_args);
  if (detail.endUnit)
    m_args.push_back(Arg::ofUint(m_trace.intern(kEndedByUnitArg), *detail.endUnit));
  if (detail.isLengthUnknown)
    m_args.push_back(
        Arg::ofString(m_trace.intern(kLengthArg), m_trace.intern(kLengthUnknownText)));
  found->second = m_trace.addArgs(m_args);
  return found->second;
}

StringId OperationArgs::nameOf(uint16_t operation) {
  const auto [found, isNew] = m_names.try_emplace(operation);
  if (!isNew)
    return found->second;
  const Operation *known = m_operations.find(OperationId(operation));
  found->second =
      m_trace.intern(known != nullptr ? known->name : "operation " + std::to_string(operation));
  return found->second;
}

StringId OperationArgs::unitOf(uint16_t operation) {
  const Operation *known = m_operations.find(OperationId(operation));
  return known == nullptr || known->unit.empty() ? StringId() : m_trace.intern(known->unit);
}

void OperationArgs::appendStatic(uint16_t operation, std::vector<Arg> &args) {
  args.push_back(Arg::ofUint(m_trace.intern("operation"), operation));
  const Operation *known = m_operations.find(OperationId(operation));
  if (known == nullptr)
    return;
  if (!known->location.empty())
    args.push_back(Arg::ofString(m_trace.intern("source"), m_trace.intern(known->location)));
  std::vector<Call> calls;
  for (const CallSite &call : known->path)
    calls.push_back({call.function, call.location});
  appendCallPath(m_trace, calls, args);
}

void OperationArgs::appendLanes(uint64_t laneMask, std::vector<Arg> &args) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%08llx", static_cast<unsigned long long>(laneMask));
  args.push_back(Arg::ofString(m_trace.intern("lanes"), m_trace.intern(text)));
}

} // namespace pstudio::record
