// SPDX-License-Identifier: Apache-2.0
// A specification compiled and run in one mode.
#include "tests/collector/gpu/compiled_gpu_test.h"

#include "tests/collector/session/run_log.h"

namespace pstudio::test {

Result<RunOutcome> runInMode(RunSpec spec, const std::string &mode) {
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  RunLog progress;
  const std::atomic<bool> cancel = false;
  CollectOptions options;
  options.cache = CacheSettings();
  return collect(spec, progress, cancel, options);
}

} // namespace pstudio::test
