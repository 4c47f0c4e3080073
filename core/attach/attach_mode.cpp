// SPDX-License-Identifier: Apache-2.0
// Rejects what an attached program cannot do.
#include "core/attach/attach_mode.h"

namespace pstudio::attach {

Result<InstrumentationMode> parseAttachMode(std::string_view text) {
  PSTUDIO_TRY_ASSIGN(InstrumentationMode mode, InstrumentationMode::parse(text));
  if (!mode.enabled)
    return fail(ErrorCode::InvalidInput, "mode none records nothing", "--mode",
                "omit --kernel, or use --list");
  if (mode.strategy == InstrumentationMode::Strategy::Stream)
    return fail(ErrorCode::Unsupported,
                "strategy=stream needs a host that drains the records while the kernel runs",
                "--mode", "choose another strategy, such as circular");
  if (!mode.callbacks.empty())
    return fail(ErrorCode::Unsupported, "callbacks are not supported in attached programs",
                "--mode");
  mode.bufferType = InstrumentationMode::BufferType::Global;
  return mode;
}

} // namespace pstudio::attach
