// SPDX-License-Identifier: Apache-2.0
// Call trees from Hatchet files, JSON or MessagePack, as Triton Proton writes them (FORMAT.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/base/result.h"
#include "core/calltree/call_tree.h"

namespace pstudio::calltree {

/// Nesting that the reader accepts; deeper files are damaged or malicious.
inline constexpr size_t kMostDepth = 10'000;

/// A tree, and how much of its file has no place in it.
struct HatchetFile {
  CallTree tree;
  uint64_t skippedMetrics = 0; ///< metrics whose value is neither a number nor a text
};

/// InvalidFormat with line and column of text that is no JSON, or with the path of a value that is
/// no part of a Hatchet file ("[0].children[2].frame.name"); the byte of damaged MessagePack, which
/// the first bytes distinguish from JSON. `document` names the text in errors. O(size); the nesting
/// of the text uses no stack.
Result<HatchetFile> readHatchet(std::string_view text, std::string_view document);

/// The same for a file, also compressed with gzip or zstd, or in a zip archive. Errors also as
/// FileBytes::read and unpackAll().
Result<HatchetFile> readHatchetFile(const std::filesystem::path &path);

/// Whether a file is meant to be a Hatchet file: it is regular, and its name ends with ".hatchet"
/// or ".hatchet_msgpack", compressed or not, or it begins as MessagePack of a tree, or its name
/// ends with ".json" and it begins with an array of an object whose first key is one of a node.
/// Reads at most 4 KiB.
bool isHatchetFile(const std::filesystem::path &path);

} // namespace pstudio::calltree
