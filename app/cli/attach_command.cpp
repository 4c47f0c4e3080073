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
  attach::AttachRule rule{option.kernel, {}, {}};
  PSTUDIO_TRY_ASSIGN(rule.mode, attach::parseAttachMode(option.mode));
  if (option.launches.empty())
    rule.launches.emplace_back();
  for (const std::string &launches : option.launches) {
    PSTUDIO_TRY_ASSIGN(rule.launches.emplace_back(), attach::parseLaunches(launches));
  }
  return rule;
}

/// "--kernel b --launch 25": a kernel with the options that belong to it.
std::string wordsOf(const std::string &kernel, const AttachKernelOption &option) {
  std::string words = "--kernel " + kernel;
  for (const std::string &launches : option.launches)
    words += " --launch " + launches;
  if (option.mode != attach::kDefaultAttachMode)
    words += " --mode " + option.mode;
  return words;
}

/// Rejects "--kernel a --kernel b --launch 25": readers expect launch 25 of both, of which `a`
/// would have launch 1.
Result<void> checkKernels(const std::vector<AttachKernelOption> &kernels) {
  for (size_t i = 1; i < kernels.size(); ++i)
    if (kernels[i].hasOptions && !kernels[i - 1].hasOptions)
      return fail(ErrorCode::InvalidInput,
                  "--launch and --mode belong to the --kernel before them: " +
                      kernels[i - 1].kernel + " has none, " + kernels[i].kernel + " has its own",
                  "--kernel",
                  "write them for each kernel: " + wordsOf(kernels[i - 1].kernel, kernels[i]) +
                      " " + wordsOf(kernels[i].kernel, kernels[i]));
  return {};
}

Result<attach::AttachRequest> requestFrom(const AttachCommandOptions &options) {
  PSTUDIO_TRY(checkKernels(options.kernels));
  attach::AttachRequest request = options.request;
  for (const AttachKernelOption &option : options.kernels) {
    PSTUDIO_TRY_ASSIGN(request.rules.emplace_back(), ruleOf(option));
  }
  return request;
}

Result<attach::AttachOutcome> run(Result<attach::AttachRequest> request) {
  PSTUDIO_TRY(request);
  PSTUDIO_TRY(attach::checkRequest(*request));
  if (request->output.empty() && !request->isListing)
    request->output = kDefaultOutput;
  PSTUDIO_TRY_ASSIGN(request->sourceRoots, sourceRootsOf(request->sourceRoots));
  PSTUDIO_TRY_ASSIGN(const attach::AttachPlaces places, attach::findAttachPlaces());
  return attach::attach(*request, places);
}

int exitCodeOf(const Error &error) {
  return error.code == ErrorCode::InvalidInput ? kWrongUsage : kFailed;
}

} // namespace

const char *const kAttachHelp =
    "Example: proton-collect attach -o out --kernel 'softmax*' --launch 3 -- python train.py\n"
    "Each --launch and --mode belongs to the --kernel before it. A kernel without\n"
    "them before one that has some is rejected: write --kernel a --launch 25 --kernel b --launch "
    "25.\n"
    "The program's own output is not changed; the exit code is the program's.";

int attachCommand(const AttachCommandOptions &options) {
  const Result<attach::AttachOutcome> outcome = run(requestFrom(options));
  if (!outcome) {
    printError(outcome.error());
    return exitCodeOf(outcome.error());
  }
  if (outcome->failure)
    printError(*outcome->failure);
  printText(stderr, outcome->summary);
  printText(stdout, outcome->listing);
  return outcome->exitCode;
}

int workerAttachCommand(const std::filesystem::path &request, const std::filesystem::path &errors) {
  const Result<attach::AttachOutcome> outcome = run(attach::readAttachRequest(request));
  if (outcome && !outcome->failure)
    return outcome->exitCode;
  const Error &error = outcome ? *outcome->failure : outcome.error();
  if (const auto written = attach::writeAttachError(errors, error); !written)
    printError(written.error());
  return outcome ? outcome->exitCode : exitCodeOf(error);
}

} // namespace pstudio::cli
