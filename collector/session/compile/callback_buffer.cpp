// SPDX-License-Identifier: Apache-2.0
#include "collector/session/compile/callback_buffer.h"

#include <algorithm>
#include <cstdio>

#include "collector/collector.h"
#include "collector/session/target_name.h"
#include "core/run/npy.h"

namespace pstudio {
namespace {

constexpr int64_t kBufferLanesPerWarp = 32; // of every target
constexpr uint64_t kMaxRows = 16;

BufferArgument bufferOf(const RunSpec &spec) {
  BufferArgument buffer = spec.callbacks.buffer;
  if (buffer.shape.empty()) {
    const auto warps = (static_cast<int64_t>(extentProduct(spec.block)) + kBufferLanesPerWarp - 1) /
                       kBufferLanesPerWarp;
    buffer.shape = {static_cast<int64_t>(extentProduct(spec.grid)) * warps};
  }
  return buffer;
}

std::string numberText(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

} // namespace

Result<std::shared_ptr<const CallbackCode>> callbackCodeOf(const RunSpec &spec,
                                                           ProgressSink &progress) {
  if (!spec.mode.enabled || spec.mode.callbacks.empty())
    return std::shared_ptr<const CallbackCode>();
  if (spec.callbacks.file.empty())
    return fail(ErrorCode::InvalidInput, "the mode uses callbacks, but there is no callback file",
                {}, "set --callbacks FILE.c, or \"callbacks\" in the specification");
  const CallbackTarget target =
      splitTarget(spec.target).name == "cuda" ? CallbackTarget::Nvidia : CallbackTarget::Host;
  std::string warnings;
  PSTUDIO_TRY_ASSIGN(CallbackCode code, compileCallbacks(spec.callbacks.file, target, warnings));
  if (!warnings.empty())
    progress.log(warnings);
  return std::make_shared<const CallbackCode>(std::move(code));
}

Result<CallbackBuffer> CallbackBuffer::make(const RunSpec &spec, RunTarget &target) {
  CallbackBuffer made;
  if (!spec.mode.enabled || spec.mode.callbacks.empty()) {
    PSTUDIO_TRY(target.setCallbackBuffer({}));
    return made;
  }
  PSTUDIO_TRY_ASSIGN(HostBuffer values, makeHostBuffer(bufferOf(spec)));
  made.m_initial.assign(values.bytes().begin(), values.bytes().end());
  made.m_values.emplace(std::move(values));
  PSTUDIO_TRY(target.setCallbackBuffer(made.m_values->bytes()));
  return made;
}

void CallbackBuffer::reset() {
  if (m_values)
    std::ranges::copy(m_initial, m_values->bytes().begin());
}

Result<void> CallbackBuffer::report(const RunSpec &spec, ProgressSink &progress) const {
  if (!m_values)
    return {};
  progress.output(tableOf(*m_values));
  if (spec.callbacks.output.empty())
    return {};
  PSTUDIO_TRY(writeNpy(*m_values, spec.callbacks.output));
  progress.log("wrote the callbacks' buffer to " + spec.callbacks.output.string());
  return {};
}

std::string tableOf(const HostBuffer &values) {
  const uint64_t count = values.elementCount();
  double sum = 0.0;
  uint64_t nonZero = 0, largest = 0;
  std::string rows;
  for (uint64_t i = 0; i < count; ++i) {
    const double value = values.at(i);
    sum += value;
    if (value > values.at(largest))
      largest = i;
    if (value != 0.0 && nonZero++ < kMaxRows)
      rows += "  [" + std::to_string(i) + "]  " + numberText(value) + "\n";
  }
  std::string text = "callbacks: " + describeShape(values.dtype(), values.shape()) + ", sum " +
                     numberText(sum) + ", " + std::to_string(nonZero) + " not 0, largest " +
                     numberText(values.at(largest)) + " at [" + std::to_string(largest) + "]\n" +
                     rows;
  if (nonZero > kMaxRows)
    text += "  and " + std::to_string(nonZero - kMaxRows) + " more\n";
  return text;
}

} // namespace pstudio
