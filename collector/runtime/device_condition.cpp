// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/device_condition.h"

#include <string>

namespace pstudio {

void DeviceCondition::markHung(const Error &why) {
  if (isLost())
    return;
  m_state = State::Hung;
  m_why = why;
}

void DeviceCondition::markDead(const Error &why) {
  if (m_state == State::Dead)
    return;
  m_state = State::Dead;
  m_why = why;
}

Result<void> DeviceCondition::check(std::string_view doing) const {
  if (!isLost())
    return {};
  return fail(m_why.code, std::string(doing) + ": the GPU was given up earlier: " + m_why.message,
              "", "the GPU itself is fine: start a new process");
}

Result<void> DeviceCondition::checkToRead(std::string_view doing) const {
  return isHung() ? Result<void>() : check(doing);
}

} // namespace pstudio
