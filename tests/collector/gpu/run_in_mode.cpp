// SPDX-License-Identifier: Apache-2.0
#include "compiled_gpu_test.h"

#include "tests/collector/run_log.h"

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
