// SPDX-License-Identifier: Apache-2.0
// A kernel together with the functions that it calls and that record, for the lowerings of targets.
#pragma once

#include "llvm/ADT/DenseMap.h"

#include "collector/records/llvm_writer.h"
#include "collector/passes/call_contexts.h"

namespace pstudio {

/// Lets a lowering treat a kernel and its callees as one text: it computes its values once, at the
/// kernel's entry, and uses them wherever a record is, also in callees. finish() then makes every
/// value that crosses into a callee an argument of it, and passes it on at each call.
///
/// A stack variable (llvm.alloca) that crosses is what save_context and restore_context are about:
/// a callee gets a variable of its own, which starts with the caller's value; what it ends with is
/// returned and becomes the caller's. So it stays in a register on both sides.
class KernelFunctions {
public:
  /// Finds the callees and gives each parameters: what is added to its ids, and the conditions that
  /// it asks its callers for. Lowers operation_id and caller_is_sampled.
  explicit KernelFunctions(mlir::FunctionOpInterface kernel);

  /// Visits the operations of the kernel, then of its callees, as Operation::walk does.
  template <class Visit> void walk(Visit visit) {
    m_kernel.walk(visit);
    for (const RecordingCallee &callee : m_callees)
      mlir::FunctionOpInterface(callee.function).walk(visit);
  }

  /// i32: what to add to the tag of a record at `op`, the offset of its ids in their place in the
  /// tag, or the id of the event that a value tells, which is computed in front of `op`; null in
  /// the kernel itself.
  mlir::Value tagOffset(mlir::Operation *op) const;
  /// i32: `tag` with that added, written in front of `op`.
  mlir::Value tagAt(mlir::Operation *op, uint32_t tag) const;

  /// Replaces the values that cross, and erases segment_of_caller, save_context and
  /// restore_context. Only values of the kernel's entry block may cross.
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
