// SPDX-License-Identifier: Apache-2.0
// The mark of a load that is no access of the kernel.
#pragma once

#include <string_view>

namespace pstudio {

/// Synchronisation scope of the load before a loop of compare-and-swap. The load only provides the
/// first value to compare; the loop is one access of the kernel. relaxAtomics() removes the scope.
inline constexpr std::string_view kGuessScope = "pstudio-guess";

} // namespace pstudio
