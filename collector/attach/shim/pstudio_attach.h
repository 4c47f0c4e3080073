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

/* Where in the program its launches are. Names are numbers of pstudio_attach_intern; 0 is none. */

/** The number of a text (UTF-8), the same at each call; 0 for an empty one. Cost: the length of the
 * text. */
uint32_t pstudio_attach_intern(const char *text);

/** The calling thread enters a scope, inside of those that it is in; leaves it. Returns the number
 * of the entry, 0 if there is none. Threads without scopes are where the main thread is. */
uint64_t pstudio_attach_scope_enter(uint32_t name);
void pstudio_attach_scope_exit(uint64_t scope);

/** The launches of the calling thread until the exit have this name and the metrics of this number.
 * Inside of an operation another one is not noted, and 0 is returned. */
uint64_t pstudio_attach_operation_enter(uint32_t name);
void pstudio_attach_operation_exit(uint64_t operation);

/** What the calling thread does in its next launches, and a part of it (may be 0); 0, 0: nothing
 * special. */
void pstudio_attach_state(uint32_t name, uint32_t part);

/** A metric of a scope, also after its exit, of an operation, or (0) of the thread's path. An
 * exclusive one is not added to outer scopes. */
void pstudio_attach_metric(uint64_t scope, uint32_t name, double value, int is_exclusive);
void pstudio_attach_metric_integer(uint64_t scope, uint32_t name, int64_t value, int is_exclusive);

/** A session of the program: 1 started, 2 activated, 3 deactivated, 4 finalized; its name if it
 * started. */
void pstudio_attach_session(uint32_t session, uint32_t change, uint32_t name);

/** The number of the call path of a launch that the calling thread would make now (0: none). */
uint32_t pstudio_attach_path(void);

/** The Python interpreter of this process: sys.executable and the entries of sys.path. */
void pstudio_attach_interpreter(const char *executable, const char *const *path, uint32_t count);

/** Source files of modules that Python has imported since the last call; absolute paths. Lost if
 * the program has not used the driver yet. */
void pstudio_attach_python_files(const char *const *files, uint32_t count);

/** A line for the report; `code` is one of report_codes.h. */
void pstudio_attach_notice(const char *code, const char *text);

/** Waits until the records of finished launches are in their files, at most `milliseconds`. */
void pstudio_attach_flush(uint32_t milliseconds);

#ifdef __cplusplus
}
#endif
