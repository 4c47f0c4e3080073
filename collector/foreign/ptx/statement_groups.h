// SPDX-License-Identifier: Apache-2.0
// Statements that have to stay together: call sequences and carry chains.
#pragma once

#include <cstddef>
#include <vector>

#include "core/ptx/body.h"

namespace pstudio::foreign {

/// Statements [first, last) of a body, which become one inline assembly.
struct StatementGroup {
  enum class Kind : unsigned char {
    Single, ///< one statement
    Call,   ///< { } with a call: the parameters that it declares live up to its '}'
    Carry,  ///< from an instruction that writes the carry flag to the last one that reads it
  };
  Kind kind = Kind::Single;
  size_t first = 0;
  size_t last = 0;
};

/// All statements of `body` in order; '{' and '}' of other scopes are Single. O(statements)
std::vector<StatementGroup> groupsOf(const ptx::Body &body);

/// True for an instruction that ends a block: bra, brx, ret, exit.
bool isTerminator(const ptx::BodyStatement &statement);

} // namespace pstudio::foreign
