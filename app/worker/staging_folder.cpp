// SPDX-License-Identifier: Apache-2.0
#include "app/worker/staging_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace pstudio::cli {

namespace fs = std::filesystem;

Result<StagingFolder> StagingFolder::makeFor(const fs::path &output) {
  std::error_code error;
  if (fs::is_directory(output, error) || !output.has_filename())
    return fail(ErrorCode::Io, "cannot write the output: the output is a folder", output.string(),
                "give a file name after -o");
  std::string pattern =
      (output.parent_path() / ("." + output.filename().string() + ".part-XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr)
    return fail(ErrorCode::Io, std::string("cannot write the output: ") + std::strerror(errno),
                output.string(), "use an existing, writable folder");
  return StagingFolder(pattern);
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  if (!m_path.empty())
    fs::remove_all(m_path, ignored);
}

} // namespace pstudio::cli
