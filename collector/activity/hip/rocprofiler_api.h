// SPDX-License-Identifier: Apache-2.0
// The functions and layouts of rocprofiler-sdk that this folder uses, declared here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collector/vendor/library_function.h"

namespace pstudio::roc {

/// The result of every function. The library provides the names of other values.
enum class RocprofilerStatus : int { Success = 0, ConfigurationLocked = 16 };

// Handles: structures of one 64-bit word, which have the calling convention of that word.
using RocprofilerContext = uint64_t;
using RocprofilerBuffer = uint64_t;

inline constexpr int kRocprofilerLossless = 2;        ///< of rocprofiler_buffer_policy_t
inline constexpr uint32_t kRocprofilerTracing = 1;    ///< category of all records here
inline constexpr int32_t kKernelSymbolRegistered = 2; ///< operation of kind CODE_OBJECT
inline constexpr int32_t kRocprofilerPhaseLoad = 1;   ///< as opposed to unloading
inline constexpr uint32_t kRocprofilerKinds = 64;     ///< more than exist

/// One record in a buffer as the callback gets it.
struct RocprofilerRecord {
  uint32_t category;
  uint32_t kind;
  void *payload;
};

/// The argument of a synchronous callback, by value; large enough for every supported layout.
struct RocprofilerCallbackRecord {
  unsigned char bytes[64];
};

/// Returned by the configure function; the library checks the size.
struct RocprofilerTool {
  size_t size;
  int (*initialize)(void (*finalize)(void *), void *data);
  void (*finalize)(void *data);
  void *data;
};
/// The client's structure differs between versions: this program does not access it.
using RocprofilerConfigure = RocprofilerTool *(*)(uint32_t version, const char *text,
                                                  uint32_t priority, void *client);
using RocprofilerRecords = void (*)(RocprofilerContext context, RocprofilerBuffer buffer,
                                    RocprofilerRecord **records, size_t count, void *data,
                                    uint64_t dropped);
using RocprofilerCallback = void (*)(RocprofilerCallbackRecord record, void *user, void *data);

/// Offsets in a record. Every record begins with its own size (8 bytes), kind and operation (4
/// bytes each) and the correlation (8 and 8 bytes, with an ancestor 8 more: calls since 1.0).
struct RecordStart {
  static constexpr size_t kSize = 0;
  static constexpr size_t kOperation = 12;
  static constexpr size_t kCorrelation = 16;
};
struct DispatchOffsets : RecordStart {
  static constexpr size_t kBegin = 40;
  static constexpr size_t kEnd = 48;
  static constexpr size_t kAgent = 64;
  static constexpr size_t kQueue = 72;
  static constexpr size_t kKernel = 80;
  static constexpr size_t kScratch = 96;
  static constexpr size_t kLds = 100;
  static constexpr size_t kBlock = 104; ///< threads of a CTA, three times 4 bytes
  static constexpr size_t kGrid = 116;  ///< threads of all CTAs
  static constexpr size_t kNeeded = 128;
};
struct CopyOffsets : RecordStart {
  static constexpr size_t kBegin = 40;
  static constexpr size_t kEnd = 48;
  static constexpr size_t kTo = 56;
  static constexpr size_t kFrom = 64;
  static constexpr size_t kBytes = 72;
  static constexpr size_t kNeeded = 80;
};
/// Of a call, after the correlation.
struct CallOffsets : RecordStart {
  static constexpr size_t kShort = 56; ///< record sizes that determine the correlation
  static constexpr size_t kLong = 64;
  static constexpr size_t kAfterShort = 32;
  static constexpr size_t kAfterLong = 40;
};
/// Of a callback, after its correlation: kind, operation, phase, padding, payload.
struct CallbackOffsets {
  static constexpr size_t kAfterShort = 32; ///< before 1.0
  static constexpr size_t kAfterLong = 40;
  static constexpr size_t kOperation = 4;
  static constexpr size_t kPhase = 8;
  static constexpr size_t kPayload = 16;
};
/// Of a kernel's symbol.
struct SymbolOffsets {
  static constexpr size_t kKernel = 8;
  static constexpr size_t kName = 24;
  static constexpr size_t kNeeded = 32;
};

// X(name, first version, required, result, parameters...). Versions are 10000 * major + 100 *
// minor.
#define PSTUDIO_ROCPROFILER_FUNCTIONS(X)                                                           \
  X(rocprofiler_get_version, 500, true, RocprofilerStatus, uint32_t *, uint32_t *, uint32_t *)     \
  X(rocprofiler_get_timestamp, 500, true, RocprofilerStatus, uint64_t *)                           \
  X(rocprofiler_get_status_string, 500, true, const char *, RocprofilerStatus)                     \
  X(rocprofiler_force_configure, 500, true, RocprofilerStatus, RocprofilerConfigure)               \
  X(rocprofiler_create_context, 500, true, RocprofilerStatus, RocprofilerContext *)                \
  X(rocprofiler_start_context, 500, true, RocprofilerStatus, RocprofilerContext)                   \
  X(rocprofiler_stop_context, 500, true, RocprofilerStatus, RocprofilerContext)                    \
  X(rocprofiler_create_buffer, 500, true, RocprofilerStatus, RocprofilerContext, size_t, size_t,   \
    int, RocprofilerRecords, void *, RocprofilerBuffer *)                                          \
  X(rocprofiler_flush_buffer, 500, true, RocprofilerStatus, RocprofilerBuffer)                     \
  X(rocprofiler_configure_buffer_tracing_service, 500, true, RocprofilerStatus,                    \
    RocprofilerContext, uint32_t, const int32_t *, size_t, RocprofilerBuffer)                      \
  X(rocprofiler_configure_callback_tracing_service, 500, true, RocprofilerStatus,                  \
    RocprofilerContext, uint32_t, int32_t *, size_t, RocprofilerCallback, void *)                  \
  X(rocprofiler_query_buffer_tracing_kind_name, 500, true, RocprofilerStatus, uint32_t,            \
    const char **, uint64_t *)                                                                     \
  X(rocprofiler_query_callback_tracing_kind_name, 500, true, RocprofilerStatus, uint32_t,          \
    const char **, uint64_t *)                                                                     \
  X(rocprofiler_query_buffer_tracing_kind_operation_name, 500, true, RocprofilerStatus, uint32_t,  \
    int32_t, const char **, uint64_t *)

/// The functions of one opened library. [thread: any]
PSTUDIO_LIBRARY_API(RocprofilerApi, PSTUDIO_ROCPROFILER_FUNCTIONS)

} // namespace pstudio::roc
