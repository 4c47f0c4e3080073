// SPDX-License-Identifier: Apache-2.0
// Finds and runs ld.lld.
#include "collector/codegen/amd/link_code_object.h"

#include <cstdlib>

#include "collector/runtime/rocm_folders.h"
#include "core/base/file_bytes.h"
#include "core/base/temporary_file.h"
#include "core/process/program_path.h"
#include "core/process/run_program.h"

namespace pstudio::amd {
namespace {

namespace fs = std::filesystem;

constexpr double kTimeLimitSeconds = 60.0;

} // namespace

std::optional<fs::path> findLinker() {
  if (const char *named = std::getenv("PSTUDIO_LLD"))
    return isProgram(named) ? std::optional<fs::path>(named) : std::nullopt;
  if (const fs::path own = fs::path(PSTUDIO_LLVM_TOOLS) / "ld.lld"; isProgram(own))
    return own;
  for (const char *name : {"ld.lld-19", "ld.lld"})
    if (const auto found = findOnPath(name))
      return found;
  const Environment environment = processEnvironment();
  for (const fs::path &rocm : rocmFolders(environment))
    for (const char *below : {"llvm/bin/ld.lld", "lib/llvm/bin/ld.lld"})
      if (isProgram(rocm / below))
        return rocm / below;
  for (const fs::path &packages : pythonPackageFolders(environment)) // ROCm's wheels
    if (const fs::path own = packages / "_rocm_sdk_core/lib/llvm/bin/ld.lld"; isProgram(own))
      return own;
  return std::nullopt;
}

Result<std::string> linkCodeObject(std::string_view object) {
  const auto linker = findLinker();
  if (!linker)
    return fail(ErrorCode::Unsupported, "there is no ld.lld, which links code objects", {},
                "install lld-19 or ROCm, or set PSTUDIO_LLD to the program");
  PSTUDIO_TRY_ASSIGN(const TemporaryFile input, TemporaryFile::containing(object));
  PSTUDIO_TRY_ASSIGN(const TemporaryFile output, TemporaryFile::containing({}));
  PSTUDIO_TRY_ASSIGN(
      const ProgramOutcome outcome,
      runProgram(*linker, {"-shared", "-o", output.path(), input.path()}, kTimeLimitSeconds));
  if (outcome.exitCode != 0)
    return fail(ErrorCode::CompileFailed, "ld.lld rejects the object: " + outcome.output,
                linker->string());
  PSTUDIO_TRY_ASSIGN(const FileBytes linked, FileBytes::read(output.path()));
  return std::string(reinterpret_cast<const char *>(linked.bytes().data()), linked.bytes().size());
}

} // namespace pstudio::amd
