// SPDX-License-Identifier: Apache-2.0
// Functions for which nobody can say over which calls they are reached.
#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"

#include "collector/ir/call_graph.h"

namespace pstudio {

/// A function in which nothing may be recorded, because a record says over which calls it was
/// reached.
struct UnknownPath {
  mlir::FunctionOpInterface function;
  mlir::Location where; ///< the call that closes the cycle, or what takes the address
  std::string reason;   ///< behind the function's name: "calls itself (f -> g -> f)"
};

/// The functions of the graph that call themselves over any number of calls, whose address is
/// taken, or that such a function calls, over any number of calls; in the order of the text.
/// Kernels are never among them. If one of them records, CallGraph::check() fails. O(operations),
/// and O(calls) for each function of the result.
std::vector<UnknownPath> findUnknownPaths(const CallGraph &calls);

/// Visits each operation below `module` that names a function otherwise than by calling it, once
/// per name, in the order of the text. O(operations).
void forEachAddressTaken(
    mlir::Operation *module,
    llvm::function_ref<void(mlir::Operation *user, mlir::FunctionOpInterface function)> visit);

} // namespace pstudio
