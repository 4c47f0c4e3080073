// SPDX-License-Identifier: Apache-2.0
// A stack of its own for each GPU thread, and the switch between it and the worker that schedules
// it.
#pragma once

#include <cstddef>
#include <memory>

#include <boost/context/detail/fcontext.hpp>

#include "core/base/result.h"

#ifdef PSTUDIO_SANITIZE
#include <sanitizer/common_interface_defs.h>
#endif

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

  size_t count() const { return m_count; }
  size_t stackBytes() const { return m_stackBytes; }
  std::byte *bottom(size_t index) const; ///< lowest usable address of stack `index`

private:
  struct Unmap {
    size_t bytes;
    void operator()(std::byte *memory) const;
  };
  std::unique_ptr<std::byte, Unmap> m_memory;
  size_t m_count = 0;
  size_t m_stackBytes = 0; ///< usable, without the guard page
  size_t m_stride = 0;
};

/// One resumable activity. The owner calls resume(); the body calls suspend() to give control back.
/// The body is called again on the next resume after it has returned, so one fiber plays many GPU
/// threads in turn. Dropping a suspended fiber abandons its frames: their destructors do not run.
/// 20 to 50 ns for a resume and suspend pair on x86-64. Both ends must be on the same host thread.
class Fiber {
public:
  using Body = void (*)(void *argument);

  Fiber(std::byte *stackBottom, size_t stackBytes, Body body, void *argument);
  ~Fiber();
  Fiber(Fiber &&) = delete;
  Fiber &operator=(Fiber &&) = delete;

  /// Runs the fiber until it suspends or its body returns. Inline, because the processor
  /// mispredicts the returns after a switch.
  void resume() {
    announceSwitch(&m_ownerFakeStack, m_stackBottom, m_stackBytes);
    m_fiber = boost::context::detail::jump_fcontext(m_fiber, this).fctx;
    confirmSwitch(m_ownerFakeStack, nullptr, nullptr);
  }
  /// Returns from the resume() that runs this fiber. Call on the fiber only.
  void suspend();

private:
  // Every switch is announced to the address sanitizer.
#ifdef PSTUDIO_SANITIZE
  static void announceSwitch(void **fakeStackOfLeaver, const void *bottom, size_t bytes) {
    __sanitizer_start_switch_fiber(fakeStackOfLeaver, bottom, bytes);
  }
  static void confirmSwitch(void *fakeStackOfArriver, const void **bottom, size_t *bytes) {
    __sanitizer_finish_switch_fiber(fakeStackOfArriver, bottom, bytes);
  }
#else
  static void announceSwitch(void **, const void *, size_t) {}
  static void confirmSwitch(void *, const void **, size_t *) {}
#endif

  std::byte *m_stackBottom;
  size_t m_stackBytes;
  Body m_body;
  void *m_argument;
  // Boost's contexts: the saved registers of a side, on its stack.
  void *m_fiber;           ///< where the next resume() continues
  void *m_owner = nullptr; ///< where the next suspend() continues
  // Arguments of the address sanitizer's switch functions: the fake stacks of both sides, and the
  // owner's real stack.
  void *m_fiberFakeStack = nullptr;
  void *m_ownerFakeStack = nullptr;
  const void *m_ownerStackBottom = nullptr;
  size_t m_ownerStackBytes = 0;
};

} // namespace pstudio::cpu
