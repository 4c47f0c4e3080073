// SPDX-License-Identifier: Apache-2.0
// The error of a remote worker that did not answer or whose connection was lost.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/process/exit_status.h"

namespace pstudio {

/// A link that has ended.
struct LinkEnd {
  std::string name;                 ///< of the remote; empty: the command was given itself
  std::vector<std::string> command; ///< its words
  ExitStatus status;                ///< of the command
  std::string errorOutput;          ///< the end of its standard error
  std::string banner;               ///< its standard output before or instead of the protocol
  bool hasAnswered = false;         ///< it had sent its hello
  std::string stage;                ///< the last one
  /// The link was given up after this time without a byte. 0: it ended by itself.
  std::chrono::seconds silence{0};
};

/// Distinguishes host keys, passwords, unknown hosts, a missing program, text instead of the
/// protocol and a lost connection. Io, with a hint. `where` is the remote's name, or its command.
Error describeLinkEnd(const LinkEnd &end);

/// The name of the remote worker in messages.
std::string linkName(const std::string &name, const std::vector<std::string> &command);

} // namespace pstudio
