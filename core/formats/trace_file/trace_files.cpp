// SPDX-License-Identifier: Apache-2.0
#include "core/formats/trace_file/trace_files.h"

#include <algorithm>
#include <optional>

#include "core/base/parallel.h"

namespace pstudio {
namespace {

uint64_t largestOf(std::span<const std::filesystem::path> files) {
  uint64_t largest = 1;
  for (const std::filesystem::path &file : files) {
    std::error_code error;
    if (const uintmax_t size = std::filesystem::file_size(file, error); !error)
      largest = std::max<uint64_t>(largest, size);
  }
  return largest;
}

} // namespace

void readTraceFiles(std::span<const std::filesystem::path> files, ReadProgress *progress,
                    const std::function<bool(size_t index, Result<Trace> trace)> &take) {
  using Made = std::optional<Result<Trace>>;
  const uint64_t fitting = std::max<uint64_t>(1, kMostBytesAtOnce / (2 * largestOf(files)));
  const auto threads = static_cast<unsigned>(std::min<uint64_t>(threadCountOf(0), fitting));
  const auto makeReader = [&] {
    return [&](size_t index) -> Made { return readTraceFile(files[index], progress); };
  };
  orderedPipeline(files.size(), threads, makeReader,
                  [&](size_t index, Made made) { return take(index, std::move(*made)); });
}

} // namespace pstudio
