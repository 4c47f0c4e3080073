// SPDX-License-Identifier: Apache-2.0
// Report of proton-collect attach: report.json of its output folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/fields.h"
#include "core/base/result.h"

namespace pstudio::attach {

/// A kernel's name in one process, with its launches.
struct ReportedKernel {
  uint32_t process = 0;
  std::string kernel;
  std::string demangled;
  // None for a kernel with activity records only, such as one of a replayed graph.
  std::optional<uint64_t> launches;
  std::optional<uint64_t> autotuning; ///< launches of an autotuner's benchmark
  std::optional<uint64_t> captured;   ///< launches inside CUDA graphs
  std::optional<uint64_t> recorded;
  std::optional<bool> instrumentable; ///< none: it was not tried
  std::optional<std::string> reason;  ///< "no: why; what to do"
  std::optional<uint64_t>
      gpuTimeNs; ///< of all launches but an autotuner's; none: it was not measured
};
template <FieldsOwner<ReportedKernel> T> constexpr auto fieldsOf(T &row) {
  auto &[process, kernel, demangled, launches, autotuning, captured, recorded, instrumentable,
         reason, gpuTime] = row;
  return std::tuple{Field{"process", process},
                    Field{"kernel", kernel},
                    Field{"demangled", demangled}.optional(),
                    Field{"launches", launches},
                    Field{"autotuning", autotuning},
                    Field{"captured", captured},
                    Field{"recorded", recorded},
                    Field{"instrumentable", instrumentable},
                    Field{"reason", reason},
                    Field{"gpu_time_ns", gpuTime}};
}

/// A launch that is in a trace.
struct ReportedLaunch {
  std::string file; ///< of the trace, in the same folder
  std::string kernel;
  uint64_t launch = 0;
  std::string mode;
  uint64_t ctas = 0, recordedCtas = 0;
  /// Of the time of the recorded warps that the kept records cover, 0 to 1; none: it is not known.
  std::optional<double> coveredPart;
};
template <FieldsOwner<ReportedLaunch> T> constexpr auto fieldsOf(T &row) {
  auto &[file, kernel, launch, mode, ctas, recordedCtas, coveredPart] = row;
  return std::tuple{Field{"file", file},
                    Field{"kernel", kernel},
                    Field{"launch", launch},
                    Field{"mode", mode},
                    Field{"ctas", ctas},
                    Field{"recorded_ctas", recordedCtas},
                    Field{"covered_part", coveredPart}};
}

/// A kernel or a launch that was chosen and not recorded.
struct Rejection {
  std::string code; ///< stable
  uint32_t process = 0;
  std::optional<std::string> kernel;
  std::optional<uint64_t> launch;
  std::string reason;
  std::string action; ///< what to do; may be empty
};
template <FieldsOwner<Rejection> T> constexpr auto fieldsOf(T &row) {
  auto &[code, process, kernel, launch, reason, action] = row;
  return std::tuple{Field{"code", code},     Field{"process", process}, Field{"kernel", kernel},
                    Field{"launch", launch}, Field{"reason", reason},   Field{"action", action}};
}

struct AttachReport {
  std::vector<std::string> command;
  int exitCode = 0; ///< of the program; 128 + signal if one ended it
  std::vector<ReportedKernel> kernels;
  std::vector<ReportedLaunch> recorded;
  std::vector<Rejection> rejected;
  std::vector<std::string> notes;
  size_t unknownLines = 0; ///< of types that this version does not have
};

/// InvalidFormat or InvalidInput, with the line, for text that is no report. O(size).
Result<AttachReport> parseAttachReport(std::string_view text, const std::string &document);

/// An output folder of proton-collect attach.
struct AttachFolder {
  std::filesystem::path folder;
  AttachReport report;
  std::vector<std::filesystem::path> traces; ///< one for each process that recorded something
};

/// True if the folder contains a report.json, or if the path is that of one.
bool isAttachFolder(const std::filesystem::path &path);
/// Reads report.json and finds the traces. \param path  the folder or its report.json. Io if there
/// is none; errors of parseAttachReport().
Result<AttachFolder> readAttachFolder(const std::filesystem::path &path);

} // namespace pstudio::attach
