// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cpu/fiber.h"

#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "core/base/check.h"

#ifdef PSTUDIO_SANITIZE
#include <sanitizer/asan_interface.h>
#endif

namespace pstudio::cpu {

// --- Stacks
// ---------------------------------------------------------------------------------------------------

Result<FiberStacks> FiberStacks::allocate(size_t count, size_t stackBytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  FiberStacks stacks;
  stacks.m_count = count;
  stacks.m_stackBytes = (stackBytes + page - 1) / page * page;
  stacks.m_stride = stacks.m_stackBytes + page;
  const size_t bytes = stacks.m_stride * count;
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return fail(ErrorCode::RunFailed, "cannot reserve " + std::to_string(bytes) +
                                          " bytes for the stacks of " + std::to_string(count) +
                                          " threads: " + std::strerror(errno));
  stacks.m_memory = {static_cast<std::byte *>(memory), Unmap{bytes}};
  for (size_t i = 0; i < count; ++i)
    if (mprotect(stacks.m_memory.get() + i * stacks.m_stride, page, PROT_NONE) != 0)
      return fail(ErrorCode::RunFailed,
                  std::string("cannot protect the end of a thread's stack: ") +
                      std::strerror(errno));
  return stacks;
}

void FiberStacks::Unmap::operator()(std::byte *memory) const {
  munmap(memory, bytes);
}

std::byte *FiberStacks::bottom(size_t index) const {
  PSTUDIO_CHECK(index < m_count);
  return m_memory.get() + index * m_stride + (m_stride - m_stackBytes);
}

// --- Switching
// ------------------------------------------------------------------------------------------------

Fiber::Fiber(std::byte *stackBottom, size_t stackBytes, Body body, void *argument)
    : m_stackBottom(stackBottom), m_stackBytes(stackBytes), m_body(body), m_argument(argument),
      m_fiber(boost::context::detail::make_fcontext(
          stackBottom + stackBytes, stackBytes, [](boost::context::detail::transfer_t owner) {
            auto *fiber = static_cast<Fiber *>(owner.data);
            fiber->m_owner = owner.fctx;
            confirmSwitch(nullptr, &fiber->m_ownerStackBottom, &fiber->m_ownerStackBytes);
            for (;;) {
              fiber->m_body(fiber->m_argument);
              fiber->suspend();
            }
          })) {}

void Fiber::suspend() {
  announceSwitch(&m_fiberFakeStack, m_ownerStackBottom, m_ownerStackBytes);
  m_owner = boost::context::detail::jump_fcontext(m_owner, nullptr).fctx;
  confirmSwitch(m_fiberFakeStack, &m_ownerStackBottom, &m_ownerStackBytes);
}

Fiber::~Fiber() {
#ifdef PSTUDIO_SANITIZE
  // The sanitizer frees a fake stack only when its owner leaves it for good, so the calling thread
  // takes the fiber's, leaves it with nowhere to save it, and takes its own again. No frame of the
  // fiber is in use any more, and this function has no local variable on either fake stack.
  if (m_fiberFakeStack) {
    announceSwitch(&m_ownerFakeStack, m_stackBottom, m_stackBytes);
    confirmSwitch(m_fiberFakeStack, &m_ownerStackBottom, &m_ownerStackBytes);
    announceSwitch(nullptr, m_ownerStackBottom, m_ownerStackBytes);
    confirmSwitch(m_ownerFakeStack, nullptr, nullptr);
  }
  // The frames of an abandoned fiber leave poisoned shadow memory. Clear it for the next mapping
  // here.
  ASAN_UNPOISON_MEMORY_REGION(m_stackBottom, m_stackBytes);
#endif
}

} // namespace pstudio::cpu
