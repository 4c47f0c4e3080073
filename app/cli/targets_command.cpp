// SPDX-License-Identifier: Apache-2.0
#include "app/cli/targets_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "collector/collector.h"

namespace pstudio::cli {

int targetsCommand() {
  bool anyAvailable = false;
  for (const TargetInfo &target : listTargets()) {
    anyAvailable |= target.available;
    std::printf("%-8s %s%s%s\n", target.name.c_str(), target.description.c_str(),
                target.available ? "" : " - not available: ", target.reason.c_str());
  }
  if (anyAvailable)
    return kDone;
  printError(
      {ErrorCode::Unsupported, "no target can be used", {}, "build with PSTUDIO_WITH_COLLECTOR"});
  return kFailed;
}

int countersCommand(const std::string &chip) {
  const Result<std::vector<std::string>> names = listCounters(chip);
  if (!names) {
    printError(names.error());
    return kFailed;
  }
  for (const std::string &name : *names)
    std::printf("%s\n", name.c_str());
  return kDone;
}

} // namespace pstudio::cli
