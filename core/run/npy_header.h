// SPDX-License-Identifier: Apache-2.0
// The header of a .npy file: a Python dictionary literal with three known keys. Internal to
// core/run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// The three entries of a .npy header.
struct NpyHeader {
  std::string descr; ///< element type as NumPy spells it: "<f4"
  bool fortranOrder = false;
  std::vector<int64_t> shape; ///< each extent >= 0
};

/// Parses "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }". All three keys must be
/// there once and no other. An error's `where` is "header byte N".
Result<NpyHeader> parseNpyHeader(std::string_view text);

} // namespace pstudio
