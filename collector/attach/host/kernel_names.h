// SPDX-License-Identifier: Apache-2.0
// Names of kernels as people read them.
#pragma once

#include <cstddef>
#include <string>

namespace pstudio::attach {

/// The C++ name of a mangled one; any other name as it is.
std::string demangled(const std::string &name);

/// The demangled name without result type, parameters and anonymous namespaces, of at most
/// `most` characters: longer ones have "..." in place of the middle. Different kernels may have one
/// brief name.
std::string briefName(const std::string &name, size_t most = 100);

} // namespace pstudio::attach
