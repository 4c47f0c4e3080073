// SPDX-License-Identifier: Apache-2.0
// Settings to run an unmodified program and to record its kernels.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/attach/attach_mode.h"
#include "core/base/fields.h"
#include "core/base/result.h"

namespace pstudio::attach {

/// Call path that is recorded of a launch, by the words of the command line: its scopes, also the
/// frames of Python, or none.
inline constexpr std::array<std::string_view, 3> kCallPaths{"scopes", "python", "none"};

/// A kernel that is recorded.
struct KernelTick {
  std::string kernel;         ///< its name as the report has it, not a pattern
  std::string launches = "1"; ///< splitLaunchNumbers()
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
  bool countsAutotuning = false;   ///< launches of an autotuner's benchmark are counted, too
  uint32_t mostLaunches = 16;      ///< recorded launches of a process
  uint32_t mostMemoryMib = 256;    ///< device memory for records
  bool recordsActivity = true;     ///< when kernels and copies of the GPU ran
  std::string callPath = "scopes"; ///< one of kCallPaths
  bool operator==(const AttachedProgram &) const = default;
};

template <FieldsOwner<KernelTick> T> constexpr auto fieldsOf(T &tick) {
  auto &[kernel, launches] = tick;
  return std::tuple{Field{"kernel", kernel}, Field{"launches", launches}};
}
template <FieldsOwner<AttachedProgram> T> constexpr auto fieldsOf(T &program) {
  auto &[command, folder, environment, output, kernels, mode, autotuning, launches, memory,
         activity, callPath] = program;
  return std::tuple{Field{"command", command},
                    Field{"folder", folder},
                    Field{"environment", environment}.optional(),
                    Field{"output", output}.optional(),
                    Field{"kernels", kernels}.optional(),
                    Field{"mode", mode}.optional(),
                    Field{"autotuning", autotuning}.optional(),
                    Field{"most_launches", launches, within(1, 1 << 20)}.optional(),
                    Field{"most_memory_mib", memory, within(1, 1 << 20)}.optional(),
                    Field{"activity", activity}.optional(),
                    Field{"callpath", callPath}.optional()};
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

/// Whether the selection can be recorded: InvalidInput or Unsupported at "kernels", "callpath" or
/// "instrumentation". Without ticks activity alone is recorded.
Result<void> checkTicks(const AttachedProgram &program);

/// Arguments of proton-collect that list the kernels of the program, with a report in `output`.
Result<std::vector<std::string>> listingArguments(const AttachedProgram &program,
                                                  const std::filesystem::path &output);
/// Arguments of proton-collect that record the ticked kernels and the activity. Errors of
/// checkTicks().
Result<std::vector<std::string>> recordingArguments(const AttachedProgram &program,
                                                    const std::filesystem::path &output);

} // namespace pstudio::attach
