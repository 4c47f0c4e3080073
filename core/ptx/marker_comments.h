// SPDX-License-Identifier: Apache-2.0
// Comments of PTX that begin and end scopes: resources/markers/proton_markers_ptx.h.
#pragma once

#include <string_view>
#include <vector>

namespace pstudio::ptx {

/// "// pstudio scope start load".
struct MarkerComment {
  bool isStart = false;  ///< else it ends the scope
  std::string_view name; ///< "load": the rest of the line, without blanks at its ends; never empty
};

/// The markers in `text`, in their order; O(length). They refer to the text.
std::vector<MarkerComment> markerCommentsIn(std::string_view text);

} // namespace pstudio::ptx
