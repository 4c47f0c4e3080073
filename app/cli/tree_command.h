// SPDX-License-Identifier: Apache-2.0
// proton-collect tree: a call tree (Hatchet JSON) as text, JSON or Hatchet.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/calltree/tree_view.h"

namespace pstudio::cli {

enum class TreeFormat : uint8_t { Text, Json, Hatchet };

struct TreeCommandOptions {
  std::filesystem::path file;
  std::filesystem::path other;      ///< subtracted from `file`; empty: nothing is
  std::vector<std::string> metrics; ///< empty: time/ms and time/%, or the first metric of the file
  calltree::ViewOptions view;
  calltree::FrameStyle frames = calltree::FrameStyle::Full;
  TreeFormat format = TreeFormat::Text;
  bool isListing = false;    ///< print the metrics of `file` instead
  bool printsSorted = false; ///< after the text, also the nodes as a list by value
};

/// Prints the tree on standard output. Returns an ExitCode.
int treeCommand(const TreeCommandOptions &options);

} // namespace pstudio::cli
