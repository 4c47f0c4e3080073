// SPDX-License-Identifier: Apache-2.0
// Call trees as text for a terminal.
#pragma once

#include <span>
#include <string>

#include "core/calltree/tree_view.h"

namespace pstudio::calltree {

/// A line of labels, then a line for each row: the values in columns, then the name below its
/// parent. Unknown values are "-"; control characters in names are blanks. O(rows * depth).
std::string treeText(const CallTree &tree, std::span<const MetricColumn> columns,
                     std::span<const ViewRow> rows, FrameStyle style = FrameStyle::Full);

/// The nodes of the rows without the roots as a list, by the first column, the largest first and
/// unknown values last; the first 100 characters of each name.
std::string sortedText(const CallTree &tree, const MetricColumn &column,
                       std::span<const ViewRow> rows, FrameStyle style = FrameStyle::Full);

} // namespace pstudio::calltree
