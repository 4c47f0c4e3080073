// SPDX-License-Identifier: Apache-2.0
// Call trees from MessagePack, which Triton Proton writes as "hatchet_msgpack": the values of
// Hatchet JSON in another encoding.
#pragma once

#include <string_view>

#include "core/calltree/hatchet_reader.h"

namespace pstudio::calltree {

/// Whether the bytes begin as an array of two, whose first value is a node that begins with its
/// frame.
bool looksLikeHatchetMessagePack(std::string_view bytes);

/// Reads a tree. InvalidFormat with the byte of damage, or with the path of a value that is no part
/// of a tree. Values of types without a place in a tree (binary data, extensions) count as skipped.
/// O(size); the nesting uses no stack. [thread: any]
Result<HatchetFile> readHatchetMessagePack(std::string_view bytes, std::string_view document);

} // namespace pstudio::calltree
