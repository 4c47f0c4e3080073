// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/launch_clocks.h"

#include <algorithm>

#include "core/base/check.h"

namespace pstudio {
namespace {

using Set = cuda::ClockProbe::Set;

/// Time limit of a reading; after it the device counts as hung.
constexpr double kReadingSeconds = 30.0;

} // namespace

Result<void> LaunchClocks::begin(cuda::Stream &stream) {
  if (isIdle()) {
    PSTUDIO_TRY(m_probe.clear(stream));
    PSTUDIO_TRY(m_probe.queue(stream, Set::Before));
    m_numberBefore = lastNumber();
    m_numberAfter = 0;
    m_isFinished = false;
  }
  ++m_running;
  return {};
}

Result<void> LaunchClocks::finish(cuda::Stream &stream) {
  PSTUDIO_CHECK(isIdle());
  if (m_isFinished)
    return {};
  PSTUDIO_TRY(m_probe.queue(stream, Set::After));
  m_numberAfter = lastNumber();
  PSTUDIO_TRY(stream.wait({kReadingSeconds, nullptr}));
  PSTUDIO_TRY(readInterrupted(stream));
  m_isFinished = true;
  return {};
}

Result<void> LaunchClocks::readInterrupted(cuda::Stream &stream) {
  PSTUDIO_TRY_ASSIGN(m_before, m_probe.read(stream, Set::Before));
  if (m_before.empty())
    return fail(ErrorCode::RunFailed, "the global timer of the GPU does not tick", {},
                "the run needs it to measure times; other programs on the GPU may delay it");
  m_timerTick = cuda::timerTickOf(m_before);
  PSTUDIO_TRY_ASSIGN(m_after, m_probe.read(stream, Set::After));
  return {};
}

Nanoseconds LaunchClocks::beginTime() const {
  return std::ranges::min_element(
             m_before, {}, [](const record::ClockReading &reading) { return reading.pair.time; })
      ->pair.time;
}

} // namespace pstudio
