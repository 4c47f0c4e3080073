// SPDX-License-Identifier: Apache-2.0
// Sizes of functions, offsets of calls, and the list of a kernel's operations.
#include "collector/ir/module_operations.h"

#include <algorithm>
#include <functional>

#include "llvm/Support/MathExtras.h"

#include "collector/ir/kernel_function.h"
#include "collector/ir/proton_dialect.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

bool isAnnotation(Operation *op) {
  return isa_and_nonnull<proton::ProtonDialect>(op->getDialect());
}

} // namespace

/// Implements ModuleOperations::run().
class ModuleOperationsBuilder {
public:
  explicit ModuleOperationsBuilder(Operation *module) : m_result(CallGraph(module, isAnnotation)) {}

  FailureOr<ModuleOperations> run() {
    if (failed(m_result.m_calls.check()))
      return failure();
    FailureOr<EventHandles> handles = EventHandles::run(m_result.m_calls);
    if (failed(handles))
      return failure();
    m_result.m_handles = std::move(*handles);
    findFunctions();
    if (failed(analyseFunctions()))
      return failure();
    bool isRight = true;
    for (FunctionOpInterface function : m_result.m_functions)
      if (isKernelFunction(function))
        isRight &= succeeded(checkCount(function));
    if (!isRight)
      return failure();
    for (FunctionOpInterface function : m_result.m_functions)
      placeCalls(function);
    return std::move(m_result);
  }

private:
  void findFunctions() {
    llvm::DenseSet<Operation *> reached;
    for (FunctionOpInterface function : m_result.m_calls.functions())
      if (isKernelFunction(function))
        for (FunctionOpInterface callee : m_result.m_calls.reachableFrom(function))
          reached.insert(callee);
    for (FunctionOpInterface function : m_result.m_calls.functions()) {
      if (!m_result.m_calls.records(function))
        continue;
      if (reached.contains(function))
        m_result.m_functions.push_back(function);
      else
        function->emitWarning() << describeFunction(function)
                                << " is called by no kernel: what it records is left out";
    }
  }

  LogicalResult analyseFunctions() {
    bool isRight = true;
    for (FunctionOpInterface function : m_result.m_functions) {
      FailureOr<ScopeAnalysis> scopes = ScopeAnalysis::run(function, m_result.m_handles);
      isRight &= succeeded(scopes);
      if (succeeded(scopes))
        m_result.m_scopes.try_emplace(function, std::move(*scopes));
    }
    return success(isRight);
  }

  /// Number of ids of a function and of all its calls; saturates.
  uint64_t sizeOf(FunctionOpInterface function) {
    if (const auto known = m_result.m_sizes.find(function); known != m_result.m_sizes.end())
      return known->second;
    const ScopeAnalysis &scopes = m_result.scopesOf(function);
    uint64_t size = scopes.operations().size();
    for (const DirectCall &call : m_result.m_calls.recordingCallsIn(function))
      if (scopes.parentOfCall(call.call))
        size = llvm::SaturatingAdd(size, sizeOf(call.callee));
    m_result.m_sizes[function] = size;
    return size;
  }

  LogicalResult checkCount(FunctionOpInterface kernel) {
    const uint64_t size = sizeOf(kernel);
    if (size <= record::kMaxOperations)
      return success();
    InFlightDiagnostic error = kernel->emitError();
    error << describeFunction(kernel) << " has ";
    if (size == UINT64_MAX)
      error << "more than " << size - 1;
    else
      error << size;
    error
        << " scopes, events and values, counted once for each path of calls, but a record can name "
           "only "
        << record::kMaxOperations
        << ": call the functions with the most records from fewer places, for example from a loop, "
           "or record less in them; a mode can exclude them (exclude=)";
    noteLargest(kernel, error);
    return error;
  }

  struct Share {
    FunctionOpInterface function;
    uint64_t own = 0;
    uint64_t paths = 0;
    uint64_t total() const { return llvm::SaturatingMultiply(own, paths); }
  };

  /// Adds notes that name the functions with the most ids.
  void noteLargest(FunctionOpInterface kernel, InFlightDiagnostic &error) {
    constexpr size_t kMaxNotes = 3;
    std::vector<Share> shares;
    for (const auto &[function, paths] : countPaths(kernel))
      shares.push_back({function, m_result.scopesOf(function).operations().size(), paths});
    std::stable_sort(shares.begin(), shares.end(),
                     [](const Share &a, const Share &b) { return a.total() > b.total(); });
    for (const Share &share : llvm::ArrayRef(shares).take_front(kMaxNotes))
      if (share.own > 0)
        error.attachNote(FunctionOpInterface(share.function).getLoc())
            << describeFunction(share.function) << " has " << share.own << " and is reached over "
            << share.paths << (share.paths == 1 ? " path" : " paths");
  }

  /// The functions with ids below `kernel`, callers first, each with its number of paths.
  std::vector<std::pair<FunctionOpInterface, uint64_t>> countPaths(FunctionOpInterface kernel) {
    std::vector<FunctionOpInterface> order;
    llvm::DenseSet<Operation *> seen;
    orderCalleesFirst(kernel, seen, order);
    llvm::DenseMap<Operation *, uint64_t> paths;
    paths[kernel] = 1;
    std::vector<std::pair<FunctionOpInterface, uint64_t>> counted;
    for (FunctionOpInterface function : llvm::reverse(order)) {
      const uint64_t here = paths.lookup(function);
      counted.emplace_back(function, here);
      for (const DirectCall &call : m_result.callsIn(function)) {
        uint64_t &there = paths[call.callee];
        there = llvm::SaturatingAdd(there, here);
      }
    }
    return counted;
  }

  void orderCalleesFirst(FunctionOpInterface function, llvm::DenseSet<Operation *> &seen,
                         std::vector<FunctionOpInterface> &order) {
    if (!seen.insert(function).second)
      return;
    for (const DirectCall &call : m_result.callsIn(function))
      orderCalleesFirst(call.callee, seen, order);
    order.push_back(function);
  }

  void placeCalls(FunctionOpInterface function) {
    sizeOf(function); // not computed yet if control reaches no call of it
    uint64_t next = m_result.scopesOf(function).operations().size();
    for (const DirectCall &call : m_result.callsIn(function)) {
      m_result.m_offsets[call.call] = static_cast<uint32_t>(next);
      next += sizeOf(call.callee);
    }
  }

  ModuleOperations m_result;
};

FailureOr<ModuleOperations> ModuleOperations::run(Operation *module) {
  return ModuleOperationsBuilder(module).run();
}

SmallVector<DirectCall> ModuleOperations::callsIn(FunctionOpInterface function) const {
  const ScopeAnalysis &scopes = scopesOf(function);
  SmallVector<DirectCall> calls = m_calls.recordingCallsIn(function);
  llvm::erase_if(calls, [&](const DirectCall &call) {
    return !scopes.parentOfCall(call.call) ||
           (m_sizes.lookup(call.callee) == 0 && !m_handles.recordsForCallers(call.callee));
  });
  return calls;
}

std::vector<KernelOperation> ModuleOperations::operationsOf(FunctionOpInterface kernel) const {
  std::vector<KernelOperation> result;
  KernelOperation at; // the current path, and the scope around it
  const std::function<void(FunctionOpInterface)> add = [&](FunctionOpInterface function) {
    const auto base = static_cast<int32_t>(result.size());
    const int32_t around = at.parent;
    const ScopeAnalysis &scopes = scopesOf(function);
    for (const ScopeOperation &operation : scopes.operations())
      result.push_back(
          {&operation, operation.parent < 0 ? around : base + operation.parent, at.path});
    for (const DirectCall &call : callsIn(function)) {
      const int32_t parent = scopes.parentOfCall(call.call).value_or(-1);
      at.parent = parent < 0 ? around : base + parent;
      at.path.push_back(call);
      add(call.callee);
      at.path.pop_back();
    }
    at.parent = around;
  };
  add(kernel);
  return result;
}

} // namespace pstudio
