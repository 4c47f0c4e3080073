// SPDX-License-Identifier: Apache-2.0
#include "app/cli/attach_command.h"

#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "collector/attach/host/attach.h"
#include "core/source/stored_sources.h"

namespace pstudio::cli {
namespace {

constexpr const char *kDefaultOutput = "proton-attach";

Result<attach::AttachRule> ruleOf(const AttachKernelOption &option) {
  attach::AttachRule rule;
  rule.kernel = option.kernel;
  PSTUDIO_TRY_ASSIGN(rule.mode,
                     attach::parseAttachMode(option.mode.empty() ? attach::kDefaultAttachMode
                                                                 : std::string_view(option.mode)));
  if (!option.launches.empty())
    rule.launches.clear();
  for (const std::string &launches : option.launches) {
    PSTUDIO_TRY_ASSIGN(const attach::LaunchRange range, attach::parseLaunches(launches));
    rule.launches.push_back(range);
  }
  return rule;
}

Result<attach::CallPath> callPathOf(const std::string &text) {
  if (text == "none")
    return attach::CallPath::None;
  if (text == "scopes")
    return attach::CallPath::Scopes;
  if (text == "python")
    return attach::CallPath::Python;
  return fail(ErrorCode::InvalidInput, "no call path is called \"" + text + "\"", "--callpath",
              "scopes, python or none");
}

Result<attach::AttachRequest> requestFrom(const AttachCommandOptions &options) {
  if (options.command.empty())
    return fail(ErrorCode::InvalidInput, "there is no command to run", {},
                "proton-collect attach --list -- COMMAND...");
  if (options.kernels.empty() && !options.isListing && !options.recordsActivity)
    return fail(ErrorCode::InvalidInput, "neither kernels nor activity are chosen", "--kernel",
                "--list shows the kernels of the program; --kernel '*' chooses all of them; "
                "without --activity off the kernels and copies of the GPU are recorded");
  attach::AttachRequest request;
  request.command = options.command;
  request.output = options.output;
  if (request.output.empty() && !options.isListing)
    request.output = kDefaultOutput;
  for (const AttachKernelOption &option : options.kernels) {
    PSTUDIO_TRY_ASSIGN(attach::AttachRule rule, ruleOf(option));
    request.rules.push_back(std::move(rule));
  }
  request.isListing = options.isListing;
  request.countsAutotuning = options.countsAutotuning;
  request.recordsActivity = options.recordsActivity;
  // Without activity a launch that is not recorded costs nothing: no event is written for it.
  const std::string usualPath = options.recordsActivity ? "scopes" : "none";
  PSTUDIO_TRY_ASSIGN(request.callPath,
                     callPathOf(options.callPath.empty() ? usualPath : options.callPath));
  request.mostActivities = options.mostActivities;
  request.mostLaunches = options.mostLaunches;
  request.mostRecordBytes = options.mostMemoryMib << 20;
  request.twinTimeout = std::chrono::seconds(options.twinTimeoutSeconds);
  PSTUDIO_TRY_ASSIGN(request.sourceRoots, sourceRootsOf(options.sourceRoots));
  request.usesCache = !options.hasNoCache;
  request.keepsRaw = options.keepsRaw;
  PSTUDIO_TRY_ASSIGN(request.places, attach::findAttachPlaces());
  return request;
}

Result<attach::AttachOutcome> run(const AttachCommandOptions &options) {
  PSTUDIO_TRY_ASSIGN(const attach::AttachRequest request, requestFrom(options));
  return attach::attach(request);
}

} // namespace

const char *const kAttachHelp =
    "Example: proton-collect attach -o out --kernel 'softmax*' --launch 3 -- python train.py\n"
    "Each --launch and --mode belongs to the --kernel before it. The program's own output is not\n"
    "changed; the exit code is the program's.";

int attachCommand(const AttachCommandOptions &options) {
  const Result<attach::AttachOutcome> outcome = run(options);
  if (!outcome) {
    printError(outcome.error());
    return outcome.error().code == ErrorCode::InvalidInput ? kWrongUsage : kFailed;
  }
  printText(stderr, outcome->summary);
  printText(stdout, outcome->listing);
  return outcome->exitCode;
}

} // namespace pstudio::cli
