// SPDX-License-Identifier: Apache-2.0
// Runs clang and reads what it wrote.
#include "collector/callbacks/callback_code.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <vector>

#include "core/base/file_bytes.h"
#include "core/process/program_path.h"
#include "core/process/run_program.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr const char *kClangVariable = "PSTUDIO_CLANG";
constexpr double kTimeLimitSeconds = 60.0;

/// A folder of this process's own that goes with the object.
class TemporaryFolder {
public:
  static Result<TemporaryFolder> make() {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "pstudio-callbacks-XXXXXX").string();
    if (error || ::mkdtemp(path.data()) == nullptr)
      return fail(ErrorCode::Io,
                  "cannot make a temporary folder: " +
                      (error ? error.message() : std::string(std::strerror(errno))),
                  path, "set TMPDIR to a folder that you may write to");
    return TemporaryFolder(path);
  }
  TemporaryFolder(TemporaryFolder &&other) noexcept : m_path(std::exchange(other.m_path, {})) {}
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!m_path.empty())
      fs::remove_all(m_path, ignored);
  }
  const fs::path &path() const { return m_path; }

private:
  explicit TemporaryFolder(fs::path path) : m_path(std::move(path)) {}
  fs::path m_path;
};

std::vector<std::string> argumentsFor(const fs::path &file, CallbackTarget target,
                                      const fs::path &output) {
  std::vector<std::string> arguments{"-O2",
                                     "-ffreestanding",
                                     "-gline-tables-only",
                                     "-fno-discard-value-names",
                                     "-fno-stack-protector",
                                     "-fno-exceptions",
                                     "-fno-asynchronous-unwind-tables",
                                     "-fdiagnostics-absolute-paths",
                                     "-fno-color-diagnostics"};
  if (file.extension() != ".c") // C++, whatever it is called
    arguments.insert(arguments.end(),
                     {"-x", "c++", "-std=c++20", "-fno-rtti", "-fno-threadsafe-statics"});
  if (target == CallbackTarget::Nvidia)
    // The least that a kernel is compiled for: its code is made for the real one.
    arguments.insert(arguments.end(),
                     {"--target=nvptx64-nvidia-cuda", "-march=sm_80", "-nocudalib"});
  arguments.insert(arguments.end(), {"-emit-llvm", "-c", file.string(), "-o", output.string()});
  return arguments;
}

/// The compiler's messages as one error, at the place of the first "file:line:column: error".
Error compileError(const fs::path &file, const fs::path &compiler, const ProgramOutcome &outcome) {
  const std::string &output = outcome.output;
  const std::string reason = output.find_first_not_of(" \t\r\n") != std::string::npos
                                 ? output
                                 : compiler.string() + " ended with exit code " +
                                       std::to_string(outcome.exitCode) + " and no message";
  Error error{
      ErrorCode::CompileFailed, "the callbacks cannot be compiled: " + reason, file.string(), {}};
  std::smatch match;
  static const std::regex pattern("([^\n]+:[0-9]+:[0-9]+): (fatal )?error: ([^\n]*)");
  if (std::regex_search(output, match, pattern)) {
    error.where = match[1];
    error.message = "the callbacks cannot be compiled: " + match[3].str();
    error.hint = output;
  }
  return error;
}

Result<CallbackCode> codeIn(const fs::path &bitcode, const fs::path &source) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(bitcode));
  return CallbackCode{source, std::string(reinterpret_cast<const char *>(bytes.bytes().data()),
                                          bytes.bytes().size())};
}

} // namespace

Result<fs::path> findClang() {
  if (const char *named = std::getenv(kClangVariable); named && *named != '\0') {
    if (isProgram(named))
      return fs::path(named);
    return fail(ErrorCode::Unsupported, "there is no program " + std::string(named), kClangVariable,
                "set it to clang 19 or older, or unset it");
  }
  for (const char *name : {"clang-19", "clang"})
    if (const auto found = findOnPath(name))
      return *found;
  return fail(ErrorCode::Unsupported, "callbacks need clang, and there is none on the PATH", {},
              "install clang-19, or name it in the environment variable PSTUDIO_CLANG");
}

Result<CallbackCode> compileCallbacks(const fs::path &file, CallbackTarget target,
                                      std::string &warnings) {
  if (file.extension() == ".bc")
    return codeIn(file, file);
  PSTUDIO_TRY_ASSIGN(const fs::path clang, findClang());
  PSTUDIO_TRY_ASSIGN(const TemporaryFolder folder, TemporaryFolder::make());
  const fs::path output = folder.path() / "callbacks.bc";
  PSTUDIO_TRY_ASSIGN(const ProgramOutcome outcome,
                     runProgram(clang, argumentsFor(file, target, output), kTimeLimitSeconds));
  if (outcome.exitCode != 0)
    return tl::unexpected<Error>(compileError(file, clang, outcome));
  warnings += outcome.output;
  return codeIn(output, file);
}

} // namespace pstudio
