// SPDX-License-Identifier: Apache-2.0
// A stack of its own for each GPU thread, and the switch between it and the worker that schedules
// it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/result.h"

namespace pstudio::cpu {

/// Stack of a GPU thread [bytes]. Kernels keep little on it; the need of a math library function or
/// of an error message is the measure.
#ifdef PSTUDIO_SANITIZE
inline constexpr size_t kStackBytes = 256 * 1024;
#else
inline constexpr size_t kStackBytes = 64 * 1024;
#endif
/// Of these, for functions of the runtime and of libraries [bytes].
inline constexpr size_t kReservedStackBytes = kStackBytes / 4;

/// Memory for `count` fiber stacks of `stackBytes` each, with an inaccessible page below every one:
/// a stack overflow is a fault at once instead of another thread's silent corruption. O(count)
/// system calls. [not thread-safe]
class FiberStacks {
public:
  static Result<FiberStacks> allocate(size_t count, size_t stackBytes);
  FiberStacks(FiberStacks &&) noexcept;
  FiberStacks &operator=(FiberStacks &&) noexcept;
  ~FiberStacks();

  size_t count() const { return m_count; }
  size_t stackBytes() const { return m_stackBytes; }
  std::byte *bottom(size_t index) const; ///< lowest usable address of stack `index`

private:
  FiberStacks() = default;
  std::byte *m_memory = nullptr;
  size_t m_count = 0;
  size_t m_stackBytes = 0; ///< usable, without the guard page
  size_t m_stride = 0;
};

/// One resumable activity. The owner calls resume(); the body calls suspend() to give control back.
/// The body is called again on the next resume after it has returned, so one fiber plays many GPU
/// threads in turn. Dropping a suspended fiber abandons its frames: their destructors do not run.
/// About 40 ns for a resume and suspend pair on x86-64. Both ends must be on the same host thread.
class Fiber {
public:
  using Body = void (*)(void *argument);

  Fiber(std::byte *stackBottom, size_t stackBytes, Body body, void *argument);
  ~Fiber();
  Fiber(Fiber &&) = delete;
  Fiber &operator=(Fiber &&) = delete;

  /// Runs the fiber until it suspends or its body returns.
  void resume();
  /// Returns from the resume() that runs this fiber. Call on the fiber only.
  void suspend();

  struct State; ///< saved registers, by platform
private:
  static void loop(Fiber *fiber);
#ifdef PSTUDIO_SANITIZE
  void releaseFakeStack();
#endif
  friend void fiberEntry(Fiber *fiber);
  std::unique_ptr<State> m_state;
  std::byte *m_stackBottom;
  size_t m_stackBytes;
  Body m_body;
  void *m_argument;
};

} // namespace pstudio::cpu
