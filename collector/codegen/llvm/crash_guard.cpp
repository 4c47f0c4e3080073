// SPDX-License-Identifier: Apache-2.0
// A signal handler and LLVM's handler of fatal errors, which both jump back to the guard.
#include "collector/codegen/llvm/crash_guard.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio {
namespace {

constexpr std::array kSignals = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE};
constexpr size_t kMaxText = 1000;        ///< of LLVM's message and of the steps, each [bytes]
constexpr size_t kStackBytes = 64 << 10; ///< of the handlers: the thread's own may be full
constexpr int kFatalError = -1;

/// Text of fixed size: the heap may be locked where a signal arrives.
struct FixedText {
  std::array<char, kMaxText> text{};
  size_t size = 0;

  void assign(std::string_view from) {
    size = std::min(from.size(), text.size());
    std::memcpy(text.data(), from.data(), size);
  }
  std::string_view view() const { return {text.data(), size}; }
};

struct Guard {
  sigjmp_buf jump;
  Guard *outer = nullptr;
  const void *steps = nullptr; ///< of LLVM's "pretty stack" when the guard began
  FixedText reason, where;
};

/// The guard of this thread: a signal handler has no other way to find the guard of its thread.
thread_local Guard *currentGuard = nullptr;

/// The two innermost steps since the guard began, the inner one first.
void noteSteps(Guard &guard) {
  llvm::SmallString<kMaxText> text;
  llvm::raw_svector_ostream stream(text);
  const auto *step = static_cast<const llvm::PrettyStackTraceEntry *>(llvm::SavePrettyStackState());
  for (int count = 0; step && step != guard.steps && text.size() < kMaxText / 2 && count < 4;
       step = step->getNextEntry()) {
    const size_t before = text.size();
    step->print(stream);
    while (!text.empty() && text.back() == '\n')
      text.pop_back();
    if (text.size() == before)
      continue;
    stream << '\n';
    ++count;
  }
  guard.where.assign({text.data(), text.size()});
}

[[noreturn]] void leave(Guard &guard, int how) {
  currentGuard = guard.outer; // a second crash here belongs to the outer guard
  noteSteps(guard);
  siglongjmp(guard.jump, how);
}

void onFatalError(void *, const char *reason, bool) {
  if (!currentGuard) {
    std::fprintf(stderr, "LLVM ERROR: %s\n", reason); // LLVM ends the process now
    return;
  }
  const std::string_view words(reason);
  currentGuard->reason.assign(words.substr(0, words.find('\n'))); // a dump of nodes follows
  leave(*currentGuard, kFatalError);
}

/// The process's handlers, and those before them.
class Handlers {
public:
  Handlers() {
    llvm::install_fatal_error_handler(&onFatalError);
    struct sigaction action {};
    action.sa_handler = &Handlers::onSignal;
    action.sa_flags = SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < kSignals.size(); ++i)
      ::sigaction(kSignals[i], &action, &former()[i]);
  }

private:
  using Actions = std::array<struct sigaction, kSignals.size()>;
  static Actions &former() {
    static Actions actions{};
    return actions;
  }

  static void onSignal(int signal) {
    if (currentGuard)
      leave(*currentGuard, signal);
    const auto found = std::find(kSignals.begin(), kSignals.end(), signal);
    ::sigaction(signal, &former()[static_cast<size_t>(found - kSignals.begin())], nullptr);
    ::raise(signal);
  }
};

/// A stack for the handlers of this thread, unless it has one.
class HandlerStack {
public:
  HandlerStack() {
    stack_t now{};
    if (::sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0)
      return;
    m_memory = std::make_unique<std::byte[]>(kStackBytes);
    stack_t mine{};
    mine.ss_sp = m_memory.get();
    mine.ss_size = kStackBytes;
    ::sigaltstack(&mine, nullptr);
  }
  ~HandlerStack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    if (m_memory)
      ::sigaltstack(&none, nullptr);
  }
  HandlerStack(const HandlerStack &) = delete;
  HandlerStack &operator=(const HandlerStack &) = delete;

private:
  std::unique_ptr<std::byte[]> m_memory;
};

/// 0, or the reason for which the work ended. No object here has a destructor that the jump would
/// skip.
int runTo(Guard &guard, llvm::function_ref<void()> work) {
  const int how = sigsetjmp(guard.jump, /*savemask=*/1);
  if (how == 0)
    work();
  return how;
}

/// PLACE of the first line "operation 'NAME' at PLACE"; empty if there is none.
std::string placeIn(std::string_view steps) {
  constexpr std::string_view kAt = "' at ";
  const size_t operation = steps.find("operation '");
  const size_t at = operation == steps.npos ? steps.npos : steps.find(kAt, operation);
  if (at == steps.npos)
    return {};
  const std::string_view rest = steps.substr(at + kAt.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

Error errorOf(const Guard &guard, int how) {
  std::string message =
      how == kFatalError
          ? "LLVM cannot compile this: " + std::string(guard.reason.view())
          : "the compiler failed with SIG" + std::string(::sigabbrev_np(how)) + " in this code";
  std::string steps(guard.where.view());
  while (steps.ends_with('\n'))
    steps.pop_back();
  for (size_t at = 0; (at = steps.find('\n', at)) != std::string::npos;)
    steps.replace(at, 1, "; ");
  if (!steps.empty())
    message += " (" + steps + ")";
  return {ErrorCode::CompileFailed, std::move(message), placeIn(guard.where.view()),
          "the code may be valid but is not supported by LLVM 19; remove or replace the operation"};
}

} // namespace

std::optional<Error> runGuarded(llvm::function_ref<void()> work) {
  static const Handlers handlers;
  const HandlerStack stack;
  Guard guard;
  guard.outer = currentGuard;
  guard.steps = llvm::SavePrettyStackState();
  currentGuard = &guard;
  const int how = runTo(guard, work);
  currentGuard = guard.outer;
  if (how == 0)
    return std::nullopt;
  llvm::RestorePrettyStackState(guard.steps);
  return errorOf(guard, how);
}

void CompileStep::print(llvm::raw_ostream &stream) const {
  if (m_name.empty())
    return;
  stream << m_kind << " '" << m_name << '\'';
  if (!m_function.empty())
    stream << " on function '@" << m_function << '\'';
  stream << '\n';
}

} // namespace pstudio
