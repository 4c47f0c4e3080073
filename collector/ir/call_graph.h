// SPDX-License-Identifier: Apache-2.0
// The functions that a kernel calls, and those of them that record.
#pragma once

#include <vector>

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

/// A call of a function that has a body.
struct DirectCall {
  mlir::CallOpInterface call;
  mlir::FunctionOpInterface callee;
};

/// The function that a call names; null for a call through a value, and if there is no such
/// function.
mlir::FunctionOpInterface calleeOf(mlir::CallOpInterface call);

/// "the function 'f'", or "the kernel 'k'".
std::string describeFunction(mlir::FunctionOpInterface function);

/// The calls between the functions of one module. A function is anything with FunctionOpInterface:
/// gpu.func, func.func, llvm.func.
///
/// A function *records* if `isRecord` holds for an operation of it, or if it calls, over any number
/// of calls, a function that does.
class CallGraph {
public:
  /// O(operations). `module` must outlive the graph and must not change.
  CallGraph(mlir::Operation *module, llvm::function_ref<bool(mlir::Operation *)> isRecord);

  mlir::Operation *module() const { return m_module; }
  /// All functions with a body, in the order of the text.
  llvm::ArrayRef<mlir::FunctionOpInterface> functions() const { return m_functions; }
  /// The calls in a function, in the order of the text. Calls of functions without a body are not
  /// among them: those record nothing.
  llvm::ArrayRef<DirectCall> callsIn(mlir::FunctionOpInterface function) const;
  /// The calls through a value in a function, in the order of the text.
  llvm::ArrayRef<mlir::CallOpInterface> indirectCallsIn(mlir::FunctionOpInterface function) const;
  /// The calls of callsIn() whose callee records.
  llvm::SmallVector<DirectCall> recordingCallsIn(mlir::FunctionOpInterface function) const;
  bool records(mlir::FunctionOpInterface function) const { return m_recording.contains(function); }

  /// `root` and the functions that it calls, over any number of calls: callers' own calls in the
  /// order of the text, each function once, `root` first.
  llvm::SmallVector<mlir::FunctionOpInterface> reachableFrom(mlir::FunctionOpInterface root) const;

  /// Rejects code that makes the call paths unknown: a function that records and calls itself over
  /// any number of calls; a function that records whose address is taken. The latter is reported at
  /// each call through a value that a kernel reaches, or where the address is taken if there is no
  /// such call. The errors and their notes name the calls from a kernel to there with their
  /// locations. O(operations).
  mlir::LogicalResult check() const;

private:
  struct Node {
    llvm::SmallVector<DirectCall> calls;
    llvm::SmallVector<mlir::CallOpInterface> indirectCalls;
  };
  friend class CallGraphChecker;

  void addFunction(mlir::FunctionOpInterface function,
                   llvm::function_ref<bool(mlir::Operation *)> isRecord);
  void addCallersOfRecording();

  mlir::Operation *m_module;
  std::vector<mlir::FunctionOpInterface> m_functions;
  llvm::DenseMap<mlir::Operation *, Node> m_nodes;
  llvm::DenseSet<mlir::Operation *> m_recording;
};

} // namespace pstudio
