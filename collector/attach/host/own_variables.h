// SPDX-License-Identifier: Apache-2.0
// Variables of a module that the kernel's twin, a module of its own, would have a second time.
#pragma once

#include <string>
#include <string_view>

namespace pstudio::attach {

/// The name of the first variable of a module in LLVM's text form that code of the module uses,
/// that may be written or is initialised elsewhere, and that is not in shared memory: "@count";
/// empty if there is none. Constants with their values are equal in each module. O(text).
std::string ownVariableIn(std::string_view llvmIr);

} // namespace pstudio::attach
