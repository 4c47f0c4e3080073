// SPDX-License-Identifier: Apache-2.0
// Names against patterns with wildcards.
#pragma once

#include <string>
#include <string_view>

namespace pstudio {

/// True if the whole of `name` fits `glob`, in which '*' stands for any characters, also none, and
/// '?' for one; a backslash makes the character after it stand for itself. Case matters.
/// O(name * glob) at worst.
bool matchesGlob(std::string_view name, std::string_view glob);

/// The pattern that fits `name` alone.
std::string escapedGlob(std::string_view name);

} // namespace pstudio
