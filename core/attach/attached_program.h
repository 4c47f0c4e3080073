// SPDX-License-Identifier: Apache-2.0
// Settings to run an unmodified program and to record its kernels.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/attach/attach_request.h"

namespace pstudio::attach {

/// A kernel that is recorded.
struct KernelTick {
  std::string kernel;         ///< its name as the report has it, not a pattern
  std::string launches = "1"; ///< parseLaunchList()
  bool operator==(const KernelTick &) const = default;
};

/// Entries of the user to record a program; stored between two starts of the application.
struct AttachedProgram {
  std::string command;          ///< words as in a shell, nothing is expanded (splitCommand())
  std::filesystem::path folder; ///< working directory; absolute
  std::map<std::string, std::string> environment; ///< added to the inherited one
  std::filesystem::path output;                   ///< absolute; empty: a new folder for each run
  std::vector<KernelTick> kernels;
  std::string mode = std::string(kDefaultAttachMode); ///< of all ticked kernels
  AttachSettings settings;
  bool operator==(const AttachedProgram &) const = default;
};

template <FieldsOwner<KernelTick> T> constexpr auto fieldsOf(T &tick) {
  auto &[kernel, launches] = tick;
  return std::tuple{Field{"kernel", kernel}, Field{"launches", launches}};
}
template <FieldsOwner<AttachedProgram> T> constexpr auto fieldsOf(T &program) {
  auto &[command, folder, environment, output, kernels, mode, settings] = program;
  return std::tuple_cat(
      std::tuple{Field{"command", command}, Field{"folder", folder},
                 Field{"environment", environment}.optional(), Field{"output", output}.optional(),
                 Field{"kernels", kernels}.optional(), Field{"mode", mode}.optional()},
      fieldsOf(settings));
}

/// One line of JSON, and back. InvalidFormat or InvalidInput with the field; members of later
/// versions are ignored.
std::string attachedProgramToJson(const AttachedProgram &program);
Result<AttachedProgram> parseAttachedProgram(std::string_view json);

/// The words of the command. InvalidInput at the field "command".
Result<std::vector<std::string>> wordsOf(const AttachedProgram &program);

/// Whether the program can be started: InvalidInput, or Io, with the field in `where` ("command",
/// "folder", "environment", "output"). Reads the file system.
Result<void> checkStart(const AttachedProgram &program);

/// The request that lists the kernels of the program, or records the ticked kernels and the
/// activity. InvalidInput or Unsupported at "command", "kernels" or "instrumentation".
Result<AttachRequest> requestOf(const AttachedProgram &program, bool isListing);

} // namespace pstudio::attach
