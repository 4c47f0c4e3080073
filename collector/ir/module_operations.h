// SPDX-License-Identifier: Apache-2.0
// The operations that the kernels of a module record, including the functions that they call: one
// operation for each call path.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "llvm/ADT/DenseMap.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/event_handles.h"
#include "collector/ir/scope_analysis.h"

namespace pstudio {

/// One scope or event of a kernel, reached over one path of calls.
struct KernelOperation {
  const ScopeOperation *operation = nullptr; ///< within its function
  int32_t parent = -1; ///< innermost scope of the kernel that always encloses it, across calls
  llvm::SmallVector<DirectCall> path; ///< from the kernel inwards
};

/// The operations of all kernels of one module.
///
/// A function's own operations have ids from 0 in the order of its text (ScopeAnalysis). The ids of
/// the operations of its callees follow, call by call. Each call has a fixed offset, so the id of
/// an operation on a call path is the sum of the offsets of the calls and its own id. A function
/// therefore requires only one number from its caller: the sum of the offsets.
class ModuleOperations {
public:
  /// Analyses the functions that kernels reach. Errors are those of CallGraph::check, EventHandles
  /// and ScopeAnalysis, and a kernel with more operations over all paths than a record can name.
  /// Warns of functions that record but are called by no kernel: their records are omitted.
  static mlir::FailureOr<ModuleOperations> run(mlir::Operation *module);

  /// Kernels and functions that a kernel reaches and that record, in the order of the text.
  llvm::ArrayRef<mlir::FunctionOpInterface> functions() const { return m_functions; }
  const ScopeAnalysis &scopesOf(mlir::FunctionOpInterface function) const {
    return m_scopes.find(function)->second;
  }
  /// Calls in a function whose callees record, in the order of the text.
  llvm::SmallVector<DirectCall> callsIn(mlir::FunctionOpInterface function) const;
  /// Offset that is added to the ids of a callee, for one of the calls of callsIn().
  uint32_t idOffset(mlir::CallOpInterface call) const { return m_offsets.lookup(call); }
  /// True for a record of an event that a caller allocated: the event's value is its id.
  bool isHandle(proton::EventOp record) const { return m_handles.isHandle(record); }
  /// All operations of a kernel; the index is the id. O(operations * length of their paths).
  std::vector<KernelOperation> operationsOf(mlir::FunctionOpInterface kernel) const;

private:
  explicit ModuleOperations(CallGraph calls) : m_calls(std::move(calls)) {}
  friend class ModuleOperationsBuilder;

  CallGraph m_calls;
  EventHandles m_handles;
  std::vector<mlir::FunctionOpInterface> m_functions;
  llvm::DenseMap<mlir::Operation *, ScopeAnalysis> m_scopes;
  llvm::DenseMap<mlir::Operation *, uint64_t> m_sizes; ///< ids of a function and all its calls
  llvm::DenseMap<mlir::Operation *, uint32_t> m_offsets;
};

} // namespace pstudio
