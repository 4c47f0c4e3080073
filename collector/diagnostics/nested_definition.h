// SPDX-License-Identifier: Apache-2.0
// Finds one mistake in the text of MLIR that MLIR's parser must not see.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pstudio {

/// An operation that uses a value which only the operation's own region defines:
///
///     %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %none) -> (f32) {
///       %none = arith.constant 0.0 : f32
///
/// Views into the text; offsets are those of the '%'. [bytes]
struct NestedDefinition {
  std::string_view value; ///< "%none"
  size_t use = 0;
  size_t definition = 0;
};

/// The first one, or nothing. MLIR 19 has released the placeholder of such a value when it makes
/// the operation, and damages the heap (LLVM issue 107121). The scan takes only names, brackets,
/// strings and comments apart; what it finds is never valid MLIR. O(text).
std::optional<NestedDefinition> findNestedDefinition(std::string_view text);

} // namespace pstudio
