// SPDX-License-Identifier: Apache-2.0
// Opens any trace file that the application knows.
#include "app/application/trace_file.h"

#include "core/pftrace/pftrace_reader.h"
#include "core/run/file_bytes.h"

namespace pstudio {
namespace {
constexpr uint64_t kMaxTraceBytes = uint64_t{16} << 30;
} // namespace

Result<Trace> readTraceFile(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> bytes, readFileBytes(file, kMaxTraceBytes));
  return readPftrace(bytes, file.filename().string());
}

} // namespace pstudio
