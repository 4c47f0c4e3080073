// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/amd_support.h"

namespace pstudio {
namespace {

/// A feature that AMD GPUs or this build do not support, and whether the specification uses it.
struct Rejection {
  bool isAsked;
  const char *what;
  const char *field;
  const char *instead;
};

} // namespace

Result<void> checkAmdSpec(const RunSpec &spec) {
  const bool isStreamed =
      spec.mode.enabled && spec.mode.strategy == InstrumentationMode::Strategy::Stream;
  const Rejection rejections[] = {
      {extentProduct(spec.cluster) > 1, "AMD GPUs have no clusters of CTAs", "cluster",
       "remove it; cooperate through global memory instead"},
      {spec.launch.cooperative, "cooperative launches are not built for AMD GPUs", "launch",
       "make each phase a kernel with a specification of its own, or run on the target \"cuda\""},
      {spec.launch.programmatic, "AMD GPUs have no programmatic launches", "launch",
       "remove it: the launch then starts when the preceding work completes"},
      {isStreamed, "the strategy stream is not built for AMD GPUs", "instrumentation",
       "choose flush, or circular with buffer_type=global and more slots (slots=), which keep "
       "records in the GPU's memory; sample (ctas=, warps=, every=) where that is too small"},
      {!spec.mode.callbacks.empty(), "callbacks are not built for AMD GPUs", "instrumentation",
       "record the numbers with proton.value, or run on the target \"cuda\" or \"cpu\""},
  };
  for (const Rejection &rejection : rejections)
    if (rejection.isAsked)
      return fail(ErrorCode::Unsupported, rejection.what,
                  spec.path.string() + ": " + rejection.field, rejection.instead);
  return {};
}

} // namespace pstudio
