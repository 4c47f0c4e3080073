// SPDX-License-Identifier: Apache-2.0
// A smaller kernel that fails in the same way.
#pragma once

#include <functional>

#include "tests/collector/generated/kernel_tree.h"

namespace pstudio::test {

/// Removes statements, and branches around statements, as long as `fails` is true of the rest. It
/// has to be false of kernels that are not legal (Interpretation::fault). At most `attempts` calls.
Kernel shrink(Kernel kernel, const std::function<bool(const Kernel &)> &fails, size_t attempts);

} // namespace pstudio::test
