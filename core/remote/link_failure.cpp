// SPDX-License-Identifier: Apache-2.0
#include "core/remote/link_failure.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/remote/command_words.h"
#include "core/worker/stage_words.h"

namespace pstudio {
namespace {

constexpr int kSshFailed = 255; // ssh(1): an error of ssh itself
constexpr int kNotFound = 127;  // POSIX shells
constexpr int kNotExecutable = 126;
constexpr size_t kMaxQuoted = 160;

/// The meaning of one of ssh's messages.
struct SshTrouble {
  std::string_view text; ///< in its standard error
  std::string_view message;
  std::string_view hint; ///< HOST stands for the host
};
/// The first match decides.
constexpr SshTrouble kSshTroubles[] = {
    {"REMOTE HOST IDENTIFICATION HAS CHANGED", "the host key has changed",
     "if the machine was reinstalled, remove its old key: ssh-keygen -R HOST ; otherwise the "
     "connection may be intercepted"},
    {"Host key verification failed", "the host key is unknown",
     "connect once in a terminal and confirm the key: ssh HOST"},
    {"Permission denied", "the host rejects this user without a password",
     "the connection is non-interactive: set up a key with ssh-copy-id HOST and load it with "
     "ssh-add, until this works: ssh -o BatchMode=yes HOST true"},
    {"Too many authentication failures", "the host rejects this user",
     "name one key in ~/.ssh/config (IdentityFile, IdentitiesOnly yes)"},
    {"Could not resolve hostname", "the host name is unknown",
     "check the name, or add it to ~/.ssh/config"},
    {"Connection refused", "the host rejects SSH connections",
     "check that sshd runs there, and the port"},
    {"timed out", "the host does not answer", "check the network, and that the machine is on"},
    {"No route to host", "the host cannot be reached",
     "check the network, and that the machine is on"},
    {"Network is unreachable", "the host cannot be reached", "check the network"},
    {"Bad configuration option", "ssh rejects its configuration",
     "check ~/.ssh/config and the command"},
};

std::string_view lastLine(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.remove_suffix(1);
  const size_t begin = text.rfind('\n');
  return begin == text.npos ? text : text.substr(begin + 1);
}

std::string inQuotes(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return "\"" + std::string(line.substr(0, kMaxQuoted)) +
         (line.size() > kMaxQuoted ? "...\"" : "\"");
}

/// ": " and the last line of its standard error, if there is one.
std::string lastErrorLine(const LinkEnd &end) {
  const std::string_view line = lastLine(end.errorOutput);
  return line.empty() ? std::string() : ": " + std::string(line.substr(0, kMaxQuoted));
}

/// The host in an ssh command: its first word that is neither an option nor an option's value.
std::string hostOf(const std::vector<std::string> &command) {
  constexpr std::string_view withValue = "BbcDEeFIiJLlmOoPpRSWw"; // ssh(1)
  for (size_t i = 1; i < command.size(); ++i) {
    const std::string &word = command[i];
    if (!word.starts_with('-') || word.size() < 2)
      return word;
    if (word.size() == 2 && withValue.find(word[1]) != withValue.npos)
      ++i;
  }
  return "HOST";
}

std::string withHost(std::string_view hint, const std::string &host) {
  std::string text(hint);
  for (size_t at = 0; (at = text.find("HOST", at)) != std::string::npos; at += host.size())
    text.replace(at, 4, host);
  return text;
}

std::optional<Error> sshTrouble(const LinkEnd &end) {
  if (!isSshCommand(end.command) || end.status.signal != 0 || end.status.exitCode != kSshFailed)
    return std::nullopt;
  for (const SshTrouble &trouble : kSshTroubles)
    if (end.errorOutput.find(trouble.text) != std::string::npos)
      return Error{ErrorCode::Io,
                   std::string(trouble.message),
                   {},
                   withHost(trouble.hint, hostOf(end.command))};
  return Error{ErrorCode::Io,
               "ssh did not connect" + lastErrorLine(end),
               {},
               withHost("find out why with: ssh -v HOST true", hostOf(end.command))};
}

Error neverAnswered(const LinkEnd &end) {
  constexpr const char *kQuietShell =
      "the remote login shell must not print anything in non-interactive sessions; in its startup "
      "file, print only to a terminal ([ -t 1 ])";
  if (end.silence.count() > 0)
    return {ErrorCode::Io,
            "no worker answered within " + std::to_string(end.silence.count()) + " s" +
                (end.banner.empty() ? lastErrorLine(end)
                                    : "; received text instead: " + inQuotes(end.banner)),
            {},
            !end.banner.empty() ? kQuietShell
            : isSshCommand(end.command)
                ? withHost("check that this works without a prompt: ssh -o BatchMode=yes HOST "
                           "true ; a slow machine needs a longer limit",
                           hostOf(end.command))
                : "check that the command works in a terminal; a slow machine needs a longer "
                  "limit"};
  if (std::optional<Error> trouble = sshTrouble(end))
    return *std::move(trouble);
  if (end.status.signal == 0 && end.status.exitCode == kNotFound)
    return {ErrorCode::Io,
            "the worker program was not found on the remote machine" + lastErrorLine(end),
            {},
            "install Proton Studio there, or give the program's full path in the command"};
  if (end.status.signal == 0 && end.status.exitCode == kNotExecutable)
    return {ErrorCode::Io,
            "the worker program on the remote machine is not executable" + lastErrorLine(end),
            {},
            "check its permissions"};
  if (!end.banner.empty())
    return {ErrorCode::InvalidFormat,
            "expected a worker message, received text: " + inQuotes(end.banner) + "; the command " +
                exitText(end.status),
            {},
            kQuietShell};
  return {ErrorCode::Io,
          "no worker answered: the command " + exitText(end.status) + lastErrorLine(end),
          {},
          "check that the command works in a terminal"};
}

Error stoppedToAnswer(const LinkEnd &end) {
  const std::string stage = end.stage.empty() ? " before the first stage"
                                              : " while " + std::string(stageWords(end.stage));
  if (end.silence.count() > 0)
    return {ErrorCode::Io,
            "the connection was lost" + stage + ": no data for " +
                std::to_string(end.silence.count()) + " s",
            {},
            "check the network; the remote worker stops by itself"};
  const bool hasSshLost = isSshCommand(end.command) && end.status.exitCode == kSshFailed;
  return {ErrorCode::Io,
          "the connection was lost" + stage + ": " +
              (end.status.signal == 0 && end.status.exitCode == 0
                   ? "the remote worker closed it"
                   : "the command " + exitText(end.status)) +
              lastErrorLine(end),
          {},
          hasSshLost ? "check the network and run again"
                     : "the log contains the last output of the remote worker; it may have run "
                       "out of memory"};
}

} // namespace

std::string linkName(const std::string &name, const std::vector<std::string> &command) {
  if (!name.empty())
    return "remote " + name;
  std::string text;
  for (const std::string &word : command)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

Error describeLinkEnd(const LinkEnd &end) {
  Error error = end.hasAnswered ? stoppedToAnswer(end) : neverAnswered(end);
  error.where = linkName(end.name, end.command);
  return error;
}

} // namespace pstudio
