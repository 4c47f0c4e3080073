// SPDX-License-Identifier: Apache-2.0
// proton-collect attach: runs an unmodified program and records chosen kernels of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/attach/attach_request.h"

namespace pstudio::cli {

/// One --kernel with the --launch and --mode that follow it.
struct AttachKernelOption {
  std::string kernel;
  std::vector<std::string> launches; ///< empty: the first
  std::string mode = std::string(attach::kDefaultAttachMode);
  bool hasOptions = false; ///< a --launch or --mode follows it
};

struct AttachCommandOptions {
  /// Without rules. An empty output is proton-attach, or nothing for a listing; source roots are
  /// added to the start folder.
  attach::AttachRequest request;
  std::vector<AttachKernelOption> kernels;
};

/// Runs the command. Returns its exit code, or an ExitCode if it was never started.
int attachCommand(const AttachCommandOptions &options);

/// The same for a request of the window, which reads the report: prints nothing. An error goes to
/// the file `errors` (core/attach/attach_request.h).
int workerAttachCommand(const std::filesystem::path &request, const std::filesystem::path &errors);

/// Text that `--help` prints after the options.
extern const char *const kAttachHelp;

} // namespace pstudio::cli
