// SPDX-License-Identifier: Apache-2.0
// The functions and layouts of roctracer 4 that this folder uses, declared here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collector/vendor/library_function.h"

namespace pstudio::roc {

/// The result of every function; 0 is success.
using RoctracerStatus = int;

/// Domain of records (activity_domain_t).
enum class RoctracerDomain : uint32_t { HipWork = 2, HipCalls = 3 };
/// Kind of a record of HipWork.
enum class RoctracerWork : uint32_t { Dispatch = 0, Copy = 1, Barrier = 2 };

/// Properties of a pool of buffers.
struct RoctracerProperties {
  uint32_t mode;
  size_t bufferBytes;
  void (*allocate)(char **memory, size_t bytes, void *data); ///< null: the library's own
  void *allocateData;
  void (*records)(const char *begin, const char *end, void *data);
  void *recordsData;
};

/// Offsets in a record; all records have the same length.
struct RoctracerOffsets {
  static constexpr size_t kDomain = 0;
  static constexpr size_t kKind = 4;
  static constexpr size_t kOperation = 8;
  static constexpr size_t kCorrelation = 16;
  static constexpr size_t kBegin = 24;
  static constexpr size_t kEnd = 32;
  static constexpr size_t kDevice = 40; ///< of work; of calls the process
  static constexpr size_t kThread = 44; ///< of calls
  static constexpr size_t kQueue = 48;  ///< of work
  static constexpr size_t kBytes = 56;  ///< of copies
  static constexpr size_t kRecordBytes = 64;
};

// X(name, first version, required, result, parameters...). Versions are 100 * major + minor.
#define PSTUDIO_ROCTRACER_FUNCTIONS(X)                                                             \
  X(roctracer_version_major, 400, true, uint32_t)                                                  \
  X(roctracer_version_minor, 400, true, uint32_t)                                                  \
  X(roctracer_error_string, 400, true, const char *)                                               \
  X(roctracer_get_timestamp, 401, true, RoctracerStatus, uint64_t *)                               \
  X(roctracer_op_string, 400, true, const char *, RoctracerDomain, uint32_t, uint32_t)             \
  X(roctracer_open_pool_expl, 400, true, RoctracerStatus, const RoctracerProperties *, void **)    \
  X(roctracer_close_pool_expl, 400, true, RoctracerStatus, void *)                                 \
  X(roctracer_enable_domain_activity_expl, 400, true, RoctracerStatus, RoctracerDomain, void *)    \
  X(roctracer_disable_domain_activity, 400, true, RoctracerStatus, RoctracerDomain)                \
  X(roctracer_flush_activity_expl, 400, true, RoctracerStatus, void *)

/// The functions of one opened library. [thread: any]
PSTUDIO_LIBRARY_API(RoctracerApi, PSTUDIO_ROCTRACER_FUNCTIONS)

} // namespace pstudio::roc
