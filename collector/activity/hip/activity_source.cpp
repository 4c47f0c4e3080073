// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/hip/activity_source.h"

#include "collector/activity/hip/rocprofiler_library.h"
#include "collector/activity/hip/rocprofiler_session.h"
#include "collector/activity/hip/roctracer_session.h"

namespace pstudio::roc {

Result<std::unique_ptr<ActivitySource>> beginActivity(const RecordedKinds &kinds,
                                                      const Environment &environment) {
  auto sdk = RocprofilerLibrary::open(environment);
  if (sdk) // no second tool beside rocprofiler-sdk
    return beginRocprofiler(*std::move(sdk), kinds);
  auto tracer = beginRoctracer(kinds, environment);
  if (tracer)
    return tracer;
  return fail(ErrorCode::Unsupported, sdk.error().message + "; " + tracer.error().message, "",
              "install rocprofiler-sdk or roctracer (ROCm), or set PSTUDIO_ROCPROFILER or "
              "PSTUDIO_ROCTRACER to the file or its folder. Without either, run under rocprofv3 "
              "and merge its file: proton-collect convert --rocprof");
}

} // namespace pstudio::roc
