// SPDX-License-Identifier: Apache-2.0
// Names against patterns with wildcards.
#pragma once

#include <string_view>

namespace pstudio {

/// True if the whole of `name` fits `glob`, in which '*' stands for any characters, also none, and
/// '?' for one. Case matters. O(name * glob) at worst.
bool matchesGlob(std::string_view name, std::string_view glob);

} // namespace pstudio
