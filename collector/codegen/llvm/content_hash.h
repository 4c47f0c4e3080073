// SPDX-License-Identifier: Apache-2.0
// A strong hash of bytes.
#pragma once

#include <string>
#include <string_view>

namespace pstudio {

/// SHA-256 of the bytes as 64 lower-case hexadecimal digits (FIPS 180-4). O(bytes).
std::string contentHash(std::string_view bytes);

/// The version of LLVM that this program is built against: "19.1.7".
std::string_view llvmVersion();

} // namespace pstudio
