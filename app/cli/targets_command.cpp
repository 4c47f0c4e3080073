// SPDX-License-Identifier: Apache-2.0
#include "app/cli/targets_command.h"

#include <csignal>
#include <cstdio>
#include <future>

#include <nlohmann/json.hpp>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "app/remote/remote_query.h"
#include "collector/collector.h"
#include "core/base/json_text.h"

namespace pstudio::cli {
namespace {

using Json = nlohmann::ordered_json;

std::vector<TargetMessage> localTargets() {
  std::vector<TargetMessage> targets;
  for (const TargetInfo &target : listTargets())
    targets.push_back(
        {target.name, target.description, target.available, target.reason, target.offers});
  return targets;
}

void printJson(const Json &object) {
  writeData(jsonText(object) + "\n");
  std::fflush(stdout);
}

/// Prints targets and remotes, and stores whether any target is available.
class TargetPrinter {
public:
  explicit TargetPrinter(bool isJson) : m_isJson(isJson) {}

  /// \param prefix  "lab/" for a remote's, else empty.
  void print(const TargetMessage &target, const std::string &prefix) {
    m_isAnyAvailable |= target.isAvailable;
    if (m_isJson)
      return printJson({{"target", prefix + target.name},
                        {"description", target.description},
                        {"available", target.isAvailable},
                        {"reason", target.reason},
                        {"offers", target.offers}});
    std::string offers;
    for (const std::string &offer : target.offers)
      offers += ", " + offer;
    printFormatted(stdout, "%-8s %s%s%s%s\n", (prefix + target.name).c_str(),
                   target.description.c_str(), offers.c_str(),
                   target.isAvailable ? "" : " - not available: ", target.reason.c_str());
  }

  void print(const RemoteTarget &remote, const Result<RemoteAnswer> &answer) {
    if (!answer)
      return printUnreachable(remote, answer.error());
    for (const TargetMessage &target : answer->targets)
      print(target, remote.name + "/");
  }

  bool isAnyAvailable() const { return m_isAnyAvailable; }

private:
  void printUnreachable(const RemoteTarget &remote, const Error &error) const {
    if (m_isJson)
      return printJson({{"remote", remote.name}, {"reason", error.message}, {"hint", error.hint}});
    printFormatted(stdout, "%-8s %s - not available: %s%s\n", (remote.name + "/").c_str(),
                   remote.command.c_str(), error.message.c_str(),
                   error.hint.empty() ? "" : (" (" + error.hint + ")").c_str());
  }

  const bool m_isJson;
  bool m_isAnyAvailable = false;
};

Result<RemoteSettings> settingsOfUser() {
  PSTUDIO_TRY_ASSIGN(const std::filesystem::path file, remoteSettingsFile());
  return loadRemotes(file);
}

/// Prints the remotes in the order of the settings. All of them are queried in parallel.
void printRemotes(const RemoteSettings &settings, TargetPrinter &printer) {
  const std::atomic<bool> never{false};
  std::vector<std::future<Result<RemoteAnswer>>> answers;
  for (const RemoteTarget &remote : settings.remotes)
    answers.push_back(std::async(std::launch::async, [&] { return queryRemote(remote, never); }));
  for (size_t i = 0; i < answers.size(); ++i)
    printer.print(settings.remotes[i], answers[i].get());
}

} // namespace

int targetsCommand(const TargetsCommandOptions &options) {
  std::signal(SIGPIPE, SIG_IGN); // a remote worker that does not read must not end this process
  TargetPrinter printer(options.isJson);
  for (const TargetMessage &target : localTargets())
    printer.print(target, {});
  std::fflush(stdout);
  if (!options.isLocalOnly) {
    const Result<RemoteSettings> settings = settingsOfUser();
    if (settings)
      printRemotes(*settings, printer);
    else
      printError(settings.error());
  }
  if (printer.isAnyAvailable())
    return kDone;
  printError(
      {ErrorCode::Unsupported, "no target is available", {}, "build with PSTUDIO_WITH_COLLECTOR"});
  return kFailed;
}

int countersCommand(const std::string &chip) {
  const Result<std::vector<std::string>> names = listCounters(chip);
  if (!names) {
    printError(names.error());
    return kFailed;
  }
  for (const std::string &name : *names)
    printFormatted(stdout, "%s\n", name.c_str());
  return kDone;
}

} // namespace pstudio::cli
