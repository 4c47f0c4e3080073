// SPDX-License-Identifier: Apache-2.0
// The exported dlsym: an own address for the driver's functions, and a jump to the C library's for
// all other names, so that it sees the caller's return address (RTLD_NEXT depends on it).
#include <dlfcn.h>

#include "collector/attach/shim/driver_library.h"
#include "collector/attach/shim/hooks.h"

#if __has_attribute(disable_sanitizer_instrumentation)
#define PSTUDIO_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#else
#define PSTUDIO_UNINSTRUMENTED __attribute__((no_sanitize("address", "thread", "undefined")))
#endif

// Returned in two registers (System V ABI), which the code below reads.
struct PstudioAttachFound {
  void *address;
  unsigned long isFinal; ///< 0: jump to the C library's dlsym
};

extern "C" {
__attribute__((visibility("hidden"))) void *pstudioAttachRealDlsym = nullptr;
__attribute__((visibility("hidden"))) PstudioAttachFound
pstudioAttachFind(void *handle, const char *name, void *caller);
}

// At the entry %rsp is 8 off a multiple of 16; three words more and it is one at the call.
asm(R"(
  .text
  .globl dlsym
  .type dlsym, @function
dlsym:
  .cfi_startproc
  endbr64
  pushq %rdi
  .cfi_adjust_cfa_offset 8
  pushq %rsi
  .cfi_adjust_cfa_offset 8
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  movq 24(%rsp), %rdx
  call pstudioAttachFind
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %rsi
  .cfi_adjust_cfa_offset -8
  popq %rdi
  .cfi_adjust_cfa_offset -8
  testq %rdx, %rdx
  jne 1f
  movq pstudioAttachRealDlsym(%rip), %rax
  jmpq *%rax
1:
  ret
  .cfi_endproc
  .size dlsym, .-dlsym
)");

using Dlsym = void *(*)(void *, const char *);

// Constructors of other libraries, and sanitizers before they are set up, call dlsym; so this
// function needs no constructor and is not instrumented.
PSTUDIO_UNINSTRUMENTED static void *findRealDlsym() {
  void *found = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (!found)
    found = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  __atomic_store_n(&pstudioAttachRealDlsym, found, __ATOMIC_RELAXED);
  return found;
}

PSTUDIO_UNINSTRUMENTED static void *knownRealDlsym() {
  void *known = __atomic_load_n(&pstudioAttachRealDlsym, __ATOMIC_RELAXED);
  return known ? known : findRealDlsym();
}

PSTUDIO_UNINSTRUMENTED PstudioAttachFound pstudioAttachFind(void *handle, const char *name,
                                                            void *caller) {
  knownRealDlsym();
  const bool mayBeHooked = (name[0] == 'c' && name[1] == 'u') || // cu, cupti
                           (name[0] == 'n' && name[1] == 'v' && name[2] == 'r') ||
                           (name[0] == 'h' && name[1] == 'i' && name[2] == 'p') ||
                           (name[0] == '_' && name[1] == '_' && name[2] == 'h');
  if (!mayBeHooked)
    return {nullptr, 0};
  const pstudio::attach::FoundSymbol found = pstudio::attach::findSymbol(handle, name, caller);
  return {found.address, found.isFinal};
}

void *pstudio::attach::realDlsym(void *handle, const char *name) {
  return reinterpret_cast<Dlsym>(knownRealDlsym())(handle, name);
}
