// SPDX-License-Identifier: Apache-2.0
// Marks scopes, asynchronous operations and values in a kernel of CUDA C++ (compiled by clang to
// LLVM IR) for Proton Studio. The functions are found in the IR and replaced; nothing defines them.
// Without instrumentation (--mode none) they disappear.
#pragma once

#if defined(__CUDA__) || defined(__CUDACC__) || defined(__HIP__)
#define PROTON_DEVICE __device__
#else
#define PROTON_DEVICE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Begins a scope of the executing warp. The name is a string literal.
PROTON_DEVICE void proton_scope_start(const char *name);
/// Ends the scope of that name, on every path that began it.
PROTON_DEVICE void proton_scope_end(const char *name);

/// Names an asynchronous operation; records nothing.
PROTON_DEVICE int proton_allocate_event(const char *name);
/// The operation is issued. `key` distinguishes those in flight at the same time, modulo 65536.
PROTON_DEVICE void proton_event_start(int event, long long key);
/// The operation's end is seen, for the start with the same key.
PROTON_DEVICE void proton_event_end(int event, long long key);

/// Records a number: in the trace it is a counter of the executing warp, which holds until the next
/// value of that name. The value is that of the warp's lowest lane that is here.
PROTON_DEVICE void proton_value_i32(const char *name, int value);
PROTON_DEVICE void proton_value_i64(const char *name, long long value);
PROTON_DEVICE void proton_value_f32(const char *name, float value);
PROTON_DEVICE void proton_value_f64(const char *name, double value);

#ifdef __cplusplus
}
#endif
