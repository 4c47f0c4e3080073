// SPDX-License-Identifier: Apache-2.0
// Formats of other tools that are not read: each has a message with the way to convert.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace pstudio {

/// A format that is recognised and not read. The texts are literals.
struct OtherFormat {
  std::string_view mark; ///< the file begins with these bytes
  std::string_view message;
  std::string_view hint;
};

/// The format whose mark the bytes begin with; null: none. Formats of JSON are in
/// core/formats/chrome_json.
const OtherFormat *sniffOtherFormat(std::span<const std::byte> bytes);

} // namespace pstudio
