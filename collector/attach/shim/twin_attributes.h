// SPDX-License-Identifier: Apache-2.0
// Sets on a twin the function attributes that the program set on the original kernel.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/attach/shim/original_kernel.h"

namespace pstudio::attach {

/// The outcome of giveAttributes().
struct GivenAttributes {
  std::string_view code; ///< report_codes.h; empty: the twin can be launched
  std::string text;      ///< attribute, value, limit and the driver's answer
  /// The same for hints that the driver rejected; the launch does not depend on them.
  std::vector<std::string> rejectedHints;
};

/// Sets dynamic shared memory, carve-out and the cluster attributes of `original` on `twin`, for a
/// launch with `dynamicSharedBytes`. Static shared memory that the twin has in addition is taken
/// off the dynamic limit, because the driver rejects a sum above the limit of a CTA.
/// O(attributes) calls of the driver.
GivenAttributes giveAttributes(const DriverApi &driver, const OriginalKernel &original,
                               CuFunction twin, unsigned dynamicSharedBytes);

} // namespace pstudio::attach
