// SPDX-License-Identifier: Apache-2.0
// Uses only the name of the file and whether it can be read, not its content.
#include "core/run/program_spec.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace pstudio {

bool isProgramFile(const std::filesystem::path &path) {
  return path.extension() == ".mlir";
}

Result<ProgramSpec> loadProgramSpec(const std::filesystem::path &file) {
  std::error_code error;
  ProgramSpec spec;
  spec.file = std::filesystem::absolute(file, error).lexically_normal();
  errno = 0;
  if (error || std::filesystem::is_directory(spec.file) || !std::ifstream(spec.file))
    return fail(ErrorCode::Io,
                "cannot read the program: " +
                    (errno != 0 ? std::generic_category().message(errno) : "it is no file"),
                file.string());
  return spec;
}

} // namespace pstudio
