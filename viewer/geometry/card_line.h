// SPDX-License-Identifier: Apache-2.0
// A line of the card beside the pointer.
#pragma once

#include <string>

namespace pstudio {

/// A label and its value.
struct CardLine {
  std::string label;
  std::string value;
  bool operator==(const CardLine &) const = default;
};

} // namespace pstudio
