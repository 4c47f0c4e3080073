// SPDX-License-Identifier: Apache-2.0
// Fibers: 20 instructions of x86-64, or ucontext on other processors. Every switch is announced to
// the sanitizer.
#include "collector/runtime/cpu/fiber.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "core/base/check.h"

#if defined(__x86_64__) && !defined(PSTUDIO_FIBER_UCONTEXT)
#define PSTUDIO_FIBER_ASM 1
#else
#define PSTUDIO_FIBER_ASM 0
#include <ucontext.h>
#endif

#ifdef PSTUDIO_SANITIZE
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace pstudio::cpu {

// --- Stacks
// ---------------------------------------------------------------------------------------------------

Result<FiberStacks> FiberStacks::allocate(size_t count, size_t stackBytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  FiberStacks stacks;
  stacks.m_stackBytes = (stackBytes + page - 1) / page * page;
  stacks.m_stride = stacks.m_stackBytes + page;
  void *memory = mmap(nullptr, stacks.m_stride * count, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return fail(ErrorCode::RunFailed, "cannot reserve " + std::to_string(stacks.m_stride * count) +
                                          " bytes for the stacks of " + std::to_string(count) +
                                          " threads: " + std::strerror(errno));
  stacks.m_memory = static_cast<std::byte *>(memory);
  stacks.m_count = count;
  for (size_t i = 0; i < count; ++i)
    if (mprotect(stacks.m_memory + i * stacks.m_stride, page, PROT_NONE) != 0)
      return fail(ErrorCode::RunFailed,
                  std::string("cannot protect the end of a thread's stack: ") +
                      std::strerror(errno));
  return stacks;
}

FiberStacks::FiberStacks(FiberStacks &&other) noexcept {
  *this = std::move(other);
}

FiberStacks &FiberStacks::operator=(FiberStacks &&other) noexcept {
  std::swap(m_memory, other.m_memory);
  std::swap(m_count, other.m_count);
  std::swap(m_stackBytes, other.m_stackBytes);
  std::swap(m_stride, other.m_stride);
  return *this;
}

FiberStacks::~FiberStacks() {
  if (m_memory)
    munmap(m_memory, m_stride * m_count);
}

std::byte *FiberStacks::bottom(size_t index) const {
  PSTUDIO_CHECK(index < m_count);
  return m_memory + index * m_stride + (m_stride - m_stackBytes);
}

// --- Switching
// ------------------------------------------------------------------------------------------------

struct Fiber::State {
#if PSTUDIO_FIBER_ASM
  void *fiberStackPointer = nullptr;
  void *ownerStackPointer = nullptr;
#else
  ucontext_t fiber{};
  ucontext_t owner{};
#endif
  // Arguments of the address sanitizer's switch functions: the fake stacks of both sides, and the
  // owner's real stack.
  void *fiberFakeStack = nullptr;
  void *ownerFakeStack = nullptr;
  const void *ownerStackBottom = nullptr;
  size_t ownerStackBytes = 0;
};

namespace {

void announceSwitch([[maybe_unused]] void **fakeStackOfLeaver, [[maybe_unused]] const void *bottom,
                    [[maybe_unused]] size_t bytes) {
#ifdef PSTUDIO_SANITIZE
  __sanitizer_start_switch_fiber(fakeStackOfLeaver, bottom, bytes);
#endif
}

void confirmSwitch([[maybe_unused]] void *fakeStackOfArriver,
                   [[maybe_unused]] const void **previousBottom,
                   [[maybe_unused]] size_t *previousBytes) {
#ifdef PSTUDIO_SANITIZE
  __sanitizer_finish_switch_fiber(fakeStackOfArriver, previousBottom, previousBytes);
#endif
}

} // namespace

/// First function on a fiber's stack.
void fiberEntry(Fiber *fiber) {
  Fiber::loop(fiber);
}

void Fiber::loop(Fiber *fiber) {
  confirmSwitch(nullptr, &fiber->m_state->ownerStackBottom, &fiber->m_state->ownerStackBytes);
  for (;;) {
    fiber->m_body(fiber->m_argument);
    fiber->suspend();
  }
}

#if PSTUDIO_FIBER_ASM

extern "C" {
/// Pushes the callee-saved registers, stores the stack pointer to *saveTo and continues where
/// `continueAt` was saved.
void pstudio_fiber_switch(void **saveTo, void *continueAt);
/// Calls pstudioFiberStart(rbx): where a fresh stack "returns" to.
void pstudio_fiber_trampoline();
void pstudioFiberStart(Fiber *fiber) {
  fiberEntry(fiber);
}
}

asm(R"(
.text
.p2align 4
.globl pstudio_fiber_switch
.hidden pstudio_fiber_switch
.type pstudio_fiber_switch,@function
pstudio_fiber_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size pstudio_fiber_switch,.-pstudio_fiber_switch
.globl pstudio_fiber_trampoline
.hidden pstudio_fiber_trampoline
.type pstudio_fiber_trampoline,@function
pstudio_fiber_trampoline:
  movq %rbx, %rdi
  call pstudioFiberStart
  ud2
.size pstudio_fiber_trampoline,.-pstudio_fiber_trampoline
)");

namespace {
/// A stack as pstudio_fiber_switch leaves it: six registers (rbx holds the fiber) below the return
/// address.
void *prepareStack(std::byte *bottom, size_t bytes, Fiber *fiber) {
  auto *top = reinterpret_cast<uint64_t *>(bottom + bytes);
  *--top = 0; // keeps the trampoline's stack 16-byte aligned at its call
  *--top = 0;
  *--top = reinterpret_cast<uint64_t>(&pstudio_fiber_trampoline);
  *--top = 0;                                 // rbp
  *--top = reinterpret_cast<uint64_t>(fiber); // rbx
  for (int i = 0; i < 4; ++i)
    *--top = 0; // r12 .. r15
  return top;
}
} // namespace

void Fiber::resume() {
  announceSwitch(&m_state->ownerFakeStack, m_stackBottom, m_stackBytes);
  pstudio_fiber_switch(&m_state->ownerStackPointer, m_state->fiberStackPointer);
  confirmSwitch(m_state->ownerFakeStack, nullptr, nullptr);
}

void Fiber::suspend() {
  announceSwitch(&m_state->fiberFakeStack, m_state->ownerStackBottom, m_state->ownerStackBytes);
  pstudio_fiber_switch(&m_state->fiberStackPointer, m_state->ownerStackPointer);
  confirmSwitch(m_state->fiberFakeStack, &m_state->ownerStackBottom, &m_state->ownerStackBytes);
}

#else

namespace {
/// makecontext passes ints only, so the pointer travels in two halves.
void contextEntry(unsigned high, unsigned low) {
  fiberEntry(reinterpret_cast<Fiber *>(static_cast<uintptr_t>(uint64_t{high} << 32 | low)));
}
} // namespace

void Fiber::resume() {
  announceSwitch(&m_state->ownerFakeStack, m_stackBottom, m_stackBytes);
  swapcontext(&m_state->owner, &m_state->fiber);
  confirmSwitch(m_state->ownerFakeStack, nullptr, nullptr);
}

void Fiber::suspend() {
  announceSwitch(&m_state->fiberFakeStack, m_state->ownerStackBottom, m_state->ownerStackBytes);
  swapcontext(&m_state->fiber, &m_state->owner);
  confirmSwitch(m_state->fiberFakeStack, &m_state->ownerStackBottom, &m_state->ownerStackBytes);
}

#endif

#ifdef PSTUDIO_SANITIZE
/// The sanitizer frees a fake stack only when its owner leaves it for good, so the calling thread
/// takes the fiber's, leaves it with nowhere to save it, and takes its own again. No frame of the
/// fiber is in use any more, and this function has no local variable on either fake stack.
void Fiber::releaseFakeStack() {
  if (!m_state->fiberFakeStack)
    return;
  const void **bottom = &m_state->ownerStackBottom;
  size_t *bytes = &m_state->ownerStackBytes;
  __sanitizer_start_switch_fiber(&m_state->ownerFakeStack, m_stackBottom, m_stackBytes);
  __sanitizer_finish_switch_fiber(m_state->fiberFakeStack, bottom, bytes);
  __sanitizer_start_switch_fiber(nullptr, *bottom, *bytes);
  __sanitizer_finish_switch_fiber(m_state->ownerFakeStack, nullptr, nullptr);
  m_state->fiberFakeStack = nullptr;
}
#endif

Fiber::Fiber(std::byte *stackBottom, size_t stackBytes, Body body, void *argument)
    : m_state(std::make_unique<State>()), m_stackBottom(stackBottom), m_stackBytes(stackBytes),
      m_body(body), m_argument(argument) {
#if PSTUDIO_FIBER_ASM
  m_state->fiberStackPointer = prepareStack(stackBottom, stackBytes, this);
#else
  getcontext(&m_state->fiber);
  m_state->fiber.uc_stack.ss_sp = stackBottom;
  m_state->fiber.uc_stack.ss_size = stackBytes;
  m_state->fiber.uc_link = nullptr;
  const uint64_t self = reinterpret_cast<uintptr_t>(this);
  makecontext(&m_state->fiber, reinterpret_cast<void (*)()>(contextEntry), 2,
              static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
#endif
}

Fiber::~Fiber() {
#ifdef PSTUDIO_SANITIZE
  releaseFakeStack();
  // The frames of an abandoned fiber leave poisoned shadow memory. Clear it for the next mapping
  // here.
  ASAN_UNPOISON_MEMORY_REGION(m_stackBottom, m_stackBytes);
#endif
}

} // namespace pstudio::cpu
