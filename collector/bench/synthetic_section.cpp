// SPDX-License-Identifier: Apache-2.0
// Decoding and saving without a device: the same stages on records made on the host.
#include "collector/bench/capture_pipeline.h"
#include "collector/bench/sections.h"
#include "collector/bench/synthetic_capture.h"

namespace pstudio::bench {

Result<void> measureSyntheticCapture(const Request &request, Section &section) {
  PSTUDIO_TRY_ASSIGN(const uint32_t turns, turnsFor(request.slices));
  const SyntheticCapture synthetic = SyntheticCapture::make(turns);
  const uint64_t slices = uint64_t{kCaptureCtas} * kCaptureWarps * kScopesPerTurn * turns;
  return measureDecodeAndSave(request, synthetic.capture(), slices, section);
}

} // namespace pstudio::bench
