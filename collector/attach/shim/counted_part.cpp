// SPDX-License-Identifier: Apache-2.0
// Compares the range with where the process and the thread are.
#include "collector/attach/shim/counted_part.h"

#include "collector/attach/shim/host_path.h"

namespace pstudio::attach {

namespace {

constinit std::atomic<bool> s_isProfiling = false;
constinit std::atomic<uint64_t> s_step = CountedPart::kNoStep;

} // namespace

void CountedPart::set(const std::string &text) {
  m_text = text;
  m_range = parseCountedRange(m_text).value_or(CountedRange());
  if (m_range.kind == CountedRange::Kind::Scope)
    m_scope = HostPath::text(m_range.scope);
}

void CountedPart::setProfiling(bool isOn) {
  s_isProfiling.store(isOn, std::memory_order_relaxed);
}

void CountedPart::setStep(uint64_t step) {
  s_step.store(step, std::memory_order_relaxed);
}

bool CountedPart::isOpenNow() const {
  switch (m_range.kind) {
  case CountedRange::Kind::All:
    return true;
  case CountedRange::Kind::Profiler:
    return s_isProfiling.load(std::memory_order_relaxed);
  case CountedRange::Kind::Scope:
    return HostPath::isInScope(m_scope);
  case CountedRange::Kind::Step:
    break;
  }
  const uint64_t step = s_step.load(std::memory_order_relaxed);
  return step != kNoStep && step >= m_range.first && step <= m_range.last;
}

} // namespace pstudio::attach
