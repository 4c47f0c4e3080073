// SPDX-License-Identifier: Apache-2.0
// Request to run an unmodified program and to record its kernels: made by a command line or by the
// window, executed by the server.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/attach/attach_settings.h"
#include "core/base/result.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::attach {

/// Mode of kernels for which none is given.
inline constexpr std::string_view kDefaultAttachMode = "functions,loops,barriers";

/// Mode of an attached kernel: records in global memory. InvalidInput for no mode; Unsupported
/// for a mode that needs a host of its own: strategy=stream, callbacks.
Result<InstrumentationMode> parseAttachMode(std::string_view text);

/// "3", "10-12" or "every=100" (1, 101, 201, ...). InvalidInput for anything else.
Result<LaunchRange> parseLaunches(std::string_view text);

/// "3, 10-12": ranges separated by commas. InvalidInput for a part that parseLaunches() rejects and
/// for no part at all.
Result<std::vector<LaunchRange>> parseLaunchList(std::string_view text);

/// Selection of kernels and launches to record, and their mode.
struct AttachRule {
  std::string kernel; ///< glob (core/base/glob.h) of mangled, demangled or brief names
  std::vector<LaunchRange> launches;
  InstrumentationMode mode;
};
template <FieldsOwner<AttachRule> T> constexpr auto fieldsOf(T &rule) {
  auto &[kernel, launches, mode] = rule;
  return std::tuple{Field{"kernel", kernel}, Field{"launches", launches}, Field{"mode", mode}};
}

struct AttachRequest {
  std::vector<std::string> command; ///< at least the program
  std::filesystem::path output;     ///< folder; empty: none is kept, for a listing only
  std::vector<AttachRule> rules;
  bool isListing = false; ///< lists the kernels and records nothing
  /// Folders whose source files the traces may contain, besides files that Python imported.
  std::vector<std::filesystem::path> sourceRoots;
  AttachSettings settings;
  /// Time limit of processes that outlive the command. Not in JSON.
  std::chrono::milliseconds descendantTimeout{5'000};
};
template <FieldsOwner<AttachRequest> T> constexpr auto fieldsOf(T &request) {
  auto &[command, output, rules, isListing, sourceRoots, settings, descendantTimeout] = request;
  return std::tuple_cat(std::tuple{Field{"command", command}, Field{"output", output},
                                   Field{"kernels", rules}, Field{"list", isListing},
                                   Field{"source_roots", sourceRoots}},
                        fieldsOf(settings));
}

/// Rejects a request without a command, and one that records nothing. InvalidInput at the option.
Result<void> checkRequest(const AttachRequest &request);

/// Hands a request to proton-collect worker-attach in a file. Io, or errors of the parser with the
/// field.
Result<void> writeAttachRequest(const std::filesystem::path &file, const AttachRequest &request);
Result<AttachRequest> readAttachRequest(const std::filesystem::path &file);

/// Hands the error of a request back in a file: an ErrorMessage of the worker protocol. Io.
Result<void> writeAttachError(const std::filesystem::path &file, const Error &error);
/// None if there is no file. An unreadable file is an error, too.
std::optional<Error> readAttachError(const std::filesystem::path &file);

} // namespace pstudio::attach
