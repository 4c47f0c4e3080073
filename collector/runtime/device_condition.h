// SPDX-License-Identifier: Apache-2.0
// Whether a device still answers this process, and what to say when it does not.
#pragma once

#include <string_view>

#include "core/base/result.h"

namespace pstudio {

/// Healthy until the first error that ends it: dead after a fault, hung beside a kernel that never
/// ends. [one thread at a time]
class DeviceCondition {
public:
  bool isLost() const { return m_state != State::Healthy; }
  /// A kernel runs on for ever: other streams can still copy, but whatever waits for the whole
  /// device would block.
  bool isHung() const { return m_state == State::Hung; }

  /// `why` is what later calls answer; only the first one counts.
  void markHung(const Error &why);
  /// The same of a fault, also after a hang: then nothing can be read any more.
  void markDead(const Error &why);

  /// The first error again, if the device is lost.
  Result<void> check(std::string_view doing) const;
  /// The same, but nothing beside a kernel that hangs in another stream.
  Result<void> checkToRead(std::string_view doing) const;

private:
  enum class State { Healthy, Hung, Dead };
  State m_state = State::Healthy;
  Error m_why; ///< the first error that lost the device
};

} // namespace pstudio
