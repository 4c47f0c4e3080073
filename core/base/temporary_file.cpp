// SPDX-License-Identifier: Apache-2.0
#include "core/base/temporary_file.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace pstudio {

Result<TemporaryFile> TemporaryFile::containing(std::string_view bytes) {
  std::error_code ignored;
  std::string path = (std::filesystem::temp_directory_path(ignored) / "pstudio-XXXXXX").string();
  const int file = ::mkstemp(path.data());
  if (file < 0)
    return fail(ErrorCode::Io, "cannot create a temporary file", path);
  TemporaryFile result(path);
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written <= 0)
      break;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  if (::close(file) != 0 || !bytes.empty())
    return fail(ErrorCode::Io, "cannot write a temporary file", path);
  return result;
}

TemporaryFile::~TemporaryFile() {
  if (!m_path.empty())
    ::unlink(m_path.c_str());
}

} // namespace pstudio
