// SPDX-License-Identifier: Apache-2.0
#include "core/remote/link_failure.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "core/remote/command_words.h"

namespace pstudio {
namespace {

constexpr int kSshFailed = 255; // ssh(1): an error of ssh itself
constexpr int kNotFound = 127;  // POSIX shells
constexpr int kNotExecutable = 126;
constexpr size_t kMostQuoted = 160;

/// What one of ssh's messages means.
struct SshTrouble {
  std::string_view text; ///< in its standard error
  std::string_view message;
  std::string_view hint; ///< HOST stands for the host
};
/// The first that fits is it.
constexpr SshTrouble kSshTroubles[] = {
    {"REMOTE HOST IDENTIFICATION HAS CHANGED", "the host key is another than the known one",
     "if that machine was set up anew, forget its old key with: ssh-keygen -R HOST ; if not, "
     "somebody may have come between"},
    {"Host key verification failed", "the host key is not known",
     "connect once in a terminal and confirm the key: ssh HOST"},
    {"Permission denied", "the far end does not let this user in without a password",
     "nobody can be asked for one here: set up a key with ssh-copy-id HOST and load it with "
     "ssh-add, until this works: ssh -o BatchMode=yes HOST true"},
    {"Too many authentication failures", "the far end does not let this user in",
     "name one key in ~/.ssh/config (IdentityFile, IdentitiesOnly yes)"},
    {"Could not resolve hostname", "the host is not known",
     "check its name, or add it to ~/.ssh/config"},
    {"Connection refused", "the host does not take connections of ssh",
     "check that sshd runs there, and the port"},
    {"timed out", "the host does not answer", "check the network, and that the machine is on"},
    {"No route to host", "the host cannot be reached",
     "check the network, and that the machine is on"},
    {"Network is unreachable", "the host cannot be reached", "check the network"},
    {"Bad configuration option", "ssh does not understand its settings",
     "look at ~/.ssh/config and at the command"},
};

std::string_view lastLine(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.remove_suffix(1);
  const size_t begin = text.rfind('\n');
  return begin == text.npos ? text : text.substr(begin + 1);
}

std::string inQuotes(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return "\"" + std::string(line.substr(0, kMostQuoted)) +
         (line.size() > kMostQuoted ? "...\"" : "\"");
}

/// ": what it said last", if it said anything.
std::string lastWords(const LinkEnd &end) {
  const std::string_view line = lastLine(end.said);
  return line.empty() ? std::string() : ": " + std::string(line.substr(0, kMostQuoted));
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
  if (!isSshCommand(end.command) || end.signal != 0 || end.exitCode != kSshFailed)
    return std::nullopt;
  for (const SshTrouble &trouble : kSshTroubles)
    if (end.said.find(trouble.text) != std::string::npos)
      return Error{ErrorCode::Io,
                   std::string(trouble.message),
                   {},
                   withHost(trouble.hint, hostOf(end.command))};
  return Error{ErrorCode::Io,
               "ssh did not connect" + lastWords(end),
               {},
               withHost("find out why with: ssh -v HOST true", hostOf(end.command))};
}

std::string endText(const LinkEnd &end) {
  if (end.signal == 0)
    return "ended with exit code " + std::to_string(end.exitCode);
  const char *name = ::sigabbrev_np(end.signal);
  return "was ended by " +
         (name ? "SIG" + std::string(name) : "signal " + std::to_string(end.signal));
}

Error neverAnswered(const LinkEnd &end) {
  constexpr const char *kQuietShell =
      "what the login shell there runs must print nothing when nobody looks: in its start file put "
      "the output behind a test for a terminal ([ -t 1 ])";
  if (end.silence.count() > 0)
    return {ErrorCode::Io,
            "no worker answered within " + std::to_string(end.silence.count()) + " s" +
                (end.banner.empty() ? lastWords(end)
                                    : "; there came text instead: " + inQuotes(end.banner)),
            {},
            !end.banner.empty() ? kQuietShell
            : isSshCommand(end.command)
                ? withHost("see whether this works without a question: ssh -o BatchMode=yes HOST "
                           "true ; a slow machine needs a longer limit",
                           hostOf(end.command))
                : "see whether the command works in a terminal; a slow machine needs a longer "
                  "limit"};
  if (std::optional<Error> trouble = sshTrouble(end))
    return *std::move(trouble);
  if (end.signal == 0 && end.exitCode == kNotFound)
    return {ErrorCode::Io,
            "the worker's program was not found there" + lastWords(end),
            {},
            "install Proton Studio there, or give the program's full path in the command"};
  if (end.signal == 0 && end.exitCode == kNotExecutable)
    return {ErrorCode::Io,
            "the worker's program may not be run there" + lastWords(end),
            {},
            "check its permissions"};
  if (!end.banner.empty())
    return {ErrorCode::InvalidFormat,
            "there came text instead of a worker's answer: " + inQuotes(end.banner) +
                "; the command " + endText(end),
            {},
            kQuietShell};
  return {ErrorCode::Io,
          "the command " + endText(end) + " and no worker answered" + lastWords(end),
          {},
          "see whether it works in a terminal"};
}

Error stoppedToAnswer(const LinkEnd &end) {
  const std::string stage =
      end.stage.empty() ? " before the first stage" : " in stage " + end.stage;
  if (end.silence.count() > 0)
    return {ErrorCode::Io,
            "the connection was lost" + stage + ": nothing has come for " +
                std::to_string(end.silence.count()) + " s",
            {},
            "check the network; the far end gives up by itself"};
  const bool hasSshLost = isSshCommand(end.command) && end.exitCode == kSshFailed;
  return {ErrorCode::Io,
          "the connection was lost" + stage + ": " +
              (end.signal == 0 && end.exitCode == 0 ? "the far end closed it"
                                                    : "the command " + endText(end)) +
              lastWords(end),
          {},
          hasSshLost ? "check the network and run again"
                     : "what the far end said last is in the log; it may have run out of memory"};
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
