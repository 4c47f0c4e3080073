// SPDX-License-Identifier: Apache-2.0
// Why a far end did not answer, or stopped to, in words with what to do about it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// What is known of a link that has ended.
struct LinkEnd {
  std::string name;                 ///< of the remote; empty: the command was given itself
  std::vector<std::string> command; ///< its words
  int exitCode = 0;                 ///< of the command; valid if signal is 0
  int signal = 0;                   ///< that ended the command, or 0
  std::string said;                 ///< its standard error, the end of it
  std::string banner; ///< what came on its standard output before the protocol, or instead of it
  bool hasAnswered = false; ///< it had said hello
  std::string stage;        ///< the last one that was heard of
  /// We gave up: nothing had come for so long. 0: it ended by itself.
  std::chrono::seconds silence{0};
};

/// Tells host keys, passwords, unknown hosts, a missing program, text instead of the protocol and
/// a link that died apart. Io, with a hint. `where` is the remote's name, or its command.
Error describeLinkEnd(const LinkEnd &end);

/// The far end's name as messages say it.
std::string linkName(const std::string &name, const std::vector<std::string> &command);

} // namespace pstudio
