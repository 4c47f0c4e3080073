// SPDX-License-Identifier: Apache-2.0
// Messages between the application and the process that runs a kernel for it. Described in
// PROTOCOL.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/run/run_spec.h"
#include "core/worker/transfer_messages.h"

namespace pstudio {

/// Raised when a message changes so that an older peer would misread it.
inline constexpr uint32_t kWorkerProtocolVersion = 3;

/// Values that replace those of a specification.
struct RunOverrides {
  std::optional<std::string> target;
  std::optional<std::string> mode; ///< canonical text of an InstrumentationMode
  std::optional<double> timeLimitSeconds;
  std::filesystem::path callbacks = {}; ///< file of CallbackSettings, absolute; empty: not set
  std::filesystem::path callbackOutput =
      {};                                   ///< for the callbacks' buffer, absolute; empty: not set
  std::optional<std::string> activity = {}; ///< text of ActivityKinds
  std::optional<int64_t> pcSamples = {};    ///< SampleSettings::pcPeriod
  std::optional<std::string> counters = {}; ///< names for SampleSettings, separated by commas
  bool operator==(const RunOverrides &) const = default;
};

/// Applies what is set. Fails as the parser does for the same values; `where` names the
/// command-line option.
Result<void> applyOverrides(RunSettings &settings, const RunOverrides &overrides);

/// Receives the files of a run and returns its results by messages: FileMessage and those after it.
inline constexpr const char *kCapabilityFiles = "files";
/// Answers ListTargetsRequest.
inline constexpr const char *kCapabilityTargets = "targets";

/// Both sides' first message.
struct HelloMessage {
  uint32_t version = kWorkerProtocolVersion;
  std::string program; ///< name and version, for messages
  /// Its other features (kCapability...), so that a later version can add to this one.
  std::vector<std::string> capabilities = {};
  bool operator==(const HelloMessage &) const = default;
};

/// Application to worker: run this, once.
struct RunRequest {
  /// A specification file or a program (isProgramFile), absolute; empty if `specText` is given.
  std::filesystem::path specPath;
  std::string specText;         ///< the specification itself (JSON)
  std::filesystem::path folder; ///< what paths in `specText` are relative to, absolute
  RunOverrides overrides;
  /// The trace file to make, absolute; replaced only when the run succeeds.
  std::filesystem::path output;
  /// A folder in the folder of `output` where the trace is written first; the worker makes it if
  /// it is missing and removes it, the sender removes it if the worker dies. Empty: the trace is
  /// written to `output` directly (still complete or not at all).
  std::filesystem::path temporary;
  /// File for the raw profile buffers, absolute; empty = none.
  std::filesystem::path keepCapture = {};
  /// File for the report of the compiler's passes, absolute; empty = none.
  std::filesystem::path passes = {};
  /// Folders whose source files the trace may contain, besides the kernel's folder; absolute.
  std::vector<std::filesystem::path> sourceRoots = {};
  /// The command that starts the worker of another machine, instead of the one that the target
  /// names; empty: the target decides (core/run/target_place.h).
  std::string worker = {};
  /// The files of the run preceded this message, and its results return by messages: the
  /// specification's paths are names of those files, and every path above that is not empty only
  /// requests its file.
  bool isBundled = false;
  /// Folder of the files that another machine sent; names in traces, messages of the compiler and
  /// keys of its cache omit it. Empty: the files are local.
  std::filesystem::path fileRoot = {};
  /// Compile only, and return the code ("ptx"); empty: run.
  std::string emit = {};
  bool hasNoCache = false; ///< compile again, and cache nothing
  /// Longest time without a message of the sender before the worker treats it as lost [s]; 0: no
  /// limit.
  double silenceLimitSeconds = 0.0;
  bool operator==(const RunRequest &) const = default;
};

/// The specification of a request that is no program, without its overrides. Errors of the parser.
Result<RunSpec> readSpec(const RunRequest &request);

/// Application to worker: stop. The worker answers with an ErrorMessage (Cancelled), or a result if
/// it was done.
struct CancelRequest {
  bool operator==(const CancelRequest &) const = default;
};

/// The stage in which the files of a run on another machine come back.
inline constexpr std::string_view kReceiveStage = "receive";

/// Worker to application: a new stage began (names: collector/collector.h, then "write").
struct StageMessage {
  std::string name;
  bool operator==(const StageMessage &) const = default;
};

/// Worker to application: share of the stage that is done, 0..1.
struct ProgressMessage {
  double fraction = 0.0;
  bool operator==(const ProgressMessage &) const = default;
};

/// Worker to application: a line for the log.
struct LogMessage {
  std::string line;
  bool operator==(const LogMessage &) const = default;
};

/// Worker to application: text that the program printed, as it printed it; any number of lines, or
/// a part of one.
struct OutputMessage {
  std::string text;
  bool operator==(const OutputMessage &) const = default;
};

/// One check of a run that passed.
struct CheckMessage {
  std::string output;
  double maxError = 0.0; ///< measured; infinity if a value is not finite
  double allowed = 0.0;
  std::string sample = {}; ///< the compared part of the output, "64 of 4096 rows"; empty: all
  bool operator==(const CheckMessage &) const = default;
};

/// Worker to application: the run succeeded and the trace is in its place. The last message.
struct ResultMessage {
  std::filesystem::path trace;
  uint64_t slices = 0;
  uint64_t recordsWritten = 0;
  uint64_t recordsDropped = 0;
  std::vector<CheckMessage> checks;
  bool operator==(const ResultMessage &) const = default;
};

/// Worker to application: the run failed. The last message.
struct ErrorMessage {
  Error error;
  std::string stage; ///< where it happened; empty before the first stage
  /// A trace of what was recorded before the failure, absolute; empty if there is none.
  std::filesystem::path trace = {};
  bool operator==(const ErrorMessage &other) const;
};

using WorkerMessage =
    std::variant<HelloMessage, RunRequest, CancelRequest, StageMessage, ProgressMessage, LogMessage,
                 ResultMessage, ErrorMessage, OutputMessage, FileMessage, ChunkMessage,
                 FileEndMessage, AckMessage, HeartbeatMessage, ListTargetsRequest, TargetsMessage>;

} // namespace pstudio
