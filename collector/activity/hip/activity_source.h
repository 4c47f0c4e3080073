// SPDX-License-Identifier: Apache-2.0
// What a tool of ROCm records of this process: kernels, copies and calls, whichever tool it is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collector/activity/activity_log.h"
#include "collector/runtime/opened_library.h"
#include "core/base/result.h"

namespace pstudio::roc {

/// What is recorded besides kernels, without which nothing could be put on a trace's axis.
struct RecordedKinds {
  bool copies = true;
  bool memsets = true;
  bool calls = true; ///< of the HIP runtime
};

/// Records of everything that this process does with its GPUs, from beginActivity() on. [one
/// thread; the tool hands records over from threads of its own]
class ActivitySource {
public:
  virtual ~ActivitySource() = default;

  /// "rocprofiler-sdk 1.0.0".
  virtual std::string name() const = 0;
  /// The clock of all times [ns].
  virtual int64_t now() const = 0;
  /// Everything recorded since the last time. The device must be idle: a tool hears of a kernel's
  /// end a little later than the stream does, so this waits until `kernels` of them have arrived
  /// since the beginning, at most 0.2 s. O(records).
  virtual activity::ActivityLog collect(size_t kernels) = 0;
  /// Nothing is recorded any more; what was not collected is lost.
  virtual void stop() = 0;
  /// What could not be switched on, one sentence each.
  virtual const std::vector<std::string> &complaints() const = 0;
};

/// rocprofiler-sdk, or where it is not there or not known roctracer, recording. Call it before the
/// HIP runtime is opened: the tools have to be there when it starts. Unsupported, with the reason
/// of each, if neither is there, and if another tool (rocprofv3) has rocprofiler-sdk.
Result<std::unique_ptr<ActivitySource>>
beginActivity(const RecordedKinds &kinds, const Environment &environment = processEnvironment());

} // namespace pstudio::roc
