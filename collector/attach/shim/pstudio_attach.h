// SPDX-License-Identifier: Apache-2.0
// C interface of the preloaded library for programs.
//
// All functions may be called at any time from any thread, before and after the first use of CUDA.
// No function fails or throws. Without a server they do nothing.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns 1. Callers must check it before any other call. */
uint32_t pstudio_attach_version(void);

/** Sets the files of the kernel `function` (a CUfunction or CUkernel) in the compiler's cache: its code
 * `cubin` and its metadata `metadata` (JSON; null if unknown). Call it after the module was loaded and
 * before the kernel's first launch. */
void pstudio_attach_kernel_source(uint64_t function, const char *cubin, const char *metadata);

/** The calling thread enters (1) or leaves (0) an autotuner's benchmark. Calls nest. */
void pstudio_attach_autotune(int begin);

/* Call paths of launches. Names are numbers of pstudio_attach_intern; 0 is none. */

/** The number of a text (UTF-8), the same at each call; 0 for an empty text. O(length of the text). */
uint32_t pstudio_attach_intern(const char *text);

/** The calling thread enters a scope, nested in its current scopes, or leaves it. Enter returns the
 * number of the entry, or 0 if there is none. Threads without scopes use the path of the main thread. */
uint64_t pstudio_attach_scope_enter(uint32_t name);
void pstudio_attach_scope_exit(uint64_t scope);

/** Starts an operation: until its exit, launches of the calling thread have this name and the metrics
 * of the returned number. Operations do not nest: inside of another one, returns 0 without effect. */
uint64_t pstudio_attach_operation_enter(uint32_t name);
void pstudio_attach_operation_exit(uint64_t operation);

/** Sets the state of the calling thread's next launches, and a part of it (may be 0); 0, 0: no state. */
void pstudio_attach_state(uint32_t name, uint32_t part);

/** Adds a metric of a scope (also after its exit), of an operation, or (0) of the thread's path. An
 * exclusive metric is not added to outer scopes. */
void pstudio_attach_metric(uint64_t scope, uint32_t name, double value, int is_exclusive);
void pstudio_attach_metric_integer(uint64_t scope, uint32_t name, int64_t value, int is_exclusive);

/** Reports a change of a session of the program: 1 started, 2 activated, 3 deactivated, 4 finalized.
 * `name` is the name of a started session. */
void pstudio_attach_session(uint32_t session, uint32_t change, uint32_t name);

/** A session of the program has started and is active. The launches, scopes and metrics of its active
 * parts are written at the end, to files that `files` adds up: 1 NAME.hatchet, 2 NAME.pftrace. */
void pstudio_attach_session_start(uint32_t session, uint32_t name, uint32_t files);

/** Removes what a phase of the session (from 0) contains, or begins its next phase. */
void pstudio_attach_session_clear(uint32_t session, uint32_t phase);
void pstudio_attach_session_advance(uint32_t session);

/** The call tree of a session now: of one phase, or of all (UINT32_MAX). Returns a descriptor of a file with
 * Hatchet JSON, to be read from offset 0 and closed by the caller, or -1 if there is none: the program has
 * not used the driver, or the server has not answered. Waits for the records of finished launches and for
 * the answer, at most `milliseconds` each. */
int pstudio_attach_session_tree(uint32_t session, uint32_t phase, uint32_t milliseconds);

/** From now on, all launches of kernels that match the name with * and ? are chosen, in a mode as of
 * the option --mode (null or empty: the default). Kernels that several rules choose run in their modes
 * by turns. Returns the number of the rule, or 0 if there is none. Waits for the server. */
uint32_t pstudio_attach_instrument(const char *kernel, const char *mode);
/** Ends the rule with this number. */
void pstudio_attach_restore(uint32_t rule);

/** The program is in this step of torch.profiler, or (below 0) in none. */
void pstudio_attach_step(int64_t step);

/** The number of the call path of a launch by the calling thread at this moment (0: none). */
uint32_t pstudio_attach_path(void);

/** Sets the Python interpreter of this process: sys.executable and the entries of sys.path. */
void pstudio_attach_interpreter(const char *executable, const char *const *path, uint32_t count);

/** Reports source files of modules that Python has imported since the last call; absolute paths. Lost
 * if the program has not used the driver yet. */
void pstudio_attach_python_files(const char *const *files, uint32_t count);

/** XLA writes the PTX of what it compiles to `folder` (absolute). `flags` are the flags that were added to
 * XLA_FLAGS for it; null or empty if the program has chosen the folder itself. */
void pstudio_attach_dump_folder(const char *folder, const char *flags);

/** Adds a line to the report. `code` is a code of report_codes.h. */
void pstudio_attach_notice(const char *code, const char *text);

/** Waits until the records of finished launches are in their files, at most `milliseconds`. */
void pstudio_attach_flush(uint32_t milliseconds);

#ifdef __cplusplus
}
#endif
