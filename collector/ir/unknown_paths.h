// SPDX-License-Identifier: Apache-2.0
// Functions whose call paths cannot be determined at compile time.
#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"

#include "collector/ir/call_graph.h"

namespace pstudio {

/// A function in which nothing may be recorded, because a record identifies its call path.
struct UnknownPath {
  mlir::FunctionOpInterface function;
  mlir::Location where; ///< the call that closes the cycle, or the operation that takes the address
  std::string reason;   ///< follows the function's name in messages: "calls itself (f -> g -> f)"
};

/// The functions of the graph that call themselves over any number of calls, whose address is
/// taken, or that such a function calls, over any number of calls; in the order of the text.
/// Kernels are never among them. If one of them records, CallGraph::check() fails. O(operations),
/// and O(calls) for each function of the result.
std::vector<UnknownPath> findUnknownPaths(const CallGraph &calls);

/// Visits each operation below `module` that names a function and is not a direct call of it, once
/// per name, in the order of the text. O(operations).
void forEachAddressTaken(
    mlir::Operation *module,
    llvm::function_ref<void(mlir::Operation *user, mlir::FunctionOpInterface function)> visit);

} // namespace pstudio
