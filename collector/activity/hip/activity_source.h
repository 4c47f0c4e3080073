// SPDX-License-Identifier: Apache-2.0
// Records of a ROCm tool about this process: kernels, copies and calls, independent of the tool.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collector/activity/activity_log.h"
#include "collector/runtime/opened_library.h"
#include "core/base/result.h"

namespace pstudio::roc {

/// Kinds of records besides kernels. Kernels are always recorded: the time axis of the trace
/// requires them.
struct RecordedKinds {
  bool copies = true;
  bool memsets = true;
  bool calls = true; ///< of the HIP runtime
};

/// Records all activity of this process on its GPUs, from beginActivity() on. [one thread; the tool
/// passes records from threads of its own]
class ActivitySource {
public:
  virtual ~ActivitySource() = default;

  /// "rocprofiler-sdk 1.0.0".
  virtual std::string name() const = 0;
  /// The clock of all times [ns].
  virtual int64_t now() const = 0;
  /// All records since the last call. The device must be idle. A tool receives a kernel's end a
  /// little later than the stream, so the function waits until `kernels` kernels have arrived since
  /// the begin, at most 0.2 s. O(records).
  virtual activity::ActivityLog collect(size_t kernels) = 0;
  /// Ends the recording; records that were not collected are lost.
  virtual void stop() = 0;
  /// Features that could not be enabled, one sentence each.
  virtual const std::vector<std::string> &complaints() const = 0;
};

/// Starts recording with rocprofiler-sdk, or with roctracer if rocprofiler-sdk is missing or its
/// version is not supported. Call it before the HIP runtime is opened: the tools must be loaded
/// when it starts. Unsupported, with both reasons, if neither is available, and if another tool
/// (rocprofv3) uses rocprofiler-sdk.
Result<std::unique_ptr<ActivitySource>>
beginActivity(const RecordedKinds &kinds, const Environment &environment = processEnvironment());

} // namespace pstudio::roc
