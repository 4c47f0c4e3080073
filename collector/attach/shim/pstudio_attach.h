// SPDX-License-Identifier: Apache-2.0
// What a program may call in the preloaded library, in C.
//
// All functions may be called at any time from any thread, before and after CUDA is used; none
// fails, none throws. Without a server they do nothing.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** 1. Callers check it before anything else. */
uint32_t pstudio_attach_version(void);

/** The compiler of the kernel `function` (a CUfunction or CUkernel) keeps its code in the file
 * `cubin`, its metadata in `metadata` (JSON; null if unknown). Call it after the module was loaded
 * and before the kernel's first launch. */
void pstudio_attach_kernel_source(uint64_t function, const char *cubin, const char *metadata);

/** The calling thread enters (1) or leaves (0) an autotuner's benchmark. Calls nest. */
void pstudio_attach_autotune(int begin);

/** The Python interpreter of this process: sys.executable and the entries of sys.path. */
void pstudio_attach_interpreter(const char *executable, const char *const *path, uint32_t count);

/** A line for the report; `code` is one of report_codes.h. */
void pstudio_attach_notice(const char *code, const char *text);

/** Waits until the records of finished launches are in their files, at most `milliseconds`. */
void pstudio_attach_flush(uint32_t milliseconds);

#ifdef __cplusplus
}
#endif
