// SPDX-License-Identifier: Apache-2.0
// A kernel together with the functions that it calls and that record, for the lowerings of targets.
#pragma once

#include "llvm/ADT/DenseMap.h"

#include "collector/records/llvm_writer.h"
#include "collector/passes/call_contexts.h"

namespace pstudio {

/// Lets a lowering treat a kernel and its callees as one function: it computes its values once, at
/// the kernel's entry, and uses them at each record, also in callees. finish() then makes each such
/// value an argument of the callees that use it, and passes it at each call.
///
/// save_context and restore_context pass the stack variables (llvm.alloca). A callee gets a
/// variable of its own, which starts with the caller's value. The callee returns its final value,
/// which becomes the caller's. So the variable stays in a register on both sides.
class KernelFunctions {
public:
  /// Finds the callees and gives each parameters: the offset that is added to its ids, and the
  /// conditions that its callers pass. Lowers operation_id and caller_is_sampled.
  explicit KernelFunctions(mlir::FunctionOpInterface kernel);

  /// Visits the operations of the kernel, then of its callees, as Operation::walk does.
  template <class Visit> void walk(Visit visit) {
    m_kernel.walk(visit);
    for (const RecordingCallee &callee : m_callees)
      mlir::FunctionOpInterface(callee.function).walk(visit);
  }

  /// i32: the addend for the tag of a record at `op`: the offset of its ids in the id field of the
  /// tag, or the id of an event that is given by a value, which is computed before `op`. Null in
  /// the kernel itself.
  mlir::Value tagOffset(mlir::Operation *op) const;
  /// i32: `tag` plus that addend, computed before `op`.
  mlir::Value tagAt(mlir::Operation *op, uint32_t tag) const;

  /// Replaces the kernel values that callees use, and erases segment_of_caller, save_context and
  /// restore_context. Callees may only use values of the kernel's entry block.
  void finish();

private:
  void takeConditions(mlir::FunctionOpInterface callee);
  void lowerOperationIds(mlir::FunctionOpInterface callee);

  mlir::FunctionOpInterface m_kernel;
  llvm::SmallVector<RecordingCallee> m_callees;
  llvm::SmallVector<mlir::CallOpInterface> m_deadCalls;        ///< of callees, never executed
  llvm::DenseMap<mlir::Operation *, mlir::Value> m_tagOffsets; ///< by callee
};

} // namespace pstudio
