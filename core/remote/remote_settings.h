// SPDX-License-Identifier: Apache-2.0
// The machines that a user runs kernels on, by name: a file that program and window share.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// Environment variable that names the file instead of the usual place.
inline constexpr const char *kRemotesFileVariable = "PSTUDIO_REMOTES_FILE";

/// A worker of another machine and how to reach it.
struct RemoteTarget {
  std::string name;    ///< isRemoteName (core/run/target_place.h)
  std::string command; ///< starts the worker: "ssh lab proton-collect worker" (splitCommand)
  std::map<std::string, std::string> environment; ///< of the command, beside this process's own
  std::chrono::seconds connectLimit{20};          ///< until the worker answers, 1 s to an hour
  /// Longest time without a message from the worker before the connection counts as lost, 1 s to an
  /// hour. The worker sends at least four heartbeats in that time.
  std::chrono::seconds silenceLimit{60};
  bool operator==(const RemoteTarget &) const = default;
};

/// The remotes of a user, in the order in which they were added.
struct RemoteSettings {
  std::vector<RemoteTarget> remotes;

  /// Null if there is none of that name.
  const RemoteTarget *find(std::string_view name) const;
  /// Adds it, or replaces the one of its name. Errors as validateRemote().
  Result<void> set(RemoteTarget remote);
  /// InvalidInput if there is none of that name, with the names that there are.
  Result<void> remove(std::string_view name);
  /// The one of that name, or an error as for remove().
  Result<RemoteTarget> require(std::string_view name) const;
};

/// InvalidInput, with what is wrong: a name that is none, a command that splitCommand() rejects, a
/// variable's name that is empty or has '=', a limit out of range.
Result<void> validateRemote(const RemoteTarget &remote);

/// kRemotesFileVariable, else proton-studio/remotes.json in the user's folder for settings
/// (XDG_CONFIG_HOME, else ~/.config; XDG Base Directory Specification 0.8). Io where the
/// environment names no such folder.
Result<std::filesystem::path> remoteSettingsFile();

/// Reads the file; none of it: no remotes. Io, or InvalidFormat and InvalidInput with the field.
Result<RemoteSettings> loadRemotes(const std::filesystem::path &file);
/// Writes the file, and its folder where it is missing. The old file stays until the new one is
/// complete. Io.
Result<void> saveRemotes(const RemoteSettings &settings, const std::filesystem::path &file);

} // namespace pstudio
