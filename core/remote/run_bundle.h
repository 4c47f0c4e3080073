// SPDX-License-Identifier: Apache-2.0
// The files that a run on another machine needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/worker/worker_messages.h"

namespace pstudio {

/// One file to send.
struct BundledFile {
  std::filesystem::path path; ///< here, absolute
  std::string name;           ///< there: the path without its first '/', which is a safe name
  uint64_t size = 0;          ///< [bytes]
};

/// The files of a run and the request for the remote worker.
struct RunBundle {
  std::vector<BundledFile> files; ///< each once
  uint64_t bytes = 0;             ///< of all files together
  RunRequest request;             ///< RunRequest::isBundled
};

/// Reads the specification or program of `request`, applies its overrides and finds its files:
/// kernel, data, references, callbacks and what those include with "...". The bundled request runs
/// on `target`. Errors of the readers; Io, InvalidInput for a file that cannot be sent.
Result<RunBundle> bundleRun(const RunRequest &request, const std::string &target);

/// The files that a bundled specification names; InvalidInput for one that is no safe name.
Result<std::vector<std::string>> filesOfSpec(std::string_view specText);

/// `text` of a remote worker with its folder of files taken off every path in it: what is left is
/// the path here.
std::string withoutFolder(std::string text, const std::filesystem::path &folder);

} // namespace pstudio
