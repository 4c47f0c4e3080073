// SPDX-License-Identifier: Apache-2.0
// Finds and runs ptxas.
#include "collector/codegen/nvidia/ptxas.h"

#include <cstdlib>
#include <unistd.h>

#include "core/base/run_program.h"

namespace pstudio::nvidia {
namespace {

namespace fs = std::filesystem;

/// A file of this process's own that is removed with the object.
class TemporaryFile {
public:
  static Result<TemporaryFile> containing(std::string_view text) {
    std::error_code ignored;
    std::string path = (fs::temp_directory_path(ignored) / "pstudio-XXXXXX").string();
    const int file = ::mkstemp(path.data());
    if (file < 0)
      return fail(ErrorCode::Io, "cannot create a temporary file", path);
    TemporaryFile result(path);
    while (!text.empty()) {
      const ssize_t written = ::write(file, text.data(), text.size());
      if (written <= 0)
        break;
      text.remove_prefix(static_cast<size_t>(written));
    }
    if (::close(file) != 0 || !text.empty())
      return fail(ErrorCode::Io, "cannot write a temporary file", path);
    return result;
  }
  TemporaryFile(TemporaryFile &&other) noexcept : m_path(std::exchange(other.m_path, {})) {}
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile() {
    if (!m_path.empty())
      ::unlink(m_path.c_str());
  }
  const std::string &path() const { return m_path; }

private:
  explicit TemporaryFile(std::string path) : m_path(std::move(path)) {}
  std::string m_path;
};

} // namespace

std::optional<fs::path> toolkitFolder() {
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(variable); folder && fs::exists(folder))
      return fs::path(folder);
  if (const fs::path usual = "/usr/local/cuda"; fs::exists(usual))
    return usual;
  return std::nullopt;
}

std::optional<fs::path> findPtxas() {
  if (const auto toolkit = toolkitFolder(); toolkit && isProgram(*toolkit / "bin" / "ptxas"))
    return *toolkit / "bin" / "ptxas";
  return findOnPath("ptxas");
}

Result<ResourceReport> assemble(const fs::path &ptxas, const PtxKernel &kernel,
                                double timeLimitSeconds) {
  PSTUDIO_TRY_ASSIGN(const TemporaryFile input, TemporaryFile::containing(kernel.text));
  auto outcome = runProgram(
      ptxas, {"-v", "-arch=" + kernel.architecture.name, "-o", "/dev/null", input.path()},
      timeLimitSeconds);
  if (!outcome && outcome.error().code == ErrorCode::RunFailed)
    outcome.error().code = ErrorCode::CompileFailed;
  if (!outcome)
    return tl::unexpected<Error>(outcome.error());
  if (outcome->exitCode != 0)
    return fail(ErrorCode::CompileFailed, "ptxas refuses the kernel: " + outcome->output,
                kernel.entry);
  return parseCompilerReport(outcome->output, kernel.entry);
}

} // namespace pstudio::nvidia
