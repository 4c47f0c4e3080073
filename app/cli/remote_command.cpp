// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote_command.h"

#include <csignal>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "app/remote/remote_query.h"
#include "core/base/json_text.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

int exitCodeOf(const Result<void> &done) {
  if (done)
    return kDone;
  printError(done.error());
  return kFailed;
}

/// Changes the settings as `change` says, and saves them.
template <class Change> Result<fs::path> changeSettings(const Change &change) {
  PSTUDIO_TRY_ASSIGN(const fs::path file, remoteSettingsFile());
  PSTUDIO_TRY_ASSIGN(RemoteSettings settings, loadRemotes(file));
  PSTUDIO_TRY(change(settings));
  PSTUDIO_TRY(saveRemotes(settings, file));
  return file;
}

Result<void> add(RemoteTarget remote, const std::vector<std::string> &environment) {
  for (const std::string &variable : environment) {
    const size_t equals = variable.find('=');
    if (equals == std::string::npos || equals == 0)
      return fail(ErrorCode::InvalidInput, "'" + variable + "' is not a variable", "--env",
                  "write it as NAME=VALUE");
    remote.environment[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
  PSTUDIO_TRY_ASSIGN(const fs::path file, changeSettings([&](RemoteSettings &settings) {
                       return settings.set(remote);
                     }));
  printFormatted(stdout, "added %s to %s; check it: proton-collect remote check %s\n",
                 remote.name.c_str(), file.c_str(), remote.name.c_str());
  return {};
}

Result<void> list() {
  PSTUDIO_TRY_ASSIGN(const fs::path file, remoteSettingsFile());
  PSTUDIO_TRY_ASSIGN(const RemoteSettings settings, loadRemotes(file));
  for (const RemoteTarget &remote : settings.remotes)
    printFormatted(stdout, "%-12s %s\n", remote.name.c_str(), remote.command.c_str());
  if (settings.remotes.empty())
    printFormatted(stdout, "%s contains no remotes\n", file.c_str());
  return {};
}

Result<RemoteAnswer> check(const std::string &name) {
  PSTUDIO_TRY_ASSIGN(const fs::path file, remoteSettingsFile());
  PSTUDIO_TRY_ASSIGN(const RemoteSettings settings, loadRemotes(file));
  PSTUDIO_TRY_ASSIGN(const RemoteTarget remote, settings.require(name));
  const std::atomic<bool> never{false};
  return queryRemote(remote, never);
}

void printAnswer(const std::string &name, const RemoteAnswer &answer) {
  printFormatted(stdout, "%s answered within %.1f s: %s on %s\n", name.c_str(), answer.seconds,
                 answer.program.c_str(), answer.host.c_str());
  for (const TargetMessage &target : answer.targets) {
    printFormatted(stdout, "  %s/%-8s %s%s%s\n", name.c_str(), target.name.c_str(),
                   target.description.c_str(),
                   target.isAvailable ? "" : " - not available: ", target.reason.c_str());
    for (const std::string &offer : target.offers)
      printFormatted(stdout, "    %s\n", offer.c_str());
  }
}

Json jsonOf(const Result<RemoteAnswer> &answer) {
  if (!answer)
    return {{"ok", false}, {"message", answer.error().message}, {"hint", answer.error().hint}};
  Json targets = Json::array();
  for (const TargetMessage &target : answer->targets)
    targets.push_back({{"target", target.name},
                       {"description", target.description},
                       {"available", target.isAvailable},
                       {"reason", target.reason},
                       {"offers", target.offers}});
  return {{"ok", true},
          {"program", answer->program},
          {"host", answer->host},
          {"seconds", answer->seconds},
          {"targets", targets}};
}

} // namespace

int remoteAddCommand(RemoteTarget remote, const std::vector<std::string> &environment) {
  return exitCodeOf(add(std::move(remote), environment));
}

int remoteListCommand() {
  return exitCodeOf(list());
}

int remoteRemoveCommand(const std::string &name) {
  const Result<fs::path> file =
      changeSettings([&](RemoteSettings &settings) { return settings.remove(name); });
  if (!file)
    return exitCodeOf(tl::unexpected(file.error()));
  printFormatted(stdout, "removed %s from %s\n", name.c_str(), file->c_str());
  return kDone;
}

int remoteCheckCommand(const std::string &name, bool isJson) {
  std::signal(SIGPIPE, SIG_IGN);
  const Result<RemoteAnswer> answer = check(name);
  if (isJson)
    writeData(jsonText(jsonOf(answer)) + "\n");
  else if (answer)
    printAnswer(name, *answer);
  if (!answer && !isJson)
    printError(answer.error());
  return answer ? kDone : kFailed;
}

} // namespace pstudio::cli
