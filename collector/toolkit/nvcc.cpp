// SPDX-License-Identifier: Apache-2.0
#include "collector/toolkit/nvcc.h"

#include <cstdlib>

#include "core/base/file_bytes.h"
#include "core/base/temporary_file.h"
#include "core/process/program_path.h"
#include "core/process/run_program.h"

namespace pstudio::toolkit {
namespace {

namespace fs = std::filesystem;

constexpr const char *kNvcc = "nvcc";
constexpr const char *kNvccVariable = "PSTUDIO_NVCC";
constexpr double kNvccSeconds = 600;

Result<fs::path> findNvcc() {
  if (const char *named = std::getenv(kNvccVariable); named && *named != '\0') {
    if (isProgram(named))
      return fs::path(named);
    return fail(ErrorCode::Unsupported, "there is no program " + std::string(named), kNvccVariable,
                "set it to an nvcc, or unset it");
  }
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(variable); folder && *folder != '\0')
      if (const fs::path nvcc = fs::path(folder) / "bin" / kNvcc; isProgram(nvcc))
        return nvcc;
  if (const auto found = findOnPath(kNvcc))
    return *found;
  if (const fs::path usual = fs::path("/usr/local/cuda/bin") / kNvcc; isProgram(usual))
    return usual;
  return fail(ErrorCode::Unsupported,
              "a .cu file needs nvcc, and there is none on the PATH or in /usr/local/cuda/bin", {},
              "install the CUDA toolkit or set CUDA_HOME; or compile the file where it is (nvcc "
              "-ptx -lineinfo) and name the .ptx file");
}

/// An option with its folder as seen from the source file.
std::string resolved(const std::string &option, const fs::path &folder) {
  constexpr std::string_view kInclude = "-I";
  if (!option.starts_with(kInclude) || option.size() == kInclude.size())
    return option;
  return std::string(kInclude) +
         (folder / option.substr(kInclude.size())).lexically_normal().string();
}

} // namespace

bool isCudaFile(const fs::path &file) {
  return file.extension() == ".cu";
}

Result<CompiledPtx> compileCuda(const CudaSource &source) {
  PSTUDIO_TRY_ASSIGN(const fs::path nvcc, findNvcc());
  PSTUDIO_TRY_ASSIGN(const TemporaryFile output, TemporaryFile::containing({}));
  std::vector<std::string> arguments{"-ptx", "-lineinfo", "-arch=" + source.architecture};
  for (const std::string &option : source.options)
    arguments.push_back(resolved(option, source.file.parent_path()));
  arguments.insert(arguments.end(), {"-o", output.path(), source.file.string()});
  PSTUDIO_TRY_ASSIGN(ProgramOutcome outcome, runProgram(nvcc, arguments, kNvccSeconds));
  if (outcome.exitCode != 0)
    return fail(ErrorCode::CompileFailed,
                "nvcc rejects the file (exit code " + std::to_string(outcome.exitCode) + ")\n" +
                    outcome.output,
                source.file.string());
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(output.path()));
  return CompiledPtx{
      std::string(reinterpret_cast<const char *>(bytes.bytes().data()), bytes.bytes().size()),
      std::move(outcome.output)};
}

} // namespace pstudio::toolkit
