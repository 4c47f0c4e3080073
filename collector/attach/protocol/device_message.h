// SPDX-License-Identifier: Apache-2.0
// The devices of an attached program, in a message (messages.h).
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::attach {

/// A device that the process sees. Sent once for each, after Welcome. No answer.
struct DeviceSeen {
  uint32_t device = 0; ///< ordinal in the process, which CUDA_VISIBLE_DEVICES renumbers
  std::string uuid;    ///< "GPU-" and five groups of hexadecimal digits
  std::string name;
  static void fields(auto &self, auto &&visit) { visit(self.device, self.uuid, self.name); }
};

} // namespace pstudio::attach
