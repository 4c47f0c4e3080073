// SPDX-License-Identifier: Apache-2.0
// Messages of a program that reads the call tree of its sessions while it runs.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::attach {

/// Requests the call tree of a session. Sent on a separate connection. The server answers
/// SessionTree as soon as the tree is there.
struct WantTree {
  static constexpr uint32_t kAllPhases = UINT32_MAX;
  uint32_t process = 0;
  uint32_t session = 0;        ///< SessionEvent::session
  uint32_t phase = kAllPhases; ///< one of its phases, from 0
  static void fields(auto &self, auto &&visit) { visit(self.process, self.session, self.phase); }
};

/// The packet carries one file descriptor: the tree as Hatchet JSON, to be read from offset 0.
/// Without one, there is no tree.
struct SessionTree {
  uint64_t bytes = 0;
  std::string problem; ///< empty if there is a tree
  static void fields(auto &self, auto &&visit) { visit(self.bytes, self.problem); }
};

} // namespace pstudio::attach
