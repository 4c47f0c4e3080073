// SPDX-License-Identifier: Apache-2.0
// State that the exported functions of the stub share.
#pragma once

#include <string>

#include "collector/vendor/cupti_types.h"
#include "tests/collector/activity/stub_cupti/stub_cupti.h"

namespace pstudio::cupti {

struct StubState {
  test::StubCupti script;
  Callback callback = nullptr;
  void *userData = nullptr;
  BufferRequested requested = nullptr;
  BufferCompleted completed = nullptr;
  void *sampleBuffer = nullptr; ///< sampling::Data
  size_t nextPc = 0;            ///< next PC to return
};
StubState &state();

/// Records the call. Returns the result that the test has set for it, or Success.
CuptiResult begin(const std::string &name);

} // namespace pstudio::cupti

#define STUB_BEGIN(name)                                                                           \
  if (const CuptiResult failing = begin(name); failing != CuptiResult::Success)                    \
  return failing
