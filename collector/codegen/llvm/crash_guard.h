// SPDX-License-Identifier: Apache-2.0
// Guards against code that LLVM and MLIR cannot compile and do not report: they end the process or
// crash.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/PrettyStackTrace.h"

namespace pstudio {

/// Executes `work` on this thread. If it ends with a fatal error of LLVM, an abort or a crash, this
/// returns an error: CompileFailed with LLVM's message or the signal, the passes and the operation
/// that were in progress. In this case the objects on the stack of `work` are not destroyed: their
/// memory is leaked, and objects that `work` changed must not be used or destroyed. Installs the
/// process's handlers of LLVM's fatal errors and of SIGSEGV, SIGABRT, SIGBUS, SIGILL and SIGFPE at
/// the first call; outside of guarded work they act as the previous handlers. May be nested.
/// [thread: any; other threads that `work` starts are not guarded]
std::optional<Error> runGuarded(llvm::function_ref<void()> work);

/// As runGuarded(), of a function that returns a Result. `where` is the place of an error without
/// a known operation.
template <class Work> auto guarded(std::string_view where, Work work) -> decltype(work()) {
  using Outcome = decltype(work());
  auto outcome = std::make_unique<std::optional<Outcome>>();
  std::optional<Error> error = runGuarded([&] { outcome->emplace(work()); });
  if (!error)
    return std::move(**outcome);
  if (error->where.empty())
    error->where = where;
  return tl::unexpected<Error>(*std::move(error));
}

/// During its lifetime, messages of runGuarded() name this step: "pass 'GVNPass' on function '@k'".
/// The texts must outlive it. A step that prints "operation 'NAME' at PLACE" makes PLACE the place
/// of the error. [one thread]
class CompileStep final : public llvm::PrettyStackTraceEntry {
public:
  explicit CompileStep(llvm::StringRef kind) : m_kind(kind) {}
  /// Starts the next step, and sets the function that it processes, if any.
  void set(llvm::StringRef name, llvm::StringRef function) {
    m_name = name;
    m_function = function;
  }
  void print(llvm::raw_ostream &stream) const override;

private:
  llvm::StringRef m_kind, m_name, m_function;
};

} // namespace pstudio
