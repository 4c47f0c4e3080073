// SPDX-License-Identifier: Apache-2.0
// Call trees in files, as the window opens them.
#pragma once

#include <QString>

#include <filesystem>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "viewer/geometry/calltree/tree_data.h"

namespace pstudio {

/// Reads a Hatchet file. Errors as readHatchetFile(). [thread: any]
Result<std::shared_ptr<const TreeData>> readCallTree(const std::filesystem::path &file);

/// The call tree of the same run beside a trace: "train.1204.hatchet" of "train.1204.pftrace".
/// Nothing if there is no such file.
std::optional<std::filesystem::path> callTreeBeside(const QString &trace);

} // namespace pstudio
