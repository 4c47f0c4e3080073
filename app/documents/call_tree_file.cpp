// SPDX-License-Identifier: Apache-2.0
// Call trees in files, as the window opens them.
#include "app/documents/call_tree_file.h"

#include "app/settings/text.h"
#include "core/calltree/hatchet_reader.h"

namespace pstudio {

Result<std::shared_ptr<const TreeData>> readCallTree(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const calltree::HatchetFile hatchet, calltree::readHatchetFile(file));
  return makeTreeData(hatchet.tree, hatchet.skippedMetrics);
}

std::optional<std::filesystem::path> callTreeBeside(const QString &trace) {
  std::filesystem::path file = toPath(trace);
  std::error_code ignored;
  if (!file.has_stem() ||
      !std::filesystem::is_regular_file(file.replace_extension(".hatchet"), ignored))
    return std::nullopt;
  return file;
}

} // namespace pstudio
