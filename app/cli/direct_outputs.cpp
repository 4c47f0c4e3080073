// SPDX-License-Identifier: Apache-2.0
#include "app/cli/direct_outputs.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

/// The absolute path of a regular file. \param isLinked  symbolic links were resolved: the target
/// of a link can contain ".." after another link, so such a path is not normalized.
Result<fs::path> absolutePath(const fs::path &path, bool isLinked) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error)
    return fail(ErrorCode::Io, "cannot determine the current folder: " + error.message(),
                path.string());
  return isLinked ? absolute : absolute.lexically_normal();
}

Result<void> deliverOne(OutputFile &place, const fs::path &file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return {}; // the run failed before it wrote this
  PSTUDIO_TRY(copyFileTo(file, place));
  return place.commit();
}

} // namespace

Result<fs::path> DirectOutputs::workerPath(const fs::path &target) {
  if (target.empty())
    return target;
  PSTUDIO_TRY_ASSIGN(const OutputPlace place, OutputPlace::of(target));
  if (place.isFile())
    return absolutePath(place.path, place.path != target);
  PSTUDIO_TRY_ASSIGN(OutputFile file, OutputFile::open(target));
  if (!m_folder) {
    PSTUDIO_TRY_ASSIGN(JobFolder folder, JobFolder::make());
    m_folder.emplace(std::move(folder));
  }
  fs::path scratch = m_folder->results() / ("output-" + std::to_string(m_deliveries.size()));
  m_deliveries.push_back({std::move(file), scratch});
  return scratch;
}

Result<void> DirectOutputs::deliver() {
  Result<void> all;
  for (Delivery &delivery : m_deliveries) {
    const Result<void> one = deliverOne(delivery.place, delivery.file);
    if (all)
      all = one;
  }
  m_deliveries.clear();
  return all;
}

} // namespace pstudio::cli
