// SPDX-License-Identifier: Apache-2.0
// Runs a command unchanged and records chosen launches of its kernels.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "collector/attach/protocol/messages.h"
#include "core/attach/attach_mode.h"
#include "core/base/result.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::attach {

/// Selection of kernels and launches to record, and their mode.
struct AttachRule {
  std::string kernel; ///< glob (core/base/glob.h) of mangled, demangled or brief names
  std::vector<LaunchRange> launches = {LaunchRange()};
  InstrumentationMode mode;
};

/// "3", "10-12" or "every=100" (1, 101, 201, ...). InvalidInput for anything else.
Result<LaunchRange> parseLaunches(std::string_view text);

/// Paths of the files that attaching uses.
struct AttachPlaces {
  std::filesystem::path program; ///< proton-collect, for `instrument`
  std::filesystem::path preload; ///< libpstudio_attach.so; empty: nothing is preloaded
  std::filesystem::path python;  ///< the folder that contains the package proton_studio
};

/// Paths for this program, installed or in its build folder. Unsupported if the library is missing.
Result<AttachPlaces> findAttachPlaces();

struct AttachRequest {
  std::vector<std::string> command; ///< at least the program
  std::filesystem::path output;     ///< folder; empty: none is kept, for a listing only
  std::vector<AttachRule> rules;
  bool isListing = false; ///< lists the kernels and records nothing
  bool countsAutotuning = false;
  uint32_t mostLaunches = 16;
  uint64_t mostRecordBytes = uint64_t{256} << 20;
  std::chrono::milliseconds twinTimeout{60'000};
  bool recordsActivity = true; ///< kernels and copies of the devices
  CallPath callPath = CallPath::Scopes;
  uint64_t mostActivities = 1'000'000; ///< limit per process and kind in a trace
  /// Folders whose source files the traces may contain, besides files that Python imported.
  std::vector<std::filesystem::path> sourceRoots;
  bool usesCache = true;
  bool keepsRaw = false;
  AttachPlaces places;
  /// Time limit of processes that outlive the command.
  std::chrono::milliseconds descendantTimeout{5'000};
};

struct AttachOutcome {
  int exitCode = 0;    ///< the program's; 128 + signal if one killed it
  std::string summary; ///< for standard error: written files and kernels that were not instrumented
  std::string listing; ///< for standard output; empty unless the request lists
};

/// Runs the command to its end and writes `output`. Fails only if the command was not started; the
/// summary contains later errors. While the command runs, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1
/// and SIGUSR2 are blocked and forwarded to it. [thread: main, while no other thread runs]
Result<AttachOutcome> attach(const AttachRequest &request);

} // namespace pstudio::attach
